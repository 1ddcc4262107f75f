public import TLSClient
public import Wire

/// A connection to a port of this machine on which TLS is spoken: what came of it as plaintext, and how each layer ended.
///
///     let connection = try TLSConnection(port: port, serverName: "shop.test")
///     connection.send("GET / HTTP/1.1\r\nHost: shop.test\r\n\r\n")
///     #expect(connection.receive(within: .seconds(30)).closeNotify)
public final class TLSConnection: ClientConnection {
    /// A handshake that failed: why, as the client has it, and how the connection stood then.
    public struct Failure: Error, CustomStringConvertible {
        /// Nil if it was not done when the time was up, or the connection was reset.
        public let reason: TLSFailure?
        /// How the server left the connection; what it had sent behind its end of TLS.
        public let received: RawConnection.Received

        /// The alert that the server sent.
        public var alert: TLSAlert? { reason?.alert.map(TLSAlert.init(rawValue:)) }
        public var description: String {
            "\(reason?.description ?? "the handshake is not done") [\(received.ending.rawValue)]"
        }
    }

    public let raw: RawConnection
    public let session: ClientSession

    /// Connects to 127.0.0.1, or to ::1, and does the handshake.
    ///
    /// - Throws: `Failure` where the handshake fails: once the server has ended the connection, or after `time`.
    public convenience init(
        port: UInt16, overIPv6: Bool = false, settings: ClientSettings = .standard, serverName: String? = nil,
        resuming: [UInt8]? = nil, within time: Duration = .seconds(30)
    ) throws {
        try self.init(
            on: RawConnection(port: port, overIPv6: overIPv6), settings: settings, serverName: serverName,
            resuming: resuming, within: time)
    }

    /// Does the handshake on a connection that is there.
    public init(
        on raw: RawConnection, settings: ClientSettings = .standard, serverName: String? = nil,
        resuming: [UInt8]? = nil, within time: Duration = .seconds(30)
    ) throws {
        self.raw = raw
        session = try ClientSession(settings, serverName: serverName, resuming: resuming)
        let deadline = ContinuousClock.now + time
        do {
            while try !session.handshake() {
                flush()
                let received = take(until: deadline)
                // An end within the handshake is GnuTLS's to name.
                guard !received.bytes.isEmpty || received.ending == .end else {
                    throw Failure(reason: nil, received: received)
                }
            }
            flush()
        } catch let reason as TLSFailure {
            flush()
            throw Failure(reason: reason, received: restOfConnection(until: deadline))
        }
    }

    /// The version that is spoken; nil for an older one than scenarios know.
    public var version: TLSInfo.Version? {
        switch session.version {
        case .tls12: .tls12
        case .tls13: .tls13
        default: nil
        }
    }

    // MARK: Plaintext

    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool {
        do { try session.send(bytes) } catch { return false }
        return flush()
    }

    /// Reads until the server ends the connection, the time is up, or `isEnough` says so of the plaintext. An end of TLS does
    /// not end it: the FIN or RST behind that does.
    public func receive(
        within time: Duration, until isEnough: ([UInt8]) -> Bool = { _ in false }
    ) -> RawConnection.Received {
        let deadline = ContinuousClock.now + time
        var received = RawConnection.Received()
        while true {
            received.bytes += session.read()
            flush()
            note(session.end, in: &received)
            if isEnough(received.bytes) { return received }
            if session.end != nil {
                let rest = restOfConnection(until: deadline)
                received.ending = rest.ending
                received.bytesBehindTLS = rest.bytes
                return received
            }
            let piece = take(until: deadline)
            if piece.bytes.isEmpty {
                guard piece.ending != .open else { return received }
                received.ending = piece.ending
                received.bytes += session.read()
                note(session.end, in: &received)
                return received
            }
        }
    }

    // MARK: The ends

    /// Sends a close_notify, and no FIN: the server may go on sending.
    public func sendCloseNotify() {
        session.sendCloseNotify()
        flush()
    }

    /// Sends a FIN without a close_notify; reading goes on.
    public func finishSending() { raw.finishSending() }
    public func reset() { raw.reset() }
    public func close() { raw.close() }

    // MARK: Ciphertext

    /// Sends what TLS has left to be sent.
    @discardableResult
    private func flush() -> Bool {
        let bytes = session.takeOutput()
        return bytes.isEmpty || raw.send(bytes)
    }

    /// Gives TLS what comes next.
    private func take(until deadline: ContinuousClock.Instant) -> RawConnection.Received {
        let received = raw.receive(within: deadline - .now) { !$0.isEmpty }
        session.put(received.bytes)
        if received.ending == .end { session.putEnd() }
        return received
    }

    /// Reads on behind the end of TLS.
    private func restOfConnection(until deadline: ContinuousClock.Instant) -> RawConnection.Received {
        var rest = raw.receive(within: deadline - .now)
        rest.bytes = session.untaken + rest.bytes
        return rest
    }

    private func note(_ end: ClientSession.End?, in received: inout RawConnection.Received) {
        switch end {
        case .closeNotify: received.closeNotify = true
        case .failure(let failure):
            received.alert = failure.alert.map(TLSAlert.init(rawValue:))
            received.failure = failure.isTruncation ? nil : failure
        case nil: break
        }
    }
}
