internal import CGnuTLS
internal import Glibc
public import Wire

/// What a session stands on: it has the bytes as they are on the wire.
public protocol TLSRecords: AnyObject {
    /// Gives what has come from the peer, as far as there is room for it.
    func receive(into buffer: UnsafeMutableRawBufferPointer) -> TLSInput
    /// Takes what is to be sent, all of it.
    func send(_ bytes: UnsafeRawBufferPointer)
    /// The local address of the connection, 4 or 16 bytes.
    var localAddress: [UInt8] { get }
}

/// What came of a read.
public enum TLSInput: Sendable, Hashable {
    case some(Int)
    /// Nothing is there now.
    case wouldBlock
    /// The peer has ended its side, by a close_notify if it is plaintext that ends.
    case end
    /// The session is over: its peer is gone, or has sent an alert or what it may not.
    case broken
}

/// The server's side of one connection's TLS, from a ClientHello on. It knows no socket, and belongs to one thread.
public final class TLSSession {
    public enum Handshake: Sendable {
        case done, awaitsInput
        /// The alert that is due, if any, was sent.
        case failed
        /// It is at the place at which it is to end like this. The alert that is due was sent.
        case stopped(TLSFault.Stop.Act)
        /// It goes on with `goOn` after this time.
        case paused(Nanoseconds)
    }

    let session: gnutls_session_t
    private let server: TLSServer
    /// Kept, since GnuTLS uses what is in it.
    let context: TLSContext
    unowned let records: any TLSRecords
    /// Kept until the handshake is over.
    var identity: Identity?
    var isEstablished = false
    /// Whether nothing more can be sent: our side was ended, or an alert was fatal.
    var isEnded = false
    /// The record of an alert in the clear that a client may send where TLS 1.3 wants a sealed one, of which its header has
    /// come: OpenSSL does so, and GnuTLS tells nothing of its content.
    private var isAlertInClear = false
    /// Whether GnuTLS was given something, and found nothing more, in its call. It says `AGAIN` as well once it has taken a record
    /// with a part of a message, or a message that is no plaintext, while more of what has come waits.
    var (tookInput, awaitsInput) = (false, false)
    /// Alerts by which the session ended: the peer's and ours.
    public private(set) var alert: TLSAlert?
    public internal(set) var sentAlert: TLSAlert?
    /// The alert for a client certificate that was refused.
    private var refusal: TLSAlert?
    static let mostWarnings = 16
    /// What is wrong with the session; nil for nothing.
    let faulty: FaultySession?

    /// - Parameter hello: The one that the records begin with; nil if it was not read as a whole, or nothing is wrong.
    public init(
        _ server: TLSServer, _ settings: TLSSettings, on records: any TLSRecords, hello: ClientHello? = nil
    ) throws(TLSError) {
        self.server = server
        self.records = records
        context = try server.context(for: settings)
        faulty = settings.fault.map { FaultySession($0, hello) }
        var made: gnutls_session_t?
        let result = gnutls_init(&made, UInt32(GNUTLS_SERVER) | UInt32(GNUTLS_NONBLOCK))
        guard result >= 0, let made else { throw TLSError("no session", result) }
        session = made
        // All is initialized, so that the deinitializer runs if this throws.
        try context.prepare(session)
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        gnutls_session_set_ptr(session, pointer)
        gnutls_transport_set_ptr(session, pointer)
        gnutls_transport_set_pull_function(session, pull)
        gnutls_transport_set_push_function(session, push)
        gnutls_transport_set_pull_timeout_function(session, isReady)
        // Without this, GnuTLS itself would write to the file that SSLKEYLOGFILE names.
        gnutls_session_set_keylog_function(session, server.keyLog == nil ? nil : logKey)
        if faulty?.flight != nil { gnutls_handshake_set_secret_function(session, secretIsKnown) }
    }

    deinit { gnutls_deinit(session) }

    // MARK: The handshake

    public func handshake() -> Handshake {
        if let faulty, let stopped = begin(faulty) { return stopped }
        if isEstablished {
            // It has paused behind its end.
            identity = nil
            if let faulty { established(faulty) }
            return .done
        }
        var warnings = 0
        while true {
            (tookInput, awaitsInput) = (false, false)
            let result = gnutls_handshake(session)
            if let faulty, let stopped = stopped(faulty, result) { return stopped }
            if result == GNUTLS_E_SUCCESS {
                isEstablished = true
                identity = nil
                if let faulty { established(faulty) }
                return .done
            }
            if result == GNUTLS_E_AGAIN || result == GNUTLS_E_INTERRUPTED {
                if awaitsInput || !tookInput { return .awaitsInput }
                continue
            }
            if result == GNUTLS_E_WARNING_ALERT_RECEIVED, warnings < Self.mostWarnings {
                warnings += 1
                continue
            }
            identity = nil
            fail(result)
            return .failed
        }
    }

