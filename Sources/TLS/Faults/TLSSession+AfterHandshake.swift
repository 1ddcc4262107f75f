internal import CGnuTLS
internal import Wire

extension TLSSession {
    /// Sends what is to follow the handshake at once.
    func send(_ messages: TLSFault.AfterHandshake, _ flight: Flight?) {
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
