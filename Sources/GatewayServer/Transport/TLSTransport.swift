internal import TLS
internal import Wire

/// TLS on another transport.
///
/// It reads a part of what comes ahead of its owner: the first bytes, at which that peeks, and while an answer is due a record,
/// behind which a close_notify may be.
final class TLSTransport: Transport {
    static let features = PlainSocket.features
    var isBuffered: Bool { true }

    private let lower: any Transport
    private let session: TLSSession
    private let wire: TLSWire
    /// The events that its owner wants; nil for none.
    private(set) var watched: Readiness?
    /// What was read ahead, from an offset on.
    private var ahead: [UInt8] = []
    private var aheadOffset = 0
    /// How the peer has ended its side; nil while it has not.
    private var end: ReadEnd?
    private enum ReadEnd { case finished, broken }

    init(
        _ server: TLSServer, _ settings: TLSSettings, on lower: any Transport, address: [UInt8], buffers: TLSBuffers,
        hello: ClientHello? = nil
    ) throws(TLSError) {
        self.lower = lower
        wire = TLSWire(lower, address, buffers)
        session = try TLSSession(server, settings, on: wire, hello: settings.fault == nil ? nil : hello)
        watched = lower.watched
    }

    // MARK: The handshake

    /// Goes on with it, as far as what has come allows.
    func handshake() -> TLSSession.Handshake {
        wire.beginReading()
        let result = session.handshake()
        wire.endReading()
        if case .done = result {
            wire.hidesEnd = true
            // Nothing is to be sent with which the kernel would acknowledge the end of the handshake. A client that does not set
            // TCP_NODELAY holds its request back until then, for 40 ms.
            lower.acknowledge()
        }
        return wire.flush() == .broken ? .failed : result
    }

    /// The pause of the handshake is over.
    func goOn() {
        session.goOn()
        _ = wire.flush()
    }

    /// Does at once what is to end the connection.
    func strike(_ stop: TLSFault.Stop) -> TLSSession.Handshake {
        defer { _ = wire.flush() }
        return session.strike(stop)
    }

    var info: TLSInfo { session.info }
    /// The alerts that ended the session: the peer's and ours.
    var alerts: (alert: TLSAlert?, sent: TLSAlert?) { (session.alert, session.sentAlert) }
    /// Whether the peer is gone, or has ended its side.
    var isPeerGone: Bool { wire.isOver }

    // MARK: Events

    func watch(_ events: Readiness) {
        wire.mayBeFilled()
        watched = events
        watchBeneath()
    }

    private func watchBeneath() {
        guard var events = watched else { return }
        if events.contains(.readable) {
            // Nothing is left beneath for long, so that it need not be a change.
            events.remove(.onChange)
        } else {
            // Its owner is to learn of a close_notify, too. What it does not read yet would be reported again and again.
            events.formUnion([.readable, .onChange])
        }
        if wire.hasUnsent { events.insert(.writable) }
        lower.watch(events)
    }

    func unwatch() {
        watched = nil
        lower.unwatch()
    }

    func happened(_ events: Readiness) -> Readiness {
        wire.mayBeFilled()
        // It is closed, or about to be.
        guard let watched else { return events }
        var told = events
        if wire.hasUnsent, events.contains(.writable) {
            switch wire.flush() {
            case .whole:
                if wire.isFinishDue { lower.finish() }
                watchBeneath()
            case .full: told.remove(.writable)
            case .broken: told.insert(.over)
            }
        }
        if !watched.contains(.writable) { told.remove(.writable) }
        guard !watched.contains(.readable), events.contains(.readable) else { return told }
        told.remove(.readable)
        readAhead()
        switch end {
        case nil: break
        case .finished: told.insert(.peerFinished)
        case .broken: told.insert(.over)
        }
        return told
    }

    // MARK: Bytes to the peer

    /// Bytes that are sealed before it is seen whether there is room for them.
    private static let mostAtOnce = 2 * TLSSession.largestRecord

