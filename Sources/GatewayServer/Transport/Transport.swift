internal import Wire

/// Carries the bytes of answers to a peer, in order, and ends the connection.
///
/// Nothing above a transport knows how it does so. One transport may use another: bytes are counted as they are handed
/// over, before a lower transport changes them; acknowledgements are those of the lowest one.
protocol Transport {
    /// What it can do beyond sending bytes in order.
    static var features: TransportFeatures { get }
    /// Takes bytes from `offset` on, as many as it has room for and at most `most`.
    mutating func write(_ bytes: [UInt8], from offset: Int, most: Int) -> WriteResult
    /// The same for bytes that must not be changed on the way, above all not encrypted: a TLS alert, or an invalid one.
    mutating func writeBeneath(_ bytes: [UInt8]) -> WriteResult
    /// Bytes that were taken and have not reached the peer's machine yet.
    var unacknowledged: Int { get }
    /// Sets the events that are reported to its owner from now on: room, bytes from the peer, the peer's end.
    mutating func watch(_ events: Readiness)
    /// Stops reporting events to its owner.
    mutating func unwatch()
    /// Ends our side: the peer sees an end after the bytes that were taken, and can still send.
    mutating func finish()
    /// Resets the connection. The peer may lose what it has not acknowledged. Nothing can follow.
    mutating func reset()
    /// Reads what the peer has sent, as far as `buffer` has room for it.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult
    /// Reads and discards what the peer has sent, at most `limit` bytes.
    mutating func discard(limit: Int) -> DiscardResult
    /// Closes the connection; sends nothing for that if our side was ended before.
    mutating func close()
}
