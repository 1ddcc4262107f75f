internal import Wire

/// Carries bytes to and from a peer, in order, and ends the connection.
///
/// Nothing above a transport knows how it does so. One transport may use another: bytes are counted as they are handed
/// over, before a lower transport changes them; acknowledgements are those of the lowest one.
protocol Transport: AnyObject {
    /// What it can do beyond sending bytes in order.
    static var features: TransportFeatures { get }

    /// Whether it keeps bytes, in either direction. If not, `happened`, `flush` and `hasPeerFinished` have nothing to tell, and need
    /// not be asked.
    var isBuffered: Bool { get }

    // MARK: Events

    /// The events that are reported to its owner; nil for none.
    var watched: Readiness? { get }
    /// Sets the events that are reported to its owner from now on: room, bytes from the peer, the peer's end.
    func watch(_ events: Readiness)
    /// Stops reporting events to its owner.
    func unwatch()
    /// What its owner is told of these events of the socket. Called with all of them, before anything else.
    func happened(_ events: Readiness) -> Readiness

    // MARK: Bytes to the peer

    /// Takes bytes from `offset` on, as many as it has room for and at most `most`.
    func write(_ bytes: [UInt8], from offset: Int, most: Int) -> WriteResult
    /// The same for bytes that must not be changed on the way, above all not encrypted: a TLS alert, or an invalid one.
    func writeBeneath(_ bytes: [UInt8]) -> WriteResult
    /// Passes on to the kernel what was taken and kept: `some` once nothing of it is left. Room for the rest is reported as an
    /// event.
    func flush() -> WriteResult
    /// Bytes that were taken and have not reached the peer's machine yet.
    var unacknowledged: Int { get }

    // MARK: Bytes from the peer

    /// Reads what the peer has sent, as far as `buffer` has room for it.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult
    /// The first bytes that the peer has sent, which are read again after this; nil if the stream has ended without any, or
    /// the peer is gone.
    func peek(into buffer: UnsafeMutableBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>?
    /// Reads and discards what the peer has sent, at most `limit` bytes.
    func discard(limit: Int) -> DiscardResult
    /// True if everything was read and the peer sends no more.
    var isAtEnd: Bool { get }

    /// Whether the peer's end came with what was read, so that no event tells of it.
    var hasPeerFinished: Bool { get }

    /// Acknowledges what has come at once, if that can be done.
    func acknowledge()

    /// Lets the peer send little before it is read.
    func narrow()

    // MARK: Ending

    /// Ends our side: the peer sees an end after the bytes that were taken, and can still send.
    ///
    /// - Parameter closeNotify: How TLS says that the end is meant, where there is TLS.
    func finish(_ closeNotify: Ending.CloseNotify)
    /// Resets the connection. The peer may lose what it has not acknowledged. Nothing can follow.
    func reset()
    /// Closes the connection; sends nothing for that if our side was ended before.
    func close()

    // MARK: libmicrohttpd

    /// The socket, if its bytes are the peer's, so that libmicrohttpd can have it; it does not report events while that does.
    var plainSocket: TCPSocket? { get }
    /// libmicrohttpd has given the socket back under this descriptor.
    func returned(as socket: TCPSocket)
}

/// A transport that libmicrohttpd cannot use, that stands on no other, and that has no buffers of its own.
extension Transport {
    func happened(_ events: Readiness) -> Readiness { events }
    var isBuffered: Bool { false }
    func flush() -> WriteResult { .some(0) }
    var hasPeerFinished: Bool { false }
    func finish() { finish(.sent) }
    func acknowledge() {}
    func narrow() {}
    var plainSocket: TCPSocket? { nil }
    func returned(as socket: TCPSocket) { preconditionFailure("it was not given away") }
}
