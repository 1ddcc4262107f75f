internal import HTTP1
internal import Wire

/// Protocol detection: the first bytes tell which protocol the client speaks, and who handles the connection.
extension Connection {
    private enum DetectedProtocol { case undecided, http1, foreign(ForeignProtocolStart.Kind) }

    /// Looks at the bytes that have come, without consuming them. `isLast`: the peer sends no more.
    func peek(isLast: Bool = false) {
        guard let bytes = transport.socket.peek(into: context.peeked) else { return close() }
        switch Self.detect(bytes) {
        case .http1:
            let head = FirstHead(bytes, buffer: context.library.bufferSize)
            // An incomplete head is waited for here, while it is still in the socket and nothing of it is lost.
            guard head != nil || isLast || bytes.count == context.peeked.count || !mayHold(moreThan: bytes.count)
            else { return awaitMore() }
            enterLibrary(bytes, head)
        case .foreign(let kind): refuse(bytes, kind)
        case .undecided where isLast:
            close()
        case .undecided: awaitMore()
        }
    }

    private func awaitMore() {
        // The deadline was set when the connection was accepted.
        if !isDeadlineSet { setDeadlineTimer() }
        transport.watch(Self.arrivals)
    }

    /// Tells the client which protocol this port speaks, and closes in an orderly way. A FIN without an answer would
    /// look like a failure from somebody's scenario.
    private func refuse(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: ForeignProtocolStart.Kind) {
        var answer: [UInt8] = []
        var encoder = HTTP1Encoder(script: BuiltInReplies.notHTTP1, isHead: false, setting: HTTP1Head.Setting())
        _ = encoder.fill(&answer)
        // The socket is new: an answer of this size fits into its buffer, or the peer is gone.
        var sent = 0
        if case .some(let count) = transport.write(answer, from: 0, most: answer.count) { sent = count }
        context.readClocks()
        context.responder.foreignProtocolSeen(
            ForeignProtocolStart(
                connection: id, kind: kind, bytes: Array(bytes.prefix(ForeignProtocolStart.maximumBytes)),
                count: bytes.count, sent: sent, arrivedAt: context.wall))
        transport.unwatch()
        linger()
    }

    /// Gives the socket to libmicrohttpd. If a whole head is there, nothing is watched yet: many connections carry only
    /// one request, and the others are watched from its end on.
    private func enterLibrary(_ bytes: UnsafeBufferPointer<UInt8>, _ head: FirstHead?) {
        let library = LibraryConnection(
            client: self, request: exchange.request, socket: transport.socket, daemon: context.library)
        if let head {
            if let script = library.refusal(ahead: head, in: bytes) { return refuseAhead(script, library) }
            library.firstHead = head
        }
        self.library = library
        phase = .library
        if !isDeadlineSet { setDeadlineTimer() }
        if head?.count != bytes.count || transport.watched != nil { transport.watch(Self.peerEvents) }
        // If the library refuses the connection, it has closed the socket, and may have reported that.
        if !library.enter(), phase != .closed { over() }
    }

    /// Answers instead of the library, which has seen nothing of the connection.
    private func refuseAhead(_ script: WireScript, _ library: LibraryConnection) {
        self.library = library
        refuseBesideLibrary(with: script)
        self.library = nil
        phase = .detached
        startDetached()
    }

    /// The preface of HTTP/2 begins with `PRI * HTTP/2.0` (RFC 9113, 3.4). A TLS record that opens a connection begins
    /// with the bytes 22, 3 (RFC 8446, 5.1).
    private static func detect(_ bytes: UnsafeBufferPointer<UInt8>) -> DetectedProtocol {
        guard let first = bytes.first else { return .undecided }
        if first == 0x16 { return bytes.count == 1 ? .undecided : .foreign(bytes[1] == 3 ? .tls : .other) }
        let preface = "PRI * HTTP/2.0".utf8
        if first == UInt8(ascii: "P"), zip(bytes, preface).allSatisfy({ $0 == $1 }) {
            return bytes.count < preface.count ? .undecided : .foreign(.http2)
        }
        return isForeign(bytes) ? .foreign(.other) : .http1
    }

    /// Whether the first line is complete and is not a request line. A request line has three words with one space
    /// between them, of which the last is such as `HTTP/1.1` (RFC 9112, 2.3 and 3), and no control character. Empty lines
    /// before it are skipped (2.2).
    /// libmicrohttpd ends words at a NUL, and treats a line that begins with a NUL as empty: it must never see one.
    private static func isForeign(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = bytes.firstIndex { $0 != 0x0D && $0 != 0x0A } ?? bytes.endIndex
        guard let end = bytes[start...].firstIndex(of: 0x0A) else { return false }
        var line = bytes[start..<end]
        if line.last == 0x0D { line = line.dropLast() }
        guard !line.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return true }
        guard let space = line.lastIndex(of: 0x20), line.first != 0x20 else { return true }
        let words = line[..<space]
        guard let first = words.firstIndex(of: 0x20), first + 1 < space, words[first + 1] != 0x20, words.last != 0x20
        else { return true }
        return !VersionText.isVersion(line[(space + 1)...])
    }
}
