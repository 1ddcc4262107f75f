internal import CGnuTLS
internal import Glibc

/// A client's side of TLS, without a socket: what the server has sent is put in, and what is to be sent is taken out.
///
///     let session = try ClientSession(.standard, serverName: "localhost")
///     while try !session.handshake() {
///         send(session.takeOutput())
///         session.put(receive())
///     }
public final class ClientSession {
    private let session: gnutls_session_t
    private let settings: ClientSettings
    /// GnuTLS keeps no copy of it.
    private let expectedName: UnsafeMutablePointer<CChar>?
    private var input: ArraySlice<UInt8> = []
    private var isInputOver = false
    private var output: [UInt8] = []
    private static let pieceSize = 16 << 10

    /// How the server has ended its side.
    public enum End: Sendable, Hashable {
        case closeNotify
        /// An alert, broken bytes, or an end of the connection without a close_notify.
        case failure(TLSFailure)
    }
    /// Nil as long as it has not.
    public private(set) var end: End?

    /// - Parameters:
    ///   - serverName: Asked for (SNI) unless it is an address, and what the certificate has to be for if the settings look
    ///     at it; nil for none.
    ///   - resuming: `resumption` of an earlier session.
    public init(_ settings: ClientSettings, serverName: String? = nil, resuming: [UInt8]? = nil) throws(TLSFailure) {
        var session: gnutls_session_t?
        try TLSFailure.check(
            gnutls_init(&session, UInt32(GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_FORCE_CLIENT_CERT)))
        self.session = session!
        self.settings = settings
        expectedName = settings.verifiesServer ? serverName.map { strdup($0) } : nil
        try TLSFailure.check(gnutls_priority_set(session, settings.priorities))
        try TLSFailure.check(
            gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(settings.credentials)))
        // The tests' environment is not the place to ask for a log of keys.
        gnutls_session_set_keylog_function(session, nil)
        if let serverName, !Self.isAddress(serverName) {
            try TLSFailure.check(gnutls_server_name_set(session, GNUTLS_NAME_DNS, serverName, serverName.utf8.count))
        }
        if settings.verifiesServer { gnutls_session_set_verify_cert(session, expectedName, 0) }
        try Self.offer(settings.alpn, session!)
        if let resuming {
            try TLSFailure.check(
                resuming.withUnsafeBytes { gnutls_session_set_data(session, $0.baseAddress, $0.count) })
        }
        gnutls_transport_set_ptr(session, Unmanaged.passUnretained(self).toOpaque())
        gnutls_transport_set_push_function(session) { owner, bytes, count in
            ClientSession.of(owner).output += UnsafeRawBufferPointer(start: bytes, count: count)
            return count
        }
        gnutls_transport_set_pull_function(session) { owner, buffer, count in
            ClientSession.of(owner).pull(UnsafeMutableRawBufferPointer(start: buffer, count: count))
        }
        gnutls_transport_set_pull_timeout_function(session) { owner, _ in
            let owner = ClientSession.of(owner)
            return owner.input.isEmpty && !owner.isInputOver ? 0 : 1
        }
    }

    deinit {
        gnutls_deinit(session)
        free(expectedName)
    }

    private static func of(_ owner: gnutls_transport_ptr_t?) -> ClientSession {
        Unmanaged<ClientSession>.fromOpaque(owner!).takeUnretainedValue()
    }

    private static func isAddress(_ name: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, name, &address) == 1 || inet_pton(AF_INET6, name, &address) == 1
    }

    private func pull(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !input.isEmpty else {
            if isInputOver { return 0 }
            gnutls_transport_set_errno(session, EAGAIN)
            return -1
        }
        let count = min(buffer.count, input.count)
        buffer.copyBytes(from: input.prefix(count))
        input.removeFirst(count)
        return count
    }

    // MARK: The carrier

    /// Bytes that came from the server.
    public func put(_ bytes: [UInt8]) { input = input.isEmpty ? bytes[...] : input + bytes }

    /// No more will come.
    public func putEnd() { isInputOver = true }

    /// Bytes that came, and that TLS has not taken: those behind its end, once that is there.
    public var untaken: [UInt8] { Array(input) }

    /// Takes what is to be sent.
    public func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    // MARK: TLS

    /// Whether the handshake is done; false where bytes of the server are needed. One that fails leaves the alert that says
    /// why in the output.
    public func handshake() throws(TLSFailure) -> Bool {
        while true {
            let code = gnutls_handshake(session)
            switch code {
            case GNUTLS_E_SUCCESS: return true
            case GNUTLS_E_AGAIN: return false
            case GNUTLS_E_INTERRUPTED, GNUTLS_E_WARNING_ALERT_RECEIVED, GNUTLS_E_GOT_APPLICATION_DATA: continue
            default:
                let failure = failure(code)
                end = .failure(failure)
                throw failure
            }
        }
    }

    /// Takes the plaintext that has come so far; `end` says whether it ends with it.
    public func read() -> [UInt8] {
        var plaintext: [UInt8] = []
        while end == nil {
            var code = 0
            plaintext += [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, count in
                code = gnutls_record_recv(session, buffer.baseAddress, buffer.count)
                count = max(0, code)
            }
            switch Int32(code) {
            case 1...: continue
            case 0: end = .closeNotify
            // So too behind a ticket, with more to read.
            case GNUTLS_E_AGAIN: if input.isEmpty && !isInputOver { return plaintext }
            // A server's wish for another handshake is not followed.
            case GNUTLS_E_INTERRUPTED, GNUTLS_E_WARNING_ALERT_RECEIVED, GNUTLS_E_REHANDSHAKE: continue
            default: end = .failure(failure(Int32(code)))
            }
        }
        return plaintext
    }

    /// Leaves the bytes in the output, in records of at most 16 KiB.
    public func send(_ bytes: [UInt8]) throws(TLSFailure) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                gnutls_record_send(session, $0.baseAddress! + offset, min(Self.pieceSize, $0.count - offset))
            }
            try TLSFailure.check(Int32(clamping: count))
            offset += count
        }
    }

    /// Leaves a close_notify in the output: nothing is sent behind it. What comes is still read.
    public func sendCloseNotify() { gnutls_bye(session, GNUTLS_SHUT_WR) }

    /// Leaves an alert in the output.
    public func sendAlert(_ number: UInt8, isFatal: Bool = true) {
        gnutls_alert_send(
            session, isFatal ? GNUTLS_AL_FATAL : GNUTLS_AL_WARNING, gnutls_alert_description_t(UInt32(number)))
    }

    /// Leaves a KeyUpdate of TLS 1.3 in the output, which asks the server for one too.
    public func updateKeys() throws(TLSFailure) {
        try TLSFailure.check(gnutls_session_key_update(session, UInt32(GNUTLS_KU_PEER)))
    }

    /// Begins another handshake, which only TLS 1.2 has: its ClientHello is left in the output.
    public func renegotiate() throws(TLSFailure) { _ = try handshake() }

    private func failure(_ code: Int32) -> TLSFailure {
        if code == GNUTLS_E_FATAL_ALERT_RECEIVED {
            return TLSFailure(code, alert: UInt8(clamping: gnutls_alert_get(session).rawValue))
        }
        if !isInputOver || !input.isEmpty { gnutls_alert_send_appropriate(session, code) }
        return TLSFailure(code)
    }

    private static func offer(_ protocols: [String], _ session: gnutls_session_t) throws(TLSFailure) {
        guard !protocols.isEmpty else { return }
        // One buffer with all of the names; GnuTLS copies them.
        var bytes = protocols.flatMap { Array($0.utf8) }
        let code = bytes.withUnsafeMutableBufferPointer { bytes in
            var (data, place) = ([gnutls_datum_t](), 0)
            for name in protocols {
                data.append(gnutls_datum_t(data: bytes.baseAddress! + place, size: UInt32(name.utf8.count)))
                place += name.utf8.count
            }
            return gnutls_alpn_set_protocols(session, data, UInt32(data.count), 0)
        }
        try TLSFailure.check(code)
    }

    // MARK: What was agreed on

    /// Such as `TLS1.3`.
    public var version: ClientSettings.Version? {
        gnutls_protocol_get_name(gnutls_protocol_get_version(session)).flatMap {
            ClientSettings.Version(rawValue: String(cString: $0))
        }
    }

    /// Version, key exchange and cipher, as GnuTLS writes them.
    public var ciphers: String {
        guard let text = gnutls_session_get_desc(session) else { return "" }
        defer { free(text) }
        return String(cString: text)
    }

    public var alpn: String? {
        var name = gnutls_datum_t()
        guard gnutls_alpn_get_selected_protocol(session, &name) == 0 else { return nil }
        return String(decoding: UnsafeBufferPointer(start: name.data, count: Int(name.size)), as: UTF8.self)
    }

    public var isResumed: Bool { gnutls_session_is_resumed(session) != 0 }

    /// Whether the server has asked for a certificate.
    public var isAskedForCertificate: Bool { gnutls_certificate_client_get_request_status(session) != 0 }

    /// The server's certificate and what it sent behind it, as DER.
    public var certificates: [[UInt8]] {
        var count: UInt32 = 0
        guard let list = gnutls_certificate_get_peers(session, &count) else { return [] }
        return (0..<Int(count)).map {
            Array(UnsafeBufferPointer(start: list[$0].data, count: Int(list[$0].size)))
        }
    }

    /// With which another session resumes this one; nil if the server has sent no ticket. TLS 1.3 sends it behind the
    /// handshake, so that something has to be read before.
    public var resumption: [UInt8]? {
        if version == .tls13, gnutls_session_get_flags(session) & UInt32(GNUTLS_SFLAGS_SESSION_TICKET.rawValue) == 0 {
            return nil
        }
        var data = gnutls_datum_t()
        guard gnutls_session_get_data2(session, &data) == 0 else { return nil }
        defer { free(data.data) }
        return Array(UnsafeBufferPointer(start: data.data, count: Int(data.size)))
    }
}
