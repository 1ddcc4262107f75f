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
        /// The head was read by others, and has this framing.
        case begun(RequestFraming)
        case counted(left: Int)
        case chunked(ChunkedBody)
        case refused(RequestRefusal)
    }

    /// The maximum size in bytes of a head, from the request line to the empty line, and also of a trailer.
    private let maximumHead: Int
    private var state = State.head
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

    /// Continues behind a head that was read by others: the first event is that head, and the bytes begin with the body.
    public init(maximumHead: Int, behind framing: RequestFraming) {
        self.maximumHead = maximumHead
        state = .begun(framing)
    }

    /// True if bytes were added that no event was made of yet.
    public var hasUnread: Bool { position < input.count }
    /// The first bytes of those, at most as many as of what is refused, and how many they are.
    public var unread: (start: [UInt8], count: Int) {
        let unread = input[(position - skipped)...]
        return (Array(unread.prefix(Self.refusedBytes)), unread.count)
    }

    /// Adds further bytes of the connection.
    public mutating func append(_ bytes: some Collection<UInt8>) {
        if case .refused = state { return }
        if position > 0 {
            input.removeFirst(position)
            lineStart -= position
            scanned -= position
            position = 0
            skipped = 0
        }
        input.append(contentsOf: bytes)
    }

    /// Frees memory if all bytes were read: more of them may be long in coming.
    public mutating func dropReadBytes() {
        guard !hasUnread, !input.isEmpty else { return }
        input = []
        position = 0
        lineStart = 0
        scanned = 0
        skipped = 0
    }

    /// The next event. A head is put into `request`.
    public mutating func next(into request: Request) -> Event {
        switch state {
        case .refused(let refusal): return .refused(refusal)
        case .head: return nextOfHead(into: request)
        case .begun(let framing):
            begin(framing)
            return .head(framing)
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
        while let end = input[scanned...].firstIndex(of: 0x0A) {
            scanned = end + 1
            // A line may end in a bare LF (2.2).
            let isEmpty = end == lineStart || end == lineStart + 1 && input[lineStart] == 0x0D
            let line = input[lineStart..<end]
            lineStart = scanned
            guard isEmpty else {
                // What is no request line is refused without waiting for more.
                guard isLineRead || scanned - position > maximumHead || RequestLine(line.withoutCR) != nil else {
                    return refuse(.notHTTP1)
                }
                isLineRead = true
                continue
            }
            // Empty lines before a request line are ignored (2.2).
            if input[position..<end].allSatisfy({ $0 == 0x0D || $0 == 0x0A }) {
                skipped += scanned - position
                position = scanned
                continue
            }
            guard scanned - position <= maximumHead else { return refuseSize(into: request) }
            return readHead(into: request)
        }
        if !isLineRead, input[scanned...].contains(where: { $0 < 0x20 && $0 != 0x0D }) { return refuse(.notHTTP1) }
        scanned = input.count
        return input.count - position > maximumHead ? refuseSize(into: request) : .more
    }

    /// Refuses a head that is too large: its request line alone, or all of it. The latter has its target and its method
    /// in the request.
    private mutating func refuseSize(into request: Request) -> Event {
        var lines = Lines(rest: input[position..<min(input.count, position + maximumHead)])
        while let line = lines.next() {
            if line.isEmpty { continue }
            guard let requestLine = RequestLine(line) else { return refuse(.notHTTP1) }
            request.begin(target: requestLine.target)
            request.setMethod(requestLine.method)
            return refuse(.headTooLarge)
        }
        return refuse(.lineTooLong)
    }

    private mutating func readHead(into request: Request) -> Event {
        var lines = Lines(rest: input[position..<scanned])
        guard let line = lines.next(), let requestLine = RequestLine(line) else { return refuse(.notHTTP1) }
        request.begin(target: requestLine.target)
        request.setMethod(requestLine.method)
        guard let minorVersion = requestLine.minorVersion else { return refuse(.problem(.unknownVersion)) }
        request.minorVersion = minorVersion
        if let problem = RequestFraming.requestLineProblem(request) { return refuse(.problem(problem)) }
        while let line = lines.next(), !line.isEmpty {
            guard let field = FieldLine(line) else { return refuse(.problem(.brokenLine)) }
            request.append(name: field.name, value: field.value)
        }
        switch RequestFraming.readFields(request) {
        case .failure(let problem): return refuse(.problem(problem))
        case .success(let framing):
            request.announcesBody = framing.announcesBody
            headCount = scanned - position - request.method.count - 1
            position = scanned
            begin(framing)
            return .head(framing)
        }
    }

    private mutating func begin(_ framing: RequestFraming) {
        skipped = 0
        isLineRead = false
        state = framing.isChunked ? .chunked(ChunkedBody()) : .counted(left: framing.contentLength ?? 0)
    }
}

/// Iterates over the lines of a head, without their line ends.
private struct Lines {
    var rest: ArraySlice<UInt8>

    mutating func next() -> ArraySlice<UInt8>? {
        guard let end = rest.firstIndex(of: 0x0A) else { return nil }
        defer { rest = rest[(end + 1)...] }
        return rest[..<end].withoutCR
    }
}

extension ArraySlice<UInt8> {
    /// A line up to its LF, without the CR before it.
    fileprivate var withoutCR: ArraySlice { last == 0x0D ? dropLast() : self }
}

/// The three parts of a request line, separated by one space each (RFC 9112, 3).
private struct RequestLine {
    let method: ArraySlice<UInt8>
    let target: ArraySlice<UInt8>
    /// Nil for an unsupported version.
    let minorVersion: Int?

    /// Nil if the line does not have this form. Method and target are not validated.
    init?(_ line: ArraySlice<UInt8>) {
        guard let first = line.firstIndex(of: 0x20), let last = line.lastIndex(of: 0x20), first < last,
            first > line.startIndex, VersionText.isVersion(line[(last + 1)...]),
            !line.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { return nil }
        method = line[..<first]
        target = line[(first + 1)..<last]
        let version = line[(last + 1)...]
        minorVersion =
            version.elementsEqual("HTTP/1.1".utf8) ? 1 : version.elementsEqual("HTTP/1.0".utf8) ? 0 : nil
    }
}

extension Request {
    fileprivate func begin(target: ArraySlice<UInt8>) {
        unsafe target.withUnsafeBufferPointer { unsafe begin(target: $0) }
    }

    fileprivate func setMethod(_ method: ArraySlice<UInt8>) {
        unsafe method.withUnsafeBufferPointer { unsafe setMethod($0) }
    }

    fileprivate func append(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        unsafe name.withUnsafeBufferPointer { name in
            unsafe value.withUnsafeBufferPointer { value in unsafe append(name: name, value: value) }
        }
    }
}
