internal import Glibc
internal import HTTP1
internal import Wire

/// Reads a request's field lines in the URI callback, when libmicrohttpd has read the request line and nothing more.
///
/// The lines are in its buffer, after the request line. They are read and checked there, so that it makes no difference
/// what a version of the library makes of them: a head that is refused is cut off in the buffer, and the library asks
/// for an answer at once. The head of a first request that is longer than protocol detection can peek at is read by
/// `readFields`, from the library's records.
extension LibraryConnection {
    /// What is known of the lines.
    enum HeadState {
        /// They have not all come.
        case unread
        /// Read without a problem; the head ends there.
        case sound(end: UnsafePointer<UInt8>)
        /// Refused with this problem.
        case refused(RequestProblem)
        case tooLarge
    }

    /// Reads the lines once the target is known and the request has begun with it.
    func readLines(after target: UnsafePointer<CChar>) {
        headState = .unread
        linesStart = nil
        defer { if firstHead != nil { firstHead = nil } }
        let bytes = UnsafeMutableRawPointer(mutating: target).assumingMemoryBound(to: UInt8.self)
        var version = strlen(target) + 1
        while bytes[version] == 0x20 || bytes[version] == 0x09 { version += 1 }
        // 1.0 treats these as blanks, too.
        if bytes[version] == 0x0B || bytes[version] == 0x0C {
            headState = .refused(.badTarget)
            return
        }
        let end = version + 8
        // The library has overwritten the end of the line with NULs: 0.9.75 both of its bytes, 1.0 the first one. In
        // 0.9.75 the second NUL may also be a byte that has not come yet: then `start` is one byte too far.
        guard bytes[end] == 0 else { return }
        let isBare = firstHead?.isBare ?? (bytes[end + 1] != LibraryDaemon.byteAfterCR)
        let start = bytes + end + (isBare ? 1 : 2)
        if let firstHead {
            pool = UnsafePointer(start) - firstHead.lead
            // The library and protocol detection must agree on where the line is, or nothing after it is read.
            guard pool == UnsafePointer(bytes) - firstHead.target else {
                pool = nil
                return
            }
        }
        guard let pool else { return }
        // For the first request, the pool has arbitrary bytes after those that have come. For later ones it has zeros,
        // in which no line ends: the library clears the pool between two requests.
        let buffer = firstHead.map { min($0.count, daemon.bufferSize) } ?? daemon.poolSize
        let lines = FieldLines(start: start, limit: pool + buffer - UnsafePointer(start))
        request.minorVersion = bytes[version + 7] == UInt8(ascii: "0") ? 0 : 1
        guard lines.limit >= 2 || firstHead?.isBeyondBuffer == true else { return }
        linesStart = UnsafePointer(start)
        request.setMethod(method(before: bytes, pool))
        let reading = read(lines)
        if let count = reading.count {
            judge(reading, lines, lead: version + 10, count: count)
            if refusal != nil, lines.limit >= 2 { lines.cutOff() }
        } else {
            // 1.0 leaves the same bytes for a line that ends in CRLF and for one that ends in a bare LF with an empty
            // line after it. The latter is a whole head.
            let mayBeWhole = !isBare && LibraryDaemon.byteAfterCR != 0 && start[0] == 0
            awaitRest(of: lines, lead: version + 10, mayBeWhole: mayBeWhole)
        }
    }

    /// The library saw the end of the head right after the request line: what seemed to be its field lines are not.
    func withoutLines() -> RequestProblem? {
        request.removeFields()
        return problem(of: FieldLines.Reading())
    }

