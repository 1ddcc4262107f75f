internal import Glibc
internal import Wire

/// Looking at a request's field lines where libmicrohttpd has read its request line and nothing more: in the URI callback.
///
/// The lines lie in its buffer, behind the request line. They are read and judged there, so that it makes no difference
/// what a version of the library thinks of them: what is refused is cut off in the buffer, and the library asks for an
/// answer at once. The head of a first request that is longer than the front door looks is read by `readFields`, from
/// what the library made of it.
extension Connection {
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

    /// A request head at the front door, ahead of libmicrohttpd: the first of its connection.
    struct FirstHead {
        /// Bytes in front of the field lines.
        var lead = 0
        /// Bytes in front of the target.
        var target = 0
        /// Whether the request line ends in a bare LF.
        var isBare = false
        /// Bytes of it all.
        var count = 0
        /// The field lines, where the library's buffer takes only part of them at once.
        var lines: [UInt8]?
        /// Whether it takes so little of them that they cannot be cut off in there.
        var isBeyondBuffer = false

        /// Nil where the bytes have no whole head.
        init?(_ bytes: UnsafeBufferPointer<UInt8>, buffer: Int) {
            guard let base = bytes.baseAddress else { return nil }
            // Empty lines in front of a request line are passed over (RFC 9112, 2.2).
            while lead < bytes.count, bytes[lead] == 0x0D || bytes[lead] == 0x0A { lead += 1 }
            guard lead < bytes.count, let end = memchr(base + lead, 0x0A, bytes.count - lead) else { return nil }
            let line = UnsafeRawPointer(end) - UnsafeRawPointer(base)
            target = bytes[lead..<line].firstIndex(of: 0x20) ?? line
            while target < line, bytes[target] == 0x20 { target += 1 }
            isBare = bytes[line - 1] != 0x0D
            lead = line + 1
            let fields = FieldLines(
                start: UnsafeMutablePointer(mutating: base + lead), limit: bytes.count - lead)
            guard let length = fields.end else { return nil }
            count = lead + length
            isBeyondBuffer = lead + 2 > buffer
            if count > buffer || isBeyondBuffer { lines = Array(bytes[lead..<count]) }
        }

        /// The words behind the method; nil where the last is no version that is spoken here.
        func targetAndVersion(_ bytes: UnsafeBufferPointer<UInt8>) -> (target: Range<Int>, minorVersion: Int)? {
            let version = lead - (isBare ? 1 : 2) - 8
            guard version > target, bytes[version - 1] == 0x20, bytes[version...].starts(with: "HTTP/1.".utf8) else {
                return nil
            }
            let minorVersion = Int(bytes[version + 7]) - 0x30
            guard minorVersion == 0 || minorVersion == 1 else { return nil }
            var end = version
            while end > target, bytes[end - 1] == 0x20 { end -= 1 }
            return (target..<end, minorVersion)
        }
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
        let buffer = firstHead.map { min($0.count, shard.library.bufferSize) } ?? shard.configuration.poolSize
        let lines = FieldLines(start: start, limit: pool + buffer - UnsafePointer(start))
        exchange.request.minorVersion = bytes[version + 7] == UInt8(ascii: "0") ? 0 : 1
        guard lines.limit >= 2 || firstHead?.isBeyondBuffer == true else { return }
        linesStart = UnsafePointer(start)
        exchange.request.setMethod(method(before: bytes, pool))
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
        exchange.request.removeFields()
        return problem(of: FieldLines.Reading())
    }

