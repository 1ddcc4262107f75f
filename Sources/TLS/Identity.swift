internal import CGnuTLS
public import Wire

/// What a server proves who it is with: its certificate, those of its issuers behind it, and its key.
///
/// GnuTLS uses it for as long as a handshake lasts, so that the handshake has to keep it.
public final class Identity: @unchecked Sendable {
    /// Never changed, and freed with this object.
    let certificates: UnsafeMutableBufferPointer<gnutls_pcert_st>
    let key: gnutls_privkey_t
    /// Answers of OCSP, one for each certificate from the first on.
    let staples: UnsafeMutableBufferPointer<gnutls_ocsp_data_st>
    /// Keeps the key alive, where several identities have the same one.
    private let keyOwner: AnyObject

    /// Takes the certificates, which it frees. The key is the owner's.
    init(
        _ certificates: UnsafeMutableBufferPointer<gnutls_pcert_st>, key: gnutls_privkey_t, ownedBy owner: AnyObject,
        staples: [[UInt8]] = []
    ) {
        self.certificates = certificates
        self.key = key
        keyOwner = owner
        self.staples = .allocate(capacity: staples.count)
        self.staples.initialize(repeating: gnutls_ocsp_data_st())
        for (index, bytes) in staples.enumerated() { self.staples[index].response = gnutls_datum_t(copying: bytes) }
    }

    deinit {
        for index in certificates.indices { gnutls_pcert_deinit(certificates.baseAddress! + index) }
        certificates.deallocate()
        for staple in staples { cgnutls_free(staple.response.data) }
        staples.deallocate()
    }
}

/// Says which identity a client is shown. Called by many threads at once.
public protocol Identities: Sendable {
    /// - Parameters:
    ///   - serverName: The name that the client asks for, in lower case; nil if it asks for none.
    ///   - address: The local address of its connection: 4 or 16 bytes.
    ///   - fault: What is to be wrong with its certificate.
    /// - Returns: Nil if there is none, with which the handshake fails.
    func identity(for serverName: String?, at address: [UInt8], _ fault: CertificateFault) -> Identity?
}

extension gnutls_datum_t {
    /// A copy that GnuTLS can free.
    init(copying bytes: [UInt8]) {
        let data = cgnutls_malloc(max(1, bytes.count))!
        bytes.withUnsafeBytes { if let base = $0.baseAddress { data.copyMemory(from: base, byteCount: $0.count) } }
        self.init(data: data.assumingMemoryBound(to: UInt8.self), size: UInt32(bytes.count))
    }
}
