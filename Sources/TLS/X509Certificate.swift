internal import CGnuTLS

/// A certificate as GnuTLS has it, which is made once and then only read.
final class X509Certificate: @unchecked Sendable {
    let handle: gnutls_x509_crt_t

    init() {
        var new: gnutls_x509_crt_t?
        guard gnutls_x509_crt_init(&new) == 0, let new else { preconditionFailure("no memory for a certificate") }
        handle = new
    }

    /// Takes it.
    init(_ handle: gnutls_x509_crt_t) { self.handle = handle }

    deinit { gnutls_x509_crt_deinit(handle) }

    /// Reads those in a PEM text, in their order.
    static func all(
        inPEM text: [UInt8], atMost maximum: Int = Identity.maximumCertificates
    ) throws(CertificateError) -> [X509Certificate] {
        guard PEM.contains(text, "CERTIFICATE") else { throw .noCertificate }
        var handles: UnsafeMutablePointer<gnutls_x509_crt_t?>?
        var count: UInt32 = 0
        let code = text.withDatum { gnutls_x509_crt_list_import2(&handles, &count, $0, GNUTLS_X509_FMT_PEM, 0) }
        guard code >= 0 else { throw .unreadableCertificate(CertificateError.reason(code)) }
        defer { cgnutls_free(handles) }
        let all = UnsafeBufferPointer(start: handles, count: Int(count)).compactMap { $0.map { X509Certificate($0) } }
        guard !all.isEmpty else { throw .noCertificate }
        guard all.count <= maximum else { throw .tooManyCertificates }
        return all
    }

    /// Seconds since 1970.
    var begins: Int64 { Int64(gnutls_x509_crt_get_activation_time(handle)) }
    var expires: Int64 { Int64(gnutls_x509_crt_get_expiration_time(handle)) }

    /// Throws where it is not valid at a time, in seconds since 1970.
    func check(at time: Int64) throws(CertificateError) {
        guard time <= expires else { throw .expired(expires) }
        guard time >= begins else { throw .notYetValid(begins) }
    }

    /// SHA-1 of its public key (RFC 5280, 4.2.1.2).
    var keyID: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 20)
        var size = bytes.count
        _ = gnutls_x509_crt_get_key_id(handle, 0, &bytes, &size)
        return bytes
    }

    /// Its own subjectKeyIdentifier; that of its key if it has none.
    var subjectKeyID: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 64)
        var size = bytes.count
        guard gnutls_x509_crt_get_subject_key_id(handle, &bytes, &size, nil) == 0 else { return keyID }
        return Array(bytes.prefix(size))
    }

    var serial: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 64)
        var size = bytes.count
        guard gnutls_x509_crt_get_serial(handle, &bytes, &size) == 0 else { return [] }
        return Array(bytes.prefix(size))
    }

    var isAuthority: Bool {
        var (usage, isCritical) = (UInt32(0), UInt32(0))
        guard gnutls_x509_crt_get_ca_status(handle, &isCritical) > 0 else { return false }
        // Without that extension it may be used for anything.
        return gnutls_x509_crt_get_key_usage(handle, &usage, &isCritical) < 0
            || usage & UInt32(GNUTLS_KEY_KEY_CERT_SIGN) != 0
    }

    /// As RFC 4514 has it.
    var issuer: String {
        var name = gnutls_datum_t()
        guard gnutls_x509_crt_get_issuer_dn3(handle, &name, 0) >= 0 else { return "" }
        defer { cgnutls_free(name.data) }
        return String(decoding: name.bytes, as: UTF8.self)
    }

    var isSelfSigned: Bool { gnutls_x509_crt_check_issuer(handle, handle) != 0 }

    func exported(_ format: gnutls_x509_crt_fmt_t) -> [UInt8] {
        PEM.exported { gnutls_x509_crt_export(handle, format, $0, $1) }
    }
}
