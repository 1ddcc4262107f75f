internal import Glibc
internal import HTTP1
internal import Wire

/// Looking at a request's field lines where libmicrohttpd has read its request line and nothing more: in the URI callback.
///
/// The lines lie in its buffer, behind the request line. They are read and judged there, so that it makes no difference
/// what a version of the library thinks of them: what is refused is cut off in the buffer, and the library asks for an
/// answer at once. The head of a first request that is longer than the front door looks is read by `readFields`, from
/// what the library made of it.
extension LibraryConnection {
    /// What became of the lines.
    enum HeadState {
        /// They are not all there.
        case unread
        /// Read; the head ends there.
        case sound(end: UnsafePointer<UInt8>)
        /// Cut off.
        case refused(RequestProblem)
        case tooLarge
    }

    /// The target is known, and the request begun with it.
    func readLines(behind target: UnsafePointer<CChar>) {
        headState = .unread
        linesStart = nil
        defer { if firstHead != nil { firstHead = nil } }
        let bytes = UnsafeMutableRawPointer(mutating: target).assumingMemoryBound(to: UInt8.self)
        var version = strlen(target) + 1
        while bytes[version] == 0x20 || bytes[version] == 0x09 { version += 1 }
        // 1.0 takes these for blanks, too.
        if bytes[version] == 0x0B || bytes[version] == 0x0C {
            headState = .refused(.badTarget)
            return
        }
        let end = version + 8
        // The library has made the end of the line NULs, 0.9.75 both bytes of it and 1.0 the first. In 0.9.75 the second
        // may also be one that has not come yet: then this is a byte too far.
        guard bytes[end] == 0 else { return }
        let isBare = firstHead?.isBare ?? (bytes[end + 1] != LibraryDaemon.behindCR)
        let start = bytes + end + (isBare ? 1 : 2)
        if let firstHead {
            pool = UnsafePointer(start) - firstHead.lead
            // The library and the front door agree on where the line is, or nothing behind it is read.
            guard pool == UnsafePointer(bytes) - firstHead.target else {
                pool = nil
                return
            }
        }
        guard let pool else { return }
        // Behind what has come for the first request, the pool holds anything; later on it holds zeros, which no line
        // ends in: the library clears it between two requests.
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
            // 1.0 leaves the same of a line that ends in a bare LF and of an empty one behind it: the whole of a head.
            let mayBeWhole = !isBare && LibraryDaemon.behindCR != 0 && start[0] == 0
            awaitRest(of: lines, lead: version + 10, mayBeWhole: mayBeWhole)
        }
    }

    /// Where the library sees the end of the head right behind the request line, what seemed to be its lines were none.
    func withoutLines() -> RequestProblem? {
        request.removeFields()
        return problem(of: FieldLines.Reading())
    }

    /// What a first head is refused with before the library reads it, which takes so much of the request line at once that
    /// no line could be cut off; nil where it is not.
    func refusal(ahead head: FirstHead, in bytes: UnsafeBufferPointer<UInt8>) -> WireScript? {
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
        let memory = reading.hasCookies ? memoryOfCookies(behind: 0) : 0
        headState = fault(of: reading, head: head.count - head.target + memory) ?? .unread
        return refusal
    }

    /// What a head is refused with; nil where it is not.
    var refusal: WireScript? {
        switch headState {
        case .refused(let problem): BuiltInReplies.script(for: problem)
        case .tooLarge: BuiltInReplies.headTooLarge
        case .unread, .sound: nil
        }
    }

    /// The lines are all known, though the library may not have read all of them yet.
    private func judge(_ reading: FieldLines.Reading, _ lines: FieldLines, lead: Int, count: Int) {
        var memory = 0
        if reading.isSound, reading.hasCookies {
            let hidden = FieldLines(start: lines.start, limit: min(lines.limit, count)).hideCookies()
            memory = memoryOfCookies(behind: hidden)
        }
        headState = fault(of: reading, head: lead + count + memory) ?? .sound(end: UnsafePointer(lines.start) + count)
    }

    /// What lines are refused for that are all known; nil where they are not. `head`: what it takes of the library's memory,
    /// from the target on.
    func fault(of reading: FieldLines.Reading, head: Int) -> HeadState? {
        if let problem = problem(of: reading) { return .refused(problem) }
        return leavesRoomForAnswer(head: head) ? nil : .tooLarge
    }

    /// What the library takes for cookies that it sees: a copy of them, and a record of each.
    private func memoryOfCookies(behind hidden: Int) -> Int {
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

    /// It lies in front of the target.
    private func method(
        before target: UnsafePointer<UInt8>, _ pool: UnsafePointer<UInt8>
    ) -> UnsafeBufferPointer<UInt8> {
        var end = target
        while end > pool, end[-1] <= 0x20 { end -= 1 }
        var start = end
        while start > pool, start[-1] > 0x20 { start -= 1 }
        return UnsafeBufferPointer(start: start, count: end - start)
    }

    // MARK: Judging

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
