/// How the end of a body is marked. The terms are those of HTTP/1; HTTP/2 has frames for all of them.
public enum Framing: Sendable, Hashable {
    /// `Content-Length` with this value, whatever really follows.
    case length(Int)
    /// `Transfer-Encoding: chunked`; for an HTTP/1.0 client, the close of the connection.
    case chunked
    /// The body ends with the connection.
    case close
    /// No body, and no field about its length (RFC 9110: 1xx, 204, 304).
    case none
    /// The fields of the head are sent as they are, right or wrong; the content follows as it is.
    case asGiven
    /// The same fields, and a body that is framed in this way, whatever they say.
    case written(Written)

    public enum Written: Sendable, Hashable {
        /// As it is; the connection goes on.
        case length
        /// In chunks; the connection goes on.
        case chunked
        /// As it is; the body ends with the connection.
        case close
    }
}
