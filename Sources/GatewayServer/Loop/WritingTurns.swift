internal import Wire

/// Divides the writing in a turn of the shard's loop among its exchanges, so that a client that reads a large answer
/// quickly does not occupy the thread. Each exchange writes a slice, then waits for its next turn after the others.
struct WritingTurns {
    /// Bytes that are written in one turn of the loop, about a millisecond's worth.
    private static let bytesPerTurn = 1 << 20
    /// Bytes that one exchange may write before others have their turn.
    private static let largestSlice = 128 << 10

    private var left = bytesPerTurn
    private var waiting: [ExchangeID] = []

    /// Bytes that an exchange may write now; 0 if it has to wait for the next turn.
    var slice: Int { max(0, min(left, Self.largestSlice)) }
    var isAnyoneWaiting: Bool { !waiting.isEmpty }

    mutating func wrote(_ count: Int) { left -= count }

    /// Puts an exchange that has more to write at the end of the queue.
    mutating func wait(_ exchange: ExchangeID) { waiting.append(exchange) }

    mutating func beginTurn() { left = Self.bytesPerTurn }

    /// The exchanges that have waited longest. A quarter of the turn is left to answers that begin in it.
    mutating func takeWaiting() -> [ExchangeID] {
        guard !waiting.isEmpty else { return [] }
        let count = min(waiting.count, Self.bytesPerTurn * 3 / 4 / Self.largestSlice)
        let first = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        return first
    }
}
