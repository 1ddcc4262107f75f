internal import CLinux
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
            if count > buffer { lines = Array(bytes[lead..<count]) }
        }
    }

    /// The target is known, and the request begun with it.
    func readLines(behind target: UnsafePointer<CChar>) {
        headState = .unread
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
        // Room for an end, and for a record of it in front of the fields.
        guard lines.limit >= 2 else { return }
        exchange.request.setMethod(method(before: bytes, pool))
        let reading = read(lines)
        if let count = reading.count {
            judge(reading, lines, lead: version + 10, count: count)
            if refusal != nil { lines.cutOff() }
        } else {
            awaitRest(of: lines, lead: version + 10)
        }
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
        if let problem = problem(of: reading) {
            headState = .refused(problem)
        } else {
            var memory = 0
            if reading.hasCookies {
                let hidden = FieldLines(start: lines.start, limit: min(lines.limit, count)).hideCookies()
                memory = memoryOfCookies(behind: hidden)
            }
            if leavesRoomForAnswer(head: lead + count + memory) {
                headState = .sound(end: UnsafePointer(lines.start) + count)
                return
            }
            headState = .tooLarge
        }
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

    private func awaitRest(of lines: FieldLines, lead: Int) {
        exchange.request.removeFields()
        // Nothing may be suspended any more when the library is stopped.
        guard handle != nil, firstHead == nil, !shard.isStopping else { return }
        // 1.0 leaves the same of a line and of an empty one behind it, both with a bare LF: a whole head of HTTP/1.0.
        if exchange.request.minorVersion == 0, lines.start[0] == 0 { return }
        var bytes = Array(UnsafeBufferPointer(start: lines.start, count: lines.limit))
        // NULs that came are lost with those of the pool; the head's end is elsewhere then, and it is refused.
        while bytes.last == 0 { bytes.removeLast() }
        partialHead = PartialHead(lines: lines, lead: lead, bytes: bytes)
        stage = .waiting
        suspend()
        watch(clinux_EPOLLIN | clinux_EPOLLRDHUP)
    }

    /// More of it may be there. `isLast`: the peer sends no more.
    func restMayHaveCome(isLast: Bool) {
        guard let partial = partialHead else { return }
        guard let more = Descriptors.peek(descriptor, into: shard.peeked) else { return giveUpHead() }
        var all = partial.bytes + more
        let reading = all.withUnsafeMutableBufferPointer {
            FieldLines(start: $0.baseAddress!, limit: $0.count).read(into: exchange.request)
        }
        if let count = reading.count {
            judge(reading, partial.lines, lead: partial.lead, count: count)
        } else {
            exchange.request.removeFields()
            if partial.lead + all.count >= shard.configuration.poolSize || more.count == shard.peeked.count {
                headState = .tooLarge
            } else if isLast {
                return giveUpHead()
            } else {
                _ = clinux_set_option(descriptor, SOL_SOCKET, SO_RCVLOWAT, Int32(more.count + 1))
                return
            }
        }
        if let refusal { refuseHead(refusal, in: partial) } else { goOnWithHead() }
    }

    /// Answers in place of the library, which has read too little of the head to have it cut off: it reads from another
    /// file now, fails, and lets go of the socket.
    private func refuseHead(_ script: WireScript, in partial: PartialHead) {
        beginExchange()
        exchange.isRefused = true
        exchange.outcome.status = script.status ?? 0
        plan = WirePlan(script)
        goOnWithHead()
        _ = leaveLibrary()
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
        _ = clinux_set_option(descriptor, SOL_SOCKET, SO_RCVLOWAT, 1)
        resume()
    }

    /// The rest does not come. The library sees the end of the stream, and closes.
    func giveUpHead() {
        // Unread bytes would turn the close into a reset.
        _ = Descriptors.discard(descriptor, limit: 1 << 20)
        goOnWithHead()
        shutdown(descriptor, clinux_SHUT_RDWR)
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