    /// What a first head is refused with before the library reads it, which takes so much of the request line at once that
    /// no line could be cut off; nil where it is not.
    func refusalAhead(_ bytes: UnsafeBufferPointer<UInt8>) -> WireScript? {
        guard let firstHead, firstHead.isBeyondBuffer, var lines = firstHead.lines, let base = bytes.baseAddress,
            let line = firstHead.targetAndVersion(bytes)
        else { return nil }
        let request = exchange.request
        request.begin(target: UnsafeBufferPointer(rebasing: bytes[line.target]))
        request.minorVersion = line.minorVersion
        request.setMethod(method(before: base + firstHead.target, base))
        if let problem = RequestFraming.problemOfRequestLine(request) { return BuiltInReplies.script(for: problem) }
        let reading = lines.withUnsafeMutableBufferPointer {
            FieldLines(start: $0.baseAddress!, limit: $0.count).read(into: request)
        }
        let memory = reading.hasCookies ? memoryOfCookies(behind: 0) : 0
        headState = fault(of: reading, head: firstHead.count - firstHead.target + memory) ?? .unread
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
    private func fault(of reading: FieldLines.Reading, head: Int) -> HeadState? {
        if let problem = problem(of: reading) { return .refused(problem) }
        return leavesRoomForAnswer(head: head) ? nil : .tooLarge
    }

    /// What the library takes for cookies that it sees: a copy of them, and a record of each.
    private func memoryOfCookies(behind hidden: Int) -> Int {
        let request = exchange.request
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

    // MARK: The rest of a head

    /// Lines of which only a part has come. The library is suspended until the rest has, which stays in the socket, so
    /// that no line of it is read by the library alone. For requests behind the first: that one's head was waited for at
    /// the front door.
    struct PartialHead {
        var lines: FieldLines
        var lead: Int
        /// What the library has read of the lines.
        var bytes: [UInt8]
    }

    /// `mayBeWhole`: then the library calls us in this run, or wants more bytes, and none have come.
    private func awaitRest(of lines: FieldLines, lead: Int, mayBeWhole: Bool) {
        exchange.request.removeFields()
        // Nothing may be suspended any more when the library is stopped.
        guard handle != nil, firstHead == nil, !shard.isStopping else { return }
        // NULs that came are lost with those of the pool; the head's end is elsewhere then, and it is refused.
        var count = lines.limit
        while count > 0, lines.start[count - 1] == 0 { count -= 1 }
        let bytes = Array(UnsafeBufferPointer(start: lines.start, count: count))
        partialHead = PartialHead(lines: lines, lead: lead, bytes: bytes)
        if mayBeWhole { shard.library.undecided.append(self) } else { suspendForRest() }
    }

    /// The library has come to the end of a run in which it read a head that may be whole.
    func decideOnRest() {
        guard partialHead != nil else { return }
        if isTargetSeen, place == .library, stage == .head { suspendForRest() } else { partialHead = nil }
    }

    private func suspendForRest() {
        shard.readClocks()
        stage = .waiting
        suspend()
        watch(Self.arrivals)
        hastenHead()
        setInputAlarm()
    }

    /// The library says nothing of a part of a request line, but before a byte of it has come its memory holds zeros.
    func lookForPartOfHead() {
        if place == .library, stage == .head, let pool, pool.pointee != 0 { hastenHead() }
    }

    /// The rest of a later head is awaited only as long as a first one.
    private func hastenHead() {
        inputDeadline = min(inputDeadline, shard.now + shard.configuration.deadlines.firstHead)
    }

    /// More of it may be there. `isLast`: the peer sends no more.
    func restMayHaveCome(isLast: Bool) {
        guard let partial = partialHead else { return }
        guard let more = socket.peek(into: shard.peeked) else { return giveUpHead() }
        var all = partial.bytes + more
        let reading = all.withUnsafeMutableBufferPointer {
            FieldLines(start: $0.baseAddress!, limit: $0.count).read(into: exchange.request)
        }
        if let count = reading.count {
            headState = fault(of: reading, head: partial.lead + count) ?? .sound(end: partial.lines.start + count)
            if refusal == nil, reading.hasCookies { return tellFraming(partial, count: count) }
        } else {
            exchange.request.removeFields()
            if partial.lead + all.count >= shard.configuration.poolSize || more.count == shard.peeked.count {
                headState = .tooLarge
            } else if isLast {
                return giveUpHead()
            } else if mayHold(moreThan: more.count) {
                return
            } else {
                headState = .unread
            }
        }
        if let refusal { refuseHead(refusal, in: partial) } else { goOnWithHead() }
    }

    /// Answers in place of the library, which has read too little of the head to have it cut off: it reads from another
    /// file now, fails, and lets go of the socket.
    private func refuseHead(_ script: WireScript, in partial: PartialHead) {
        beginRefusal(script)
        goOnWithHead()
        _ = leaveLibrary()
    }

    /// The library would copy the cookies, and answer by itself where its memory is full of them. It reads the rest of such
    /// a head from another file, in place of the socket: only what says how long the request is, and who closes.
    private func tellFraming(_ partial: PartialHead, count: Int) {
        guard let (library, ours) = Machine.socketPair() else { return giveUpHead() }
        defer { for end in [library, ours] { Machine.close(end) } }
        // What it has read of the lines becomes a name.
        let (lines, known) = (partial.lines, partial.bytes.count)
        for index in 0..<known { lines.start[index] = UInt8(ascii: "~") }
        let rest = (known > 0 ? ":\r\n" : "") + framing.fieldLines(minorVersion: exchange.request.minorVersion)
        guard case .some = TCPSocket(descriptor: ours).write(Array(rest.utf8), from: 0) else { return giveUpHead() }
        socket.discard(limit: count - known)
        headState = .sound(end: lines.start + known + rest.utf8.count)
        goOnWithHead()
        // It is put back in the library's next call, before that looks for events of it.
        if !standIn(library) { socket.end() }
    }

    /// Begins an exchange whose answer the executor is to write.
    func beginRefusal(_ script: WireScript) {
        beginExchange()
        exchange.isRefused = true
        exchange.outcome.status = script.status ?? 0
        plan = WirePlan(script)
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

    private func goOnWithHead() {
        partialHead = nil
        stage = .head
        resume()
    }

    /// The rest does not come. The library sees the end of the stream, and closes.
    func giveUpHead() {
        // Unread bytes would turn the close into a reset.
        socket.discard()
        goOnWithHead()
        socket.end()
    }

    // MARK: Judging

    private func read(_ lines: FieldLines) -> FieldLines.Reading {
        guard var copy = firstHead?.lines else { return lines.read(into: exchange.request) }
        return copy.withUnsafeMutableBufferPointer {
            FieldLines(start: $0.baseAddress!, limit: $0.count).read(into: exchange.request)
        }
    }

    private func problem(of reading: FieldLines.Reading) -> RequestProblem? {
        guard reading.isSound else { return .brokenLine }
        switch RequestFraming.readFields(exchange.request) {
        case .success(let framing):
            self.framing = framing
            return nil
        case .failure(let problem): return problem
        }
    }
}
