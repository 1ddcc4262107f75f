internal import HTTP1
internal import Wire

/// A head after the first one of a connection, of which only part has come. Protocol detection waits for the first one.
extension LibraryConnection {
    /// Field lines of which only part has come. The library is suspended until the rest has come. The rest stays in the
    /// socket meanwhile, so that the library does not read lines that we have not seen.
    struct PartialHead {
        var lines: FieldLines
        var lead: Int
        /// The bytes of the lines that the library has read.
        var bytes: [UInt8]
    }

    /// `mayBeWhole`: then the library either calls us in this run, or the head is incomplete.
    func awaitRest(of lines: FieldLines, lead: Int, mayBeWhole: Bool) {
        request.removeFields()
        // No connection may be suspended when the library is stopped.
        guard handle != nil, firstHead == nil, !daemon.isStopping else { return }
        // NULs that came cannot be told from those of the pool, and are lost. Then the head ends elsewhere, and is
        // refused.
        var count = lines.limit
        while count > 0, lines.start[count - 1] == 0 { count -= 1 }
        let bytes = Array(UnsafeBufferPointer(start: lines.start, count: count))
        partialHead = PartialHead(lines: lines, lead: lead, bytes: bytes)
        guard mayBeWhole else { return suspendForRest() }
        state = .undecided
        observeRuns()
    }

    /// The library has ended a run in which it read a head that may be whole, and has not asked for an answer: the head
    /// is not whole.
    func decideOnRest() {
        if case .undecided = state { suspendForRest() }
    }

    private func suspendForRest() {
        state = .partial
        suspend()
        client.headIsIncomplete()
    }

    /// Whether part of a request line has come, which the library does not report. Before the first byte of it comes,
    /// the library's pool holds zeros.
    var isHeadBegun: Bool {
        if case .head = state, let pool { pool.pointee != 0 } else { false }
    }

    /// More of the head may have come, which is peeked at in `buffer`. `isLast`: the peer sends no more.
    func restMayHaveCome(isLast: Bool, lookingInto buffer: UnsafeMutableBufferPointer<UInt8>) {
        guard case .partial = state, let partial = partialHead else { return }
        guard let more = socket.peek(into: buffer) else { return giveUpHead() }
        var all = partial.bytes + more
        let reading = all.withUnsafeMutableBufferPointer {
            FieldLines(start: $0.baseAddress!, limit: $0.count).read(into: request)
        }
        if let count = reading.count {
            headState = fault(of: reading, head: partial.lead + count) ?? .sound(end: partial.lines.start + count)
            if refusal == nil, reading.hasCookies || reading.hasTrailingBlanks {
                return tellFraming(partial, count: count)
            }
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

    /// Answers instead of the library, which has read too little of the head for it to be cut off. The library reads
    /// from another file now, fails, and releases the socket.
    private func refuseHead(_ script: WireScript) {
        client.refuseBesideLibrary(with: script)
        goOnWithHead()
        if !leave() { client.cancelExchange() }
    }

    /// The library would copy the cookies, and answer by itself if they fill its pool; 0.9.75 would take blanks behind a
    /// value for a part of it. So it reads the rest of such a head from another file instead of the socket. That has only the fields for the length of the request and the
    /// connection's end.
    private func tellFraming(_ partial: PartialHead, count: Int) {
        guard let (library, ours) = Machine.socketPair() else { return giveUpHead() }
        defer { for end in [library, ours] { Machine.close(end) } }
        // The bytes of the lines that it has read become the name of a field.
        let (lines, known) = (partial.lines, partial.bytes.count)
        for index in 0..<known { lines.start[index] = UInt8(ascii: "~") }
        let rest = (known > 0 ? ":\r\n" : "") + framing.fieldLines(minorVersion: request.minorVersion)
        guard case .some = TCPSocket(descriptor: ours).write(Array(rest.utf8), from: 0) else { return giveUpHead() }
        socket.discard(limit: count - known)
        headState = .sound(end: lines.start + known + rest.utf8.count)
        goOnWithHead()
        // The socket is put back in the library's next call, before the library looks for events of it.
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
