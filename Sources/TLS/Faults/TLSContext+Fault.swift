internal import CGnuTLS
internal import Wire

extension TLSContext {
    /// What a fault wants of a session that is otherwise as the settings say.
    func apply(_ fault: TLSFault, to session: gnutls_session_t) throws(TLSError) {
        var result: Int32 = 0
        switch fault.choice {
        case .downgrade: result = Self.markedRandom().withDatum { gnutls_handshake_set_random(session, $0) }
        case .cipher(.anonymous):
            result = gnutls_credentials_set(
                session, GNUTLS_CRD_ANON, UnsafeMutableRawPointer(Anonymous.shared.credentials))
        default: break
        }
        guard result >= 0 else { throw TLSError("no \(fault)", result) }
        switch fault.clientCertificate {
        case .required: gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUIRE)
        // One who sends none is refused in the same way.
        case .rejected, .hugeRequest: gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST)
        case nil: break
        }
        if fault.alpn == .unoffered { gnutls_handshake_set_post_client_hello_function(session, chooseUnoffered) }
        if fault.message == .wrongSignature || fault.message == .badFinished || fault.resumption == .badFinished {
            // For messages of any kind.
            gnutls_handshake_set_hook_function(session, UInt32.max, Int32(GNUTLS_HOOK_PRE), flipLastByte)
        }
        if fault.message == .hugeExtension {
            result = gnutls_session_ext_register(
                session, "mishap", 0xFE5A, GNUTLS_EXT_TLS, ignoreExtension, sendHugeExtension, nil, nil, nil,
                UInt32(
                    GNUTLS_EXT_FLAG_EE.rawValue | GNUTLS_EXT_FLAG_TLS12_SERVER_HELLO.rawValue
                        | GNUTLS_EXT_FLAG_TLS.rawValue
                        | GNUTLS_EXT_FLAG_IGNORE_CLIENT_REQUEST.rawValue))
            guard result >= 0 else { throw TLSError("no extension", result) }
        }
    }

    /// The protocols that a session speaks.
    func protocols(_ fault: TLSFault?) -> [String] {
        switch fault?.alpn {
        case .some(.none): []
        case .refused: ["mishap/none"]
        // GnuTLS has room for eight, and counts those that are set once more on top of those.
        case .unoffered: Array(settings.alpn.prefix(4))
        default: settings.alpn
        }
    }

    /// A ServerHello's random with the mark of RFC 8446, 4.1.3.
    private static func markedRandom() -> [UInt8] {
        var random = [UInt8](repeating: 0, count: 24)
        _ = gnutls_rnd(GNUTLS_RND_NONCE, &random, random.count)
        return random + Array("DOWNGRD".utf8) + [1]
    }

    /// Names that no client speaks. GnuTLS has matched one of the settings already, whose place one of the same length takes.
    fileprivate func setUnoffered(_ session: gnutls_session_t) {
        let names = protocols(settings.fault).map {
            $0.utf8.count == 8 ? "spdy/3.1" : String(repeating: "x", count: $0.utf8.count)
        }
        _ = Self.setProtocols(of: session, names)
    }

    /// Certificates of authorities whose names make a request for a client's certificate 53 KB long, as PEM texts.
    static func manyAuthorities() throws(CertificateError) -> [UInt8] {
        let key = try PrivateKey()
        var texts: [UInt8] = []
        for number in 0..<170 {
            let unsigned = UnsignedCertificate(key, serial: Authority.serial())
            let filler = String(repeating: "x", count: 60)
            let name = "CN=authority \(number),OU=\(filler),O=\(filler),L=\(filler),ST=\(filler)"
            unsigned.add { gnutls_x509_crt_set_dn($0, name, nil) }
            unsigned.setValidity(from: 0, to: 4_000_000_000)
            unsigned.add { gnutls_x509_crt_set_basic_constraints($0, 1, -1) }
            texts += try unsigned.signed(by: nil, key).exported(GNUTLS_X509_FMT_PEM)
        }
        return texts
    }
}

/// Of servers that show no certificate. Never released. Sendable, since nothing is set in it once it is made, and GnuTLS only reads it.
private final class Anonymous: @unchecked Sendable {
    static let shared = Anonymous()
    let credentials: gnutls_anon_server_credentials_t?

    private init() {
        var made: gnutls_anon_server_credentials_t?
        credentials = gnutls_anon_allocate_server_credentials(&made) >= 0 ? made : nil
    }
}

/// Called by GnuTLS once it has read the ClientHello.
private func chooseUnoffered(_ session: gnutls_session_t?) -> Int32 {
    guard let session else { return 0 }
    let owner = tlsSession(gnutls_session_get_ptr(session))
    // Not again for a second ClientHello.
    guard let faulty = owner.faulty, !faulty.hasUnofferedProtocols else { return 0 }
    faulty.hasUnofferedProtocols = true
    owner.context.setUnoffered(session)
    return 0
}

/// Called by GnuTLS with each message of the handshake, as it will be sent, once it has been hashed.
private func flipLastByte(
    _ session: gnutls_session_t?, _ kind: UInt32, _ when: UInt32, _ isIncoming: UInt32,
    _ message: UnsafePointer<gnutls_datum_t>?
) -> Int32 {
    guard let session, isIncoming == 0, let bytes = message?.pointee, bytes.size > 0 else { return 0 }
    let kinds: [UInt8] =
        switch tlsSession(gnutls_session_get_ptr(session)).faulty?.message {
        case .wrongSignature: [Flight.Kind.serverKeyExchange, Flight.Kind.certificateVerify]
        case .badFinished: [Flight.Kind.finished]
        default: []
        }
    if kinds.contains(where: { UInt32($0) == kind }) { bytes.data[Int(bytes.size) - 1] ^= 1 }
    return 0
}

/// Called by GnuTLS with the extension of a client that has one of that number.
private func ignoreExtension(_: gnutls_session_t?, _: UnsafePointer<UInt8>?, _: Int) -> Int32 { 0 }

/// Called by GnuTLS for its own extensions.
private func sendHugeExtension(_: gnutls_session_t?, _ buffer: gnutls_buffer_t?) -> Int32 {
    let bytes = [UInt8](repeating: 0x5A, count: 24_000)
    let result = gnutls_buffer_append_data(buffer, bytes, bytes.count)
    return result < 0 ? result : Int32(bytes.count)
}
