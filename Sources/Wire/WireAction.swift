/// One action on the wire, in terms of HTTP; each transport encodes it in its own way.
public enum WireAction: Sendable, Hashable {
    /// Nothing is sent for this time; the connection stays open.
    case wait(Nanoseconds)
    /// An interim (1xx) response, sent `count` times before the final one.
    case interim(ResponseHead, count: Int)
    /// The head of the response, or the part of it given by `extent`.
    case head(ResponseHead, Framing, extent: HeadExtent = .whole, pace: Pace? = nil)
    /// Bytes of the body. With chunked framing, each action is one chunk, unless it is paced or longer than 64 KiB.
    case content(Content, pace: Pace? = nil)
    /// The end of the body. With chunked framing: the last chunk and the trailers.
    case endOfContent(trailers: [HeaderField] = [])
    /// Once all before has left: what follows may take this time; then it breaks off wherever it is. What is complete by
    /// then waits for the rest of the time, unless it is only interrupted.
    case limit(Nanoseconds, Interruption)
    /// Parts that are made once all before has left (`ShardResponder.part`), with their content at this pace.
    case made(AnswerSource, pace: Pace? = nil)
    /// Once so many more bytes of the body have left, it breaks off.
    case contentLimit(Int, Interruption)
    /// Bytes that are sent as they are and need not be HTTP; only HTTP/1 can carry them.
    case raw([UInt8])
}

/// What happens to an answer at its time limit.
public enum Interruption: Sendable, Hashable {
    /// It breaks off, and the exchange ends in this way.
    case end(Ending)
    /// Nothing is sent for this time, then it goes on. No effect on an answer that is complete.
    case pause(Nanoseconds)
}

/// The part of a head that an action writes.
public enum HeadExtent: Sendable, Hashable {
    case whole
    case upTo(HeadPosition)
    /// The rest of the head, which `upTo` leaves out.
    case from(HeadPosition)
}

/// A position in the head of a response. The encoder finds its offset; a position behind the end of the head is its
/// end.
public enum HeadPosition: Sendable, Hashable {
    /// After the status line and its CRLF.
    case statusLine
    /// After this many bytes of the head.
    case byte(Int)
    /// After this many bytes of what follows the status line.
    case fieldByte(Int)
}
