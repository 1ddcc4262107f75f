/// Why `RequestReader` stops reading a connection.
public enum RequestRefusal: Error, Sendable, Hashable {
    /// The body of the request before, which was refused, has come all the same.
    case unwantedBody
    /// The head is ambiguous or invalid.
    case problem(RequestProblem)
    /// The first line is not a request line: three words, the last of which begins with `HTTP/` (RFC 9112, 3).
    case notHTTP1
    /// The request line alone exceeds the limit of a head.
    case lineTooLong
    /// The head exceeds its limit.
    case headTooLarge
    /// The chunked coding is malformed (RFC 9112, 7.1).
    case badChunk
    /// A line of the chunked coding exceeds its limit.
    case chunkLineTooLong
    /// The trailer exceeds its limit.
    case trailerTooLarge

    /// The status of the response.
    public var status: Int {
        switch self {
        case .problem(let problem): problem.status
        case .notHTTP1, .badChunk, .chunkLineTooLong, .unwantedBody: 400
        case .lineTooLong: 414
        case .headTooLarge, .trailerTooLarge: 431
        }
    }

    public var explanation: String {
        switch self {
        case .problem(let problem): problem.explanation
        case .unwantedBody: "the body of the request before was refused, and came all the same"
        case .notHTTP1: "this port speaks HTTP/1.1, in the clear and over TLS, and this was not an HTTP/1.1 request"
        case .lineTooLong: "the request line is longer than this gateway takes; see --max-head"
        case .headTooLarge: "the head of the request is larger than this gateway takes; see --max-head"
        case .badChunk: "the body's chunked coding is malformed (RFC 9112, 7.1)"
        case .chunkLineTooLong:
            "a line of the chunked coding is longer than 4096 bytes, the most that this gateway takes"
        case .trailerTooLarge: "the trailer of the body is larger than this gateway takes; see --max-head"
        }
    }
}
