import Foundation
import TLSClient
import TestSupport
import Testing
import Wire

/// The client that other tests use, against OpenSSL's server.
@Suite(.blocking) struct TLSConnectionTests {
    private static let certificate = Result {
        try TestCertificate(subject: "/CN=localhost", names: ["DNS:localhost", "IP:127.0.0.1"])
    }

    private let certificate: TestCertificate

    init() throws { certificate = try Self.certificate.get() }

    /// `openssl s_server`, which answers each request with a page about its connection.
    private final class OpenSSL {
        let port = quietPort()
        let program: ChildProcess
        private let file = FileManager.default.temporaryDirectory.appending(path: "mishap-server-\(UUID()).pem")

        init(_ certificate: TestCertificate, _ options: [String] = []) throws {
            try (certificate.certificate + certificate.key).write(to: file, atomically: true, encoding: .utf8)
            program = try ChildProcess(
                "openssl", ["s_server", "-accept", "127.0.0.1:\(port)", "-cert", file.path(), "-www"] + options)
            let port = port
            try #require(waitUntil { (try? RawConnection(port: port)) != nil })
        }

        deinit { try? FileManager.default.removeItem(at: file) }
    }

    @Test(arguments: [(ClientSettings.Version.tls12, TLSInfo.Version.tls12), (.tls13, .tls13)])
    func plaintextComes(version: ClientSettings.Version, expected: TLSInfo.Version) throws {
        let server = try OpenSSL(certificate, ["-alpn", "http/1.1"])
        let settings = try ClientSettings(
            versions: [version], alpn: ["spdy/3", "http/1.1"], authorities: certificate.authorities)
        let connection = try TLSConnection(port: server.port, settings: settings, serverName: "localhost")
        #expect(connection.version == expected)
        #expect(connection.session.alpn == "http/1.1")
        #expect(connection.session.certificates.count == 1)
        #expect(!connection.session.isResumed)
        connection.send("GET / HTTP/1.0\r\n\r\n")
        let received = connection.receive(within: .seconds(30)) {
            String(decoding: $0, as: UTF8.self).contains("</html>")
        }
        #expect(received.text.hasPrefix("HTTP/1.0 200 ok\r\n"))
        #expect(received.failure == nil)
        // Until the client is gone, it serves no other.
        connection.sendCloseNotify()
        connection.close()

        let ticket = try #require(connection.session.resumption)
        let second = try TLSConnection(
            port: server.port, settings: settings, serverName: "localhost", resuming: ticket)
        #expect(second.session.isResumed)
    }

    @Test(arguments: ["localhost", "127.0.0.1"]) func aCertificateForTheNameIsTrusted(name: String) throws {
        let server = try OpenSSL(certificate)
        let settings = try ClientSettings(authorities: certificate.authorities)
        _ = try TLSConnection(port: server.port, settings: settings, serverName: name)
    }

    @Test func aCertificateForAnotherNameOrByAnotherAuthorityIsNot() throws {
        let server = try OpenSSL(certificate)
        let other = try TestCertificate(subject: "/CN=localhost", names: ["DNS:localhost"])
        for (authorities, name) in [(certificate, "shop.test"), (other, "localhost")] {
            let settings = try ClientSettings(authorities: authorities.authorities)
            let failure = try #require(throws: TLSConnection.Failure.self) {
                try TLSConnection(port: server.port, settings: settings, serverName: name)
            }
            #expect(failure.reason?.isOfCertificate == true)
            #expect(failure.received.ending == .end)
        }
    }

    @Test func theAlertOfARefusalIsTold() throws {
        let server = try OpenSSL(certificate, ["-tls1_3"])
        let failure = try #require(throws: TLSConnection.Failure.self) {
            try TLSConnection(port: server.port, settings: ClientSettings(versions: [.tls12]))
        }
        #expect(failure.alert == TLSAlert(name: "protocol_version"))
    }

    @Test(arguments: [(ClientSettings.Version.tls12, "handshake_failure"), (.tls13, "certificate_required")])
    func aCertificateIsShownWhereOneIsAskedFor(version: ClientSettings.Version, alert: String) throws {
        let server = try OpenSSL(certificate, ["-Verify", "1"])
        func answer(_ shown: ClientSettings.Certificate?) throws -> RawConnection.Received {
            let settings = try ClientSettings(versions: [version], certificate: shown)
            let connection = try TLSConnection(port: server.port, settings: settings)
            #expect(connection.session.isAskedForCertificate)
            connection.send("GET / HTTP/1.0\r\n\r\n")
            return connection.receive(within: .seconds(30))
        }
        let shown = try TestCertificate(subject: "/CN=worker 7")
        #expect(try answer(shown.ofClient).text.contains("worker 7"))
        switch version {
        case .tls13:
            #expect(try answer(nil).alert == TLSAlert(name: alert))
        default:
            let failure = try #require(throws: TLSConnection.Failure.self) { try answer(nil) }
            #expect(failure.alert == TLSAlert(name: alert))
        }
    }

    @Test func aFINAloneIsNoCloseNotify() throws {
        let server = try OpenSSL(certificate)
        let connection = try TLSConnection(port: server.port)
        // Then it has read all that was sent, and its end is no RST.
        _ = connection.receive(within: .seconds(30)) { _ in connection.session.resumption != nil }
        server.program.signal(SIGKILL)
        let received = connection.receive(within: .seconds(30))
        #expect(received.ending == .end)
        #expect(!received.closeNotify)
        #expect(received.alert == nil && received.failure == nil)
    }
}
