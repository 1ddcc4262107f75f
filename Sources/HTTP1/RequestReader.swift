public import Wire

/// A strict incremental parser for the HTTP/1 requests of a connection (RFC 9112).
///
/// It does no I/O. After a refusal the caller answers and closes the connection, since the start of the next request is
/// not known.
///
///     reader.append(bytes)
///     while true {
///         switch reader.next(into: request) {
///         case .head(let framing): …
///         case .content(let bytes): …
///         case .end: …
///         case .more: return
///         case .refused(let refusal): …
///         }
///     }
public struct RequestReader: Sendable {
    public enum Event: Sendable, Equatable {
        /// More bytes are needed.
        case more
        /// The head is complete and was put into the request. The body or the end follows.
        case head(RequestFraming)
        /// A piece of the body, with the chunked coding removed.
        case content(ArraySlice<UInt8>)
        /// The request is complete. Further events belong to the next one.
        case end
        /// The request is refused. No further bytes are read. The request has a target and a method if the request
        /// line was read: for all refusals but of such a line itself.
        case refused(RequestRefusal)
    }

    private enum State {
        case head
        case counted(left: Int)
        case chunked(ChunkedBody)
        case refused(RequestRefusal)
        /// A body that was refused before it came: it is not known yet whether it comes, or the next request.
        case unwanted
    }

    /// The maximum size in bytes of a head, from the request line to the empty line, and also of a trailer.
    private let maximumHead: Int
    private var state = State.head
    /// How the body is framed that is unwanted, or being dropped.
    private var framingOfUnwanted = State.head
    /// Whether it comes, and is dropped.
    private var dropsUnwanted = false
    private var input: [UInt8] = []
    /// The number of bytes of `input` that have been read.
    private var position = 0
    /// The start of the incomplete line of a head.
    private var lineStart = 0
    /// The offset up to which that line was searched for its end, so that a head which arrives byte by byte is read in
    /// linear time.
    private var scanned = 0
    /// Bytes of empty lines in `input` right before the head.
    private var skipped = 0
    /// Whether the request line of the head was read.
    private var isLineRead = false

    /// Bytes of the last head that was read, from its target on.
    public private(set) var headCount = 0
    /// The first bytes of what was refused, at most `refusedBytes`, and how many had come; for a refusal before a request.
    public private(set) var refused: (start: [UInt8], count: Int) = ([], 0)
    private static let refusedBytes = 256

    public init(maximumHead: Int) { self.maximumHead = maximumHead }

    /// Continues behind a head that was read already: the bytes begin with the body.
    public init(maximumHead: Int, behind framing: RequestFraming) {
        self.maximumHead = maximumHead
        begin(framing)
    }

    /// True if bytes were added that no event was made of yet.
    public var hasUnread: Bool { position < input.count }
    /// How many bytes that is, whatever they are.
    public var unreadCount: Int { input.count - position }
    /// The first bytes of those, at most as many as of what is refused, and how many they are.
    public var unread: (start: [UInt8], count: Int) {
        let unread = input[(position - skipped)...]
        return (Array(unread.prefix(Self.refusedBytes)), unread.count)
    }

