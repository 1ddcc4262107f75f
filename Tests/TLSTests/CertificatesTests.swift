import Bytes
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import TLS

@Suite(.blocking(descriptors: 10))
struct CertificatesTests {
    private let files: CertificateFiles

    init() throws { files = try CertificateFiles() }

    private static let loopback: [UInt8] = [127, 0, 0, 1]

    /// What `openssl x509` prints of a certificate, which it also verifies.
    private func text(
        of certificates: Certificates, for name: String?, at address: [UInt8] = loopback
    ) throws -> String {
        let identity = try #require(certificates.identity(for: name, at: address))
        try files.write(identity.pem, as: "leaf.pem")
        try files.write(try certificates.authority().certificatePEM, as: "ca.pem")
        try files.openssl("verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", "ca.pem", "leaf.pem")
        return try files.openssl("x509", "-in", "leaf.pem", "-noout", "-text")
    }

    private static func names(in text: String) -> String? {
        let lines = text.split(separator: "\n")
        return lines.firstIndex { $0.contains("Subject Alternative Name:") }.map {
            lines[$0 + 1].trimmingCharacters(in: .whitespaces)
        }
    }

    @Test func aServerNameHasACertificateOfItsOwn() throws {
        let text = try text(of: Certificates { systemTime() }, for: "pay.example.com")
        #expect(Self.names(in: text) == "DNS:pay.example.com")
        #expect(text.contains("Subject: CN = pay.example.com"))
        #expect(text.contains("Basic Constraints: critical\n                CA:FALSE\n"))
        #expect(text.contains("Key Usage: critical\n                Digital Signature\n"))
        #expect(text.contains("Extended Key Usage: \n                TLS Web Server Authentication\n"))
        #expect(text.contains("Subject Key Identifier:"))
        #expect(text.contains("Authority Key Identifier:"))
        #expect(text.contains("NIST CURVE: P-256"))
    }

    @Test func itBeganADayAgoAndLasts397Days() throws {
        // 2030-01-01T00:00:00Z
        let identity = try #require(Certificates { 1_893_456_000 }.identity(for: "a.test", at: Self.loopback))
        try files.write(identity.pem, as: "leaf.pem")
        let text = try files.openssl("x509", "-in", "leaf.pem", "-noout", "-dates")
        #expect(text.contains("notBefore=Dec 31 00:00:00 2029 GMT"))
        #expect(text.contains("notAfter=Jan 31 23:59:59 2031 GMT"))
    }

    @Test func aServerNameThatIsAnAddressIsOne() throws {
        let certificates = Certificates { systemTime() }
        #expect(Self.names(in: try text(of: certificates, for: "10.1.2.3")) == "IP Address:10.1.2.3")
        #expect(Self.names(in: try text(of: certificates, for: "fe80::1")) == "IP Address:FE80:0:0:0:0:0:0:1")
    }

    @Test func longNamesAreThoseOfTheWholeCertificate() throws {
        let label = String(repeating: "a", count: 63)
        let name = "\(label).\(label).\(label).test"
        let text = try text(of: Certificates { systemTime() }, for: name)
        #expect(Self.names(in: text) == "DNS:\(name)")
        #expect(text.contains("Subject: CN = Mishap\n"))
    }

