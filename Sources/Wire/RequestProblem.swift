/// Why a request cannot be trusted to mean what it seems to mean, and is refused before any rule sees it.
///
/// libmicrohttpd 0.9.75 lets these pass or reads them in its own way; RFC 9112 wants them refused.
public enum RequestProblem: Sendable, Hashable, CaseIterable {
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

    /// The first problem of a request's head; nil where there is none.
    public static func first(in request: Request) -> RequestProblem? {
        guard request.method.allSatisfy(\.isTokenByte), !request.method.isEmpty else { return .badMethod }
        guard !request.target.isEmpty, request.head[request.target].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return .badTarget }
        var hosts = 0
        var length: Range<Int>?
        var transferEncoding: Range<Int>?
        for index in 0..<request.fieldCount {
            let name = request.fieldName(index)
            guard !name.isEmpty else { return .badFieldName }
            for position in name where !request.head[position].isTokenByte { return .badFieldName }
            switch name.count {
            case 4 where request.isField(index, named: hostName): hosts += 1
            case 14 where request.isField(index, named: lengthName):
                let value = request.fieldValue(index)
                guard isDecimal(request.head[value]) else { return .badLength }
                if let length, request.head[length] != request.head[value] { return .differingLengths }
                length = value
            case 17 where request.isField(index, named: transferEncodingName):
                guard transferEncoding == nil else { return .unknownTransferEncoding }
                transferEncoding = request.fieldValue(index)
            default: break
            }
        }
        if hosts > 1 { return .severalHosts }
        if hosts == 0, request.minorVersion > 0 { return .missingHost }
        if let transferEncoding {
            if length != nil { return .lengthAndTransferEncoding }
            guard request.head[transferEncoding].equalsIgnoringCase("chunked") else {
                return .unknownTransferEncoding
            }
        }
        return nil
    }

    private static let hostName = Array("host".utf8)
    private static let lengthName = Array("content-length".utf8)
    private static let transferEncodingName = Array("transfer-encoding".utf8)

    /// At most 18 digits: beyond that no body could ever follow.
    private static func isDecimal(_ value: ArraySlice<UInt8>) -> Bool {
        (1...18).contains(value.count) && value.allSatisfy { (0x30...0x39).contains($0) }
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
