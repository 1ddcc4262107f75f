internal import HTTP1
internal import Wire

/// A head behind the first one of a connection, of which only a part has come: that one's was waited for at the front door.
extension LibraryConnection {
    /// Lines of which only a part has come. The library is suspended until the rest has, which stays in the socket, so
    /// that no line of it is read by the library alone.
    struct PartialHead {
        var lines: FieldLines
        var lead: Int
        /// What the library has read of the lines.
        var bytes: [UInt8]
    }

    /// `mayBeWhole`: then the library calls us in this run, or wants more bytes, and none have come.
    func awaitRest(of lines: FieldLines, lead: Int, mayBeWhole: Bool) {
        request.removeFields()
        // Nothing may be suspended any more when the library is stopped.
        guard handle != nil, firstHead == nil, !daemon.isStopping else { return }
        // NULs that came are lost with those of the pool; the head's end is elsewhere then, and it is refused.
        var count = lines.limit
        while count > 0, lines.start[count - 1] == 0 { count -= 1 }
        let bytes = Array(UnsafeBufferPointer(start: lines.start, count: count))
        partialHead = PartialHead(lines: lines, lead: lead, bytes: bytes)
        guard mayBeWhole else { return suspendForRest() }
        state = .undecided
        hearOfRuns()
    }

    /// The library has come to the end of a run in which it read a head that may be whole, and has asked for no answer.
    func decideOnRest() {
        if case .undecided = state { suspendForRest() }
    }

    private func suspendForRest() {
        state = .partial
        suspend()
        client.headIsIncomplete()
    }

    /// Whether a part of a request line is there, of which the library says nothing: before a byte of it has come its memory
    /// holds zeros.
    var isHeadBegun: Bool {
        if case .head = state, let pool { pool.pointee != 0 } else { false }
    }

    /// More of it may be there, which is looked at in `buffer`. `isLast`: the peer sends no more.
    func restMayHaveCome(isLast: Bool, lookingInto buffer: UnsafeMutableBufferPointer<UInt8>) {
        guard case .partial = state, let partial = partialHead else { return }
        guard let more = socket.peek(into: buffer) else { return giveUpHead() }
        var all = partial.bytes + more
        let reading = all.withUnsafeMutableBufferPointer {
            FieldLines(start: $0.baseAddress!, limit: $0.count).read(into: request)
        }
        if let count = reading.count {
            headState = fault(of: reading, head: partial.lead + count) ?? .sound(end: partial.lines.start + count)
            if refusal == nil, reading.hasCookies { return tellFraming(partial, count: count) }
        } else {
            request.removeFields()
            if partial.lead + all.count >= daemon.poolSize || more.count == buffer.count {
                headState = .tooLarge
            } else if isLast {
                return giveUpHead()
            } else if client.mayHold(moreThan: more.count) {
                return
            } else {
                headState = .unread
            }
        }
        if let refusal { refuseHead(refusal) } else { goOnWithHead() }
    }

    /// Answers in place of the library, which has read too little of the head to have it cut off: it reads from another
    /// file now, fails, and lets go of the socket.
    private func refuseHead(_ script: WireScript) {
        client.refuseBesideLibrary(with: script)
        goOnWithHead()
        if !leave() { client.cancelExchange() }
    }

    /// The library would copy the cookies, and answer by itself where its memory is full of them. It reads the rest of such
    /// a head from another file, in place of the socket: only what says how long the request is, and who closes.
    private func tellFraming(_ partial: PartialHead, count: Int) {
        guard let (library, ours) = Machine.socketPair() else { return giveUpHead() }
        defer { for end in [library, ours] { Machine.close(end) } }
        // What it has read of the lines becomes a name.
        let (lines, known) = (partial.lines, partial.bytes.count)
        for index in 0..<known { lines.start[index] = UInt8(ascii: "~") }
        let rest = (known > 0 ? ":\r\n" : "") + framing.fieldLines(minorVersion: request.minorVersion)
        guard case .some = TCPSocket(descriptor: ours).write(Array(rest.utf8), from: 0) else { return giveUpHead() }
        socket.discard(limit: count - known)
        headState = .sound(end: lines.start + known + rest.utf8.count)
        goOnWithHead()
        // It is put back in the library's next call, before that looks for events of it.
        if !substitute(library) { socket.end() }
    }

    private func goOnWithHead() {
        partialHead = nil
        state = .head
        client.headGoesOn()
        resume()
    }

    /// The rest does not come. The library sees the end of the stream, and closes.
    func giveUpHead() {
        // Unread bytes would turn the close into a reset.
        socket.discard()
        goOnWithHead()
        socket.end()
    }
}
