@testable import Mishap
import Bytes
import Foundation
import GatewayServer
import TestSupport
import Testing
import Wire

/// Bodies of requests with a Content-Encoding, over the wire.
@Suite(.descriptors) struct EncodedUploadTests {
    private static let scenarios = [
        "main": #"""
        { "rules": [
          { "name": "head", "match": { "path": "/head" }, "reply": { "text": "head" } },
          { "name": "paid", "match": { "json": { "/amount": 100 } },
            "reply": { "text": "{{request.json/note}} {{request.body}}" } },
          { "name": "form", "match": { "form": { "name": "x y" } }, "reply": { "text": "form" } },
          { "name": "long", "match": { "body": { "startsWith": "aaa" } }, "reply": { "text": "long" } } ],
          "expect": [ { "rule": "paid", "every": { "json": { "/note": "é" } } } ] }
        """#,
        "calls": #"""
        { "system": "jsonrpc", "rules": [
          { "match": { "path": "/plain" }, "reply": { "text": "plain" } },
          { "match": { "rpc": "me" }, "reply": { "result": 1 } } ] }
        """#,
        "store": #"{ "system": "documents", "rules": [ { "match": { "path": "/scripted" }, "reply": {} } ] }"#,
    ]

    private func gateway(
        _ scenario: String = "main", _ configure: (inout GatewayConfiguration) -> Void = { _ in }
    ) throws -> RunningGateway {
        try RunningGateway(Self.scenarios) { configuration in
            configuration.scenario = scenario
            configure(&configuration)
        }
    }

    private func send(
        _ body: [UInt8], _ fields: String..., to target: String = "/", method: String = "POST",
        by gateway: RunningGateway
    ) throws -> RawConnection.Received {
        let connection = try gateway.connect()
        connection.send(request(target, ["Content-Length: \(body.count)"] + fields, method: method))
        connection.send(body)
        return connection.receiveResponse()
    }

    private static let order = Array(#"{"amount":100,"note":"é"}"#.utf8)
    private static let letters = [UInt8](repeating: 0x61, count: 100_000)

    @Test(arguments: [
        ("gzip", ZlibEncoder().encode(order, .gzip)), ("GZIP", Gzip.stored(order)),
        ("identity, x-gzip", ZlibEncoder().encode(order, .gzip)), ("deflate", ZlibEncoder().encode(order, .deflate)),
        // Without its envelope, as some clients send it.
        ("deflate", Array(ZlibEncoder().encode(order, .deflate).dropFirst(2).dropLast(4))), ("identity", order),
        ("", order),
        ("gzip", Gzip.stored(Array(order[..<9])) + ZlibEncoder().encode(Array(order[9...]), .gzip)),
    ])
    func matchersAndPlaceholdersSeeTheDecodedBody(coding: String, body: [UInt8]) throws {
        let gateway = try gateway()
        let field = "Content-Encoding: \(coding)"
        #expect(try send(body, field, by: gateway).body == #"é {"amount":100,"note":"é"}"#)
        #expect(try send([UInt8]("ok".utf8), by: gateway).status == 404)
        // The journal has what came, of which the expectation sees what the rules saw.
        let entry = try #require(try gateway.journal(ended: 2).entries.first)
        #expect(entry.rule == "paid" && entry.notes == nil)
        let kept =
            entry.bodyEncoding == "base64"
            ? Base64.decode(Array((entry.body ?? "").utf8)) : entry.body.map { Array($0.utf8) }
        #expect(kept == body)
        let verdict = try gateway.call("GET", "sessions/default/verdict")
        #expect(verdict.text.contains(#""reason": "1 request matched (entry 1)""#), "\(verdict.text)")
        #expect(!verdict.text.contains(#""failed""#))
    }

    @Test func formsAndLargeBodiesAreDecodedToo() throws {
        let gateway = try gateway()
        let form = "Content-Type: application/x-www-form-urlencoded"
        let packed = ZlibEncoder().encode(Array("name=x+y".utf8), .gzip)
        #expect(try send(packed, "Content-Encoding: gzip", form, by: gateway).body == "form")
        // By a worker: more decoded bytes than a shard takes, and more coded ones.
        #expect(
            try send(ZlibEncoder().encode(Self.letters, .gzip), "Content-Encoding: gzip", by: gateway).body == "long")
        #expect(try send(Gzip.stored(Self.letters), "Content-Encoding: gzip", by: gateway).body == "long")
        // With a private session, whose prefix is removed twice.
        let target = "/@main~a/x"
        #expect(try send(Gzip.stored(Self.letters), "Content-Encoding: gzip", to: target, by: gateway).body == "long")
        #expect(try send(Gzip.stored(Self.order), "Content-Encoding: gzip", to: target, by: gateway).status == 200)
        // Connections keep nothing of it.
        let connection = try gateway.connect()
        for body in [Gzip.stored(Self.letters), Self.order] {
            let coding = body == Self.order ? [] : ["Content-Encoding: gzip"]
            connection.send(request("/", ["Content-Length: \(body.count)"] + coding, method: "POST"))
            connection.send(body)
            #expect(connection.receiveResponse().status == 200)
        }
    }

    @Test(
        arguments: [
            (415, "br", order), (415, "gzip, gzip", Gzip.stored(Gzip.stored(order))), (415, "gzip, br", order),
            (400, "gzip", order), (400, "gzip", Gzip.stored(order).dropLast(3)),
            (400, "gzip", Gzip.stored(order) + [1]),
            (400, "deflate", order), (400, "gzip", ZlibEncoder().encode(letters, .gzip).dropLast(9)),
            (413, "gzip", ZlibEncoder().encode([UInt8](repeating: 0, count: 2_000_000), .gzip)),
            (413, "deflate", ZlibEncoder().encode([UInt8](repeating: 0, count: 20_000_000), .deflate)),
        ] as [(Int, String, [UInt8])])
    func whatCannotBeDecodedIsRefusedWhereItIsRead(status: Int, coding: String, body: [UInt8]) throws {
        let gateway = try gateway()
        let field = "Content-Encoding: \(coding)"
        let answer = try send(body, field, by: gateway)
        #expect(answer.status == status && answer.text.contains("application/problem+json"))
        #expect(answer.text.contains("\r\nAccept-Encoding: gzip, deflate\r\n") == (status == 415))
        let entry = try #require(try gateway.journal(ended: 1).entries.first)
        #expect(entry.rule == nil && entry.sent.status == status)
        #expect(entry.notes == ["the body could not be decoded, which has a Content-Encoding: no rule saw the request"])
        // A rule that does not read the body answers before it has come.
        #expect(try send(body, field, to: "/head", by: gateway).body == "head")
    }

    @Test func whatIsDecodedHasItsLimits() throws {
        let gateway = try gateway { $0.server.maximumBody = 150_000 }
        let field = "Content-Encoding: gzip"
        #expect(try send(Gzip.stored(Self.letters), field, by: gateway).body == "long")
        let answer = try send(ZlibEncoder().encode(Self.letters + Self.letters, .gzip), field, by: gateway)
        #expect(answer.status == 413 && answer.text.contains("--max-body (150KB)"), "\(answer)")
        // As large as may be for what came.
        let random = (0..<12_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
        let large = Self.letters + random
        #expect(try send(ZlibEncoder().encode(large, .gzip), field, by: gateway).body == "long")
    }

    @Test func theRoomForDecodedBodiesIsSharedAndGivenBack() throws {
        let decoder = BodyDecoder(maximumBody: 1 << 20, room: DecodedRoom(size: 430_000))
        let packed = ZlibEncoder().encode(Self.letters, .gzip)
        func isDecoded() -> DecodedBody? { try? decoder.decode(packed, .gzip).get() }
        var first = isDecoded()
        #expect(first?.bytes == Self.letters && (100_000..<115_000).contains(decoder.room.count))
        let second = isDecoded()
        #expect(second != nil)
        guard case .failure(.noRoom) = decoder.decode(packed, .gzip) else {
            Issue.record("there is room for three")
            return
        }
        first = nil
        #expect(first == nil && isDecoded() != nil)
        withExtendedLifetime(second) {}
    }

    @Test func theRoomIsGivenBackWhenTheExchangeEnds() throws {
        let gateway = try gateway { $0.server.maximumBodiesInAll = 350_000 }
        for _ in 0..<5 {
            #expect(
                try send(ZlibEncoder().encode(Self.letters, .gzip), "Content-Encoding: gzip", by: gateway).body
                    == "long")
        }
    }

    @Test(arguments: [
        (10_001, true), (10_000, false),
    ])
    func aGzipBodyHasSomeMembers(count: Int, isRefused: Bool) {
        let body = Array([[UInt8]](repeating: Gzip.stored([]), count: count).joined())
        guard case .failure(.malformed) = BodyDecoder().decode(body, .gzip) else { return #expect(!isRefused) }
        #expect(isRefused)
    }

    // MARK: Systems

    @Test func callsAreReadFromIt() throws {
        let gateway = try gateway("calls")
        let call = Array(#"{"jsonrpc":"2.0","id":1,"method":"me"}"#.utf8)
        let field = "Content-Encoding: gzip"
        #expect(try send(ZlibEncoder().encode(call, .gzip), field, by: gateway).body.contains(#""result":1"#))
        #expect(try send(call, "Content-Encoding: br", by: gateway).status == 415)
        let tried = try gateway.call(
            "POST", "sessions/default/match",
            #"{ "method": "POST", "target": "/", "headers": [["Content-Encoding", "gzip"]], "bodyEncoding": "base64", "body": "\#(Base64.encode(ZlibEncoder().encode(call, .gzip)).text)" }"#
        )
        #expect(tried.text.contains(#""rule": "rule 2""#), "\(tried.text)")
        let refused = try gateway.call(
            "POST", "sessions/default/match",
            #"{ "method": "POST", "target": "/", "headers": [["Content-Encoding", "gzip"]], "body": "x" }"#)
        // What is answered at its head is not decoded.
        let atHead = try gateway.call(
            "POST", "sessions/default/match",
            #"{ "method": "GET", "target": "/", "headers": [["Content-Encoding", "gzip"]] }"#)
        #expect(atHead.status == 200)
        #expect(refused.status == 422 && refused.text.contains("the body is not what its Content-Encoding says"))
    }

    /// Failures that are asked for by name read it too.
    @Test func failuresByNameReadIt() throws {
        let gateway = try gateway("calls")
        let call = Array(#"{"jsonrpc":"2.0","id":77,"method":"me"}"#.utf8)
        for packed in [ZlibEncoder().encode(call, .gzip), Gzip.stored(call + [UInt8](repeating: 0x20, count: 70_000))] {
            let answer = try send(
                packed, "Content-Encoding: gzip", "Mishap-Fail: jsonrpc/-32601", "Content-Type: application/json",
                by: gateway)
            #expect(answer.body.contains(#""id":77"#), "\(answer)")
        }
    }

    @Test func aDocumentIsKeptAsItCame() throws {
        let gateway = try gateway("store")
        let packed = ZlibEncoder().encode(Self.order, .gzip)
        for (coding, body) in [("gzip", packed), ("zstd", Self.order), ("gzip", Self.order)] {
            let name = "/\(coding)-\(body.count)"
            #expect(try send(body, "Content-Encoding: \(coding)", to: name, method: "PUT", by: gateway).status == 201)
            let answer = try gateway.ask(name)
            #expect(answer.status == 200 && Array(answer.bytes.suffix(body.count)) == body)
        }
        #expect(try send(Self.order, "Content-Encoding: br", to: "/", method: "PROPFIND", by: gateway).status == 415)
    }

    // MARK: Shares of an upload

    @Test(arguments: [("60%", 600), ("0%", 0), ("100%", 1000), ("33%", 330)])
    func aShareIsOfTheAnnouncedLength(share: String, count: Int) async throws {
        let gateway = try RunningGateway(
            rules: #"{ "name": "cut", "fail": "tcp/reset-mid-upload", "with": { "after": "\#(share)" } }"#)
        try await aside {
            let connection = try gateway.connect()
            connection.send(request("/", ["Content-Length: 1000"], method: "POST"))
            if count > 0 {
                connection.send([UInt8](repeating: 0x61, count: count - 1))
                try gateway.expectSilence(connection, "default", read: count - 1)
                connection.send([0x61])
            }
            #expect(connection.receive(within: .seconds(60)).description == " [ECONNRESET]")
        }
        #expect(try gateway.journal(ended: 1).entries.first?.notes == nil)
    }

    @Test(arguments: ["60%", "1%"])
    func withoutALengthItStrikesAtTheEnd(share: String) async throws {
        let gateway = try RunningGateway(
            rules: #"{ "name": "cut", "fail": "http/early-reply", "with": { "after": "\#(share)" } }"#)
        try await aside {
            let connection = try gateway.connect()
            connection.send(request("/", ["Transfer-Encoding: chunked"], method: "POST") + "3\r\nabc\r\n3\r\nabc\r\n")
            try gateway.expectSilence(connection, "default", read: 6)
            connection.send("0\r\n\r\n")
            #expect(connection.receiveResponse().status == 413)
        }
        #expect(
            try gateway.journal(ended: 1).entries.first?.notes == [
                "the body came without a Content-Length, of which \"after\" is a share: struck at its last byte"
            ])
    }
}
