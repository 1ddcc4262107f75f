internal import CGnuTLS

extension Identity {
    /// The most certificates of a chain that is read.
    static let maximumCertificates = 32

    /// Takes a user's own certificate, with those of its issuers behind it, and its key, both as PEM texts.
    ///
    /// - Parameter now: Seconds since 1970.
    public convenience init(certificates: [UInt8], key: [UInt8], at now: Int64) throws(CertificateError) {
        let chain = try X509Certificate.all(inPEM: certificates)
        let key = try PrivateKey(pem: key)
        guard key.fits(chain[0]) else { throw .keyOfAnother }
        try chain[0].check(at: now)
        try self.init(chain, key)
    }

    /// - Parameter chain: The first one is for the key.
    convenience init(_ chain: [X509Certificate], _ key: PrivateKey) throws(CertificateError) {
        let certificates = UnsafeMutableBufferPointer<gnutls_pcert_st>.allocate(capacity: chain.count)
        certificates.initialize(repeating: gnutls_pcert_st())
        var code: Int32 = 0
        for (index, certificate) in chain.enumerated() where code >= 0 {
            code = gnutls_pcert_import_x509(certificates.baseAddress! + index, certificate.handle, 0)
        }
        // Those that were not filled are empty, which can be freed too.
        self.init(certificates, key: key.handle, ownedBy: key)
        guard code >= 0 else { throw .unreadableCertificate(CertificateError.reason(code)) }
    }
}

extension Identity {
    /// - Parameters:
    ///   - sent: What the client gets, whatever it is.
    ///   - shown: What GnuTLS takes the first of it for: it chooses by that one's key, and signs with `key`.
    convenience init(
        sending sent: [[UInt8]], as shown: X509Certificate, _ key: PrivateKey, staples: [[UInt8]]
    ) throws(CertificateError) {
        let certificates = UnsafeMutableBufferPointer<gnutls_pcert_st>.allocate(capacity: sent.count)
        certificates.initialize(repeating: gnutls_pcert_st())
        let code = gnutls_pcert_import_x509(certificates.baseAddress!, shown.handle, 0)
        for (index, bytes) in sent.enumerated() {
            cgnutls_free(certificates[index].cert.data)
            certificates[index].cert = gnutls_datum_t(copying: bytes)
            certificates[index].type = GNUTLS_CRT_X509
        }
        self.init(certificates, key: key.handle, ownedBy: key, staples: staples)
        guard code >= 0 else { throw .notMade(CertificateError.reason(code)) }
    }
}

extension Identity: Hashable {
    public static func == (left: Identity, right: Identity) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
