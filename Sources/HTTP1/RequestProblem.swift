/// Why the head of a request is ambiguous or invalid, so that it is refused before any rule is evaluated.
///
/// Versions of libmicrohttpd accept these requests, interpret them in different ways or answer by themselves; RFC 9112
/// demands that they are refused.
public enum RequestProblem: Error, Sendable, Hashable, CaseIterable {
    case missingHost
    case severalHosts
    case badHost
    case lengthAndTransferEncoding
    case differingLengths
    case badLength
    case hugeLength
    case unknownTransferEncoding
    case transferEncodingInHTTP10
    case badFieldName
    case brokenLine
    case badMethod
    case badTarget
    case unknownVersion

    public var status: Int {
        switch self {
        case .hugeLength: 413
        case .unknownTransferEncoding: 501
        case .unknownVersion: 505
        default: 400
        }
    }

    public var explanation: String {
        switch self {
        case .missingHost: "an HTTP/1.1 request needs a Host field (RFC 9112, 3.2)"
        case .severalHosts: "a request has at most one Host field (RFC 9112, 3.2)"
        case .badHost: "the Host field is not a host with an optional port (RFC 9112, 3.2; RFC 9110, 7.2)"
        case .lengthAndTransferEncoding:
            "Content-Length beside Transfer-Encoding is how requests are smuggled (RFC 9112, 6.1)"
        case .differingLengths: "the Content-Length fields differ (RFC 9112, 6.3)"
        case .badLength: "Content-Length is not a decimal number (RFC 9112, 6.2)"
        case .hugeLength: "the body is larger than this gateway takes; see --max-body"
        case .unknownTransferEncoding: "the only transfer coding here is chunked (RFC 9112, 6.1)"
        case .transferEncodingInHTTP10:
            "HTTP/1.0 has no Transfer-Encoding, so that the framing is faulty (RFC 9112, 6.1)"
        case .badFieldName: "a field name is not a token (RFC 9110, 5.1)"
        case .brokenLine:
            "a field line has no colon, a NUL or a bare CR, or is continued on the next line (RFC 9110, 5.5; RFC 9112, 2.2, 5 and 5.2)"
        case .badMethod: "the method is not a token (RFC 9110, 9.1)"
        case .badTarget:
            "the target has none of the forms that targets have, or a byte that none can have (RFC 9112, 3.2)"
        case .unknownVersion: "only HTTP/1.0 and HTTP/1.1 are spoken here"
        }
    }
}