    @Test func withoutAServerNameItHasTheUsualOnes() throws {
        let hosts = try ["gateway.test", "*.pods.test", "192.168.1.5", "127.0.0.1"].map {
            try #require(SubjectName($0))
        }
        let certificates = Certificates(hosts: hosts) { systemTime() }
        #expect(
            Self.names(in: try text(of: certificates, for: nil))
                == "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:gateway.test, "
                + "DNS:*.pods.test, IP Address:192.168.1.5")
        let other = Self.names(in: try text(of: certificates, for: nil, at: [10, 0, 0, 7]))
        #expect(other?.contains("IP Address:0:0:0:0:0:0:0:1, IP Address:10.0.0.7, DNS:gateway.test") == true)
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 10, 0, 0, 8]
        #expect(
            Self.names(in: try text(of: certificates, for: nil, at: mapped))?.contains(", IP Address:10.0.0.8,") == true
        )
    }

    @Test(arguments: ["", "ü.test", "a b", "a..b", "a.", "*.a.test", String(repeating: "a", count: 64), "a\0b", "a/b"])
    func aNameThatCannotStandInACertificateGetsTheOneWithout(name: String) throws {
        let certificates = Certificates { systemTime() }
        let unnamed = try #require(certificates.identity(for: nil, at: Self.loopback))
        #expect(certificates.identity(for: name, at: Self.loopback) === unnamed)
    }

    @Test func eachIsKeptAndAllHaveOneKey() throws {
        let certificates = Certificates { systemTime() }
        let one = try #require(certificates.identity(for: "a.test", at: Self.loopback))
        let other = try #require(certificates.identity(for: "b.test", at: Self.loopback))
        #expect(certificates.identity(for: "a.test", at: [10, 0, 0, 1]) === one)
        #expect(one !== other)
        #expect(one.key == other.key)
        #expect(try certificates.authority() === certificates.authority())
    }

    @Test func oneThatIsAboutToEndIsIssuedAnew() throws {
        let shared = ManualTime(1_893_456_000)
        let certificates = Certificates { shared.seconds }
        let first = try #require(certificates.identity(for: "a.test", at: Self.loopback))
        shared.seconds += 395 * 86_400
        #expect(certificates.identity(for: "a.test", at: Self.loopback) === first)
        shared.seconds += 86_400 - 1_800
        let second = try #require(certificates.identity(for: "a.test", at: Self.loopback))
        #expect(second !== first)
        #expect(certificates.identity(for: "a.test", at: Self.loopback) === second)
    }

    @Test func noneOutlivesTheAuthority() throws {
        let authority = try Authority(at: 1_893_456_000)
        let certificates = Certificates(authority: authority) { authority.expires - 1_000 }
        let identity = try #require(certificates.identity(for: "a.test", at: Self.loopback))
        try files.write(identity.pem, as: "leaf.pem")
        try files.write(authority.certificatePEM, as: "ca.pem")
        let ends = try ["leaf.pem", "ca.pem"].map { try files.openssl("x509", "-in", $0, "-noout", "-enddate") }
        #expect(ends[0] == ends[1])
        // Another one would be no better.
        #expect(certificates.identity(for: "a.test", at: Self.loopback) === identity)
    }

    @Test func tenThousandAreKept() throws {
        let certificates = Certificates { systemTime() }
        let first = try #require(certificates.identity(for: "0.test", at: Self.loopback))
        let second = try #require(certificates.identity(for: "1.test", at: Self.loopback))
        for number in 2..<10_000 {
            _ = try #require(certificates.identity(for: "\(number).test", at: Self.loopback))
        }
        #expect(certificates.identity(for: "0.test", at: Self.loopback) === first)
        _ = try #require(certificates.identity(for: "10000.test", at: Self.loopback))
        #expect(certificates.identity(for: "1.test", at: Self.loopback) === second)
        // The oldest has gone, and can be used as long as somebody has it.
        #expect(certificates.identity(for: "0.test", at: Self.loopback) !== first)
        try files.write(first.pem, as: "leaf.pem")
        #expect(try files.openssl("x509", "-in", "leaf.pem", "-noout", "-subject").contains("0.test"))
    }

    @Test func threadsGetTheSame() throws {
        let certificates = Certificates { systemTime() }
        let seen = Mutex<[Int: Set<ObjectIdentifier>]>([:])
        DispatchQueue.concurrentPerform(iterations: 400) { turn in
            let identity = certificates.identity(for: "\(turn % 40).test", at: Self.loopback)
            if let identity { seen.withLock { _ = $0[turn % 40, default: []].insert(ObjectIdentifier(identity)) } }
        }
        let all = seen.withLock { $0 }
        #expect(all.count == 40)
        #expect(all.values.allSatisfy { $0.count == 1 })
    }

    @Test func whyThereIsNoneIsToldOnce() throws {
        // GnuTLS has no such year.
        let certificates = Certificates { -(1 << 60) }
        let problems = Mutex<[CertificateError]>([])
        certificates.onProblem { error in problems.withLock { $0.append(error) } }
        for name in ["a.test", nil] { #expect(certificates.identity(for: name, at: Self.loopback) == nil) }
        let told = problems.withLock { $0 }
        #expect(told.count == 1)
        #expect(told.first?.description.hasPrefix("no certificate can be made: ") == true, "\(told)")
    }

    @Test func ownCertificateIsShownForEveryName() throws {
        let own = try files.own("-newkey", "rsa:2048", "-addext", "basicConstraints=critical,CA:FALSE")
        let identity = try Identity(certificates: own.certificate, key: own.key, at: systemTime())
        let certificates = Certificates(own: identity) { systemTime() }
        #expect(certificates.identity(for: "a.test", at: Self.loopback) === identity)
        #expect(certificates.identity(for: nil, at: Self.loopback) === identity)
        #expect(identity.pem == own.certificate)
    }

    @Test func ownChainIsKeptInItsOrder() throws {
        let own = try files.own("-newkey", "rsa:2048")
        let now = systemTime()
        let issuer = try Authority(at: now).certificatePEM
        let identity = try Identity(certificates: own.certificate + issuer, key: own.key, at: now)
        #expect(identity.pem == own.certificate + issuer)
        #expect(identity.lastCertificatePEM == issuer)
    }

    @Test func ownCertificatesThatCannotBeUsedAreRefused() throws {
        let own = try files.own("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "10")
        let now = systemTime()
        func error(_ certificates: [UInt8], _ key: [UInt8], at time: Int64 = now) -> CertificateError? {
            do throws(CertificateError) {
                _ = try Identity(certificates: certificates, key: key, at: time)
            } catch {
                return error
            }
            return nil
        }
        #expect(error(own.certificate, own.key) == nil)
        #expect(error(own.key, own.certificate) == .noCertificate)
        #expect(error(own.certificate, own.certificate) == .noKey)
        #expect(
            error(own.certificate, own.key, at: now + 11 * 86_400).map { "\($0)" }?.contains("expired at 20") == true)
        #expect(error(own.certificate, own.key, at: now - 86_400).map { "\($0)" }?.contains("not valid before") == true)
        #expect(error(Array(repeating: own.certificate, count: 33).flatMap(\.self), own.key) == .tooManyCertificates)

        // As OpenSSL writes keys: two kinds of encrypted ones, and one with parameters in front of it.
        try files.openssl("pkcs8", "-topk8", "-in", "own.key", "-out", "new.key", "-passout", "pass:secret")
        #expect(error(own.certificate, try files.bytes(of: "new.key")) == .encryptedKey)
        try files.openssl("ec", "-in", "own.key", "-out", "old.key", "-aes128", "-passout", "pass:secret")
        #expect(error(own.certificate, try files.bytes(of: "old.key")) == .encryptedKey)
        try files.openssl("ecparam", "-name", "prime256v1", "-genkey", "-out", "other.key")
        #expect(error(own.certificate, try files.bytes(of: "other.key")) == .keyOfAnother)
        try files.openssl("ec", "-in", "own.key", "-out", "sec1.key")
        #expect(error(own.certificate, try files.bytes(of: "sec1.key")) == nil)
    }

    /// Python 3.13 and later check as strictly.
    @Test func pythonIsContent() throws {
        let certificates = Certificates { systemTime() }
        let identity = try #require(certificates.identity(for: nil, at: Self.loopback))
        try files.write(identity.pem, as: "leaf.pem")
        try files.write(try certificates.authority().certificatePEM, as: "ca.pem")
        try files.write(identity.keyPEM, as: "leaf.key")
        let program = """
            import ssl, socket, threading
            server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            server.load_cert_chain("leaf.pem", "leaf.key")
            client = ssl.create_default_context(cafile="ca.pem")
            client.verify_flags |= ssl.VERIFY_X509_STRICT
            for name in ["localhost", "127.0.0.1", "::1"]:
                ours, theirs = socket.socketpair()
                def serve():
                    server.wrap_socket(theirs, server_side=True).close()
                thread = threading.Thread(target=serve)
                thread.start()
                client.wrap_socket(ours, server_hostname=name).close()
                thread.join()
                print("content with", name)
            """
        let run = try ProgramRun("python3", ["-c", program], in: files.folder.path(), mergesError: true)
        #expect(run.code == 0)
        #expect(run.output == "content with localhost\ncontent with 127.0.0.1\ncontent with ::1\n")
    }
}

/// A clock that a test moves.
private final class ManualTime: Sendable {
    private let time: Mutex<Int64>

    init(_ time: Int64) { self.time = Mutex(time) }

    var seconds: Int64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}
