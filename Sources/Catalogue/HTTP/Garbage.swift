internal import Wire

extension Failure {
    /// A response that is not HTTP.
    static let garbage = Failure(
        "http/garbage", "Bytes that are not HTTP come back in place of a response.",
        wire: """
            By `binary`: the bytes 01 to C7. By `tls`: a TLS alert (protocol_version), as from a \
            port that speaks TLS. By `http2`: an empty SETTINGS frame. By `ssh`: a version banner. \
            Then a FIN.
            """,
        reports: .measured(
            curl: "1, Received HTTP/0.9 when not allowed", requests: "ConnectionError, from BadStatusLine",
            node: "TypeError: fetch failed, from HPE_INVALID_CONSTANT (Node 24: its text, without the code)",
            java: "ProtocolException: Invalid status line (by tls, http2: IOException: parsing HTTP/1.1 status line)",
            urlSession: "NSURLErrorDomain -1002, Received HTTP/0.9 when not allowed"),
        source: Measured.and("RFC 9112, 2.2; RFC 8446, 6; RFC 9113, 6.5; RFC 4253, 4.2"), evidence: .observed,
        phase: .head,
        parameters: [.by(["binary", "tls", "http2", "ssh"], "Whose bytes they are.")],
        effect: .ending { arguments in
            WireScript(actions: [.raw(garbage(by: arguments.text("by")))], ending: .close)
        })

    private static func garbage(by kind: String?) -> [UInt8] {
        switch kind {
        case "tls": [0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x46]
        case "http2": [0, 0, 0, 4, 0, 0, 0, 0, 0]
        case "ssh": Array("SSH-2.0-OpenSSH_9.2p1\r\n".utf8)
        default: Array(0x01...0xC7)
        }
    }
}