    // MARK: What came of it

    /// What was agreed on, once the handshake is done.
    public var info: TLSInfo {
        var name = gnutls_datum_t()
        let hasProtocol = gnutls_alpn_get_selected_protocol(session, &name) == GNUTLS_E_SUCCESS
        return TLSInfo(
            version: TLSInfo.Version(gnutls_protocol_get_version(session)),
            serverName: serverName,
            alpn: hasProtocol ? String(decoding: name.bytes, as: UTF8.self) : nil,
            isResumed: gnutls_session_is_resumed(session) != 0, clientCertificate: clientSubject)
    }

    /// The server's name that the client asks for, in lower case.
    private var serverName: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            var (count, kind) = (buffer.count, UInt32(0))
            let result = gnutls_server_name_get(session, buffer.baseAddress!, &count, &kind, 0)
            guard result >= 0, count > 0 else { return nil }
            let bytes = buffer.prefix(count).prefix { $0 != 0 }
            return bytes.isEmpty
                ? nil : String(decoding: bytes.lazy.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
        }
    }

    private var clientSubject: String? {
        var count: UInt32 = 0
        guard let certificates = gnutls_certificate_get_peers(session, &count), count > 0 else { return nil }
        var certificate: gnutls_x509_crt_t?
        guard gnutls_x509_crt_init(&certificate) >= 0, let certificate else { return nil }
        defer { gnutls_x509_crt_deinit(certificate) }
        guard gnutls_x509_crt_import(certificate, certificates, GNUTLS_X509_FMT_DER) >= 0 else { return nil }
        var name = gnutls_datum_t()
        guard gnutls_x509_crt_get_dn3(certificate, &name, 0) >= 0 else { return nil }
        defer { cgnutls_free(name.data) }
        return String(decoding: name.bytes.prefix(Self.longestSubject), as: UTF8.self)
    }

    /// Bytes of a client's subject that are kept: it stands in the journal with each request.
    private static let longestSubject = 1024

    // MARK: Bytes

    /// Reads what has come, as far as there is room for it.
    public func read(into buffer: UnsafeMutableRawBufferPointer) -> TLSInput {
        var warnings = 0
        while true {
            if let faulty, let input = read(faulty, into: buffer) { return input }
            (tookInput, awaitsInput) = (false, false)
            let count = gnutls_record_recv(session, buffer.baseAddress, buffer.count)
            if count > 0 { return .some(count) }
            if count == 0 { return .end }
            switch Int32(count) {
            case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED: if awaitsInput || !tookInput { return .wouldBlock }
            // A FIN without a close_notify.
            case GNUTLS_E_PREMATURE_TERMINATION: return .end
            case GNUTLS_E_WARNING_ALERT_RECEIVED:
                warnings += 1
                guard warnings <= Self.mostWarnings else {
                    fail(GNUTLS_E_UNEXPECTED_PACKET)
                    return .broken
                }
            // A client may answer a request for a certificate, though it was sent too late.
            case GNUTLS_E_UNEXPECTED_PACKET
            where faulty?.fault.afterHandshake == .certificateRequest && warnings < Self.mostWarnings:
                warnings += 1
            case GNUTLS_E_REHANDSHAKE where faulty.map { $0.handshakesLeft > 0 } == true: faulty?.isRenegotiating = true
            case let result:
                fail(result)
                return .broken
            }
        }
    }

    /// Bytes that were read from the peer, are decrypted, and wait to be read.
    public var pending: Int { gnutls_record_check_pending(session) + (faulty?.readableEarly ?? 0) }

    /// Bytes that one record may have.
    public static let largestRecord = 16 << 10

    /// Seals bytes, and sends the records. Returns false if the session is over.
    public func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard isEstablished, !isEnded else { return false }
        var offset = 0
        while offset < bytes.count {
            let count = gnutls_record_send(session, bytes.baseAddress! + offset, bytes.count - offset)
            guard count > 0 else { return false }
            offset += count
        }
        return true
    }

    /// Ends our side, unless the session is over or was not established.
    public func finish(_ closeNotify: Ending.CloseNotify = .sent) {
        guard isEstablished, !isEnded else { return }
        if let stop = faulty?.stop, stop.stage == .idle {
            _ = strike(stop)
            return
        }
        isEnded = true
        switch faulty?.fault.record == .noCloseNotify ? .missing : closeNotify {
        case .missing: break
        case .sent: _ = gnutls_bye(session, GNUTLS_SHUT_WR)
        case .beforeData:
            // It seals data behind an alert, as it does not behind its own end of the session.
            _ = gnutls_alert_send(session, GNUTLS_AL_WARNING, GNUTLS_A_CLOSE_NOTIFY)
            Self.lateData.withUnsafeBytes { _ = gnutls_record_send(session, $0.baseAddress, $0.count) }
        }
    }

    /// What comes behind a close_notify.
    static let lateData = Array("data behind close_notify".utf8)

    // MARK: Alerts

    /// The session is over for this reason. Tells the peer, unless it knows.
    func fail(_ result: Int32) {
        defer { isEnded = true }
        guard alert == nil, !isEnded else { return }
        switch result {
        case GNUTLS_E_FATAL_ALERT_RECEIVED:
            alert = TLSAlert(rawValue: UInt8(truncatingIfNeeded: gnutls_alert_get(session).rawValue))
        case GNUTLS_E_PREMATURE_TERMINATION, GNUTLS_E_PULL_ERROR, GNUTLS_E_PUSH_ERROR: break
        default: sendAlert(for: result)
        }
    }

    private func sendAlert(for result: Int32) {
        var level: Int32 = 0
        var code = UInt8(clamping: gnutls_error_to_alert(result, &level))
        switch result {
        case GNUTLS_E_REHANDSHAKE: code = 100
        // So says GnuTLS of a client that speaks another version than the one that is spoken here.
        case GNUTLS_E_NO_CIPHER_SUITES where context.versions.count == 1 && faulty?.fault.choice?.isOfSuites != true:
            code = 70
        // The codes are those of RFC 5246, 7.4.6, and RFC 8446, 4.4.2.4.
        case GNUTLS_E_NO_CERTIFICATE_FOUND, GNUTLS_E_CERTIFICATE_REQUIRED:
            code = gnutls_protocol_get_version(session) == GNUTLS_TLS1_3 ? 116 : 40
        default: if let refusal { code = refusal.rawValue }
        }
        let description = gnutls_alert_description_t(UInt32(code))
        if gnutls_alert_send(session, GNUTLS_AL_FATAL, description) == GNUTLS_E_SUCCESS {
            sentAlert = TLSAlert(rawValue: code)
        }
    }

    // MARK: What GnuTLS asks for

    fileprivate func receive(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        switch records.receive(into: buffer) {
        case .some(let count):
            tookInput = true
            if !isEstablished {
                lookForAlert(in: buffer, count)
                if case .weakDH? = faulty?.fault.choice {
                    WeakGroup.hideStandardGroups(in: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
                }
            }
            return count
        case .wouldBlock:
            awaitsInput = true
            gnutls_transport_set_errno(session, EAGAIN)
        case .end: return 0
        case .broken: gnutls_transport_set_errno(session, ECONNRESET)
        }
        return -1
    }

    /// GnuTLS asks for the five bytes of a record's header, then for its content.
    private func lookForAlert(in buffer: UnsafeMutableRawBufferPointer, _ count: Int) {
        if isAlertInClear, buffer.count == 2, count == 2, buffer[0] == 2 {
            alert = TLSAlert(rawValue: buffer[1])
        } else if buffer.count == 5, count == 5 {
            isAlertInClear = buffer[0] == 21 && buffer[1] == 3 && buffer[3] == 0 && buffer[4] == 2
        }
    }

    fileprivate func send(_ bytes: UnsafeRawBufferPointer) {
        guard let flight = faulty?.flight else { return records.send(bytes) }
        flight.pass(Array(bytes)).withUnsafeBytes { if !$0.isEmpty { records.send($0) } }
    }

    /// - Parameter isLast: Whether it is that of what follows the server's Finished, and not that of the handshake.
    fileprivate func secretCame(_ secret: [UInt8], isLast: Bool) {
        guard let flight = faulty?.flight else { return }
        if isLast { return flight.finishes(session, secret: secret) }
        flight.began(session, secret: secret).withUnsafeBytes { if !$0.isEmpty { records.send($0) } }
    }

    fileprivate func chosenIdentity() -> Identity? {
        identity = server.identities.identity(
            for: serverName, at: records.localAddress, faulty?.fault.certificate ?? .none)
        return identity
    }

    /// Whether the client's certificate was issued by one of the authorities.
    fileprivate func clientIsTrusted() -> Bool {
        if faulty?.fault.clientCertificate == .rejected {
            refusal = TLSAlert(rawValue: 42)
            return false
        }
        var status: UInt32 = 0
        let result = gnutls_certificate_verify_peers2(session, &status)
        guard result >= 0 else {
            // There is none.
            return result == GNUTLS_E_NO_CERTIFICATE_FOUND
        }
        guard status != 0 else { return true }
        func has(_ flag: gnutls_certificate_status_t) -> Bool { status & flag.rawValue != 0 }
        let code: UInt8 =
            if has(GNUTLS_CERT_SIGNER_NOT_FOUND) || has(GNUTLS_CERT_SIGNER_NOT_CA) {
                48
            } else if has(GNUTLS_CERT_REVOKED) {
                44
            } else if has(GNUTLS_CERT_EXPIRED) || has(GNUTLS_CERT_NOT_ACTIVATED) {
                45
            } else {
                42
            }
        refusal = TLSAlert(rawValue: code)
        return false
    }

    fileprivate func log(_ label: UnsafePointer<CChar>, _ secret: UnsafePointer<gnutls_datum_t>) {
        var (client, ours) = (gnutls_datum_t(), gnutls_datum_t())
        gnutls_session_get_random(session, &client, &ours)
        var line = Array(String(cString: label).utf8)
        for datum in [client, secret.pointee] {
            line.append(UInt8(ascii: " "))
            for byte in datum.bytes {
                line.append(hexadecimalDigits[Int(byte >> 4)])
                line.append(hexadecimalDigits[Int(byte & 15)])
            }
        }
        line.append(UInt8(ascii: "\n"))
        server.keyLog?(line)
    }
}

