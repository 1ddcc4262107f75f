/// Why a reader of HTTP/1 reads no more of a connection.
public enum RequestRefusal: Error, Sendable, Hashable {
    /// A head that cannot be trusted to mean what it seems to mean.
    case problem(RequestProblem)
    /// The first line is no request line: three words, of which the last begins with `HTTP/` (RFC 9112, 3).
    case notHTTP1
    /// The request line alone is longer than a head may be.
    case lineTooLong
    /// The head is longer than it may be.
    case headTooLarge
    /// What frames the body is not what RFC 9112, 7.1, wants it to be.
    case badChunk
    /// A line of the chunked coding is longer than it may be.
    case chunkLineTooLong
    /// The fields behind the body are longer than they may be.
    case trailerTooLarge

    /// What it is answered with.
    public var status: Int {
        switch self {
        case .problem(let problem): problem.status
        case .notHTTP1, .badChunk, .chunkLineTooLong: 400
        case .lineTooLong: 414
        case .headTooLarge, .trailerTooLarge: 431
        }
    }

    public var explanation: String {
        switch self {
        case .problem(let problem): problem.explanation
        case .notHTTP1: "this port speaks HTTP/1.1 in the clear, and this was no request of it"
        case .lineTooLong: "the request line is longer than this gateway takes; see --max-head"
        case .headTooLarge: "the head of the request is larger than this gateway takes; see --max-head"
        case .badChunk: "the body's chunked coding is malformed (RFC 9112, 7.1)"
        case .chunkLineTooLong: "a line of the chunked coding is longer than this gateway takes"
        case .trailerTooLarge: "the trailer of the body is larger than this gateway takes; see --max-head"
        }
    }
}
