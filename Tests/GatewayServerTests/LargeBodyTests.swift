import GatewayServer
import TestSupport
import Testing
import Wire

/// Bodies of many megabytes, both ways: taken up to the limit, and never kept twice.
@Suite(.blocking) struct LargeBodyTests {
    private static func server(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws -> ScriptedServer {
        try ScriptedServer(configure) { exchange in
            guard exchange.request.isBodyComplete else { return .needsBody }
            let body = exchange.request.body
            let text = "\(body.count) in \(body.capacity)"
            return .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: text).script(number: 0)))
        }
    }

    @Test(arguments: [(64 << 20, "100 Continue"), (64 << 20 + 1, "413 Content Too Large")] as [(Int, String)])
    func aBodyMayHave64MiB(count: Int, answer: String) throws {
        let server = try Self.server()
        let connection = try server.connect()
        connection.send("PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: \(count)\r\n\r\n")
        let received = connection.receive(within: .seconds(60)) { $0.count >= 25 }
        #expect(received.text.hasPrefix("HTTP/1.1 \(answer)\r\n"), "\(received)")
    }

    @Test func whatIsAnnouncedGetsItsRoomAtOnce() throws {
        let server = try Self.server()
        let connection = try server.connect()
        connection.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n")
        connection.send([UInt8](repeating: 7, count: 5_000_000))
        let words = connection.receiveResponse().body.split(separator: " ").compactMap { Int($0) }
        try #require(words.count == 2)
        #expect(words[0] == 5_000_000)
        // A page more than was announced, where doubling would have come to eight megabytes.
        #expect((5_000_000...5_010_000).contains(words[1]), "\(words[1])")
    }

    @Test func whatIsNotAnnouncedComesToTheSame() throws {
        let server = try Self.server()
        let connection = try server.connect()
        connection.send("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        let chunk = Array("8000\r\n".utf8) + [UInt8](repeating: 7, count: 0x8000) + Array("\r\n".utf8)
        for _ in 0..<100 { connection.send(chunk) }
        connection.send("0\r\n\r\n")
        #expect(connection.receiveResponse().body.hasPrefix("3276800 in "))
    }

    /// The library would take a copy of all of it, and would call it sent.
    @Test func aLargeAnswerToOneRequestGoesOutInPieces() throws {
        let server = try ScriptedServer { _ in
            .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: Self.text).script(number: 0)))
        }
        let whole = try server.connect()
        whole.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        let answer = whole.receiveSized(Self.text.utf8.count)
        #expect(answer.bytes.suffix(Self.text.utf8.count + 4).elementsEqual(("\r\n\r\n" + Self.text).utf8))
        // Twice: had a body come, it would stand in front of the second.
        for _ in 0..<2 {
            whole.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
            let head = whole.receive(within: .seconds(60)) { $0.suffix(4).elementsEqual("\r\n\r\n".utf8) }
            #expect(head.bytes.count == answer.bytes.count - Self.text.utf8.count, "\(head.text.prefix(200))")
            #expect(head.text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        }
        let half = try server.connect()
        half.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = half.receive(within: .seconds(60)) { $0.count > 1000 }
        half.reset()
        let records = server.records(4)
        #expect(records.count == 4)
        // Not the last: those before may be of another shard, which notes them later.
        let broken = records.filter { $0.outcome.end == .abandoned }
        #expect(broken.count == 1 && broken.allSatisfy { $0.outcome.bytesSent < Self.text.utf8.count }, "\(records)")
    }

    private static let text = String(repeating: "0123456789abcdef", count: 2_000_000)
}
