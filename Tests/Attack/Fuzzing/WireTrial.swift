import Bytes
import HostileRequests

/// A whole connection as the fuzzer sends it: segments, and how the client leaves. Seed and number determine it.
struct WireTrial: Equatable {
    enum Leaving: String, CaseIterable {
        /// Reads until nothing comes any more.
        case stay
        case halfClose, close, reset
    }

    var segments: [[UInt8]]
    var leaving: Leaving

    var bytes: [UInt8] { segments.flatMap { $0 } }

    init(segments: [[UInt8]], leaving: Leaving) {
        self.segments = segments
        self.leaving = leaving
    }

    init(seed: UInt64, number: Int, sessions: [String]) {
        var maker = WireGrammar(
            draws: Draw(state: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(number)), sessions: sessions)
        self = maker.trial()
    }

    // MARK: Files

    /// A line of hexadecimal digits for each segment, and last how the client leaves.
    var text: String {
        segments.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n" }.joined()
            + leaving.rawValue + "\n"
    }

    /// Nil if it is not the text of a trial.
    init?(text: String) {
        var lines = text.split(separator: "\n").map { Array($0.utf8) }
        guard let last = lines.popLast(), let leaving = Leaving(rawValue: String(decoding: last, as: UTF8.self)) else {
            return nil
        }
        self.leaving = leaving
        segments = []
        for line in lines {
            guard line.count.isMultiple(of: 2) else { return nil }
            var segment: [UInt8] = []
            for position in stride(from: 0, to: line.count, by: 2) {
                guard let byte = UInt8(String(decoding: line[position...(position + 1)], as: UTF8.self), radix: 16)
                else { return nil }
                segment.append(byte)
            }
            segments.append(segment)
        }
    }
}

/// Makes connections: requests of the table and calls of the systems, one behind the other, or what begins as TLS; broken, cut
/// and left.
struct WireGrammar {
    var draws: Draw
    let sessions: [String]

    mutating func trial() -> WireTrial {
        var bytes = below(5) == 0 ? tls() : []
        if bytes.isEmpty { for _ in 0...below(4) { bytes += below(3) == 0 ? call() : row() } }
        if below(2) == 0 { for _ in 0...below(3) { mutate(&bytes) } }
        var segments: [[UInt8]] = []
        let most = [bytes.count, 1 + bytes.count / 4, 40, 3][below(4)]
        var start = 0
        while start < bytes.count, segments.count < 200 {
            let end = min(bytes.count, start + 1 + below(max(1, most)))
            segments.append(Array(bytes[start..<end]))
            start = end
        }
        if start < bytes.count { segments.append(Array(bytes[start...])) }
        // Some go in the middle.
        if below(5) == 0 { segments.removeLast(below(max(1, segments.count))) }
        return WireTrial(segments: segments, leaving: pick(WireTrial.Leaving.allCases))
    }

    mutating func below(_ bound: Int) -> Int { Int(draws.below(UInt64(max(1, bound)))) }
    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    private static let paths =
        AnswerPath.allCases.map(\.path) + [
            "/", "/large", "/json", "/form", "/pattern", "/rpc", "/RPC2", "/me", "/v19.0/me?fields=id", "/a/b.txt",
            "/a/",
            "/__mishap/health", "/__mishap/sessions/default/journal?after=1", "/__mishap/fail/http/html/x",
            "/__mishap/fail/tcp/close-mid-body/x", "/__mishap/fail/http/bad-gzip/x", "/__mishap/nothing",
        ]

    /// A row of the table, to any path and session.
    mutating func row() -> [UInt8] {
        let row = pick(HostileRequest.all)
        return inSession(row.bytes(path: pick(Self.paths)))
    }

    private mutating func inSession(_ bytes: [UInt8]) -> [UInt8] {
        let host = Array("Host: x\r\n".utf8)
        guard below(2) == 0, !sessions.isEmpty,
            let start = bytes.indices.first(where: { bytes[$0...].starts(with: host) })
        else { return bytes }
        let key = below(8) == 0 ? "~\(below(4))" : ""
        let field = "Mishap-Session: \(pick(sessions))\(key)\r\n"
        return bytes[..<(start + host.count)] + Array(field.utf8) + bytes[(start + host.count)...]
    }

