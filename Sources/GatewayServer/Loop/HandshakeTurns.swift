/// Divides the turns of the shard's loop between TLS handshakes that begin, each of which takes a fourth of a millisecond for a
/// signature, and everything else: many clients that connect at once delay nobody else's answers.
struct HandshakeTurns {
    /// Handshakes that begin in one turn.
    static let perTurn = 16

    private var left = perTurn
    /// Connections whose ClientHello has come, in the order in which it did.
    private var waiting: [UInt64] = []

    var isAnyoneWaiting: Bool { !waiting.isEmpty }

    mutating func beginTurn() { left = Self.perTurn }

    /// Whether one may begin now. It has to wait behind those that wait.
    mutating func begin() -> Bool {
        guard left > 0 else { return false }
        left -= 1
        return true
    }

    mutating func wait(_ connection: UInt64) { waiting.append(connection) }

    /// Those whose turn it is. A part of it is left to others, so that a few that connect after many need not wait.
    mutating func takeWaiting() -> ArraySlice<UInt64> {
        let first = waiting.prefix(Self.perTurn * 3 / 4)
        waiting.removeFirst(first.count)
        return first
    }
}
