internal import Bytes
internal import CGnuTLS

/// A certificate authority, which issues the certificates that clients are shown: whoever trusts it trusts this gateway.
///
///     let authority = try Authority(at: now)
///     // For clients to trust.
///     print(authority.certificatePEM)
///     // For the next run.
///     let again = try Authority(pem: authority.pem, at: now)
///
/// All times are seconds since 1970.
public final class Authority: Sendable, Hashable {
    /// Seconds.
    static let day: Int64 = 86_400

    let certificate: X509Certificate
    let key: PrivateKey
    let keyID: [UInt8]
    let expires: Int64

    /// Makes one, with a key on the curve P-256, for ten years from a day ago.
    public init(at now: Int64) throws(CertificateError) {
        key = try PrivateKey()
        let serial = Self.serial()
        // Tells one from another in a list of trusted ones.
        let name = "Mishap authority " + serial.suffix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let unsigned = UnsignedCertificate(key, serial: serial)
        unsigned.setName(name)
        unsigned.setValidity(from: now - Self.day, to: now + 3_651 * Self.day)
        unsigned.add { gnutls_x509_crt_set_basic_constraints($0, 1, -1) }
        unsigned.add { gnutls_x509_crt_set_key_usage($0, UInt32(GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN)) }
        certificate = try unsigned.signed(by: nil, key)
        keyID = certificate.subjectKeyID
        expires = certificate.expires
    }

    /// Takes one from a PEM text that has its certificate and its key.
    ///
    /// - Throws: Also if it is not valid now, or expires within a day.
    public init(pem text: [UInt8], at now: Int64) throws(CertificateError) {
        certificate = try X509Certificate.all(inPEM: text)[0]
        key = try PrivateKey(pem: text)
        guard key.fits(certificate) else { throw .keyOfAnother }
        guard certificate.isAuthority else { throw .notAnAuthority }
        guard certificate.isSelfSigned else { throw .notSelfSigned }
        keyID = certificate.subjectKeyID
        expires = certificate.expires
        try certificate.check(at: now)
        guard expires - now > Self.day else { throw .expiresSoon(expires) }
    }

    /// The certificate, for clients that are to trust it.
    public var certificatePEM: [UInt8] { certificate.exported(GNUTLS_X509_FMT_PEM) }

    /// The key and the certificate, as `init(pem:at:)` takes them. Whoever has it can be any server to clients that trust it.
    public var pem: [UInt8] { key.pem + certificatePEM }

    /// Issues a server's certificate for a key: from a day ago, for at most 397 days, and not for longer than the authority.
    ///
    /// - Parameter usage: What the key may be used for.
    func issue(
        for names: [SubjectName], _ key: PrivateKey, usage: Int32 = GNUTLS_KEY_DIGITAL_SIGNATURE, at now: Int64
    ) throws(CertificateError) -> X509Certificate {
        let unsigned = UnsignedCertificate(key, serial: Self.serial())
        // A subject without a name would need a critical subjectAltName, and Java cannot read it.
        if case .host(let name)? = names.first, name.utf8.count <= 64 {
            unsigned.setName(name)
        } else {
            unsigned.setName("Mishap")
        }
        // The last second counts (RFC 5280, 4.1.2.5).
        unsigned.setValidity(from: now - Self.day, to: min(now + 396 * Self.day - 1, expires))
        unsigned.add { gnutls_x509_crt_set_basic_constraints($0, 0, -1) }
        unsigned.add { gnutls_x509_crt_set_key_usage($0, UInt32(usage)) }
        unsigned.add { gnutls_x509_crt_set_key_purpose_oid($0, GNUTLS_KP_TLS_WWW_SERVER, 0) }
        unsigned.add { gnutls_x509_crt_set_authority_key_id($0, keyID, keyID.count) }
        for name in names { unsigned.setAlternative(name) }
        return try unsigned.signed(by: certificate, self.key)
    }

    /// 16 random bytes, the first of which is neither 0 nor negative.
    static func serial() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        let code = gnutls_rnd(GNUTLS_RND_NONCE, &bytes, bytes.count)
        precondition(code == 0, "GnuTLS has no random numbers")
        bytes[0] = bytes[0] & 0x3F | 0x40
        return bytes
    }

    public static func == (left: Authority, right: Authority) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
