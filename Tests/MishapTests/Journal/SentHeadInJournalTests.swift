import Bytes
import Foundation
import TestSupport
import Testing

/// What an entry says of the answer is what came over the wire.
@Suite(.descriptors) struct SentHeadInJournalTests {
    private static let rules = #"""
        { "match": { "path": "/plain" }, "reply": { "json": { "a": 1 }, "headers": { "X-A": "ü" } } },
        { "match": { "path": "/made" }, "reply": { "text": "{{request.target}}" } },
        { "match": { "path": "/large" }, "reply": { "size": "2MB" } },
        { "match": { "path": "/none" }, "reply": { "status": 204 } },
        { "match": { "path": "/reason" }, "reply": { "reason": "So So", "text": "a" } },
        { "match": { "path": "/chunked" }, "reply": { "chunks": ["a", "b"], "trailers": { "X-T": "t" } } },
        { "match": { "path": "/close" }, "reply": { "text": "a", "framing": "close" } },
        { "match": { "path": "/interim" },
          "reply": { "interim": [ { "status": 103, "headers": { "Link": "</a>" } } ], "text": "a" } },
        { "match": { "path": "/raw" }, "reply": { "raw": "SFRUUC8xLjEgMjAwIOn/DQpYOiB5DQoNCmJvZHk=" } },
        { "match": { "path": "/cut-head" }, "reply": { "text": "a" }, "cut": { "after": { "head": 30 }, "end": "close" } },
        { "match": { "path": "/status" }, "fail": "http/malformed-status-line" },
        { "match": { "path": "/garbage" }, "fail": "http/garbage" },
        { "match": { "path": "/reset" }, "reply": { "text": "abcdef" }, "cut": { "after": 2, "end": "reset" } },
        { "match": { "path": "/later" }, "delay": "5ms", "reply": { "text": "a" } }
        """#

    private static let paths = [
        "/plain", "/made", "/large", "/none", "/reason", "/chunked", "/close", "/interim", "/raw", "/cut-head",
        "/status",
        "/garbage", "/reset", "/later", "/nowhere",
    ]

    struct Form: Sendable, CustomStringConvertible {
        let method: String
        let minorVersion: Int
        let fields: String
        var description: String { "\(method) HTTP/1.\(minorVersion) \(fields.debugDescription)" }
    }

    private static let forms = [
        Form(method: "GET", minorVersion: 1, fields: ""),
        Form(method: "GET", minorVersion: 1, fields: "Connection: close\r\n"),
        Form(method: "HEAD", minorVersion: 1, fields: ""),
        Form(method: "GET", minorVersion: 0, fields: ""),
        Form(method: "GET", minorVersion: 0, fields: "Connection: keep-alive\r\n"),
        Form(method: "POST", minorVersion: 1, fields: "Content-Length: 0\r\n"),
    ]

    /// All bytes that come, after which the server or the client closes.
    private static func bytes(_ gateway: RunningGateway, _ form: Form, _ path: String) throws -> [UInt8] {
        let connection = try gateway.connect()
        connection.send("\(form.method) \(path) HTTP/1.\(form.minorVersion)\r\nHost: localhost\r\n\(form.fields)\r\n")
        connection.finishSending()
        return connection.receive(within: .seconds(60)).bytes
    }

    /// The bytes up to the first empty line that does not end an interim head; all if there is none.
    private static func head(of bytes: [UInt8]) -> [UInt8] {
        var start = bytes.startIndex
        while let end = bytes[start...].firstRange(of: "\r\n\r\n".utf8)?.upperBound {
            guard bytes[start...].starts(with: "HTTP/1.1 103".utf8) else { return Array(bytes[..<end]) }
            start = end
        }
        return bytes
    }

    private static func check(_ sent: Journal.Entry.Sent, _ bytes: [UInt8], _ what: Comment) {
        let head = Self.head(of: bytes)
        let told =
            sent.headEncoding == "base64"
            ? Data(base64Encoded: sent.head ?? "").map { Array($0) } : sent.head.map { Array($0.utf8) }
        #expect(told == head, what)
        #expect((sent.headEncoding == nil) == (String(validating: head, as: UTF8.self) != nil), what)
        #expect(sent.bytes == bytes.count, what)
    }

    @Test(arguments: forms) func theHeadIsWhatCameOverTheWire(form: Form) async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            for (index, path) in Self.paths.enumerated() {
                let bytes = try Self.bytes(gateway, form, path)
                let entry = try #require(try gateway.journal(ended: index + 1).entries.last)
                #expect(entry.target == path)
                Self.check(entry.sent, bytes, "\(form) \(path)")
                let (first, last, end) = (entry.sent.firstByteAt, entry.sent.lastByteAt, entry.milliseconds)
                #expect(0 <= (first ?? -1) && first ?? 9 <= last ?? -1 && last ?? 9 <= end ?? -1, "\(form) \(path)")
            }
        }
    }

    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: localhost\r\nBad Field: x\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(String(repeating: "x", count: 100_000))\r\n\r\n",
        "POST /plain HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n",
    ])
    func theHeadOfARefusalToo(request: String) async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let connection = try gateway.connect()
            connection.send(request)
            let answer = connection.receive(within: .seconds(60))
            #expect(answer.bytes.starts(with: "HTTP/1.1 4".utf8))
            let entry = try #require(try gateway.journal(ended: 1).entries.first)
            Self.check(entry.sent, answer.bytes, "\(request.prefix(100))")
        }
    }

    @Test func requestsReadByOurOwnReaderToo() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: Self.rules)
            let connection = try gateway.connect()
            for (index, path) in ["/plain", "/made", "/reason", "/nowhere"].enumerated() {
                connection.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n")
                let answer = connection.receiveResponse()
                let entry = try #require(try gateway.journal(ended: index + 1).entries.last)
                #expect(entry.body == "a")
                Self.check(entry.sent, answer.bytes, "\(path)")
            }
        }
    }

    @Test func ofAHugeHeadTheBeginningIsThere() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "fail": "http/oversized-header" }"#)
            let bytes = try Self.bytes(gateway, Self.forms[0], "/")
            let sent = try #require(try gateway.journal(ended: 1).entries.first?.sent)
            #expect(sent.head.map { Array($0.utf8) } == Array(bytes.prefix(8 << 10)))
            #expect(sent.headTruncated == Self.head(of: bytes).count)
        }
    }

    @Test func nothingSentHasNoHeadAndNoTimes() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "fail": "tcp/close" }"#)
            _ = try Self.bytes(gateway, Self.forms[0], "/")
            let sent = try #require(try gateway.journal(ended: 1).entries.first?.sent)
            #expect(sent == Journal.Entry.Sent(status: nil, bytes: 0))
        }
    }

    @Test func theTimesAreThoseOfTheFirstAndTheLastByte() async throws {
        try await aside {
            let gateway = try RunningGateway(
                rules: #"""
                    { "match": { "path": "/late" }, "delay": "60ms", "reply": { "text": "a" } },
                    { "match": { "path": "/slow" },
                      "reply": { "chunks": ["a", { "text": "b", "delay": "80ms" }] } },
                    { "match": { "path": "/reset" }, "reply": { "text": "abcdef" },
                      "cut": { "after": 2, "end": "stall", "for": "70ms" } }
                    """#)
            var entries: [Journal.Entry] = []
            for (index, path) in ["/late", "/slow", "/reset"].enumerated() {
                _ = try Self.bytes(gateway, Self.forms[0], path)
                entries.append(try #require(try gateway.journal(ended: index + 1).entries.last))
            }
            let sent = entries.map(\.sent)
            #expect(sent[0].firstByteAt ?? 0 >= 60)
            let (first, last) = (try #require(sent[1].firstByteAt), try #require(sent[1].lastByteAt))
            #expect(last - first >= 79)
            #expect((entries[2].milliseconds ?? 0) >= 70)
            #expect(sent[2].lastByteAt ?? 0 >= 70)
        }
    }
}
