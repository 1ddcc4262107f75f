import Foundation
import Mishap
import TestSupport
import Testing

/// Parts of bodies over the wire.
@Suite(.descriptors) struct RangesTests {
    private static let scenario = #"""
        { "variables": { "word": "0123456789" }, "rules": [
          { "match": { "path": "/text" }, "steps": [ { "reply": {
              "text": "0123456789", "ranges": true, "headers": { "ETag": "\"v1\"" } } } ] },
          { "match": { "path": "/large" }, "steps": [ { "reply": { "size": "10MB", "ranges": true } } ] },
          { "match": { "path": "/open" }, "steps": [ { "reply": { "text": "{{variables.word}}", "ranges": true,
              "headers": { "ETag": "\"{{request.query.v}}\"" } } } ] },
          { "match": { "path": "/dying" }, "steps": [
              { "fail": "tcp/reset-mid-body", "with": { "after": 4 }, "reply": { "text": "0123456789", "ranges": true } },
              { "reply": { "text": "0123456789", "ranges": true } } ] },
          { "name": "slow", "match": { "path": "/slow" }, "steps": [ { "pass": true, "cut": { "after": 3, "end": "close" } } ] },
          { "match": { "path": "/slow" }, "steps": [ { "reply": { "text": "0123456789", "ranges": true } } ] },
          { "match": { "path": "/plain" }, "steps": [ { "reply": { "text": "0123456789" } } ] }
        ] }
        """#
    private static let gateway = SharedGateway { try RunningGateway(["main": scenario]) }

    private static let whole = """
        HTTP/1.1 200 OK\r
        Content-Type: text/plain; charset=utf-8\r
        Accept-Ranges: bytes\r
        ETag: "v1"\r
        Content-Length: 10\r
        \r

