internal import CGnuTLS
public import Wire

/// A session of which something is wrong, beside what GnuTLS does of itself.
extension TLSSession {
    // MARK: The handshake

    /// What comes ahead of the server's hello, or in its place; nil if the handshake goes on.
    func begin(_ faulty: FaultySession) -> Handshake? {
        if let start = faulty.fault.start {
            start.bytes(for: faulty.hello).withUnsafeBytes { records.send($0) }
            return stopped(TLSFault.Stop(.close, at: .hello))
        }
        if let warning = faulty.warning {
            send(warning, GNUTLS_AL_WARNING, at: .hello)
            faulty.warning = nil
        }
        guard let stop = faulty.stop, stop.stage == .hello else { return nil }
        return strike(stop)
    }

    /// What came of GnuTLS's call, if the handshake is at the place at which it ends; nil if it goes on.
    func stopped(_ faulty: FaultySession, _ result: Int32) -> Handshake? {
        guard let stop = faulty.stop, let flight = faulty.flight else { return nil }
        if flight.isPaused, case .pause(let time) = stop.act { return .paused(time) }
        if flight.isStopped { return stopped(stop) }
        guard stop.stage == .finished else { return nil }
        // In TLS 1.3 it is behind the server's flight; in 1.2 the server's Finished is the last message.
        let isThere = result == GNUTLS_E_SUCCESS || flight.isTLS13 && flight.reached == .finished && awaitsInput
        guard isThere else { return nil }
        isEstablished = result == GNUTLS_E_SUCCESS
        return strike(stop)
    }

    /// The handshake is over.
    func established(_ faulty: FaultySession) {
        faulty.flight?.established(session)
        if let messages = faulty.fault.afterHandshake { send(messages, faulty.flight) }
        faulty.isRenegotiating = faulty.handshakesLeft > 0
    }

    // MARK: Endings

    /// Does what the stop says, in the clear or sealed, as the handshake is now.
    public func strike(_ stop: TLSFault.Stop) -> Handshake {
        switch stop.act {
        case .alert(let alert, let isFatal): send(alert, isFatal ? GNUTLS_AL_FATAL : GNUTLS_AL_WARNING, at: stop.stage)
        case .closeNotify: send(TLSAlert(rawValue: 0), GNUTLS_AL_WARNING, at: stop.stage)
        case .pause(let time):
            faulty?.stop = nil
            return .paused(time)
        case .close, .reset, .stall: break
        }
        return stopped(stop)
    }

    private func stopped(_ stop: TLSFault.Stop) -> Handshake {
        identity = nil
        isEnded = true
        if case .alert(let alert, _) = stop.act { sentAlert = alert }
        if case .closeNotify = stop.act { sentAlert = TLSAlert(rawValue: 0) }
        return .stopped(stop.act)
    }

    private func send(_ alert: TLSAlert, _ level: gnutls_alert_level_t, at stage: TLSFault.Stage) {
        if stage == .hello {
            // GnuTLS knows no version yet.
            [21, 3, 3, 0, 2, UInt8(level.rawValue), alert.rawValue].withUnsafeBytes { records.send($0) }
        } else {
            _ = gnutls_alert_send(session, level, gnutls_alert_description_t(UInt32(alert.rawValue)))
        }
    }

    /// The pause is over.
    public func goOn() {
        let held = faulty?.flight?.goOn() ?? []
        held.withUnsafeBytes { if !$0.isEmpty { records.send($0) } }
    }

    // MARK: A second handshake

    /// What is to be read ahead of what GnuTLS has: nothing before the second handshake is over, then what had come before it. Nil
    /// if there is none.
    func read(_ faulty: FaultySession, into buffer: UnsafeMutableRawBufferPointer) -> TLSInput? {
        if faulty.isRenegotiating, let input = renegotiate(faulty) { return input }
        guard !faulty.early.isEmpty else { return nil }
        let count = min(buffer.count, faulty.early.count)
        buffer.copyBytes(from: faulty.early.prefix(count))
        faulty.early.removeFirst(count)
        return .some(count)
    }

    /// Goes on with the handshake, as far as what has come allows. Nil if it is over, or the client wants none.
    private func renegotiate(_ faulty: FaultySession) -> TLSInput? {
        while true {
            (tookInput, awaitsInput) = (false, false)
            let result = gnutls_handshake(session)
            switch result {
            case GNUTLS_E_SUCCESS:
                (faulty.isRenegotiating, identity) = (false, nil)
                faulty.handshakesLeft -= 1
                faulty.flight?.established(session)
                return nil
            case GNUTLS_E_GOT_APPLICATION_DATA where readEarly(faulty): break
            case GNUTLS_E_WARNING_ALERT_RECEIVED where gnutls_alert_get(session) == GNUTLS_A_NO_RENEGOTIATION:
                faulty.isRenegotiating = false
                return nil
            case GNUTLS_E_AGAIN, GNUTLS_E_INTERRUPTED: if awaitsInput || !tookInput { return .wouldBlock }
            default:
                fail(result)
                return .broken
            }
        }
    }

    /// Takes what the client has sent ahead of its handshake. False if that is too much, or cannot be read.
    private func readEarly(_ faulty: FaultySession) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: Self.largestRecord, alignment: 16) { buffer in
            let count = gnutls_record_recv(session, buffer.baseAddress, buffer.count)
            guard count > 0, faulty.early.count + count <= FaultySession.mostEarly else { return false }
            faulty.early += buffer[..<count]
            return true
        }
    }

    // MARK: Behind the handshake

    /// Sends what is to follow the handshake at once.
    private func send(_ messages: TLSFault.AfterHandshake, _ flight: Flight?) {
        switch messages {
        case .warnings(let count):
            let canceled = gnutls_alert_description_t(90)
            for _ in 0..<count { _ = gnutls_alert_send(session, GNUTLS_AL_WARNING, canceled) }
        case .helloRequests(let count): for _ in 0..<count { _ = gnutls_rehandshake(session) }
        // One by one: GnuTLS sends at most 32 messages at once.
        case .tickets(let count): for _ in 0..<count { _ = gnutls_session_ticket_send(session, 1, 0) }
        case .keyUpdates(let count): for _ in 0..<count { _ = gnutls_session_key_update(session, 0) }
        case .certificateRequest:
            // With a context, and the algorithm of ECDSA with P-256 and SHA-256 (RFC 8446, 4.3.2).
            let algorithms = ServerHello.Extension(kind: 13, content: [0, 2, 4, 3])
            let body = [4, 0x5A, 0x5A, 0x5A, 0x5A] + ServerHello.bytes([algorithms])
            seal(ServerHello.message(Flight.Kind.certificateRequest, body), flight)
        // It ends behind its lifetime.
        case .malformedTicket:
            seal(ServerHello.message(Flight.Kind.newSessionTicket, [0, 0, 0x1C, 0x20]), flight)
        // There is neither update_requested nor update_not_requested in it (RFC 8446, 4.6.3).
        case .badKeyUpdate: seal(ServerHello.message(Flight.Kind.keyUpdate, [2]), flight)
        case .secondFinished:
            seal(ServerHello.message(Flight.Kind.finished, [UInt8](repeating: 0x5A, count: 32)), flight)
        }
    }

    private func seal(_ message: [UInt8], _ flight: Flight?) {
        flight?.sealed(Flight.Kind.handshake, message).withUnsafeBytes { if !$0.isEmpty { records.send($0) } }
    }
}
