import CGnuTLS
import Testing
import Wire

@testable import TLS

/// The bytes of certificates of which something is wrong.
@Suite struct FaultyCertificatesTests {
    private static let now: Int64 = 1_893_456_000  // 2030-01-01
    private static let certificates = Certificates { now }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let set: @Sendable (inout CertificateFault) -> Void
        /// How many certificates are sent.
        let count: Int
        /// Bytes that are, and that are not, in the first of them.
        let has: [[UInt8]]
        let lacks: [[UInt8]]

        init(
            _ name: String, _ count: Int = 1, has: [[UInt8]] = [], lacks: [[UInt8]] = [],
            _ set: @escaping @Sendable (inout CertificateFault) -> Void
        ) {
            testDescription = name
            self.set = set
            (self.count, self.has, self.lacks) = (count, has, lacks)
        }
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
    /// A dNSName.
    private static func host(_ name: String) -> [UInt8] { [0x82, UInt8(name.utf8.count)] + name.utf8 }
    private static let asked = host("x.b.test")

    private static let rows = [
        Row("good", has: [asked, text("291231000000Z")]) { _ in },
        Row("expired", has: [asked, text("291231000000Z")]) { $0.validity = .expired },
        Row("not yet valid", has: [text("300102000000Z")]) { $0.validity = .notYetValid },
        Row("long", has: [text("391229000000Z")]) { $0.validity = .long },
        Row("other host", has: [host("wrong.host.invalid")], lacks: [asked]) { $0.names = .otherHost },
        Row("other address", has: [[0x87, 4, 192, 0, 2, 1]], lacks: [asked]) { $0.names = .otherAddress },
        Row("address as host", has: [host("127.0.0.1")], lacks: [asked]) { $0.names = .addressAsHost },
        Row("wildcard too deep", has: [host("*.test")], lacks: [asked]) { $0.names = .wildcardTooDeep },
        Row("NUL", has: [text("x.b.test\0.other.invalid")], lacks: [asked]) { $0.names = .nul },
        Row("top level", has: [host("*.test")], lacks: [asked]) { $0.names = .topLevelWildcard },
        Row("partial", has: [host("x*.b.test")], lacks: [asked]) { $0.names = .partialWildcard },
        Row("unicode", has: [host("bücher.x.b.test")], lacks: [asked]) { $0.names = .unicode },
        Row("no common name", has: [asked], lacks: [[0x55, 4, 3, 0x0C, 8] + text("x.b.test")]) {
            $0.names = .withoutCommonName
        },
        Row("common name only", has: [text("x.b.test")], lacks: [[0x55, 0x1D, 0x11]]) { $0.names = .commonNameOnly },
        Row("many names", has: [asked, host("name-1000.x.b.test")]) { $0.names = .many(1_000) },
        Row("unknown issuer", 2, has: [asked]) { $0.issuer = .unknown },
        Row("incomplete", 1, has: [text("Mishap intermediate 1")]) { $0.issuer = .notSent },
        Row("expired intermediate", 2) { $0.issuer = .expired },
        Row("no authority", 2) { $0.issuer = .notAuthority },
        Row("name constraints", 2) { $0.issuer = .nameConstraints },
        Row("path length", 3) { $0.issuer = .pathLength },
        Row("SHA-1 intermediate", 2) { $0.issuer = .sha1 },
        Row("chain", 13) { $0.issuer = .chain(12) },
        Row("wrong key id", has: [[UInt8](repeating: 0x5A, count: 20)]) { $0.content = .wrongAuthorityKeyID },
        Row("no key id", lacks: [[0x55, 0x1D, 0x23]]) { $0.content = .noAuthorityKeyID },
        // The subject, between the validity and the key, is an empty sequence.
        Row("no subject", has: [asked, text("Z") + [0x30, 0, 0x30, 0x59]]) { $0.content = .noSubject },
        // keyUsage: dataEncipherment.
        Row("key usage", has: [[0x55, 0x1D, 0x0F, 1, 1, 0xFF, 4, 4, 3, 2, 4, 0x10]]) { $0.content = .wrongKeyUsage },
        // clientAuth.
        Row("purpose", has: [[0x2B, 6, 1, 5, 5, 7, 3, 2]], lacks: [[0x2B, 6, 1, 5, 5, 7, 3, 1]]) {
            $0.content = .wrongPurpose
        },
        Row("critical", has: [[0x2B, 6, 1, 4, 1, 0x81, 0xFD, 0x59, 1, 1, 1, 0xFF]]) {
            $0.content = .unknownCriticalExtension
        },
        Row("timestamp", has: [[0x2B, 6, 1, 4, 1, 0xD6, 0x79, 2, 4, 2]]) { $0.content = .invalidTimestamp },
        // sha1WithRSAEncryption and md5WithRSAEncryption.
        Row("SHA-1", 2, has: [[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 5]]) { $0.digest = .sha1 },
        Row("MD5", 2, has: [[0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 4]]) { $0.digest = .md5 },
        Row("1,024 bits", has: [[0x02, 0x81, 0x81, 0x00]]) { $0.keyBits = 1_024 },
        Row("unreadable", has: [[UInt8](repeating: 0xFF, count: 200)]) { $0.bytes = .unreadable },
        Row("unreadable key", has: [[0x03, 0x42, 0x00, 0x04] + [UInt8](repeating: 0xFF, count: 64)]) {
            $0.bytes = .unreadableKey
        },
        Row("reversed", 4) { $0.order = .reversed },
        Row("unrelated", 2) { $0.order = .unrelated },
        // status_request is a must.
        Row("must staple", 2, has: [[0x2B, 6, 1, 5, 5, 7, 1, 0x18, 4, 5, 0x30, 3, 2, 1, 5]]) { $0.staple = .missing },
        Row("both", has: [host("wrong.host.invalid"), text("291231000000Z")]) {
            ($0.names, $0.validity) = (.otherHost, .expired)
        },
    ]