        """

    private static func part(_ range: String, _ body: String) -> String {
        """
        HTTP/1.1 206 Partial Content\r
        Content-Type: text/plain; charset=utf-8\r
        Accept-Ranges: bytes\r
        ETag: "v1"\r
        Content-Range: bytes \(range)/10\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
    }

    @Test func oneConnectionServesPartsAndTheWhole() throws {
        let connection = try Self.gateway.get().connect()
        for _ in 0..<2 {
            for (range, answer) in [
                ("bytes=2-4", Self.part("2-4", "234")), ("bytes=7-", Self.part("7-9", "789")),
                ("bytes=-1", Self.part("9-9", "9")), ("lines=1-2", Self.whole + "0123456789"),
                (
                    "bytes=10-",
                    """
                    HTTP/1.1 416 Range Not Satisfiable\r
                    Accept-Ranges: bytes\r
                    ETag: "v1"\r
                    Content-Range: bytes */10\r
                    Content-Length: 0\r
                    \r

                    """
                ),
            ] {
                connection.send(request("/text", ["Range: \(range)"]))
                #expect(connection.receiveResponse().withoutDate == answer)
                connection.send(request("/text"))
                #expect(connection.receiveResponse().withoutDate == Self.whole + "0123456789")
            }
        }
    }

    @Test func whatIsSentInOnePieceIsAnsweredInOrder() throws {
        let connection = try Self.gateway.get().connect()
        connection.send(
            request("/text", ["Range: bytes=0-0"]) + request("/text", ["Range: bytes=1-1"], method: "HEAD")
                + request("/text", ["Range: bytes=9-9", "Connection: close"]))
        let answer = connection.receive(within: .seconds(60))
        let close = Self.part("9-9", "9").replacing(
            "206 Partial Content\r\n", with: "206 Partial Content\r\nConnection: close\r\n")
        #expect(answer.withoutDate == Self.part("0-0", "0") + Self.whole + close)
        #expect(answer.ending == .end)
    }

    @Test func anOldClientGetsPartsToo() throws {
        let connection = try Self.gateway.get().connect()
        connection.send("GET /text HTTP/1.0\r\nRange: bytes=2-4\r\n\r\n")
        let answer = connection.receive(within: .seconds(60))
        #expect(answer.status == 206)
        #expect(answer.body == "234")
        #expect(answer.ending == .end)
    }

    @Test func theRestOfAnotherVersionIsNotSent() throws {
        let gateway = try Self.gateway.get()
        #expect(try gateway.ask("/text", "Range: bytes=8-", "If-Range: \"v1\"").body == "89")
        #expect(try gateway.ask("/text", "Range: bytes=8-", "If-Range: \"v0\"").body == "0123456789")
        #expect(try gateway.ask("/text", "Range: bytes=8-", "If-Range: W/\"v1\"").body == "0123456789")
    }

    @Test func severalPartsAreTheSameForEachRun() throws {
        func parts() throws -> String {
            try RunningGateway(["main": Self.scenario]).ask("/text", "Range: bytes=0-1,-1").withoutDate
        }
        let answer = try parts()
        #expect(try parts() == answer)
        let boundary = try #require(answer.firstMatch(of: /boundary=([0-9a-f]{32})\r\n/)).1
        #expect(
            answer.hasSuffix(
                """
                \r
                \r
                --\(boundary)\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Range: bytes 0-1/10\r
                \r
                01\r
                --\(boundary)\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Range: bytes 9-9/10\r
                \r
                9\r
                --\(boundary)--\r

                """))
        #expect(try parts() == answer)
    }

    @Test func listsOfAllSortsAreTheWhole() throws {
        let gateway = try Self.gateway.get()
        for list in [Array(repeating: "0-", count: 100), (0..<100).map { "\($0)-\($0)" }] {
            let answer = try gateway.ask("/large", "Range: bytes=" + list.joined(separator: ","))
            #expect(answer.status == 200)
            #expect(answer.text.contains("\r\nContent-Length: 10000000\r\n"))
        }
    }

    @Test func aPartOfALargeBodyIsThatPart() throws {
        let gateway = try Self.gateway.get()
        let whole = try gateway.ask("/large").body.utf8
        #expect(whole.count == 10_000_000)
        let answer = try gateway.ask("/large", "Range: bytes=5000001-5100000")
        #expect(answer.text.contains("\r\nContent-Range: bytes 5000001-5100000/10000000\r\n"))
        #expect(answer.body.utf8.elementsEqual(whole.dropFirst(5_000_001).prefix(100_000)))
    }

    @Test func whatIsFilledInHasParts() throws {
        let gateway = try Self.gateway.get()
        #expect(try gateway.ask("/open?v=2", "Range: bytes=3-5", "If-Range: \"2\"").body == "345")
        #expect(try gateway.ask("/open?v=3", "Range: bytes=3-5", "If-Range: \"2\"").body == "0123456789")
    }

    @Test func aDownloadThatBreaksOffIsTakenUpAgain() throws {
        let gateway = try RunningGateway(["main": Self.scenario])
        let broken = try gateway.ask("/dying")
        #expect(broken.body == "0123")
        #expect(broken.ending == .reset)
        #expect(try gateway.ask("/dying", "Range: bytes=4-").body == "456789")
        #expect(try gateway.journal(ended: 2).entries.map(\.sent.status) == [200, 206])
    }

    @Test func aCutCountsThePart() throws {
        let gateway = try RunningGateway(["main": Self.scenario])
        let broken = try gateway.ask("/dying", "Range: bytes=5-")
        #expect(broken.body == "5678")
        #expect(broken.ending == .reset)
        let closed = try Self.gateway.get().ask("/slow", "Range: bytes=5-")
        #expect(closed.body == "567")
        #expect(closed.ending == .end)
        #expect(closed.text.contains("\r\nContent-Length: 5\r\n"))
    }

    @Test func withoutRangesThereAreNone() throws {
        let answer = try Self.gateway.get().ask("/plain", "Range: bytes=0-1")
        #expect(answer.body == "0123456789")
        #expect(!answer.text.contains("Ranges"))
    }

    @Test func curlTakesPartsAndResumes() async throws {
        let gateway = try RunningGateway(["main": Self.scenario])
        let part = try await ClientProgram.run("curl", ["--silent", "--range", "2-4", gateway.url + "/text"])
        #expect(part.output == "234")
        let file = FileManager.default.temporaryDirectory.appending(path: "mishap-tests-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        let arguments = ["--silent", "--output", file.path(), "--continue-at", "-", gateway.url + "/dying"]
        #expect(try await ClientProgram.run("curl", arguments).code == 56)
        #expect(try await ClientProgram.run("curl", arguments).code == 0)
        #expect(try String(contentsOf: file, encoding: .utf8) == "0123456789")
    }
}