    /// The answer that refuses a first head before the library reads it; nil if it is not refused. Only for a version
    /// that the library would refuse by itself, and for a head of which it takes so much request line at once that no
    /// field line could be cut off.
    func refusal(ahead head: FirstHead, in bytes: UnsafeBufferPointer<UInt8>) -> WireScript? {
        if !head.isHTTP1(bytes), let base = bytes.baseAddress {
            request.begin(target: UnsafeBufferPointer(rebasing: bytes[head.targetBeforeVersion(bytes)]))
            request.setMethod(method(before: base + head.target, base))
            return BuiltInReplies.script(for: .unknownVersion)
        }
        guard head.isBeyondBuffer, var lines = head.lines, let base = bytes.baseAddress,
            let line = head.targetAndVersion(bytes)
        else { return nil }
        request.begin(target: UnsafeBufferPointer(rebasing: bytes[line.target]))
        request.minorVersion = line.minorVersion
        request.setMethod(method(before: base + head.target, base))
        if let problem = RequestFraming.requestLineProblem(request) { return BuiltInReplies.script(for: problem) }
        let reading = lines.withUnsafeMutableBufferPointer {
            FieldLines(start: $0.baseAddress!, limit: $0.count).read(into: request)
        }
        let memory = reading.hasCookies ? memoryOfCookies(after: 0) : 0
        headState = fault(of: reading, head: head.count - head.target + memory) ?? .unread
        return refusal
    }

    /// The answer that refuses the head; nil if it is not refused.
    var refusal: WireScript? {
        switch headState {
        case .refused(let problem): BuiltInReplies.script(for: problem)
        case .tooLarge: BuiltInReplies.headTooLarge
        case .unread, .sound: nil
        }
    }

    /// Decides on lines that are all known, though the library may not have read all of them yet.
    private func judge(_ reading: FieldLines.Reading, _ lines: FieldLines, lead: Int, count: Int) {
        var memory = 0
        if reading.isSound, reading.hasCookies || reading.hasTrailingBlanks {
            let inBuffer = FieldLines(start: lines.start, limit: min(lines.limit, count))
            if reading.hasTrailingBlanks { inBuffer.moveTrailingBlanks() }
            if reading.hasCookies { memory = memoryOfCookies(after: inBuffer.hideCookies()) }
        }
        headState = fault(of: reading, head: lead + count + memory) ?? .sound(end: UnsafePointer(lines.start) + count)
    }

    /// Why a head is refused whose lines are all known; nil if it is not. `head`: the bytes that it takes of the
    /// library's pool, from the target on.
    func fault(of reading: FieldLines.Reading, head: Int) -> HeadState? {
        if let problem = problem(of: reading) { return .refused(problem) }
        return leavesRoomForAnswer(head: head) ? nil : .tooLarge
    }

    /// Bytes of the pool that the library takes for cookies that are not hidden from it: a copy of them, and a record
    /// of each.
    private func memoryOfCookies(after hidden: Int) -> Int {
        var (seen, memory) = (0, 0)
        for index in 0..<request.fieldCount where request.isField(index, named: Self.cookieName) {
            seen += 1
            guard seen > hidden else { continue }
            let value = request.head[request.fieldValue(index)]
            memory += value.count + 1
            for byte in value where byte == UInt8(ascii: ";") { memory += Self.poolPerField }
        }
        return memory
    }

    /// The method, which precedes the target.
    private func method(
        before target: UnsafePointer<UInt8>, _ pool: UnsafePointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        var end = target
        while end > pool, end[-1] <= 0x20 { end -= 1 }
        var start = end
        while start > pool, start[-1] > 0x20 { start -= 1 }
        return UnsafeBufferPointer(start: start, count: end - start)
    }

    // MARK: Checks

    private func read(_ lines: FieldLines) -> FieldLines.Reading {
        guard var copy = firstHead?.lines else { return lines.read(into: request) }
        return copy.withUnsafeMutableBufferPointer {
            FieldLines(start: $0.baseAddress!, limit: $0.count).read(into: request)
        }
    }

    func problem(of reading: FieldLines.Reading) -> RequestProblem? {
        guard reading.isSound else { return .brokenLine }
        switch RequestFraming.readFields(request) {
        case .success(let framing):
            self.framing = framing
            return nil
        case .failure(let problem): return problem
        }
    }
}
