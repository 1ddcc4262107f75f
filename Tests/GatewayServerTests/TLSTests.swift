import Bytes
import GatewayServer
import Synchronization
import TLS
import TLSClient
import TestSupport
import Testing
import Wire

/// TLS on the port on which HTTP is spoken in the clear, over sockets.
@Suite(.blocking) struct TLSTests {
    private static let request = "GET /path HTTP/1.1\r\nHost: shop.test:1\r\n\r\n"
    private static let text = "It is the same answer."

    /// Answers `/` with a text, `/cut` and `/truncated` with half of one, `/held` with nothing.
    private static func server(_ configure: (inout ServerConfiguration) -> Void = { _ in }) throws -> ScriptedServer {
        try ScriptedServer(configure) { exchange in
            guard exchange.request.isBodyComplete else { return .needsBody }
            var reply = Reply(status: 200, contentType: "text/plain", text: text)
            switch exchange.request.text(exchange.request.path) {
            case "/cut": reply.cut = Cut(after: .bytes(5), ending: .close)
            case "/truncated": reply.cut = Cut(after: .bytes(5), ending: .truncation)
            case "/reset": reply.cut = Cut(after: .bytes(5), ending: .reset)
            case "/close": reply.head.fields.append(HeaderField("Connection", "close"))
            case "/held": return .plan(WirePlan(WireScript(actions: [], ending: .hold)))
            case "/later": return .plan(WirePlan(reply.script(), delay: 200_000_000))
            case "/large":
                reply = Reply(status: 200, contentType: "text/plain", text: String(repeating: "x", count: 8 << 20))
            default: break
            }
            return .plan(WirePlan(reply.script()))
        }
    }

    private static func settings(
        _ version: ClientSettings.Version, alpn: [String] = [], certificate: ClientSettings.Certificate? = nil
    ) throws -> ClientSettings {
        try ClientSettings(versions: [version], alpn: alpn, certificate: certificate)
    }

    private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: shop.test\r\n\r\n" }

    // MARK: Handshakes

    @Test(arguments: [ClientSettings.Version.tls12, .tls13], [nil, "Shop.Test", "127.0.0.1"])
    func itIsTheSameServer(version: ClientSettings.Version, name: String?) throws {
        let server = try Self.server()
        let plain = try server.connect()
        plain.send(Self.request)
        let settings = try Self.settings(version, alpn: ["h2", "http/1.1"])
        let connection = try TLSConnection(port: server.port, settings: settings, serverName: name)
        for _ in 1...3 {
            connection.send(Self.request)
            let answer = connection.receiveResponse()
            #expect(answer.body == Self.text && answer.ending == .open)
        }
        #expect(plain.receiveResponse().body == Self.text)
        connection.sendCloseNotify()
        #expect(connection.receive(within: .seconds(30)).closeNotify)
        let records = server.records(4)
        #expect(records.count { $0.tls == nil } == 1)
        let info = try #require(records.compactMap(\.tls).first)
        #expect(info.version.name == (version == .tls12 ? "1.2" : "1.3"))
        // An address is no server name.
        #expect(info.serverName == (name == "Shop.Test" ? "shop.test" : nil))
        #expect(info.alpn == "http/1.1" && !info.isResumed && info.clientCertificate == nil)
        #expect(server.foreignStarts.isEmpty)
    }

