internal import Synchronization

/// Counters that all shards share.
final class SharedCounts: Sendable {
    let bodies: BodyRoom
    let connections = Atomic<Int>(0)
    /// Exchanges whose answer is held back for as long as the peer stays.
    let held = Atomic<Int>(0)
    /// Turns of the shards' loops that had nothing to do.
    let idleTurns = Atomic<Int>(0)
    private let connectionNumber = Atomic<UInt64>(0)
    /// The number of the connection that was accepted last.
    var lastConnection: UInt64 { connectionNumber.load(ordering: .relaxed) }

    init(_ configuration: ServerConfiguration) { bodies = BodyRoom(size: configuration.maximumBodiesInAll) }

    func nextConnection() -> UInt64 { connectionNumber.add(1, ordering: .relaxed).newValue }
}