    private static func sent(_ set: (inout CertificateFault) -> Void) throws -> (Identity, [[UInt8]]) {
        var fault = CertificateFault()
        set(&fault)
        let identity = try #require(certificates.identity(for: "x.b.test", at: [127, 0, 0, 1], fault))
        return (identity, identity.certificates.map { Array($0.cert.bytes) })
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0] == part[0] && bytes[$0...].starts(with: part) }
    }

    @Test(arguments: rows) func itIsInTheBytes(row: Row) throws {
        let (identity, sent) = try Self.sent(row.set)
        try #require(sent.count == row.count)
        for part in row.has { #expect(Self.contains(sent[0], part), "\(part) in \(sent[0])") }
        for part in row.lacks { #expect(!Self.contains(sent[0], part), "\(part) in \(sent[0])") }
        // The same again, as long as it lasts.
        #expect(try Self.sent(row.set).0 === identity)
    }

    @Test func aSignatureIsBrokenInItsLastBit() throws {
        let (_, sent) = try Self.sent { $0.bytes = .badSignature }
        var certificate = sent[0]
        certificate[certificate.count - 1] ^= 1
        #expect(try Self.isSigned(certificate))
        #expect(try !Self.isSigned(sent[0]))
    }

    private static func isSigned(_ der: [UInt8]) throws -> Bool {
        let whole = try #require(DER.parts(der, in: der.indices).first)
        let parts = DER.parts(der, in: whole.content)
        try #require(parts.count == 3)
        var key: gnutls_pubkey_t?
        gnutls_pubkey_init(&key)
        defer { gnutls_pubkey_deinit(key) }
        try #require(gnutls_pubkey_import_x509(key, certificates.authority().certificate.handle, 0) == 0)
        let (signed, signature) = (Array(der[parts[0].whole]), Array(der[parts[2].content.dropFirst()]))
        let code = signed.withDatum { signed in
            signature.withDatum { gnutls_pubkey_verify_data2(key, GNUTLS_SIGN_ECDSA_SHA256, 0, signed, $0) }
        }
        return code >= 0
    }

    @Test func theIssuerComesFirst() throws {
        let (_, sent) = try Self.sent { $0.order = .issuerFirst }
        #expect(sent.count == 2 && Self.contains(sent[1], Self.asked) && !Self.contains(sent[0], Self.asked))
    }

    @Test func nobodyElseHasSignedIt() throws {
        let (_, sent) = try Self.sent { $0.issuer = .itself }
        #expect(sent.count == 1 && !Self.contains(sent[0], Self.text("Mishap authority")))
    }

    /// GnuTLS reads the answers, and says what is in them.
    @Test(arguments: [
        (CertificateFault.Staple.revoked, GNUTLS_OCSP_CERT_REVOKED, now - 86_400),
        (.unknown, GNUTLS_OCSP_CERT_UNKNOWN, now - 86_400),
        (.stale, GNUTLS_OCSP_CERT_GOOD, now - 30 * 86_400),
    ])
    func theStapleIsRead(staple: CertificateFault.Staple, status: gnutls_ocsp_cert_status_t, begin: Int64) throws {
        let (identity, sent) = try Self.sent { $0.staple = staple }
        try #require(sent.count == 2 && identity.staples.count == 2)
        var response: gnutls_ocsp_resp_t?
        gnutls_ocsp_resp_init(&response)
        defer { gnutls_ocsp_resp_deinit(response) }
        var datum = identity.staples[0].response
        try #require(gnutls_ocsp_resp_import(response, &datum) == 0)
        var (found, this) = (UInt32(99), time_t(0))
        let code = gnutls_ocsp_resp_get_single(response, 0, nil, nil, nil, nil, &found, &this, nil, nil, nil)
        #expect(code == 0 && found == status.rawValue && Int64(this) == begin)
    }

    @Test func anotherKeySigns() throws {
        let (identity, _) = try Self.sent { $0.proof = .wrongKey }
        let (good, _) = try Self.sent { _ in }
        #expect(identity.keyPEM != good.keyPEM)
    }
}
