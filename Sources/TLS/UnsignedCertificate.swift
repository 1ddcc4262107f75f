internal import CGnuTLS

/// A certificate that is being made.
final class UnsignedCertificate {
    private let certificate = X509Certificate()
    /// The first error.
    private var code: Int32 = 0

    init(_ key: PrivateKey, serial: [UInt8]) {
        add { gnutls_x509_crt_set_version($0, 3) }
        add { gnutls_x509_crt_set_serial($0, serial, serial.count) }
        check(key.set(in: certificate))
        let keyID = certificate.keyID
        add { gnutls_x509_crt_set_subject_key_id($0, keyID, keyID.count) }
    }

    func add(_ call: (gnutls_x509_crt_t) -> Int32) { check(call(certificate.handle)) }

    private func check(_ code: Int32) { if self.code >= 0 { self.code = min(code, 0) } }

    func setName(_ name: String) {
        let bytes = Array(name.utf8)
        add { gnutls_x509_crt_set_dn_by_oid($0, GNUTLS_OID_X520_COMMON_NAME, 0, bytes, UInt32(bytes.count)) }
    }

    func setValidity(from begin: Int64, to end: Int64) {
        add { gnutls_x509_crt_set_activation_time($0, time_t(begin)) }
        add { gnutls_x509_crt_set_expiration_time($0, time_t(end)) }
    }

    func setAlternative(_ name: SubjectName) {
        let (kind, bytes) =
            switch name {
            case .host(let name): (GNUTLS_SAN_DNSNAME, Array(name.utf8))
            case .address(let address): (GNUTLS_SAN_IPADDRESS, address)
            }
        add { gnutls_x509_crt_set_subject_alt_name($0, kind, bytes, UInt32(bytes.count), UInt32(GNUTLS_FSAN_APPEND)) }
    }

    /// An extension, by its number and its content in DER.
    func setExtension(_ id: String, _ content: [UInt8], isCritical: Bool = false) {
        add { gnutls_x509_crt_set_extension_by_oid($0, id, content, content.count, isCritical ? 1 : 0) }
    }

    /// Signed by its own key if there is no issuer.
    ///
    /// - Parameter digest: Unknown for the one that fits the key.
    func signed(
        by issuer: X509Certificate?, _ key: PrivateKey, _ digest: gnutls_digest_algorithm_t = GNUTLS_DIG_UNKNOWN
    ) throws(CertificateError) -> X509Certificate {
        add { gnutls_x509_crt_privkey_sign($0, (issuer ?? certificate).handle, key.handle, digest, 0) }
        guard code == 0 else { throw .notMade(CertificateError.reason(code)) }
        return certificate
    }
}
