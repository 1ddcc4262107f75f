/// How the end of a body is told. Each transport says it in its own way: HTTP/2 has frames for all of them.
public enum Framing: Sendable, Hashable {
    /// `Content-Length` with this many bytes, whatever really follows.
    case length(Int)
    /// `Transfer-Encoding: chunked`; towards an HTTP/1.0 client the close of the connection.
    case chunked
    /// The close of the connection is the end of the body.
    case close
    /// No body and no word about one (RFC 9110: 1xx, 204, 304).
    case none
    /// The head as given says it, truly or not; the content follows as it is.
    case asGiven
}
