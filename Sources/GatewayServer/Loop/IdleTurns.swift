/// Turns of a shard's loop that had nothing to do though libmicrohttpd asked for them, one behind another.
///
/// It asks to be run at once while it has something in hand, also where it cannot go on with it: a line of an upload that
/// is longer than its buffer would keep a core busy until a timeout. Some dozens of such turns are in order, as it
/// lengthens its buffer by some 190 bytes in each. Behind these the loop sleeps before it runs the library again.
struct IdleTurns {
    /// More than a buffer of any size is lengthened in.
    static let most = 128

    private(set) var inARow = 0

    /// `isWanted`: the library had asked for the turn. Without that it came from an event, and is none of these.
    mutating func ended(hadWork: Bool, isWanted: Bool) {
        inARow = hadWork ? 0 : isWanted ? inARow + 1 : 1
    }

    /// Milliseconds to sleep before the next turn; nil where it comes at once.
    var pause: Int32? {
        inARow < Self.most ? nil : min(500, 50 << Int32(min(inARow - Self.most, 4)))
    }
}
