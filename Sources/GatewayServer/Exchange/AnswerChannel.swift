internal import Wire

/// Where the answer of one exchange goes: a connection of HTTP/1, or one stream among others.
///
/// It takes pieces, and sends them as its protocol writes them when it is told to.
protocol AnswerChannel: AnyObject {
    /// Takes a piece, which `send` sends.
    func put(_ piece: AnswerPiece)
    /// The bytes of a head, which is not sent: they come back piece by piece.
    func encoded(_ head: AnswerPiece) -> [UInt8]
    /// Bytes that were taken and not sent.
    var unsent: Int { get }
    /// Sends what was taken, at most `most` bytes. `wrote` is called for each piece of them.
    func send(most: Int, wrote: (_ bytes: UnsafeBufferPointer<UInt8>) -> Void) -> ChannelProgress
    /// Drops what was taken and not sent.
    func drop()
    /// How an answer that its script ends in this way ends in this protocol.
    func ending(of ending: Ending) -> Ending
}

/// How far a channel has sent what it has.
enum ChannelProgress: Equatable {
    /// All of it. `left`: how many more bytes it might have sent.
    case sent(left: Int)
    /// As many bytes as it might.
    case enough
    /// It has no room for more.
    case full
    /// The peer is gone.
    case broken
}
