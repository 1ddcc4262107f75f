/// Counts the turns of a shard's loop in a row that had nothing to do although libmicrohttpd had asked for them.
///
/// The library asks to be run at once while it has work, even if it cannot make progress: a line of a chunked body that
/// was longer than its buffer kept a core busy until a timeout. It gets no such bodies any more. Some dozens of such turns
/// are normal, because it grows its buffer by some 190 bytes in each. After `maximum` of them, the loop sleeps before it
/// runs the library again.
struct IdleTurns {
    /// More turns than it takes to grow a buffer of any size.
    static let maximum = 128

    private(set) var inARow = 0

    /// `isWanted`: the library had asked for the turn. If not, an event caused it, and the count starts again.
    mutating func ended(hadWork: Bool, isWanted: Bool) {
        inARow = hadWork ? 0 : isWanted ? inARow + 1 : 1
    }

    /// Milliseconds to sleep before the next turn, from 50, doubled with each turn, to 500; nil if it comes at once.
    var pause: Int32? {
        inARow < Self.maximum ? nil : min(500, 50 << Int32(min(inARow - Self.maximum, 4)))
    }
}
