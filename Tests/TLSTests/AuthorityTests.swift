import Bytes
import Foundation
import TestSupport
import Testing

@testable import TLS

@Suite(.blocking(descriptors: 10))
struct AuthorityTests {
    private let files: CertificateFiles

    init() throws { files = try CertificateFiles() }

    @Test func itsCertificateIsOneOfAnAuthority() throws {
        try files.write(try Authority(at: systemTime()).certificatePEM, as: "ca.pem")
        let text = try files.openssl("x509", "-in", "ca.pem", "-noout", "-text")
        #expect(text.contains("Version: 3"))
        #expect(text.contains("Basic Constraints: critical\n                CA:TRUE\n"))
        #expect(text.contains("Key Usage: critical\n                Certificate Sign, CRL Sign\n"))
        #expect(text.contains("Subject Key Identifier:"))
        #expect(text.contains("NIST CURVE: P-256"))
        #expect(text.contains("Signature Algorithm: ecdsa-with-SHA256"))
        #expect(try files.openssl("verify", "-x509_strict", "-CAfile", "ca.pem", "ca.pem").contains("OK"))
    }

    @Test func itBeganADayAgoAndLastsTenYears() throws {
        // 2030-01-01T00:00:00Z
        try files.write(try Authority(at: 1_893_456_000).certificatePEM, as: "ca.pem")
        let text = try files.openssl("x509", "-in", "ca.pem", "-noout", "-dates", "-serial")
        #expect(text.contains("notBefore=Dec 31 00:00:00 2029 GMT"))
        #expect(text.contains("notAfter=Dec 31 00:00:00 2039 GMT"))
        let serial = try #require(text.split(separator: "serial=").last).prefix { $0 != "\n" }
        #expect(serial.count == 32)
        #expect("4567".contains(try #require(serial.first)))
    }

    @Test func twoOfThemCanBeToldApart() throws {
        let subjects = try (0..<2).map { _ in
            try files.write(try Authority(at: systemTime()).certificatePEM, as: "ca.pem")
            return try files.openssl("x509", "-in", "ca.pem", "-noout", "-subject")
        }
        #expect(subjects.allSatisfy { $0.contains("CN = Mishap authority ") })
        #expect(subjects[0] != subjects[1])
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let now = systemTime()
        let authority = try Authority(at: now)
        let again = try Authority(pem: authority.pem, at: now)
        #expect(again.pem == authority.pem)
        #expect(again.certificatePEM == authority.certificatePEM)
        // Both issue what the same clients trust.
        try files.write(authority.certificatePEM, as: "ca.pem")
        let identity = try #require(Certificates(authority: again) { now }.identity(for: "a.test", at: [127, 0, 0, 1]))
        try files.write(identity.pem, as: "leaf.pem")
        #expect(try files.openssl("verify", "-x509_strict", "-CAfile", "ca.pem", "leaf.pem").contains("OK"))
    }

    @Test(arguments: [
        ["-newkey", "rsa:2048"], ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384"], ["-newkey", "ed25519"],
    ])
    func oneThatOpenSSLMadeIsTaken(key: [String]) throws {
        let own = try files.own(
            key[0], key[1], key.count > 2 ? key[2] : "-days", key.count > 2 ? key[3] : "90", "-addext",
            "keyUsage=critical,keyCertSign")
        let authority = try Authority(pem: own.key + own.certificate, at: systemTime())
        #expect(authority.certificatePEM == own.certificate)
        let identity = try #require(
            Certificates(authority: authority) { systemTime() }.identity(for: "a.test", at: [127, 0, 0, 1]))
        try files.write(identity.pem, as: "leaf.pem")
        #expect(try files.openssl("verify", "-x509_strict", "-CAfile", "own.pem", "leaf.pem").contains("OK"))
    }

    @Test func whatCannotBeUsedIsRefused() throws {
        let now = systemTime()
        func error(_ pem: [UInt8], at time: Int64 = now) -> CertificateError? {
            do throws(CertificateError) { _ = try Authority(pem: pem, at: time) } catch { return error }
            return nil
        }
        let (one, other) = (try Authority(at: now), try Authority(at: now))
        #expect(error([]) == .noCertificate)
        #expect(error(Array("hello".utf8)) == .noCertificate)
        #expect(error(one.certificatePEM) == .noKey)
        #expect(error(Array(one.pem.prefix(one.pem.count - one.certificatePEM.count))) == .noCertificate)
        let keyOfOther = other.pem.prefix(other.pem.count - other.certificatePEM.count)
        #expect(error(keyOfOther + one.certificatePEM) == .keyOfAnother)
        #expect(error(one.pem, at: now + 3_652 * 86_400) == .expired(one.expires))
        #expect(error(one.pem, at: one.expires - 80_000) == .expiresSoon(one.expires))
        #expect(error(one.pem, at: one.expires - 90_000) == nil)
        #expect(error(one.pem, at: now - 90_000) == .notYetValid(now - 86_400))

        let server = try files.own("-newkey", "rsa:2048", "-addext", "basicConstraints=critical,CA:FALSE")
        #expect(error(server.key + server.certificate) == .notAnAuthority)
        let noSigner = try files.own("-newkey", "rsa:2048", "-addext", "keyUsage=critical,digitalSignature")
        #expect(error(noSigner.key + noSigner.certificate) == .notAnAuthority)
        let spoilt = Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8)
        #expect(error(spoilt).map { "\($0)" }?.hasPrefix("a certificate in it cannot be read: ") == true)
    }
}
