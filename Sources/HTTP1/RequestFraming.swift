public import Wire

/// The framing of a request's body and the persistence of its connection, read and validated in one pass over the
/// fields.
public struct RequestFraming: Sendable, Hashable {
    /// The value of Content-Length; nil if there is none.
    public var contentLength: Int?
    public var isChunked = false
    /// Whether the client wants to keep the connection (RFC 9112, 9.3).
    public var keepsAlive = true
    private var saysClose = false
    /// Whether the client waits for a 100 (Continue) before it sends the body.
    public var expectsContinue = false

    public init() {}

    public var announcesBody: Bool { isChunked || (contentLength ?? 0) > 0 }

    /// Reads and validates the head of a request.
    public static func read(_ request: Request) -> Result<RequestFraming, RequestProblem> {
        if let problem = requestLineProblem(request) { return .failure(problem) }
        return readFields(request)
    }

    /// Reads and validates the fields only.
    public static func readFields(_ request: Request) -> Result<RequestFraming, RequestProblem> {
        var framing = RequestFraming()
        framing.keepsAlive = request.minorVersion > 0
        var hosts = 0
        for index in 0..<request.fieldCount {
            let name = request.fieldName(index)
            guard isToken(request, name) else { return .failure(.badFieldName) }
            let problem: RequestProblem?
            switch name.count {
            case 4 where request.isField(index, named: host):
                hosts += 1
                problem = hosts > 1 ? .severalHosts : isHost(request, request.fieldValue(index)) ? nil : .badHost
            case 6 where request.isField(index, named: expect):
                framing.expectsContinue = request.head[request.fieldValue(index)].equalsIgnoringCase("100-continue")
                problem = nil
            case 10 where request.isField(index, named: connection):
                framing.readConnection(request, request.fieldValue(index))
                problem = nil
            case 14 where request.isField(index, named: contentLength):
                problem = framing.readLength(request, request.fieldValue(index))
            case 17 where request.isField(index, named: transferEncoding):
                let known = request.head[request.fieldValue(index)].equalsIgnoringCase("chunked")
                problem = known && !framing.isChunked ? nil : .unknownTransferEncoding
                framing.isChunked = true
            default: problem = nil
            }
            if let problem { return .failure(problem) }
        }
        if hosts == 0, request.minorVersion > 0 { return .failure(.missingHost) }
        if framing.isChunked, framing.contentLength != nil { return .failure(.lengthAndTransferEncoding) }
        if framing.isChunked, request.minorVersion == 0 { return .failure(.transferEncodingInHTTP10) }
        return .success(framing)
    }

    /// Validates the request line only; nil if it is valid.
    public static func requestLineProblem(_ request: Request) -> RequestProblem? {
        guard isToken(request, request.method) else { return .badMethod }
        guard hasForm(request), request.allBytes(request.target, { $0 > 0x20 && $0 != 0x7F }) else { return .badTarget }
        return nil
    }

    /// Whether the target has one of the four forms (RFC 9112, 3.2): a path, a URI with its scheme, an authority for
    /// CONNECT, and `*`, which is for OPTIONS.
    private static func hasForm(_ request: Request) -> Bool {
        guard let first = request.target.first else { return false }
        let isConnect = request.method.count == connect.count && request.head[request.method].elementsEqual(connect)
        if request.head[first] == UInt8(ascii: "/") { return !isConnect }
        let target = request.head[request.target]
        if isConnect { return isTunnel(target) }
        if target.elementsEqual([UInt8(ascii: "*")]) { return request.head[request.method].elementsEqual(options) }
        let scheme = target.prefix { $0 != UInt8(ascii: ":") }
        let isLetter = (0x61...0x7A).contains(request.head[first] | 0x20)
        guard isLetter, scheme.count < target.count, scheme.allSatisfy({ $0.isSchemeByte }) else { return false }
        guard scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("https") else { return true }
        return hasHost(target[(scheme.endIndex + 1)...])
    }

    /// Whether a target of CONNECT has a host and a port (RFC 9110, 9.3.6).
    private static func isTunnel(_ target: ArraySlice<UInt8>) -> Bool {
        guard let authority = Authority(target), !authority.host.isEmpty, let port = authority.port, !port.isEmpty,
            port.count <= 5
        else { return false }
        return port.reduce(0) { $0 * 10 + Int($1 - 0x30) } <= 65_535
    }

    /// Whether what stands behind the colon of `http:` has a host (RFC 9110, 4.2.1).
    private static func hasHost(_ rest: ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: "//".utf8) else { return false }
        let authority = rest.dropFirst(2).prefix { !"/?#".utf8.contains($0) }
        let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
        guard let authority = Authority(authority[start...]) else { return false }
        return !authority.host.isEmpty
    }

    /// Whether a value of Host is a host, with a port or without, or empty (RFC 9110, 7.2).
    private static func isHost(_ request: Request, _ value: Range<Int>) -> Bool {
        // Nearly all are a plain name or an address, with at most a port.
        let end = request.end(of: value) { $0.isPlainHostByte }
        if end == value.upperBound { return true }
        let isPort = request.head[end] == UInt8(ascii: ":")
        return isPort && request.allBytes(end + 1..<value.upperBound) { $0.isDigit }
            || Authority(request.head[value]) != nil
    }

    private static let connect = Array("CONNECT".utf8)
    private static let options = Array("OPTIONS".utf8)

    private static func isToken(_ request: Request, _ range: Range<Int>) -> Bool {
        !range.isEmpty && request.allBytes(range) { $0.isTokenByte }
    }

    /// At most 18 digits; no body is larger than that.
    private mutating func readLength(_ request: Request, _ value: Range<Int>) -> RequestProblem? {
        guard !value.isEmpty else { return .badLength }
        var length = 0
        for position in value {
            let byte = request.head[position]
            guard (0x30...0x39).contains(byte) else { return .badLength }
            length = length &* 10 &+ Int(byte - 0x30)
        }
        guard value.count <= 18 else { return .hugeLength }
        if let contentLength, contentLength != length { return .differingLengths }
        contentLength = length
        return nil
    }

    private mutating func readConnection(_ request: Request, _ value: Range<Int>) {
        for option in request.head[value].split(separator: UInt8(ascii: ",")) {
            let option = option.trimmingSpaces()
            if option.equalsIgnoringCase("close") { saysClose = true }
            if request.minorVersion == 0, option.equalsIgnoringCase("keep-alive") { keepsAlive = true }
        }
        if saysClose { keepsAlive = false }
    }

    /// The shortest field lines with the same meaning, followed by the empty line.
    package func fieldLines(minorVersion: Int) -> String {
        var lines = "Host:x\r\n"
        if let contentLength { lines += "Content-Length:\(contentLength)\r\n" }
        if isChunked { lines += "Transfer-Encoding:chunked\r\n" }
        if expectsContinue { lines += "Expect:100-continue\r\n" }
        if keepsAlive != (minorVersion > 0) { lines += "Connection:\(keepsAlive ? "keep-alive" : "close")\r\n" }
        return lines + "\r\n"
    }

    private static let host = Array("host".utf8)
    private static let expect = Array("expect".utf8)
    private static let connection = Array("connection".utf8)
    private static let contentLength = Array("content-length".utf8)
    private static let transferEncoding = Array("transfer-encoding".utf8)
}

extension UInt8 {
    /// A byte of a scheme behind its first letter (RFC 3986, 3.1).
    fileprivate var isSchemeByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}
