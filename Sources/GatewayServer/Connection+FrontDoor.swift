internal import Wire

/// The front door: the first bytes say which protocol is spoken, and who is to speak it.
extension Connection {
    private enum Speech { case undecided, http1, foreign(ForeignOpening.Speech) }

    /// Looks at what has come, without taking it. `isLast`: the peer sends no more.
    func peek(isLast: Bool = false) {
        guard let bytes = socket.peek(into: shard.peeked) else { return close() }
        switch Self.speech(bytes) {
        case .http1:
            firstHead = FirstHead(bytes, buffer: shard.library.bufferSize)
            // A head that has not come whole is waited for here, where nothing of it is lost.
            guard firstHead != nil || isLast || bytes.count == shard.peeked.count || !mayHold(moreThan: bytes.count)
            else { return awaitMore() }
            if let script = refusalAhead(bytes) { return refuseAhead(script) }
            enterLibrary(isWhole: firstHead?.count == bytes.count)
        case .foreign(let speech): refuse(bytes, speech)
        case .undecided where isLast:
            close()
        case .undecided: awaitMore()
        }
    }

    /// Says which protocol this port speaks, and closes in good order: a FIN without a word would look like a failure that
    /// somebody's scenario asked for.
    private func refuse(_ bytes: UnsafeBufferPointer<UInt8>, _ speech: ForeignOpening.Speech) {
        var answer: [UInt8] = []
        var encoder = HTTP1Encoder(script: BuiltInReplies.notHTTP1, isHead: false, setting: HTTP1Head.Setting())
        _ = encoder.fill(&answer)
        // The socket is new: an answer of this size fits, or the peer has gone.
        var sent = 0
        if case .some(let count) = socket.write(answer, from: 0) { sent = count }
        shard.readClocks()
        shard.lane.spokeOtherwise(
            ForeignOpening(
                connection: id, speech: speech, bytes: Array(bytes.prefix(ForeignOpening.mostBytes)),
                count: bytes.count, sent: sent, arrivedAt: shard.wall))
        unwatch()
        place = .taken
        linger()
    }

    private func awaitMore() {
        expect(by: inputDeadline)
        watch(Self.arrivals)
    }

    /// Whether the receive buffer has room for more than so many bytes. It grows to what is asked for, up to half of the
    /// largest in net.ipv4.tcp_rmem. Asked once, as it wakes us.
    func mayHold(moreThan count: Int) -> Bool {
        // Any has room for that.
        guard count > 32 << 10 else { return true }
        if receiveBound == 0 { receiveBound = socket.growReceiveBuffer(to: shard.configuration.poolSize) }
        return receiveBound > count
    }

    /// Answers in place of the library, which has seen nothing of the connection.
    private func refuseAhead(_ script: WireScript) {
        firstHead = nil
        beginRefusal(script)
        place = .taken
        startTaken()
    }

    /// RFC 9113, 3.4: the preface of HTTP/2 begins with `PRI * HTTP/2.0`; RFC 8446, 5.1: a TLS record that
    /// opens a connection begins with 22, 3.
    private static func speech(_ bytes: UnsafeBufferPointer<UInt8>) -> Speech {
        guard let first = bytes.first else { return .undecided }
        if first == 0x16 { return bytes.count == 1 ? .undecided : .foreign(bytes[1] == 3 ? .tls : .other) }
        let preface = "PRI * HTTP/2.0".utf8
        if first == UInt8(ascii: "P"), zip(bytes, preface).allSatisfy({ $0 == $1 }) {
            return bytes.count < preface.count ? .undecided : .foreign(.http2)
        }
        return isForeign(bytes) ? .foreign(.other) : .http1
    }

    /// Whether the first line is there and is no request line: three words, of which the last begins with `HTTP/`
    /// (RFC 9112, 3), and no control character. Empty lines in front of it are passed over (2.2). libmicrohttpd ends words
    /// at a NUL and takes a line that begins with one for an empty one: it must never see any.
    private static func isForeign(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = bytes.firstIndex { $0 != 0x0D && $0 != 0x0A } ?? bytes.endIndex
        guard let end = bytes[start...].firstIndex(of: 0x0A) else { return false }
        var line = bytes[start..<end]
        if line.last == 0x0D { line = line.dropLast() }
        guard !line.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return true }
        guard let space = line.lastIndex(of: 0x20), line.first != 0x20 else { return true }
        return line[..<space].firstIndex(of: 0x20) == nil || !line[(space + 1)...].starts(with: "HTTP/".utf8)
    }

    /// `isWhole`: a whole head is there. Then nothing is watched yet: many connections have one request, and
    /// those that go on are watched from its end.
    private func enterLibrary(isWhole: Bool) {
        place = .library
        librarySocket = socket
        expect(by: inputDeadline)
        if !isWhole || watched != nil { watch(Self.peerEvents) }
        guard shard.library.add(self) else {
            // The library closed the socket, and may have said so.
            if place != .closed { shard.forget(self) }
            place = .closed
            return
        }
    }
}
