/// Why a request cannot be trusted to mean what it seems to mean, and is refused before any rule sees it.
///
/// libmicrohttpd 0.9.75 lets these pass or reads them in its own way; RFC 9112 wants them refused.
public enum RequestProblem: Error, Sendable, Hashable, CaseIterable {
    case missingHost
    case severalHosts
    case lengthAndTransferEncoding
    case differingLengths
    case badLength
    case unknownTransferEncoding
    case badFieldName
    case brokenLine
    case badMethod
    case badTarget
    case unknownVersion

    public var status: Int {
        switch self {
        case .unknownTransferEncoding: 501
        case .unknownVersion: 505
        default: 400
        }
    }

    public var explanation: String {
        switch self {
        case .missingHost: "an HTTP/1.1 request needs a Host field (RFC 9112, 3.2)"
        case .severalHosts: "a request has at most one Host field (RFC 9112, 3.2)"
        case .lengthAndTransferEncoding:
            "Content-Length beside Transfer-Encoding is how requests are smuggled (RFC 9112, 6.1)"
        case .differingLengths: "the Content-Length fields differ (RFC 9112, 6.3)"
        case .badLength: "Content-Length is no decimal number (RFC 9112, 6.2)"
        case .unknownTransferEncoding: "the only transfer coding here is chunked (RFC 9112, 6.1)"
        case .badFieldName: "a field name is no token (RFC 9110, 5.1)"
        case .brokenLine: "a field line has a NUL or is continued on the next line (RFC 9112, 5.2; RFC 9110, 5.5)"
        case .badMethod: "the method is no token (RFC 9110, 9.1)"
        case .badTarget: "the target has a byte that no target can have (RFC 9112, 3.2)"
        case .unknownVersion: "only HTTP/1.0 and HTTP/1.1 are spoken here"
        }
    }
}

extension UInt8 {
    /// RFC 9110, 5.6.2: tchar.
    package var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}
