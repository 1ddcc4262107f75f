internal import CGnuTLS

/// The parts of a certificate (RFC 5280, 4.1).
struct SignedParts {
    let bytes: [UInt8]
    /// What is signed.
    let signed: Range<Int>
    /// Number and parameters of the algorithm.
    let algorithm: Range<Int>
    /// Of what is signed: the subject, and the content of its public key.
    let subject: Range<Int>
    let key: Range<Int>

    /// Nil if it is no certificate of version 3.
    init?(_ certificate: X509Certificate) {
        bytes = certificate.exported(GNUTLS_X509_FMT_DER)
        guard let whole = DER.parts(bytes, in: bytes.indices).first else { return nil }
        let outer = DER.parts(bytes, in: whole.content)
        guard outer.count == 3 else { return nil }
        let fields = DER.parts(bytes, in: outer[0].content)
        guard fields.count > 6 else { return nil }
        let keyParts = DER.parts(bytes, in: fields[6].content)
        guard keyParts.count == 2 else { return nil }
        (signed, algorithm) = (outer[0].whole, outer[1].whole)
        (subject, key) = (fields[5].whole, keyParts[1].content.dropFirst())
    }

    /// The number of an algorithm, with SHA-256, for keys of this kind; nil if none is known here.
    static func algorithm(of key: PrivateKey) -> (name: gnutls_sign_algorithm_t, identifier: [UInt8])? {
        switch gnutls_pk_algorithm_t(rawValue: UInt32(bitPattern: gnutls_privkey_get_pk_algorithm(key.handle, nil))) {
        case GNUTLS_PK_ECDSA:
            (GNUTLS_SIGN_ECDSA_SHA256, DER.sequence(DER.identifier([1, 2, 840, 10045, 4, 3, 2])))
        case GNUTLS_PK_RSA:
            (GNUTLS_SIGN_RSA_SHA256, DER.sequence(DER.identifier([1, 2, 840, 113549, 1, 1, 11]), DER.null))
        default: nil
        }
    }

    /// A sequence of what is signed, the algorithm and the signature.
    static func signed(_ content: [UInt8], by key: PrivateKey) throws(CertificateError) -> [UInt8] {
        guard let (name, identifier) = algorithm(of: key) else {
            throw .notMade("the authority's key is of another kind")
        }
        return DER.sequence(content, identifier, DER.bits(try signature(of: content, name, key)))
    }

    static func signature(
        of content: [UInt8], _ algorithm: gnutls_sign_algorithm_t, _ key: PrivateKey
    ) throws(CertificateError) -> [UInt8] {
        var made = gnutls_datum_t()
        let code = content.withDatum { gnutls_privkey_sign_data2(key.handle, algorithm, 0, $0, &made) }
        guard code >= 0 else { throw .notMade(CertificateError.reason(code)) }
        defer { cgnutls_free(made.data) }
        return Array(made.bytes)
    }
}
