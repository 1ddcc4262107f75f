internal import Wire

/// What carries the bytes of answers to a peer, in order, and ends them.
///
/// Nothing above a transport knows how it does so. One may stand on another: bytes are counted as they are handed over,
/// before anything beneath changes them; what is acknowledged is the lowest one's.
protocol Transport {
    /// What can be asked of it beyond bytes in order.
    static var features: TransportFeatures { get }
    /// Takes what it has room for of the bytes behind `offset`, at most `most`.
    mutating func write(_ bytes: [UInt8], from offset: Int, most: Int) -> WriteResult
    /// The same of bytes that nothing on the way may change, above all no encryption: an alert, or what is none.
    mutating func writeBeneath(_ bytes: [UInt8]) -> WriteResult
    /// Bytes that were taken and that have not reached the peer's machine yet.
    var unacknowledged: Int { get }
    /// What its owner is to be told of from now on: room, bytes of the peer, the peer's end.
    mutating func watch(_ events: Readiness)
    /// Its owner is told of nothing any more.
    mutating func unwatch()
    /// Nothing more follows: the peer sees an end behind what was taken, and can still send.
    mutating func finish()
    /// The peer sees a reset, and may lose what it has not acknowledged. Nothing can follow.
    mutating func reset()
    /// Reads what the peer has sent into nowhere, at most so many bytes.
    mutating func discard(limit: Int) -> DiscardResult
    /// Lets go of the peer, without a word where there has been an end.
    mutating func close()
}
