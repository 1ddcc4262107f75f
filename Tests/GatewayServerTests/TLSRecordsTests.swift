import TLSClient
import TestSupport
import Testing
import Wire

/// How what a client says in TLS is spread over records.
@Suite(.blocking) struct TLSRecordsTests {
    private static let request = Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)

    private static func server() throws -> ScriptedServer {
        try ScriptedServer { exchange in
            .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: "an answer").script()))
        }
    }

    @Test(arguments: [ClientSettings.Version.tls12, .tls13], [1, 3, 60])
    func aHelloMayBeInManyRecords(version: ClientSettings.Version, size: Int) throws {
        let server = try Self.server()
        let raw = try server.connect()
        let session = try ClientSession(ClientSettings(versions: [version]), serverName: "shop.test")
        #expect(try !session.handshake())
        let hello = session.takeOutput()
        // Behind the header of its one record.
        let message = hello.dropFirst(5)
        let records = stride(from: message.startIndex, to: message.endIndex, by: size).flatMap { start in
            let part = message[start..<min(start + size, message.endIndex)]
            return [22, 3, 1, 0, UInt8(part.count)] + part
        }
        raw.send(records)
        while case let received = raw.receive(within: .seconds(30), until: { !$0.isEmpty }), !received.bytes.isEmpty {
            session.put(received.bytes)
            let isDone = try session.handshake()
            raw.send(session.takeOutput())
            if isDone { break }
        }
        try session.send(Self.request)
        raw.send(session.takeOutput())
        var plaintext: [UInt8] = []
        while !String(decoding: plaintext, as: UTF8.self).hasSuffix("an answer") {
            let received = raw.receive(within: .seconds(30)) { !$0.isEmpty }
            try #require(!received.bytes.isEmpty, "\(received.ending)")
            session.put(received.bytes)
            plaintext += session.read()
        }
    }

    /// GnuTLS takes a message that is no plaintext, and tells of the record behind it only when it is asked again.
    @Test func aRequestRightBehindNewKeysIsRead() throws {
        let server = try Self.server()
        let connection = try TLSConnection(port: server.port, settings: ClientSettings(versions: [.tls13]))
        for _ in 1...3 {
            try connection.session.updateKeys()
            // With what is left to be sent.
            connection.send(Self.request)
            #expect(connection.receiveResponse().body == "an answer")
        }
    }
}
