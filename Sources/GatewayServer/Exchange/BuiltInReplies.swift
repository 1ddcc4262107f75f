internal import HTTP1
internal import Wire

/// The server's own replies to requests that no responder should see: problem documents (RFC 9457) that close the
/// connection.
enum BuiltInReplies {
    static let contentTooLarge = make(413, "the body is larger than this gateway takes; see --max-body")
    static let headTooLarge = make(.headTooLarge)
    static let bodyTimeout = make(408, "nothing more came of the body for too long; see --body-timeout")
    static let headTimeout = make(408, "the rest of the request's head did not come within 10 seconds")
    /// For one connection too many; as bytes, since there may be many of them.
    static let tooManyConnections = bytes(
        of: make(
            503, "there are as many connections as this gateway takes at once; see --max-connections",
            [HeaderField("Retry-After", "1")]))
    static let overloaded = make(
        503, "the bodies of all requests together are more than this gateway keeps; see --max-bodies",
        [HeaderField("Retry-After", "5")])
    /// Keeps the connection open, unlike the others: libmicrohttpd has to send it.
    static let noDescriptor = make(
        503, "no file descriptor is left for an answer that is not an ordinary one; see ulimit -n", [], closes: false)
    static let notHTTP1 = make(.notHTTP1)
    /// No proxy is here, as the protocol says it: to version 5 that no way to authenticate is acceptable (RFC 1928, 3), to
    /// version 4 that the request is rejected.
    static func noProxy(version: UInt8) -> WireScript {
        WireScript(actions: [.raw(version == 5 ? [5, 0xFF] : [0, 0x5B, 0, 0, 0, 0, 0, 0])], ending: .close)
    }
    static let internalError = make(500, "the responder could not decide on a complete request")

    static func script(for refusal: RequestRefusal) -> WireScript {
        if case .problem(let problem) = refusal { script(for: problem) } else { make(refusal) }
    }

    static func script(for problem: RequestProblem) -> WireScript {
        problems[problem] ?? make(.problem(problem))
    }

    /// The whole answer to what is no request, behind which the connection ends.
    static func bytes(of script: WireScript, date: [UInt8]? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        var encoder = HTTP1Encoder(
            script: script, isHead: false, setting: HTTP1Head.Setting(date: date, keepAlive: false))
        while case .more = encoder.fill(&bytes) {}
        return bytes
    }

    private static let problems = Dictionary(
        uniqueKeysWithValues: RequestProblem.allCases.map { ($0, make(.problem($0))) })

    private static func make(_ refusal: RequestRefusal) -> WireScript { make(refusal.status, refusal.explanation) }

    private static func make(
        _ status: Int, _ detail: String, _ fields: [HeaderField] = [], closes: Bool = true
    ) -> WireScript {
        let title = StatusPhrase.phrase(for: status)
        let document = """
            {
              "type": "about:blank",
              "title": "\(title)",
              "status": \(status),
              "detail": "\(detail)"
            }

            """
        var reply = Reply(status: status, contentType: "application/problem+json", text: document)
        reply.head.fields += fields
        if closes { reply.head.fields.append(HeaderField("Connection", "close")) }
        return reply.script()
    }
}