private let hexadecimalDigits = Array("0123456789abcdef".utf8)

extension gnutls_datum_t {
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: data, count: Int(size)) }
}

func tlsSession(_ pointer: UnsafeMutableRawPointer?) -> TLSSession {
    Unmanaged<TLSSession>.fromOpaque(pointer!).takeUnretainedValue()
}

private func pull(_ pointer: gnutls_transport_ptr_t?, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    tlsSession(pointer).receive(into: UnsafeMutableRawBufferPointer(start: buffer, count: count))
}

private func push(_ pointer: gnutls_transport_ptr_t?, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    tlsSession(pointer).send(UnsafeRawBufferPointer(start: bytes, count: count))
    return count
}

/// Never waits: what a read finds is what there is.
private func isReady(_ pointer: gnutls_transport_ptr_t?, _ milliseconds: UInt32) -> Int32 { 1 }

/// Called by GnuTLS with each secret of a handshake of TLS 1.3.
private func secretIsKnown(
    _ session: gnutls_session_t?, _ level: gnutls_record_encryption_level_t, _ reading: UnsafeRawPointer?,
    _ writing: UnsafeRawPointer?, _ count: Int
) -> Int32 {
    let isLast = level == GNUTLS_ENCRYPTION_LEVEL_APPLICATION
    if isLast || level == GNUTLS_ENCRYPTION_LEVEL_HANDSHAKE, let writing {
        tlsSession(gnutls_session_get_ptr(session)).secretCame(
            Array(UnsafeRawBufferPointer(start: writing, count: count)), isLast: isLast)
    }
    return 0
}

