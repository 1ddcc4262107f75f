import Bytes
import Foundation
import GatewayServer
import Mishap
import TestSupport
import Synchronization
import Testing

/// Clients that speak something else than HTTP/1.1, in the clear.
@Suite(.descriptors)
struct ForeignProtocolTests {
    private static let hello = [UInt8]("hello\r\n\r\n".utf8)
    private static let preface = [UInt8]("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    /// A ClientHello of which GnuTLS says that it cannot be decoded.
    private static let tls: [UInt8] = [0x16, 0x03, 0x01, 0x00, 0x05, 0x01, 0x00, 0x00, 0x01, 0xFF]

    /// The last entry of `default`'s journal, once there are so many.
    private func entries(_ gateway: RunningGateway, _ count: Int) throws -> [[String: Any]] {
        var entries: [[String: Any]] = []
        try waitUntil {
            let body = try gateway.ask("/__mishap/sessions/default/journal").body
            let answer = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
            entries = answer?["entries"] as? [[String: Any]] ?? []
            return entries.count >= count
        }
        return entries
    }

    @Test(
        .descriptors(6 * 27),
        arguments: [
            hello, preface, [UInt8]("GET /\r\n\r\n".utf8), [UInt8]("\r\n\r\nGET  x\r\n\r\n".utf8),
            [UInt8]("*1\r\n$4\r\nPING\r\n".utf8), [UInt8](" GET / HTTP/1.1\r\n\r\n".utf8),
        ])
    func theyAreToldAndJournalled(bytes: [UInt8]) async throws {
        try await aside {
            // Two scenarios: none of them has what belongs to nobody.
            let rule = #"{ "rules": [{ "steps": [{ "reply": {} }] }] }"#
            let gateway = try RunningGateway(["a": rule, "b": rule])
            let connection = try gateway.connect()
            connection.send(bytes)
            let received = connection.receive(within: .seconds(60))
            let text = String(decoding: received.bytes, as: UTF8.self)
            #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(text.contains("this port speaks HTTP/1.1, in the clear and over TLS"))
            #expect(received.ending == .end)

            let entry = try #require(try entries(gateway, 1).first)
            let came = try #require(entry["received"] as? [String: Any])
            #expect(came["bytes"] as? Int == bytes.count)
            if let text = String(validating: bytes, as: UTF8.self) {
                #expect(came["text"] as? String == text)
            } else {
                #expect(came["base64"] as? String == Data(bytes).base64EncodedString())
            }
            #expect(entry["ending"] as? String == "closed")
            #expect((entry["sent"] as? [String: Any])?["bytes"] as? Int == received.bytes.count)
            #expect(Set(entry.keys) == ["seq", "time", "connection", "received", "failure", "sent", "ending"])
        }
    }

    @Test func ofALongOpeningTheBeginningIsKept() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "steps": [{ "reply": {} }] }"#)
            let connection = try gateway.connect()
            connection.send([UInt8](repeating: UInt8(ascii: "x"), count: 1_000) + Self.hello)
            #expect(connection.receiveResponse().status == 400)
            let came = try #require(try entries(gateway, 1).first?["received"] as? [String: Any])
            #expect(came["text"] as? String == String(repeating: "x", count: 256))
            #expect(came["bytes"] as? Int == 1_009)
        }
    }

    @Test func requestsAreAnsweredAsBefore() async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "steps": [{ "reply": { "text": "fine" } }] }"#)
            for head in [
                "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /a HTTP/1.0\r\n\r\n",
                "PRO / HTTP/1.1\r\nHost: a\r\n\r\n",
            ] {
                let connection = try gateway.connect()
                // Byte by byte, so that nothing is judged before it is there.
                for byte in head.utf8 { connection.send([byte]) }
                #expect(connection.receiveResponse().body == "fine", "\(head)")
            }
        }
    }

    /// Each protocol once, however many come.
    @Test func whoeverStartedItIsToldOnce() async throws {
        try await aside {
            let said = Mutex<[String]>([])
            let gateway = try Gateway(Gateway.load([]), GatewayConfiguration(server: .init(port: 0, shards: 2))) {
                words in
                said.withLock { $0.append(words) }
            }
            defer { gateway.stop() }
            for bytes in [Self.tls, Self.tls, Self.preface, Self.hello, Self.hello, Self.tls] {
                let connection = try RawConnection(port: gateway.port)
                connection.send(bytes)
                #expect(connection.receive(within: .seconds(60)).ending == .end)
            }
            try #require(waitUntil { said.withLock { $0.count } >= 3 })
            let words = said.withLock { $0 }
            #expect(
                words == [
                    "a client's TLS was refused with the alert decode_error. Further ones are in the journal only",
                    "a client speaks HTTP/2 without asking; this port speaks HTTP/1.1, in the clear and over TLS, and answers 400. Further ones are in the journal only",
                    "a client does not speak HTTP; this port speaks HTTP/1.1, in the clear and over TLS, and answers 400. Further ones are in the journal only",
                ])
        }
    }

    @Test(arguments: [([5, 1, 0], [5, 0xFF]), ([4, 1, 0, 80, 127, 0, 0, 1, 0], [0, 0x5B, 0, 0, 0, 0, 0, 0])])
    func aClientOfAProxyIsRefusedInItsWords(greeting: [UInt8], answer: [UInt8]) async throws {
        try await aside {
            let gateway = try RunningGateway(rules: #"{ "steps": [{ "reply": {} }] }"#)
            let connection = try gateway.connect()
            connection.send(greeting)
            let received = connection.receive(within: .seconds(60))
            #expect(received.bytes == answer)
            #expect(received.ending == .end)
            let entry = try #require(try entries(gateway, 1).first)
            #expect((entry["sent"] as? [String: Any])?["bytes"] as? Int == answer.count)
        }
    }
}
