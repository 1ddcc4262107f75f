import HostileRequests

/// A way in which the server answers, and what its answers are.
///
/// All paths but the last repeat method, target and body, so that an answer says which request it is for.
enum AnswerPath: String, CaseIterable {
    /// By libmicrohttpd.
    case plain
    /// By the server itself, because of a reason phrase; the connection is kept.
    case raw
    /// By the server itself, with a body that ends with the connection.
    case closed
    /// By the control API, from another thread: a journal.
    case fed

    var path: String { self == .fed ? "/__mishap/sessions/quiet/journal" : "/\(rawValue)/a" }

    /// Whether every answer closes the connection.
    var closes: Bool { self == .closed }

    /// Why the answer is not this path's answer to the request; nil if it is.
    func problem(_ answer: Answer, to request: Reading.Taken) -> String? {
        if self == .fed {
            // The journal is for GET and DELETE of its exact path, with its own query and no other content than JSON, and for hosts
            // of this machine.
            return [200, 204, 400, 403, 404, 405, 415].contains(answer.status) ? nil : "status \(answer.status)"
        }
        let target = Self.originForm(request.target(path: path))
        let body = Array(AnswerPath.body(of: request.method, Self.text(target), Self.text(request.body)).utf8)
        guard answer.status == 200 else { return "status \(answer.status): \(answer.body.shown)" }
        guard request.method != "HEAD" else { return nil }
        let received = Array(Self.text(answer.body).utf8)
        // What follows a CONNECT that succeeds is not HTTP any more (RFC 9110, 9.3.6).
        let isRight = request.method == "CONNECT" ? received.starts(with: body) : received == body
        return isRight ? nil : "is not the answer: \(answer.body.shown)"
    }

    /// A target in absolute form as the answer repeats it: without scheme and authority.
    private static func originForm(_ target: [UInt8]) -> [UInt8] {
        guard let colon = target.firstIndex(of: UInt8(ascii: ":")), target[colon...].starts(with: "://".utf8),
            let slash = target[(colon + 3)...].firstIndex(of: UInt8(ascii: "/"))
        else { return target }
        return Array(target[slash...])
    }

    static func body(of method: String, _ target: String, _ body: String) -> String { "\(method) \(target)\n\(body)" }

    /// As the scenario repeats it: UTF-8 only.
    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// The scenarios of the server under attack, by file name.
    static let scenarios = [
        "main.json": """
        { "rules": [
          { "match": { "path": "/raw/**" }, "reply": { "reason": "Perhaps", "text": \(echo) } },
          { "match": { "path": "/closed/**" }, "reply": { "framing": "close", "text": \(echo) } },
          { "match": { "path": "/json", "json": { "/a/b": 1 } }, "reply": { "text": "json" } },
          { "match": { "path": "/form", "form": { "a": "b" } }, "reply": { "text": "form" } },
          { "match": { "path": "/pattern", "body": { "matches": "^(a+)+$" } }, "reply": { "text": "pattern" } },
          { "match": { "path": "/large" }, "reply": { "size": "16MB" } }
        ], "otherwise": { "reply": { "text": \(echo) } } }
        """,
        "quiet.json": #"{ "rules": [ { "reply": { "text": "quiet" } } ] }"#,
        "calls.json": #"{ "system": "jsonrpc", "rules": [ { "match": { "rpc": "a" }, "reply": { "result": 1 } } ] }"#,
        "xml.json": #"{ "system": "xmlrpc", "rules": [ { "match": { "rpc": "a" }, "reply": { "result": 1 } } ] }"#,
    ]

    private static let echo = #""{{request.method}} {{request.target}}\n{{request.body}}""#
}

extension [UInt8] {
    /// The beginning, for messages.
    var shown: String {
        let text = String(decoding: prefix(160), as: UTF8.self).unicodeScalars.map { scalar in
            switch scalar {
            case "\r": "\\r"
            case "\n": "\\n"
            default: scalar.value < 0x20 || scalar.value == 0x7F ? "\\u{\(scalar.value)}" : String(scalar)
            }
        }.joined()
        return count > 160 ? "\"\(text)\"… (\(count) bytes)" : "\"\(text)\""
    }
}
