internal import Synchronization

/// What shards count together.
final class SharedCounts: Sendable {
    /// Bytes of bodies that are kept right now.
    let bodies = Atomic<Int>(0)
    let connections = Atomic<Int>(0)
    /// Turns of the shards' loops that had nothing to do.
    let idleTurns = Atomic<Int>(0)
    private let lastConnection = Atomic<UInt64>(0)

    func nextConnection() -> UInt64 { lastConnection.add(1, ordering: .relaxed).newValue }
}
