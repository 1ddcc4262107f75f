import Foundation
import GatewayServer
import JSONText
import Mishap
import TLS
import TestSupport
import Testing
import Wire

@testable import MishapCommand

/// Whether TLS arrives, as `doctor` finds it: over real connections, and what it makes of what came.
@Suite(.blocking) struct DoctorHTTPSTests {
    private static func gateway(_ tls: TLSOptions = TLSOptions()) throws -> Gateway {
        try Gateway(
            Gateway.load([]), GatewayConfiguration(server: .init(host: "localhost", port: 0, shards: 1), tls: tls))
    }

    private static func ask(_ url: String, health: Int64 = 60_000) throws -> DoctorHTTPS {
        let gateway = try GatewayAddress(url)
        let address = try #require(DoctorSockets.Address.all(of: gateway).first)
        return DoctorVisit(gateway, DoctorTimes(health: health)).askHTTPS(DoctorSockets(address: address))
    }

    /// By an address, and by a name that is asked for in the hello.
    @Test(arguments: ["127.0.0.1", "localhost"]) func aGatewayHasACertificateOfItsAuthority(host: String) async throws {
        try await aside {
            let gateway = try Self.gateway()
            defer { gateway.stop() }
            #expect(
                try Self.ask("http://\(host):\(gateway.port)")
                    == DoctorHTTPS(.asSent, "TLS 1.3 arrives with a certificate of this gateway's authority"))
        }
    }

    @Test func whatSomebodyElseEndsHasAnotherCertificate() async throws {
        try await aside {
            let (gateway, other) = (try Self.gateway(), try Self.gateway())
            defer {
                gateway.stop()
                other.stop()
            }
            let port = other.port
            let proxy = try LoopbackServer.proxy(to: gateway.port) { _ in port }
            defer { proxy.stop() }
            let https = try Self.ask(proxy.url)
            #expect(https.outcome == .otherCertificate)
            #expect(https.detail.contains("is not of this gateway's authority, but of \"CN=Mishap authority "))
        }
    }

    @Test func aCertificateOfTheUsersOwnIsNoChange() async throws {
        try await aside {
            let own = try TestCertificate(subject: "/CN=Shop", names: ["IP:127.0.0.1"])
            let identity = try Identity(
                certificates: Array(own.certificate.utf8), key: Array(own.key.utf8),
                at: Int64(Date().timeIntervalSince1970))
            let gateway = try Self.gateway(TLSOptions(own: identity))
            defer { gateway.stop() }
            #expect(
                try Self.ask("http://127.0.0.1:\(gateway.port)")
                    == DoctorHTTPS(
                        .otherCertificate,
                        "TLS 1.3 arrives with a certificate that is not of this gateway's authority, but of \"CN=Shop\": "
                            + "the gateway has one of its own (--tls-cert), or something between ends TLS"))
        }
    }

    @Test func aCertificateForAnotherNameSaysWhatHelps() async throws {
        try await aside {
            let now = Int64(Date().timeIntervalSince1970)
            let authority = try Authority(at: now)
            let other = Certificates(authority: authority) { now }.identity(
                for: "other.test", at: [127, 0, 0, 1], .none)
            let gateway = try Self.gateway(TLSOptions(authority: authority, own: other))
            defer { gateway.stop() }
            #expect(
                try Self.ask("http://127.0.0.1:\(gateway.port)")
                    == DoctorHTTPS(
                        .otherName,
                        "TLS 1.3 arrives with a certificate that is not for 127.0.0.1: start the gateway with "
                            + "--cert-host 127.0.0.1, or with an --advertise that names it"))
        }
    }

    /// What answers a ClientHello in the place of the gateway, and what is said of it.
    struct Between: Sendable, CustomTestStringConvertible {
        let name: String
        /// Nil if it does not even read.
        let answer: [UInt8]?
        /// Whether it waits for the client's end before it closes.
        var waits = false
        let detail: String
        var testDescription: String { name }
    }

    @Test(arguments: [
        Between(name: "a reset", answer: nil, detail: "the connection is reset"),
        Between(name: "a FIN", answer: [], detail: "the connection ends"),
        Between(name: "half a record", answer: [22, 3, 3, 0], detail: "after 4 bytes the connection ends"),
        Between(name: "silence", answer: [], waits: true, detail: "nothing comes"),
        Between(
            name: "an alert", answer: [21, 3, 3, 0, 2, 2, 40], detail: "the alert handshake_failure (40) comes"),
        Between(
            name: "a server in the clear",
            answer: Array("HTTP/1.1 400 Bad Request\r\nServer: nginx/1.22.1\r\nContent-Length: 0\r\n\r\n".utf8),
            detail: "HTTP in the clear answers it, 400 Bad Request of nginx/1.22.1"),
        Between(
            name: "another protocol", answer: Array("SSH-2.0-OpenSSH_9.2\r\n".utf8),
            detail: "what comes is no TLS (An unexpected TLS packet was received.)"),
    ])
    func whereTLSDoesNotArriveItSaysWhatCame(between: Between) async throws {
        try await aside {
            let gateway = try Self.gateway()
            defer { gateway.stop() }
            let proxy = try LoopbackServer.proxy(to: gateway.port) { client in
                guard let answer = between.answer else { return nil }
                var hello = [UInt8](repeating: 0, count: 64 << 10)
                _ = recv(client, &hello, hello.count, 0)
                LoopbackServer.sendAll(answer[...], to: client)
                while between.waits, recv(client, &hello, hello.count, 0) > 0 {}
                return nil
            }
            defer { proxy.stop() }
            // Silence is awaited twice as long, and nothing else is.
            let https = try Self.ask(proxy.url, health: between.waits ? 2_000 : 60_000)
            #expect(https == DoctorHTTPS(.changed, "it does not arrive: " + between.detail))
        }
    }

    // MARK: Without connections

    @Test func whatAnswersWithinTLSHasToBeTheGateway() {
        func found(_ plaintext: String, _ end: DoctorTimeline.End = .end) -> DoctorHTTPS {
            var seen = DoctorHTTPS.Seen()
            seen.server = .init(version: .tls12, certificate: .trusted)
            (seen.plaintext, seen.end) = (Array(plaintext.utf8), end)
            return DoctorHTTPS(of: seen, as: "gateway.test")
        }
        let health = #"HTTP/1.1 200 OK\#r\#n\#r\#n{ "status": "ok" }"#
        #expect(found(health) == DoctorHTTPS(.asSent, "TLS 1.2 arrives with a certificate of this gateway's authority"))
        #expect(
            found("HTTP/1.1 502 Bad Gateway\r\nServer: x\r\n\r\n").detail
                == "it does not arrive: within TLS comes 502 Bad Gateway of x")
        #expect(found("").detail == "it does not arrive: within TLS the connection ends")
        #expect(found("", .open).detail == "it does not arrive: within TLS nothing comes")
        #expect(found("no", .reset).detail == "it does not arrive: within TLS after 2 bytes the connection is reset")
    }

    @Test func aRefusedCertificateSaysWhy() {
        var seen = DoctorHTTPS.Seen()
        seen.server = .init(version: .tls13, certificate: .refused("it has expired."))
        seen.plaintext = Array("HTTP/1.1 200 OK\r\n\r\n{ \"status\": \"ok\" }".utf8)
        #expect(
            DoctorHTTPS(of: seen, as: "gateway.test")
                == DoctorHTTPS(
                    .otherCertificate,
                    "TLS 1.3 arrives with a certificate of this gateway's authority, but: it has expired."))
    }

    @Test func withoutAnAuthorityItIsNotTried() {
        func answer(_ text: String) -> DoctorHTTPS { .notTried(for: DoctorAnswer(Array(text.utf8))) }
        #expect(answer("HTTP/1.1 404 Not Found\r\n\r\n") == DoctorHTTPS(.notTried, "an older gateway speaks no TLS"))
        #expect(answer("HTTP/1.1 502 Bad Gateway\r\n\r\n").detail == "/__mishap/ca.pem answers 502 Bad Gateway")
        #expect(answer("").detail == "/__mishap/ca.pem does not answer")
    }

    @Test func whatIsNoAuthorityIsNotTrusted() async throws {
        try await aside {
            let server = try LoopbackServer { connection in
                _ = LoopbackServer.readHead(connection)
                LoopbackServer.sendAll(
                    Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno".utf8)[...], to: connection)
            }
            defer { server.stop() }
            let https = try Self.ask(server.url)
            #expect(https.outcome == .notTried && https.detail.hasPrefix("GnuTLS says: the authority cannot be read"))
        }
    }

    /// All rows as they were sent: only TLS that does not arrive makes it 1.
    @Test func theExitCodeIsOfTLSOnlyWhereItDoesNotArrive() {
        func report(_ outcome: DoctorHTTPS.Outcome) -> DoctorReport {
            let row = DoctorRow.all[0]
            let expected = DoctorTimeline(of: row.script)
            let asked = DoctorFindings.Asked(
                row: row, expected: expected, seen: expected, problem: nil,
                judgement: DoctorJudgement(expected, expected, of: row, roundTrip: 0, .standard))
            return DoctorReport(
                url: "http://127.0.0.1:1", address: "127.0.0.1:1", version: "1",
                findings: DoctorFindings(asked: [asked], isLoopback: true),
                https: DoctorHTTPS(outcome, "a \u{1B}clause"))
        }
        for outcome in [DoctorHTTPS.Outcome.asSent, .otherCertificate, .otherName, .notTried] {
            #expect(report(outcome).exitCode == 0)
            #expect(report(outcome).text(.plain).contains("\nAll that was asked for arrives as it was sent"))
        }
        #expect(report(.changed).exitCode == 1)
        #expect(
            report(.changed).text(.plain).hasSuffix(
                "\nAll failures that were asked for arrive as they were sent, but TLS does not.\n"))
        #expect(report(.changed).json["https"] == ["outcome": "changed", "detail": "a \u{1B}clause"])
        #expect(!report(.changed).text(.plain).contains("\u{1B}"))
    }
}
