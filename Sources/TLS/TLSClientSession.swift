internal import CGnuTLS
internal import Glibc
public import Wire

/// A client's side of TLS, without a socket: bytes of the server are put in, and what is to be sent is taken out.
///
/// It goes on whatever the server's certificate is worth, which `certificate` says.
public final class TLSClientSession {
    /// What a server's certificate is to a client that trusts one authority only.
    public enum Certificate: Sendable, Hashable {
        case trusted
        /// Of that authority, but not for this host.
        case otherName
        /// With the name of its issuer as RFC 4514 has it.
        case otherAuthority(issuer: String)
        /// Of that authority, but refused: with what GnuTLS says.
        case refused(String)
    }

    private let session: gnutls_session_t
    private let credentials: gnutls_certificate_credentials_t
    private let host: String
    private var input: ArraySlice<UInt8> = []
    private var output: [UInt8] = []
    /// Whether the server has ended its side by a close_notify.
    public private(set) var isEnded = false
    /// The fatal alert that the server has sent.
    public private(set) var alert: TLSAlert?

    /// - Parameters:
    ///   - host: Whose certificate it has to be; asked for (SNI) unless it is an address.
    ///   - authority: PEM text of the one authority that is trusted.
    public init(host: String, trusting authority: [UInt8]) throws(TLSError) {
        var (session, credentials) = (gnutls_session_t?.none, gnutls_certificate_credentials_t?.none)
        var result = gnutls_certificate_allocate_credentials(&credentials)
        guard result >= 0, let credentials else { throw TLSError("no credentials", result) }
        result = gnutls_init(&session, UInt32(GNUTLS_CLIENT | GNUTLS_NONBLOCK))
        guard result >= 0, let session else {
            gnutls_certificate_free_credentials(credentials)
            throw TLSError("no session", result)
        }
        (self.session, self.credentials, self.host) = (session, credentials, host)
        // GnuTLS writes one by itself where SSLKEYLOGFILE is set.
        gnutls_session_set_keylog_function(session, nil)
        gnutls_transport_set_ptr(session, Unmanaged.passUnretained(self).toOpaque())
        gnutls_transport_set_push_function(session) { pointer, bytes, count in
            clientSession(pointer).output += UnsafeRawBufferPointer(start: bytes, count: count)
            return count
        }
        gnutls_transport_set_pull_function(session) { pointer, buffer, count in
            clientSession(pointer).pull(UnsafeMutableRawBufferPointer(start: buffer, count: count))
        }
        gnutls_transport_set_pull_timeout_function(session) { pointer, _ in
            clientSession(pointer).input.isEmpty ? 0 : 1
        }
        result = authority.withDatum { gnutls_certificate_set_x509_trust_mem(credentials, $0, GNUTLS_X509_FMT_PEM) }
        guard result > 0 else { throw TLSError("the authority cannot be read", result) }
        try check(gnutls_set_default_priority(session))
        try check(gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials)))
        if case .host? = SubjectName(host) {
            try check(gnutls_server_name_set(session, GNUTLS_NAME_DNS, host, host.utf8.count))
        }
    }

    deinit {
        gnutls_deinit(session)
        gnutls_certificate_free_credentials(credentials)
    }

    /// Bytes that came from the server.
    public func put(_ bytes: [UInt8]) { input += bytes }

    /// Takes what is to be sent.
    public func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Whether the handshake is done; false where bytes of the server are needed.
    public func handshake() throws(TLSError) -> Bool {
        while true {
            let result = gnutls_handshake(session)
            if result == GNUTLS_E_AGAIN { return false }
            try check(result)
            if result == GNUTLS_E_SUCCESS { return true }
        }
    }

    /// Takes the plaintext that has come so far.
    public func read() throws(TLSError) -> [UInt8] {
        var (plaintext, piece) = ([UInt8](), [UInt8](repeating: 0, count: 16 << 10))
        while !isEnded {
            let count = gnutls_record_recv(session, &piece, piece.count)
            // So too behind a ticket, with more to read.
            if count == Int(GNUTLS_E_AGAIN), input.isEmpty { return plaintext }
            try check(Int32(count))
            if count >= 0 { plaintext += piece.prefix(count) }
            isEnded = count == 0
        }
        return plaintext
    }

    /// Leaves at most 16 KiB in the output.
    public func send(_ bytes: [UInt8]) throws(TLSError) {
        try check(Int32(gnutls_record_send(session, bytes, bytes.count)))
    }

    /// What was agreed on, once the handshake is done.
    public var version: TLSInfo.Version {
        gnutls_protocol_get_version(session) == GNUTLS_TLS1_3 ? .tls13 : .tls12
    }

    /// What the server's is worth, once the handshake is done.
    public var certificate: Certificate {
        var (status, count) = (UInt32(0), UInt32(0))
        let result = gnutls_certificate_verify_peers3(session, host, &status)
        guard result >= 0 else { return .refused(CertificateError.reason(result)) }
        func has(_ flag: gnutls_certificate_status_t) -> Bool { status & flag.rawValue != 0 }
        let certificate = X509Certificate()
        if status == 0 { return .trusted }
        if has(GNUTLS_CERT_SIGNER_NOT_FOUND) || has(GNUTLS_CERT_SIGNER_NOT_CA) || has(GNUTLS_CERT_SIGNATURE_FAILURE),
            let first = gnutls_certificate_get_peers(session, &count), count > 0,
            gnutls_x509_crt_import(certificate.handle, first, GNUTLS_X509_FMT_DER) >= 0
        {
            return .otherAuthority(issuer: certificate.issuer)
        }
        if has(GNUTLS_CERT_UNEXPECTED_OWNER) { return .otherName }
        var text = gnutls_datum_t()
        guard gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &text, 0) >= 0 else {
            return .refused("status \(status)")
        }
        defer { cgnutls_free(text.data) }
        return .refused(String(decoding: text.bytes, as: UTF8.self))
    }

    private func check(_ result: Int32) throws(TLSError) {
        guard result < 0, gnutls_error_is_fatal(result) != 0 else { return }
        if result == GNUTLS_E_FATAL_ALERT_RECEIVED {
            alert = TLSAlert(rawValue: UInt8(truncatingIfNeeded: gnutls_alert_get(session).rawValue))
        }
        throw TLSError(CertificateError.reason(result))
    }

    fileprivate func pull(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !input.isEmpty else {
            gnutls_transport_set_errno(session, EAGAIN)
            return -1
        }
        let count = min(buffer.count, input.count)
        buffer.copyBytes(from: input.prefix(count))
        input.removeFirst(count)
        return count
    }
}

private func clientSession(_ pointer: UnsafeMutableRawPointer?) -> TLSClientSession {
    Unmanaged<TLSClientSession>.fromOpaque(pointer!).takeUnretainedValue()
}