    @Test func nothingInCommonIsAnAlert() throws {
        let server = try Self.server()
        for version in [ClientSettings.Version.tls12, .tls13] {
            let settings = try Self.settings(version, alpn: ["h2", "spdy/3"])
            let failure = #expect(throws: TLSConnection.Failure.self) {
                try TLSConnection(port: server.port, settings: settings)
            }
            #expect(failure?.alert?.name == "no_application_protocol")
            #expect(failure?.received.ending == .end)
        }
        waitUntil { server.foreignStarts.count == 2 }
        #expect(server.foreignStarts.allSatisfy { $0.kind == .tls && $0.sentAlert?.rawValue == 120 && $0.alert == nil })
        #expect(server.foreignStarts.allSatisfy { $0.bytes.first == 22 && $0.bytes.count == min(256, $0.count) })
    }

    /// The sessions of one listener's settings are no good for another's, which asks for a certificate.
    @Test(arguments: [ClientSettings.Version.tls12, .tls13])
    func aSessionIsResumedWithTheSameSettingsOnly(version: ClientSettings.Version) throws {
        let (strict, asking) = (try Self.settings(version), TLSSettings(clientCertificate: .required))
        let counter = Count()
        let server = try ScriptedServer(
            accept: { _ in
                counter.next() == 3 ? ConnectionPlan(.serve, tls: asking) : .serve
            },
            decide: { _ in .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: Self.text).script())) })
        let first = try TLSConnection(port: server.port, settings: strict)
        first.send(Self.request)
        #expect(first.receiveResponse().body == Self.text)
        let ticket = try #require(first.session.resumption)
        let second = try TLSConnection(port: server.port, settings: strict, resuming: ticket)
        #expect(second.session.isResumed)
        second.send(Self.request)
        #expect(second.receiveResponse().body == Self.text)
        #expect(server.arrivals(2).map { $0.tls?.isResumed } == [false, true])
        // TLS 1.3 refuses the client at its first read.
        do {
            let third = try TLSConnection(port: server.port, settings: strict, resuming: ticket)
            #expect(!third.session.isResumed)
            #expect(third.receive(within: .seconds(30)).alert?.name == "certificate_required")
        } catch let failure as TLSConnection.Failure {
            #expect(version == .tls12 && failure.alert?.name == "handshake_failure")
        }
    }

    @Test(arguments: [ClientSettings.Version.tls12, .tls13])
    func theClientsCertificateIsKnown(version: ClientSettings.Version) throws {
        let known = try TestCertificate(subject: "/O=Shop/CN=worker 7")
        let other = try TestCertificate(subject: "/CN=other")
        let asking = TLSSettings(clientCertificate: .optional, clientAuthorities: known.authorities)
        let server = try ScriptedServer(
            accept: { _ in ConnectionPlan(.serve, tls: asking) },
            decide: { _ in .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: Self.text).script())) })
        for certificate in [known.ofClient, nil] {
            let settings = try Self.settings(version, certificate: certificate)
            let connection = try TLSConnection(port: server.port, settings: settings)
            connection.send(Self.request)
            #expect(connection.receiveResponse().body == Self.text)
        }
        #expect(server.arrivals(2).map { $0.tls?.clientCertificate } == ["CN=worker 7,O=Shop", nil])
        let settings = try Self.settings(version, certificate: other.ofClient)
        do {
            let connection = try TLSConnection(port: server.port, settings: settings)
            #expect(connection.receive(within: .seconds(30)).alert?.name == "unknown_ca")
        } catch let failure as TLSConnection.Failure {
            #expect(version == .tls12 && failure.alert?.name == "unknown_ca")
        }
        waitUntil { !server.foreignStarts.isEmpty }
        #expect(server.foreignStarts.map(\.sentAlert?.name) == ["unknown_ca"])
    }

    @Test(arguments: [(["1.2"], TLSInfo.Version.tls12), (["1.3"], .tls13)])
    func aPlanSaysTheVersions(names: [String], version: TLSInfo.Version) throws {
        let settings = TLSSettings(versions: [version])
        let server = try ScriptedServer(
            accept: { _ in ConnectionPlan(.serve, tls: settings) },
            decide: { _ in .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: Self.text).script())) })
        #expect(try TLSConnection(port: server.port).version == version)
        let other = try Self.settings(version == .tls12 ? .tls13 : .tls12)
        let failure = #expect(throws: TLSConnection.Failure.self) {
            try TLSConnection(port: server.port, settings: other)
        }
        #expect(failure?.alert?.name == "protocol_version")
    }

    /// Real clients: OpenSSL sends its alert in the clear under TLS 1.3, GnuTLS seals it.
    @Test(arguments: [
        (["s_client", "-tls1_3", "-verify_return_error", "-connect"], "openssl", "unknown_ca"),
        (["s_client", "-tls1_2", "-verify_return_error", "-connect"], "openssl", "unknown_ca"),
        (["-p"], "gnutls-cli", "bad_certificate"),
    ])
    func whatTheClientRefusesIsTold(arguments: [String], program: String, alert: String) throws {
        let server = try Self.server()
        let target = program == "openssl" ? ["127.0.0.1:\(server.port)"] : ["\(server.port)", "127.0.0.1"]
        let child = try ChildProcess(program, arguments + target)
        child.input.close()
        waitUntil { !server.foreignStarts.isEmpty }
        #expect(server.foreignStarts.map(\.alert?.name) == [alert])
        #expect(server.foreignStarts.map(\.sentAlert) == [nil])
        _ = child.wait(within: .seconds(30))
    }

    // MARK: Broken beginnings

    @Test func aHelloMayComeByteByByte() throws {
        let server = try Self.server()
        let session = try ClientSession(.standard, serverName: "shop.test")
        _ = try session.handshake()
        let raw = try server.connect()
        for byte in session.takeOutput() { raw.send([byte]) }
        while try !session.handshake() { session.put(raw.receive(within: .seconds(30)) { !$0.isEmpty }.bytes) }
        try session.send(Array(Self.request.utf8))
        raw.send(session.takeOutput())
        var plaintext: [UInt8] = []
        while !String(decoding: plaintext, as: UTF8.self).hasSuffix(Self.text) {
            session.put(raw.receive(within: .seconds(30)) { !$0.isEmpty }.bytes)
            plaintext += session.read()
        }
    }

    @Test func aBrokenBeginningIsAnAlertAndAFIN() throws {
        let server = try Self.server()
        let session = try ClientSession(.standard)
        _ = try session.handshake()
        let hello = session.takeOutput()
        let garbage = Array(repeating: UInt8(0x41), count: 100)
        let beginnings: [[UInt8]] = [
            // Of no use; behind a whole one, no record at all; a record of 64 KiB; records of nothing.
            [22, 3, 1, 0, 5, 1, 0, 0, 1, 0xFF], hello + garbage, [22, 3, 1, 0xFF, 0xFF] + garbage,
            Array(repeating: [22, 3, 1, 0, 0], count: 40).flatMap(\.self),
            // A message of 16 MB, of which the first 64 KiB come.
            [22, 3, 1, 0x40, 0, 1, 0xFF, 0xFF, 0xFF] + Array(repeating: 0, count: 0x3FFC)
                + Array(repeating: [22, 3, 1, 0x40, 0] + Array(repeating: 0, count: 0x4000), count: 3).flatMap(\.self),
        ]
        for (index, bytes) in beginnings.enumerated() {
            let raw = try server.connect()
            raw.send(bytes)
            let received = raw.receive(within: .seconds(30))
            #expect(received.ending == .end, "\(index)")
            // What ends it is an alert, in the clear or behind our flight.
            #expect([21, 23, 22].contains(received.bytes.first), "\(index)")
        }
        waitUntil { server.foreignStarts.count == beginnings.count }
        #expect(server.foreignStarts.allSatisfy { $0.kind == .tls && $0.sentAlert != nil })
        let connection = try TLSConnection(port: server.port)
        connection.send(Self.request)
        #expect(connection.receiveResponse().body == Self.text)
        #expect(server.isIdle)
    }

    @Test func aHelloThatDoesNotComeInTimeIsOver() throws {
        let server = try Self.server { $0.deadlines.firstHead = 300_000_000 }
        let session = try ClientSession(.standard)
        _ = try session.handshake()
        let hello = session.takeOutput()
        // Half of one, and a whole one, behind which the client says nothing.
        for bytes in [Array(hello.prefix(100)), hello] {
            let raw = try server.connect()
            raw.send(bytes)
            let received = raw.receive(within: .seconds(30))
            #expect(received.ending != .open)
            // Nothing, or our flight: no word of HTTP.
            #expect([nil, 22].contains(received.bytes.first))
        }
        waitUntil { server.foreignStarts.count == 2 }
        #expect(server.foreignStarts.allSatisfy { $0.kind == .tls && $0.alert == nil && $0.end == .cancelled })
        #expect(server.server.connectionCount == 0 || waitUntil { server.server.connectionCount == 0 })
    }

    @Test func aClientThatLeavesBehindTheHandshakeIsTold() throws {
        let server = try Self.server()
        let connection = try TLSConnection(port: server.port)
        connection.sendCloseNotify()
        #expect(connection.receive(within: .seconds(30)).ending == .end)
        waitUntil { !server.foreignStarts.isEmpty }
        let start = try #require(server.foreignStarts.first)
        #expect(start.kind == .tls && start.tls?.version == .tls13 && start.count == 0 && start.end == .abandoned)
    }

    /// Its close_notify comes without a FIN.
    @Test func aStartOfARequestThatIsAllIsCutOff() throws {
        let server = try Self.server()
        let connection = try TLSConnection(port: server.port)
        connection.send("P")
        connection.sendCloseNotify()
        #expect(connection.receive(within: .seconds(5)).ending == .end)
        waitUntil { !server.foreignStarts.isEmpty }
        #expect(server.foreignStarts.map(\.kind) == [.cutOff] && server.foreignStarts.first?.tls != nil)
    }

    @Test func whatIsNoHTTPWithinIsRefusedThere() throws {
        let server = try Self.server()
        for bytes in [Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8), [22, 3, 1, 0, 5, 1], [5, 1, 0]] {
            let connection = try TLSConnection(port: server.port)
            connection.send(bytes)
            let received = connection.receive(within: .seconds(30))
            #expect(received.closeNotify && received.ending == .end)
            #expect(bytes[0] == 5 ? received.bytes == [5, 0xFF] : received.text.hasPrefix("HTTP/1.1 400 "))
        }
        waitUntil { server.foreignStarts.count == 3 }
        #expect(server.foreignStarts.map(\.kind) == [.http2, .tls, .socks])
        #expect(server.foreignStarts.allSatisfy { $0.tls?.version == .tls13 })
    }

    // MARK: Ends

    @Test(arguments: [ClientSettings.Version.tls12, .tls13])
    func endsAreWhatTheyAreAskedToBe(version: ClientSettings.Version) throws {
        let server = try Self.server()
        let ends: [(path: String, closeNotify: Bool, ending: RawConnection.Ending, body: String)] = [
            ("/close", true, .end, Self.text), ("/cut", true, .end, "It is"), ("/truncated", false, .end, "It is"),
            ("/reset", false, .reset, "It is"),
        ]
        for end in ends {
            let connection = try TLSConnection(port: server.port, settings: Self.settings(version))
            connection.send(Self.get(end.path))
            let received = connection.receive(within: .seconds(30))
            #expect(received.closeNotify == end.closeNotify, "\(end.path)")
            #expect(received.ending == end.ending, "\(end.path)")
            #expect(received.body == end.body, "\(end.path)")
        }
    }

    /// With a close_notify alone, with the FIN that usually follows, and with a FIN alone.
    @Test(arguments: [(true, false), (true, true), (false, true)])
    func aHalfCloseIsAnsweredAndEndsAHold(withNotice: Bool, withFIN: Bool) throws {
        let server = try Self.server()
        for path in ["/later", "/held"] {
            let connection = try TLSConnection(port: server.port)
            connection.send(Self.get(path))
            if path == "/held" { waitUntil { server.server.countConnections().held == 1 } }
            if withNotice { connection.sendCloseNotify() }
            if withFIN { connection.finishSending() }
            let received = connection.receive(within: .seconds(30))
            #expect(received.ending == .end, "\(path)")
            #expect(received.body == (path == "/later" ? Self.text : ""), "\(path)")
            #expect(received.closeNotify, "\(path)")
        }
        #expect(server.records(2).map(\.outcome.end) == [.closed, .held])
    }

    /// A client that reads slowly, until it has all of it.
    @Test(arguments: [ClientSettings.Version.tls12, .tls13])
    func aLargeAnswerComesWhole(version: ClientSettings.Version) throws {
        let server = try Self.server()
        let raw = try RawConnection(port: server.port, receiveBuffer: 4096)
        let connection = try TLSConnection(on: raw, settings: Self.settings(version))
        connection.send("GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        let received = connection.receive(within: .seconds(60))
        #expect(received.body.utf8.count == 8 << 20 && received.closeNotify && received.ending == .end)
        #expect(server.records(1).first?.outcome.bytesSent == received.bytes.count)
    }

    @Test func anUploadOfManyRecordsComesWhole() throws {
        let server = try Self.server()
        let connection = try TLSConnection(port: server.port)
        let body = Array(repeating: UInt8(ascii: "y"), count: 3 << 20)
        connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.count)\r\n\r\n")
        connection.send(body)
        #expect(connection.receiveResponse().body == Self.text)
        connection.send(Self.request)
        #expect(connection.receiveResponse().body == Self.text)
        #expect(server.records(2).map(\.body.count) == [body.count, 0])
    }

    @Test func aClientThatRenegotiatesIsRefused() throws {
        let server = try Self.server()
        let connection = try TLSConnection(port: server.port, settings: Self.settings(.tls12))
        connection.send(Self.request)
        #expect(connection.receiveResponse().body == Self.text)
        try? connection.session.renegotiate()
        connection.raw.send(connection.session.takeOutput())
        #expect(connection.raw.receive(within: .seconds(30)).ending == .end)
        #expect(server.isIdle)
    }

    @Test func aStopSaysSoToEachClient() throws {
        let server = try Self.server()
        let connections = try (1...50).map { _ in try TLSConnection(port: server.port) }
        for connection in connections {
            connection.send(Self.request)
            #expect(connection.receiveResponse().body == Self.text)
        }
        server.server.stop()
        for connection in connections {
            let received = connection.receive(within: .seconds(30))
            #expect(received.closeNotify && received.ending == .end)
        }
    }

    // MARK: Keys

    @Test func keysAreLoggedIfThatIsAskedFor() throws {
        let lines = Mutex<[[UInt8]]>([])
        let server = try ScriptedServer(
            tls: TLSServer(ScriptedServer.certificates, keyLog: { line in lines.withLock { $0.append(line) } })
        ) { _ in
            .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: Self.text).script()))
        }
        for version in [ClientSettings.Version.tls12, .tls13] {
            let connection = try TLSConnection(port: server.port, settings: Self.settings(version))
            connection.send(Self.request)
            #expect(connection.receiveResponse().body == Self.text)
        }
        let texts = lines.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) }
        let labels = texts.map { $0.split(separator: " ").first.map(String.init) ?? "" }
        #expect(labels.first == "CLIENT_RANDOM")
        #expect(
            Set(labels).isSuperset(of: [
                "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0",
                "SERVER_TRAFFIC_SECRET_0",
            ]))
        for text in texts {
            let words = text.dropLast().split(separator: " ")
            #expect(text.hasSuffix("\n") && words.count == 3 && words[1].count == 64 && words[2].count >= 64)
        }
    }
}

private final class Count: Sendable {
    private let count = Atomic<Int>(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