    private static let bodies = [
        #"{"jsonrpc":"2.0","method":"a","params":{"a":[1,null]},"id":1}"#,
        #"[{"jsonrpc":"2.0","method":"a","id":1},{"jsonrpc":"2.0","method":"b"}]"#,
        "<?xml version=\"1.0\"?><methodCall><methodName>a</methodName><params><param><value><i4>1</i4></value></param></params></methodCall>",
        "<D:propfind xmlns:D=\"DAV:\"><D:allprop/></D:propfind>",
        "<D:lockinfo xmlns:D=\"DAV:\"><D:lockscope><D:exclusive/></D:lockscope><D:locktype><D:write/></D:locktype></D:lockinfo>",
        "<D:propertyupdate xmlns:D=\"DAV:\"><D:set><D:prop><a>b</a></D:prop></D:set></D:propertyupdate>",
        "a=b&c=%41&access_token=x", #"{"a":{"b":1}}"#,
        #"{"compositeRequest":[{"method":"GET","url":"/a","referenceId":"r"}]}"#,
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nc\r\n--b--\r\n", "",
    ]
    private static let methods = [
        "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE",
        "LOCK",
        "UNLOCK", "REPORT",
    ]
    private static let types = [
        "application/json", "text/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b",
    ]
    private static let fields = [
        "Depth: 1", "Depth: infinity", "Destination: /a/c.txt", "Overwrite: F", "If: (<a>)", "If-None-Match: *",
        "Range: bytes=0-1",
        "Range: bytes=-1,5-", "Timeout: Second-5", "Lock-Token: <a>", "Expect: 100-continue", "Connection: close",
        "Origin: http://a",
        "Cookie: a=b; c=d", "Authorization: Bearer x", "Accept-Encoding: gzip", "Content-Encoding: gzip",
        "TE: trailers",
    ]

    /// A call such as the systems read, framed in one of the ways.
    private mutating func call() -> [UInt8] {
        var body = Array(pick(Self.bodies).utf8)
        if below(10) == 0 { body = Array(repeating: body, count: 1 + below(2_000)).flatMap { $0 } }
        let path = Array(pick(Self.paths).utf8)
        var head = "\(pick(Self.methods)) \(String(decoding: path, as: UTF8.self)) HTTP/1.1\r\nHost: x\r\n"
        for _ in 0..<below(4) { head += pick(Self.fields) + "\r\n" }
        head += "Content-Type: \(pick(Self.types))\r\n"
        if below(2) == 0 {
            return inSession(Array((head + "Content-Length: \(body.count)\r\n\r\n").utf8) + body)
        }
        var bytes = Array((head + "Transfer-Encoding: chunked\r\n\r\n").utf8)
        var start = 0
        while start < body.count {
            let end = min(body.count, start + 1 + below(1 + body.count / 3))
            let `extension` = below(6) == 0 ? ";a=\"b\"" : ""
            bytes +=
                Array((String(end - start, radix: 16) + `extension` + "\r\n").utf8) + body[start..<end] + [0x0D, 0x0A]
            start = end
        }
        return inSession(bytes + Array((below(4) == 0 ? "0\r\nA: b\r\n\r\n" : "0\r\n\r\n").utf8))
    }

    private static let tokens = [
        "\r\n", "\n", "\r", "\0", " ", "\t", ":", ";", "0", "-1", "ffffffffffffffff", "0\r\n\r\n", "\r\n\r\n",
        "HTTP/1.0",
        "Transfer-Encoding: chunked\r\n", "Content-Length: 5\r\n", "Content-Length: 99999\r\n", "Connection: close\r\n",
        "Expect: 100-continue\r\n", "GET / HTTP/1.1\r\n", "%00", "\u{FF}", "~",
    ]

    private mutating func mutate(_ bytes: inout [UInt8]) {
        guard !bytes.isEmpty else { return }
        let start = below(bytes.count)
        let end = min(bytes.count, start + 1 + below([1, 4, 40][below(3)]))
        switch below(5) {
        case 0: bytes[start] = UInt8(truncatingIfNeeded: draws.next())
        case 1: bytes.removeSubrange(start..<end)
        case 2: bytes.insert(contentsOf: bytes[start..<end], at: below(bytes.count))
        case 3: bytes.insert(contentsOf: pick(Self.tokens).utf8, at: start)
        default: bytes.insert(contentsOf: Array(repeating: bytes[start], count: 1 << below(14)), at: start)
        }
    }
}