    func write(_ bytes: [UInt8], from offset: Int, most: Int) -> WriteResult {
        switch wire.flush() {
        case .whole: break
        case .full: return .wouldBlock
        case .broken: return .broken
        }
        let count = min(bytes.count - offset, most, Self.mostAtOnce)
        guard count > 0 else { return .wouldBlock }
        let isSealed = bytes.withUnsafeBytes {
            session.write(UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count]))
        }
        return sent() && isSealed ? .some(count) : .broken
    }

    /// Sends what was sealed. False if the peer is gone.
    private func sent() -> Bool {
        let progress = wire.flush()
        if progress == .full { watchBeneath() }
        return progress != .broken
    }

    func writeBeneath(_ bytes: [UInt8]) -> WriteResult { lower.writeBeneath(bytes) }

    func flush() -> WriteResult {
        switch wire.flush() {
        case .whole: .some(0)
        case .full: .wouldBlock
        case .broken: .broken
        }
    }

    var unacknowledged: Int { lower.unacknowledged + wire.unsentCount }

    // MARK: Bytes from the peer

    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
        if aheadOffset < ahead.count { return .some(takeAhead(into: buffer)) }
        if let end { return end == .finished ? .end : .broken }
        let count = readSession(into: buffer)
        if count > 0 { return .some(count) }
        return switch end {
        case nil: .wouldBlock
        case .finished: .end
        case .broken: .broken
        }
    }

    private func takeAhead(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, ahead.count - aheadOffset)
        buffer.copyBytes(from: ahead[aheadOffset..<aheadOffset + count])
        aheadOffset += count
        if aheadOffset == ahead.count { (ahead, aheadOffset) = ([], 0) }
        return count
    }

    private func readSession(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        wire.beginReading()
        var count = 0
        reading: while count < buffer.count {
            switch session.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...])) {
            case .some(let more): count += more
            case .wouldBlock: break reading
            case .end:
                end = .finished
                break reading
            case .broken:
                end = .broken
                break reading
            }
        }
        if wire.isOver, !wire.hasUnread, session.pending == 0, end == nil { end = .finished }
        wire.endReading()
        // An answer to what was read, such as an alert or new keys.
        if wire.hasOutput, !sent() { end = .broken }
        return count
    }

    private static let aheadAtOnce = 8 << 10

    /// Reads ahead, unless something waits to be read.
    private func readAhead() {
        guard aheadOffset == ahead.count, end == nil else { return }
        withUnsafeTemporaryAllocation(byteCount: Self.aheadAtOnce, alignment: 16) { buffer in
            let count = readSession(into: buffer)
            if count > 0 { (ahead, aheadOffset) = (Array(buffer[..<count]), 0) }
        }
    }

    func peek(into buffer: UnsafeMutableBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        // Of what little has come, the next read has the rest.
        if ahead.count - aheadOffset < ForeignProtocolStart.maximumBytes, end == nil {
            withUnsafeTemporaryAllocation(byteCount: Self.aheadAtOnce, alignment: 16) { more in
                let count = readSession(into: more)
                if count > 0 { ahead += more[..<count] }
            }
        }
        let unread = ahead[aheadOffset...]
        if unread.isEmpty, end != nil { return nil }
        let count = min(buffer.count, unread.count)
        _ = buffer.update(from: unread.prefix(count))
        return UnsafeBufferPointer(rebasing: buffer[..<count])
    }

    /// Nothing that comes is of interest any more: it is not even opened.
    func discard(limit: Int) -> DiscardResult { lower.discard(limit: limit) }

    var isAtEnd: Bool {
        guard aheadOffset == ahead.count, session.pending == 0 else { return false }
        return end != nil || !wire.hasUnread && lower.isAtEnd
    }

    var hasPeerFinished: Bool { end == .finished }

    func narrow() {
        wire.readsExactly = true
        lower.narrow()
    }

    // MARK: Ending

    func finish(_ closeNotify: Ending.CloseNotify) {
        session.finish(closeNotify)
        if wire.flush() == .full {
            wire.isFinishDue = true
            watchBeneath()
        } else {
            lower.finish()
        }
    }

    func reset() {
        wire.drop()
        lower.reset()
    }

    func close() {
        session.finish()
        _ = wire.flush()
        wire.drop()
        lower.close()
    }
}
