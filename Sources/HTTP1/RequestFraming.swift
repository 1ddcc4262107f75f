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
    ///
    /// - Parameter namesAreTokens: True if all names were found to be tokens already.
    public static func readFields(
        _ request: Request, namesAreTokens: Bool = false
    ) -> Result<RequestFraming, RequestProblem> {
        var framing = RequestFraming()
        framing.keepsAlive = request.minorVersion > 0
        var hosts = 0
        let problem = unsafe request.head.withUnsafeBufferPointer { head -> RequestProblem? in
            for index in 0..<request.fieldCount {
                let name = unsafe head[bytes: request.fieldName(index)]
                guard unsafe namesAreTokens || isToken(name) else { return .badFieldName }
                guard let field = unsafe FramingField(name) else { continue }
                let value = unsafe head[bytes: request.fieldValue(index)]
                if field == .host {
                    hosts += 1
                    guard hosts == 1 else { return .severalHosts }
                }
                if let problem = unsafe framing.read(value, of: field, in: request, index) { return problem }
            }
            return nil
        }
        if let problem { return .failure(problem) }
        if hosts == 0, request.minorVersion > 0 { return .failure(.missingHost) }
        if framing.isChunked, framing.contentLength != nil { return .failure(.lengthAndTransferEncoding) }
        if framing.isChunked, request.minorVersion == 0 { return .failure(.transferEncodingInHTTP10) }
        return .success(framing)
    }

    /// The fields that framing depends on.
    private enum FramingField {
        case host, expect, connection, contentLength, transferEncoding

        /// - Parameter name: A token.
        init?(_ name: UnsafeBufferPointer<UInt8>) {
            switch name.count {
            case 4 where unsafe name.isToken(named: "host"): self = .host
            case 6 where unsafe name.isToken(named: "expect"): self = .expect
            case 10 where unsafe name.isToken(named: "connection"): self = .connection
            case 14 where unsafe name.isToken(named: "content-length"): self = .contentLength
            case 17 where unsafe name.isToken(named: "transfer-encoding"): self = .transferEncoding
            default: return nil
            }
        }
    }

    private mutating func read(
        _ value: UnsafeBufferPointer<UInt8>, of field: FramingField, in request: Request, _ index: Int
    ) -> RequestProblem? {
        switch field {
        case .host:
            return unsafe Self.isPlainHost(value) || Authority(request.head[request.fieldValue(index)]) != nil
                ? nil : .badHost
        case .expect:
            expectsContinue = unsafe value.equalsIgnoringCase("100-continue")
            return nil
        case .connection:
            unsafe readConnection(value, minorVersion: request.minorVersion)
            return nil
        case .contentLength: return unsafe readLength(value)
        case .transferEncoding:
            guard !isChunked, unsafe value.equalsIgnoringCase("chunked") else { return .unknownTransferEncoding }
            isChunked = true
            return nil
        }
    }

    /// Validates the request line only; nil if it is valid.
    public static func requestLineProblem(_ request: Request) -> RequestProblem? {
        unsafe request.head.withUnsafeBufferPointer { head in
            guard unsafe isToken(head[bytes: request.method]) else { return .badMethod }
            guard hasForm(request), unsafe !head[bytes: request.target].hasControlOrSpace else { return .badTarget }
            return nil
        }
    }

    /// Whether the target has one of the four forms (RFC 9112, 3.2): a path, a URI with its scheme, an authority for
    /// CONNECT, and `*`, which is for OPTIONS.
    private static func hasForm(_ request: Request) -> Bool {
        guard let first = request.target.first else { return false }
        let isConnect = request.methodWord == connect
        if request.head[first] == UInt8(ascii: "/") { return !isConnect }
        let target = request.head[request.target]
        if isConnect { return isTunnel(target) }
        if target.elementsEqual([UInt8(ascii: "*")]) { return request.methodWord == options }
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

    /// Whether a value of Host is empty, or a plain name or an address, with at most a port, as nearly all are.
    /// `Authority` knows the other hosts (RFC 9110, 7.2).
    private static func isPlainHost(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        var end = 0
        while end < value.count, unsafe value[end].isPlainHostByte { end += 1 }
        guard end < value.count else { return true }
        guard unsafe value[end] == UInt8(ascii: ":") else { return false }
        for index in end + 1..<value.count where unsafe !value[index].isDigit { return false }
        return true
    }

    /// `CONNECT` and `OPTIONS` as `Request.methodWord`.
    package static let connect: UInt64 = 0x43_4F4E_4E45_4354
    private static let options: UInt64 = 0x4F_5054_494F_4E53

    private static func isToken(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        unsafe bytes.count > 0 && bytes.tokenCount == bytes.count
    }

    /// At most 18 digits; no body is larger than that.
    private mutating func readLength(_ value: UnsafeBufferPointer<UInt8>) -> RequestProblem? {
        guard value.count > 0 else { return .badLength }
        var length = 0
        for index in 0..<value.count {
            let byte = unsafe value[index]
            guard byte.isDigit else { return .badLength }
            length = length &* 10 &+ Int(byte - 0x30)
        }
        guard value.count <= 18 else { return .hugeLength }
        if let contentLength, contentLength != length { return .differingLengths }
        contentLength = length
        return nil
    }

    private mutating func readConnection(_ value: UnsafeBufferPointer<UInt8>, minorVersion: Int) {
        var start = 0
        while start < value.count {
            var end = start
            while end < value.count, unsafe value[end] != UInt8(ascii: ",") { end += 1 }
            let option = unsafe value[bytes: value.trimmingSpaces(start..<end)]
            if unsafe option.equalsIgnoringCase("close") { saysClose = true }
            if minorVersion == 0, unsafe option.equalsIgnoringCase("keep-alive") { keepsAlive = true }
            start = end + 1
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
