internal import HTTP1
internal import Wire

/// Reads the requests of a connection that is not libmicrohttpd's, strictly, with `RequestReader`.
///
/// What is not a whole plain request with an ordinary answer comes here: see `LibraryRequest` and `Connection.arrived`. A
/// connection stays here until it ends.
final class OwnReader {
    fileprivate var requests: RequestReader
    /// True while events of `requests` are being handled, so that what they lead to does not handle them, too.
    fileprivate var isBusy = false

    init(_ requests: RequestReader) { self.requests = requests }

    /// Bytes that a connection may read in a turn of the loop, and requests that it may begin, before others have theirs.
    fileprivate static let bytesPerTurn = 256 << 10
    fileprivate static let requestsPerTurn = 16
}

extension Connection {
    /// Begins to read requests ourselves, from bytes that are still in the socket.
    func readOurselves() {
        carrier = .reader(OwnReader(RequestReader(maximumHead: context.configuration.headBound)))
        readOn()
    }

    /// Handles what has come, until nothing more is there or an answer has to wait for something.
    func readOn() {
        guard case .reader(let reader) = carrier, !reader.isBusy else { return }
        reader.isBusy = true
        defer { reader.isBusy = false }
        context.readClocks()
        var (bytes, requests) = (OwnReader.bytesPerTurn, OwnReader.requestsPerTurn)
        while isReading, run.readsRequest {
            guard bytes > 0, requests > 0 else { return awaitTurn() }
            switch reader.requests.next(into: exchange.request) {
            case .head(let framing):
                requests -= 1
                headCame(framing, reader)
            case .content(let content): perform(content.withUnsafeBytes { store($0) })
            case .end: perform(run.bodyEnded())
            case .refused(let refusal): refuse(refusal, reader)
            case .more:
                switch transport.read(into: context.input) {
                case .some(let count):
                    bytes -= count
                    if run.isOpen { expectMoreOfBody() }
                    reader.requests.append(UnsafeRawBufferPointer(rebasing: context.input[..<count]))
                case .wouldBlock: return awaitInput(reader)
                case .end, .broken: return inputEnded(reader)
                }
            }
        }
        // The answer waits for something. Input would be reported again and again.
        if isReading || isLastAnswer, transport.watched?.contains(.writable) != true {
            transport.watch(Self.peerEvents)
        }
    }

    private func awaitTurn() {
        transport.watch(Self.peerEvents)
        context.readingOn.append(id)
    }

    private func awaitInput(_ reader: OwnReader) {
        reader.requests.dropReadBytes()
        if !run.isOpen, reader.requests.hasUnread { shortenHeadDeadline() }
        setDeadlineTimer()
        transport.watch([.readable, .peerFinished])
    }

    private func headCame(_ framing: RequestFraming, _ reader: OwnReader) {
        begin(framing)
        let fields = exchange.request.fieldCount
        guard context.configuration.takesHead(of: reader.requests.headCount, fields: fields) else {
            return perform(.refuse(BuiltInReplies.headTooLarge))
        }
        // Without a body, its end follows at once.
        guard framing.announcesBody else { return }
        perform(decideAtHead(framing.contentLength.map { $0 <= reader.requests.unreadCount } ?? false))
    }

    /// Reads the body. A client that waits for a 100 (Continue) gets it, unless that is denied or the body comes anyway.
    func beginBody(deniesContinue: Bool) {
        if exchange.hasWholeBody { return }
        guard case .reader(let reader) = carrier, framing.expectsContinue, exchange.request.minorVersion > 0 else {
            return expectMoreOfBody()
        }
        // A client that waits for a 100 which the scenario denies may take its time.
        if deniesContinue, !reader.requests.hasUnread { return expect(by: .max) }
        expectMoreOfBody()
        guard !deniesContinue, !reader.requests.hasUnread else { return }
        // Where the send buffer is full, the client goes on without it (RFC 9110, 10.1.1).
        if case .some(let count) = transport.write(Self.continueHead, from: 0, most: .max),
            count < Self.continueHead.count
        {
            inputEnded(reader)
        }
    }

    private static let continueHead = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    /// The answer was sent, and the connection stays open.
    func awaitNextRequest(_ reader: OwnReader) {
        let isLast = isPeerClosed && !reader.requests.hasUnread && transport.isAtEnd
        endExchange(isLast ? .closed : .complete)
        expect(by: context.now + context.configuration.deadlines.nextHead)
        readOn()
    }

    // MARK: Ends

    /// The peer sends no more, or is gone. What it has begun to send gets no answer.
    private func inputEnded(_ reader: OwnReader) {
        if run.isOpen { return peerIsGone() }
        if reader.requests.hasUnread {
            let (bytes, count) = reader.requests.unread
            noteCut(bytes, count: count)
        }
        close()
    }

    /// Reports what has come of a head of which no more will come.
    func noteCut(_ bytes: [UInt8], count: Int) {
        guard !context.isStopping else { return }
        context.readClocks()
        context.responder.foreignProtocolSeen(
            ForeignProtocolStart(
                connection: id, kind: .cutOff, bytes: bytes, count: count, status: 0, sent: 0, arrivedAt: context.wall,
                end: .abandoned))
    }

    /// The awaited input may not have come in time.
    func inputMayBeOverdue(_ reader: OwnReader) {
        guard run.readsRequest else { return }
        guard isOverdue else { return setDeadlineTimer() }
        if exchange.hasWholeBody { return }
        if run.isOpen { return perform(.refuse(BuiltInReplies.bodyTimeout)) }
        guard reader.requests.hasUnread else { return close() }
        let (bytes, count) = reader.requests.unread
        refuse(bytes, count: count, .cutOff, BuiltInReplies.headTimeout)
    }

    private func refuse(_ refusal: RequestRefusal, _ reader: OwnReader) {
        let script = BuiltInReplies.script(for: refusal)
        switch refusal {
        case .notHTTP1, .lineTooLong:
            let (bytes, count) = reader.requests.refused
            refuse(bytes, count: count, refusal == .notHTTP1 ? .other : .tooLong, script)
        case .headTooLarge, .problem, .badChunk, .chunkLineTooLong, .trailerTooLarge:
            if !run.isOpen { begin(RequestFraming()) }
            perform(.refuse(script))
        }
    }

    /// Answers what is no request, and closes in an orderly way. A FIN without an answer would look like a failure from
    /// somebody's scenario.
    func refuse(_ bytes: [UInt8], count: Int, _ kind: ForeignProtocolStart.Kind, _ script: WireScript) {
        let answer = BuiltInReplies.bytes(of: script)
        // An answer of this size fits into the send buffer, or the peer does not read.
        var sent = 0
        while sent < answer.count, case .some(let count) = transport.write(answer, from: sent, most: .max) {
            sent += count
        }
        context.readClocks()
        context.responder.foreignProtocolSeen(
            ForeignProtocolStart(
                connection: id, kind: kind, bytes: bytes, count: count, status: sent > 0 ? script.status ?? 0 : 0,
                sent: sent, arrivedAt: context.wall))
        transport.unwatch()
        linger()
    }
}
