internal import CGnuTLS

/// A private key, which is made once and then only read.
final class PrivateKey: @unchecked Sendable {
    /// As it can be exported.
    private let exportable: gnutls_x509_privkey_t
    /// As it signs; this one owns the other.
    let handle: gnutls_privkey_t

    private init(_ fill: (gnutls_x509_privkey_t) -> Int32, _ error: (Int32) -> CertificateError)
        throws(CertificateError)
    {
        var (key, signing) = (gnutls_x509_privkey_t?.none, gnutls_privkey_t?.none)
        guard gnutls_x509_privkey_init(&key) == 0, let key, gnutls_privkey_init(&signing) == 0, let signing else {
            preconditionFailure("no memory for a key")
        }
        (exportable, handle) = (key, signing)
        var code = fill(key)
        if code >= 0 {
            code = gnutls_privkey_import_x509(signing, key, GNUTLS_PRIVKEY_IMPORT_AUTO_RELEASE.rawValue)
        }
        guard code >= 0 else {
            gnutls_privkey_deinit(signing)
            gnutls_x509_privkey_deinit(key)
            throw error(code)
        }
    }

    /// Makes one on the curve P-256.
    convenience init() throws(CertificateError) {
        try self.init(
            { key in
                // As the macro GNUTLS_CURVE_TO_BITS says.
                gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, 1 << 31 | GNUTLS_ECC_CURVE_SECP256R1.rawValue, 0)
            }, { .notMade(CertificateError.reason($0)) })
    }

    /// Makes one of RSA, which takes up to a tenth of a second.
    convenience init(rsaBits bits: Int) throws(CertificateError) {
        try self.init(
            { gnutls_x509_privkey_generate($0, GNUTLS_PK_RSA, UInt32(bits), 0) },
            { .notMade(CertificateError.reason($0)) })
    }

    /// Reads the first in a PEM text: PKCS #8, or as OpenSSL wrote them before.
    convenience init(pem text: [UInt8]) throws(CertificateError) {
        guard !PEM.contains(text, "ENCRYPTED") else { throw .encryptedKey }
        guard PEM.contains(text, "PRIVATE KEY") else { throw .noKey }
        try self.init(
            { key in
                text.withDatum { gnutls_x509_privkey_import2(key, $0, GNUTLS_X509_FMT_PEM, nil, 0) }
            }, { .unreadableKey(CertificateError.reason($0)) })
    }

    deinit { gnutls_privkey_deinit(handle) }

    func fits(_ certificate: X509Certificate) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 20)
        var size = bytes.count
        return gnutls_x509_privkey_get_key_id(exportable, 0, &bytes, &size) == 0 && bytes == certificate.keyID
    }

    /// PKCS #8 in PEM, not encrypted.
    var pem: [UInt8] {
        PEM.exported {
            gnutls_x509_privkey_export_pkcs8(exportable, GNUTLS_X509_FMT_PEM, nil, GNUTLS_PKCS_PLAIN.rawValue, $0, $1)
        }
    }

    /// Sets it as the key of a certificate that is being made.
    func set(in certificate: X509Certificate) -> Int32 { gnutls_x509_crt_set_key(certificate.handle, exportable) }
}