private func logKey(
    _ session: gnutls_session_t?, _ label: UnsafePointer<CChar>?, _ secret: UnsafePointer<gnutls_datum_t>?
) -> Int32 {
    if let label, let secret { tlsSession(gnutls_session_get_ptr(session)).log(label, secret) }
    return 0
}

/// Called by GnuTLS in a handshake: the certificate and the key that the client is shown.
func chooseIdentity(
    _ session: gnutls_session_t?, _ info: UnsafePointer<gnutls_cert_retr_st>?,
    _ certificates: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_pcert_st>?>?,
    _ certificateCount: UnsafeMutablePointer<UInt32>?,
    _ staples: UnsafeMutablePointer<UnsafeMutablePointer<gnutls_ocsp_data_st>?>?,
    _ stapleCount: UnsafeMutablePointer<UInt32>?,
    _ key: UnsafeMutablePointer<gnutls_privkey_t?>?, _ flags: UnsafeMutablePointer<UInt32>?
) -> Int32 {
    guard let identity = tlsSession(gnutls_session_get_ptr(session)).chosenIdentity() else { return -1 }
    certificates?.pointee = identity.certificates.baseAddress
    certificateCount?.pointee = UInt32(identity.certificates.count)
    staples?.pointee = identity.staples.isEmpty ? nil : identity.staples.baseAddress
    stapleCount?.pointee = UInt32(identity.staples.count)
    key?.pointee = identity.key
    // They stay ours.
    flags?.pointee = 0
    return 0
}

/// Called by GnuTLS when the client's certificate has come.
func judgeClient(_ session: gnutls_session_t?) -> Int32 {
    tlsSession(gnutls_session_get_ptr(session)).clientIsTrusted() ? 0 : -1
}