    /// Adds further bytes of the connection.
    public mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if case .refused = state { return }
        removeReadBytes()
        unsafe input.append(contentsOf: bytes)
    }

    public mutating func append(_ bytes: some Collection<UInt8>) {
        if case .refused = state { return }
        removeReadBytes()
        input.append(contentsOf: bytes)
    }

    /// Takes back what was added and no event was made of; to be added again.
    public mutating func takeUnread() -> [UInt8] {
        let unread = Array(input[position...])
        input = Array(input[..<position])
        (lineStart, scanned) = (min(lineStart, position), min(scanned, position))
        return unread
    }

    private mutating func removeReadBytes() {
        guard position > 0 else { return }
        if position == input.count { input.removeAll(keepingCapacity: true) } else { input.removeFirst(position) }
        lineStart -= position
        scanned -= position
        position = 0
        skipped = 0
    }

    /// Frees memory if all bytes were read: more of them may be long in coming. Returns whether there are unread ones.
    @discardableResult
    public mutating func dropReadBytes() -> Bool {
        if hasUnread { return true }
        guard !input.isEmpty else { return false }
        input = []
        position = 0
        lineStart = 0
        scanned = 0
        skipped = 0
        return false
    }

    /// The body of the request whose head was read last was refused before it came: the next request follows, or that body all
    /// the same, as its first line tells.
    public mutating func refuseBody() {
        framingOfUnwanted = state
        // What came before the refusal left can only be that body.
        dropsUnwanted = hasUnread
        state = .unwanted
        refused = ([], 0)
    }

    /// Whether what is awaited, or comes, may be a body that was refused.
    public var awaitsUnwantedBody: Bool {
        if case .unwanted = state { true } else { false }
    }

    /// Most bytes of a body that was refused and are dropped before the connection ends.
    private static let mostDropped = 1 << 20

    @inline(never) private mutating func nextOfUnwanted(into request: Request) -> Event {
        if dropsUnwanted { return drop(into: request) }
        guard let isRequest = beginsRequest else { return .more }
        if isRequest {
            _ = endOfRequest()
            return next(into: request)
        }
        dropsUnwanted = true
        return drop(into: request)
    }

    private mutating func drop(into request: Request) -> Event {
        while true {
            state = framingOfUnwanted
            let event = next(into: request)
            framingOfUnwanted = state
            state = .unwanted
            switch event {
            case .content(let bytes):
                refused.start += bytes.prefix(Self.refusedBytes - refused.start.count)
                refused.count += bytes.count
                if refused.count < Self.mostDropped { continue }
            case .more: return .more
            case .end, .refused, .head: break
            }
            state = .refused(.unwantedBody)
            return .refused(.unwantedBody)
        }
    }

    /// Whether what has come begins with a request line; nil as long as that may be.
    private var beginsRequest: Bool? {
        guard hasUnread else { return nil }
        if let end = unsafe input.withUnsafeBufferPointer({ unsafe $0.lineFeed(from: position) }) {
            return isRequestLine(position..<end)
        }
        let line = input[position...]
        guard line.count <= maximumHead, !(unsafe line.withUnsafeBufferPointer({ unsafe $0.hasControlButCR })) else {
            return false
        }
        let method = line.prefix(while: \.isTokenByte)
        // Of a line that is not whole, capitals may be the beginning of a request; a body may begin so too.
        let isMethod = method.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }
        guard isMethod, !method.isEmpty else { return false }
        return method.count == line.count || line[method.endIndex] == UInt8(ascii: " ") ? nil : false
    }

    /// The next event. A head is put into `request`.
    public mutating func next(into request: Request) -> Event {
        switch state {
        case .refused(let refusal): return .refused(refusal)
        case .head: return nextOfHead(into: request)
        case .unwanted: return nextOfUnwanted(into: request)
        case .counted(let left):
            if left == 0 { return endOfRequest() }
            guard position < input.count else { return .more }
            let end = min(input.count, position + left)
            defer { position = end }
            state = .counted(left: left - (end - position))
            return .content(input[position..<end])
        case .chunked(var body):
            let step = body.read(input, from: &position, maximumTrailer: maximumHead)
            state = .chunked(body)
            switch step {
            case .more: return .more
            case .content(let range): return .content(input[range])
            case .end: return endOfRequest()
            case .refused(let refusal): return refuse(refusal)
            }
        }
    }

    private mutating func endOfRequest() -> Event {
        state = .head
        lineStart = position
        scanned = position
        return .end
    }

    private mutating func refuse(_ refusal: RequestRefusal) -> Event {
        state = .refused(refusal)
        refused = unread
        input = []
        position = 0
        return .refused(refusal)
    }

    // MARK: Heads

    private mutating func nextOfHead(into request: Request) -> Event {
        while let end = unsafe input.withUnsafeBufferPointer({ unsafe $0.lineFeed(from: scanned) }) {
            scanned = end + 1
            // A line may end in a bare LF (2.2).
            let isEmpty = end == lineStart || end == lineStart + 1 && input[lineStart] == 0x0D
            let line = lineStart..<end
            lineStart = scanned
            guard isEmpty else {
                // What is no request line is refused without waiting for more.
                guard isLineRead || scanned - position > maximumHead || isRequestLine(line) else {
                    return refuse(.notHTTP1)
                }
                isLineRead = true
                continue
            }
            // Empty lines before a request line are ignored (2.2).
            if areLineEnds(position..<end) {
                skipped += scanned - position
                position = scanned
                continue
            }
            guard scanned - position <= maximumHead else { return refuseSize(into: request) }
            switch unsafe input.withUnsafeBufferPointer({
                unsafe Self.read($0[bytes: position..<scanned], into: request)
            }) {
            case .failure(let refusal): return refuse(refusal)
            case .success(let framing):
                headCount = scanned - position - request.method.count - 1
                position = scanned
                begin(framing)
                return .head(framing)
            }
        }
        if !isLineRead, unsafe input.withUnsafeBufferPointer({ unsafe $0[bytes: scanned..<$0.count].hasControlButCR }) {
            return refuse(.notHTTP1)
        }
        scanned = input.count
        return input.count - position > maximumHead ? refuseSize(into: request) : .more
    }

    private func isRequestLine(_ line: Range<Int>) -> Bool {
        unsafe input.withUnsafeBufferPointer { unsafe RequestLine($0[bytes: line].withoutCR) != nil }
    }

    private func areLineEnds(_ range: Range<Int>) -> Bool {
        for index in range where input[index] != 0x0D && input[index] != 0x0A { return false }
        return true
    }

    /// Refuses a head that is too large: its request line alone, or all of it. The latter has its target and its method
    /// in the request.
    private mutating func refuseSize(into request: Request) -> Event {
        let start = position..<min(input.count, position + maximumHead)
        return refuse(unsafe input.withUnsafeBufferPointer { unsafe Self.refusal(ofLarge: $0[bytes: start], request) })
    }

    /// - Parameter start: The beginning of a head, as much of it as may be read.
    private static func refusal(ofLarge start: UnsafeBufferPointer<UInt8>, _ request: Request) -> RequestRefusal {
        var lineStart = 0
        while let end = unsafe start.lineFeed(from: lineStart) {
            let line = unsafe start[bytes: lineStart..<end].withoutCR
            lineStart = end + 1
            guard !line.isEmpty else { continue }
            return unsafe begin(request, line) == nil ? .notHTTP1 : .headTooLarge
        }
        return .lineTooLong
    }

    /// Begins the request with the target and method of its line; nil if that is none.
    private static func begin(_ request: Request, _ bytes: UnsafeBufferPointer<UInt8>) -> RequestLine? {
        guard let line = unsafe RequestLine(bytes) else { return nil }
        unsafe request.begin(target: bytes[bytes: line.target])
        unsafe request.setMethod(bytes[bytes: 0..<line.methodCount])
        return line
    }

    /// Puts a whole head into the request.
    static func read(
        _ head: UnsafeBufferPointer<UInt8>, into request: Request
    ) -> Result<RequestFraming, RequestRefusal> {
        guard let end = unsafe head.lineFeed(from: 0),
            let line = unsafe begin(request, head[bytes: 0..<end].withoutCR)
        else { return .failure(.notHTTP1) }
        if let minorVersion = line.minorVersion { request.minorVersion = minorVersion }
        // The fields of a request that is refused are shown all the same.
        let namesAreTokens = unsafe appendFields(head[bytes: end + 1..<head.count], to: request)
        guard line.minorVersion != nil else { return .failure(.problem(.unknownVersion)) }
        if let problem = RequestFraming.requestLineProblem(request) { return .failure(.problem(problem)) }
        guard let namesAreTokens else { return .failure(.problem(.brokenLine)) }
        switch RequestFraming.readFields(request, namesAreTokens: namesAreTokens) {
        case .failure(let problem): return .failure(.problem(problem))
        case .success(let framing):
            request.announcesBody = framing.announcesBody
            return .success(framing)
        }
    }

    /// Appends the fields of all lines up to the empty one, and says whether their names are tokens; nil if a line is not
    /// a field line.
    private static func appendFields(_ lines: UnsafeBufferPointer<UInt8>, to request: Request) -> Bool? {
        var namesAreTokens = true
        let offset = unsafe request.appendLines(lines)
        var start = 0
        while let end = unsafe lines.lineFeed(from: start) {
            let line = unsafe lines[bytes: start..<end].withoutCR
            if line.isEmpty { break }
            guard let field = unsafe FieldLine(line) else { return nil }
            if !field.hasToken { namesAreTokens = false }
            let name = offset + start
            request.appendField(
                name: name..<name + field.nameCount,
                value: name + field.value.lowerBound..<name + field.value.upperBound)
            start = end + 1
        }
        return namesAreTokens
    }

    private mutating func begin(_ framing: RequestFraming) {
        skipped = 0
        isLineRead = false
        state = framing.isChunked ? .chunked(ChunkedBody()) : .counted(left: framing.contentLength ?? 0)
    }
}
