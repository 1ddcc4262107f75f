internal import CGnuTLS

/// What a server proves who it is with: its certificate, those of its issuers behind it, and its key.
///
/// GnuTLS uses it for as long as a handshake lasts, so that the handshake has to keep it.
public final class Identity: @unchecked Sendable {
    /// Never changed, and freed with this object.
    let certificates: UnsafeMutableBufferPointer<gnutls_pcert_st>
    let key: gnutls_privkey_t
    /// Keeps the key alive, where several identities have the same one.
    private let keyOwner: AnyObject

    /// Takes the certificates, which it frees. The key is the owner's.
    init(_ certificates: UnsafeMutableBufferPointer<gnutls_pcert_st>, key: gnutls_privkey_t, ownedBy owner: AnyObject) {
        self.certificates = certificates
        self.key = key
        keyOwner = owner
    }

    deinit {
        for index in certificates.indices { gnutls_pcert_deinit(certificates.baseAddress! + index) }
        certificates.deallocate()
    }
}

/// Says which identity a client is shown. Called by many threads at once.
public protocol Identities: Sendable {
    /// - Parameters:
    ///   - serverName: The name that the client asks for, in lower case; nil if it asks for none.
    ///   - address: The local address of its connection: 4 or 16 bytes.
    /// - Returns: Nil if there is none, with which the handshake fails.
    func identity(for serverName: String?, at address: [UInt8]) -> Identity?
}
