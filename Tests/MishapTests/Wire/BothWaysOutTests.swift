import HTTP1
import TestSupport
import Testing
import Wire

/// A reply is the same bytes whether libmicrohttpd says it or we do, and the journal counts them.
@Suite(.descriptors) struct BothWaysOutTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// As a scenario says it.
        let json: String
        /// The same as the encoder takes it.
        let reply: Reply

        init(_ name: String, _ json: String, _ status: Int, _ fields: [(String, String)] = [], _ body: String? = nil) {
            testDescription = name
            self.json = json
            let fields = (body == nil ? [] : [("Content-Type", "text/plain; charset=utf-8")]) + fields
            reply = Reply(
                ResponseHead(status: status, fields: fields.map { HeaderField($0.0, $0.1) }),
                body: body.map { [Reply.Part(.bytes(Array($0.utf8)))] } ?? [])
        }
    }

    static let forms: [Form] = [
        Form("200 with a body", #"{ "text": "hello" }"#, 200, [], "hello"),
        Form("200 without", #"{}"#, 200),
        Form(
            "201 with fields", #"{ "status": 201, "text": "made", "headers": { "X-B": "2", "X-A": "1" } }"#, 201,
            [("X-B", "2"), ("X-A", "1")], "made"),
        Form("204", #"{ "status": 204 }"#, 204),
        Form("304", #"{ "status": 304, "headers": { "ETag": "\"a\"" } }"#, 304, [("ETag", #""a""#)]),
        Form("404", #"{ "status": 404, "text": "no" }"#, 404, [], "no"),
        Form("420 with a body", #"{ "status": 420, "text": "calm" }"#, 420, [], "calm"),
        Form("420 without", #"{ "status": 420 }"#, 420),
        Form("599", #"{ "status": 599, "text": "what" }"#, 599, [], "what"),
        Form("999, which the library does not know", #"{ "status": 999, "text": "what" }"#, 999, [], "what"),
        Form(
            "its own Date", #"{ "text": "old", "headers": { "Date": "Thu, 01 Jan 1970 00:00:00 GMT" } }"#, 200,
            [("Date", "Thu, 01 Jan 1970 00:00:00 GMT")], "old"),
        Form("an empty field", #"{ "text": "x", "headers": { "X-Empty": "" } }"#, 200, [("X-Empty", "")], "x"),
        Form(
            "a tab and bytes beyond ASCII", #"{ "text": "x", "headers": { "X-Odd": "a\tb \u00e9" } }"#, 200,
            [("X-Odd", "a\tb \u{e9}")], "x"),
        Form("two cookies", #"{ "text": "x", "headers": { "Set-Cookie": "a=1" } }"#, 200, [("Set-Cookie", "a=1")], "x"),
    ]

    struct Ask: Sendable {
        let head: String
        let setting: HTTP1Head.Setting
        var isHead: Bool { head.hasPrefix("HEAD") }
    }

    static let asks: [Ask] = ["GET", "HEAD"].flatMap { method in
        [
            Ask(head: "\(method) PATH HTTP/1.1\r\nHost: x\r\n\r\n", setting: .init()),
            Ask(
                head: "\(method) PATH HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
                setting: .init(keepAlive: false)),
            Ask(head: "\(method) PATH HTTP/1.0\r\n\r\n", setting: .init(minorVersion: 0, keepAlive: false)),
            Ask(head: "\(method) PATH HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", setting: .init(minorVersion: 0)),
        ]
    }

    @Test(arguments: forms) func theBytesAreTheSameAndCounted(form: Form) async throws {
        try await aside {
            // A pace is not the library's to keep: it makes the reply go out raw.
            let gateway = try RunningGateway(
                rules: #"""
                    { "match": { "path": "/plain" }, "steps": [ { "reply": \#(form.json) } ] },
                    { "match": { "path": "/paced" }, "steps": [ { "pass": true,
                      "pace": { "bytes": 100000, "every": "1ms" } } ] },
                    { "match": { "path": "/paced" }, "steps": [ { "reply": \#(form.json) } ] }
                    """#)
            var counts: [Int] = []
            for ask in Self.asks {
                let paths = form.reply.body.isEmpty ? ["/plain"] : ["/plain", "/paced"]
                for path in paths { counts += try Self.expectTheSame(form, ask, path, gateway) }
            }
            let entries = try gateway.journal(ended: counts.count).entries
            #expect(entries.map(\.sent.bytes) == counts)
        }
    }

    /// Sends it, twice where the connection lives on; bytes of the answers.
    private static func expectTheSame(
        _ form: Form, _ ask: Ask, _ path: String, _ gateway: RunningGateway
    ) throws -> [Int] {
        let connection = try gateway.connect()
        var counts: [Int] = []
        for _ in 0..<(ask.setting.keepAlive ? 2 : 1) {
            connection.send(ask.head.replacing("PATH", with: path))
            let expectedCount = encoded(form, ask, date: [UInt8](repeating: 0x30, count: 29)).count
            let answer = connection.receive(within: .seconds(60)) { bytes in
                ask.setting.keepAlive && bytes.count >= expectedCount
            }
            let expected = encoded(form, ask, date: answer.bytes.date)
            #expect(answer.text == String(decoding: expected, as: UTF8.self), "\(ask.head) to \(path)")
            #expect(answer.ending == (ask.setting.keepAlive ? .open : .end))
            counts.append(answer.bytes.count)
        }
        return counts
    }

    private static func encoded(_ form: Form, _ ask: Ask, date: [UInt8]?) -> [UInt8] {
        var setting = ask.setting
        setting.date = date
        var encoder = HTTP1Encoder(script: form.reply.script(), isHead: ask.isHead, setting: setting)
        var bytes: [UInt8] = []
        while true { if case .end = encoder.fill(&bytes) { return bytes } }
    }

    @Test(arguments: [
        #"{ "text": "x", "headers": { "Date": null } }"#,
        #"{ "text": "x", "reason": "Fine", "headers": { "DATE": null } }"#,
    ])
    func nullTakesTheDateAway(reply: String) throws {
        let gateway = try RunningGateway(["main": #"{ "rules": [ { "steps": [ { "reply": \#(reply) } ] } ] }"#])
        let text = try gateway.ask("/any").text
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("\r\nContent-Length: 1\r\n\r\nx"))
        #expect(!text.contains("Date:"))
    }
}
