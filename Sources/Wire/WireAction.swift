/// One thing that happens on the wire, in the words of HTTP; a transport says it in its own bytes.
public enum WireAction: Sendable, Hashable {
    /// Silence for so long; the connection stays open.
    case wait(Nanoseconds)
    /// A 1xx response ahead of the final one, `count` times over.
    case interim(ResponseHead, count: Int)
    /// The head of the response, or what `extent` leaves of it, at `pace` where it has one.
    case head(ResponseHead, Framing, extent: HeadExtent = .whole, pace: Pace? = nil)
    /// Bytes of the body. Under chunked framing each content is a chunk of its own.
    case content(Content, pace: Pace? = nil)
    /// The end of the body: the last chunk and its trailers, where the framing has such a thing.
    case endOfContent(trailers: [HeaderField] = [])
    /// Bytes that are no HTTP, or not ours to explain; only HTTP/1 can carry them.
    case raw([UInt8])
}

/// How much of a head is written before something else happens.
public enum HeadExtent: Sendable, Hashable {
    case whole
    case upTo(HeadPosition)
    /// What `upTo` leaves out.
    case from(HeadPosition)
}

/// A place in the head of a response. Which of its bytes that is only the transport knows that writes it; a head that is
/// shorter ends there.
public enum HeadPosition: Sendable, Hashable {
    /// Behind the status line and its CRLF.
    case statusLine
    /// Behind so many bytes.
    case byte(Int)
    /// Behind so many bytes of what follows the status line.
    case fieldByte(Int)
}
