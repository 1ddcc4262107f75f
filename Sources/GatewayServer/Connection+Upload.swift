internal import CMicroHTTPD
internal import Wire

/// An upload that does not come to its end: because nothing more of it comes, or because libmicrohttpd cannot read on.
extension Connection {
    /// The body is to come, and to go on coming. `isLeftWaiting`: the client asks for a 100 that the scenario denies it, and
    /// may take its time.
    func awaitBody(isLeftWaiting: Bool = false) {
        stage = .body
        // The library sends a 100 by itself where the client waits for one.
        if framing.expectsContinue, exchange.request.minorVersion > 0 { sentBefore += 25 }
        guard framing.announcesBody else { return }
        if isLeftWaiting {
            expect(by: .max)
            if let handle { cmicrohttpd_set_timeout(handle, 0) }
        } else {
            extendBody()
        }
        if framing.isChunked { watch(Self.peerEvents.union(.readable)) }
    }

    /// Bytes of it have come.
    func extendBody() {
        if inputDeadline == .max, let handle { cmicrohttpd_set_timeout(handle, shard.library.timeout) }
        shard.readClocks()
        expect(by: shard.now + shard.configuration.deadlines.body)
    }

    /// Answers in the middle of the upload, from outside of the library's calls, and closes. The library reads from another
    /// file from then on, fails, and lets go of the socket; where its buffer is full it does not read, and lets go after a
    /// second.
    func breakOff(_ script: WireScript) {
        guard let handle, place == .library, stage == .body, isExchangeOpen, !hasLibraryAnswered else { return }
        refuseUpload(script)
        cmicrohttpd_set_timeout(handle, 1)
        suspend()
        resume()
        _ = leaveLibrary()
    }

    func refuseUpload(_ script: WireScript) {
        exchange.isRefused = true
        exchange.outcome.status = script.status ?? 0
        plan = WirePlan(script)
    }

    // MARK: A library that reads no more

    /// Bytes of the upload have come, or its end. Where the library's next run does not read them, its buffer is full of a
    /// line that it cannot make out.
    func uploadGoesOn() {
        guard stage == .body, framing.isChunked, readBefore == nil, let read = readByLibrary else { return }
        readBefore = read
        shard.uploads.append(self)
    }

    /// The library has had a run. False where it is to have another one.
    func uploadWasRead() -> Bool {
        guard let read = readByLibrary else {
            readBefore = nil
            return true
        }
        if read != readBefore {
            readBefore = read
            // Behind what was read there may be the end now, which it does not see by itself.
            if isPeerClosed { shard.halfClosed.append(self) }
            return false
        }
        readBefore = nil
        breakOff(BuiltInReplies.uploadTooLong)
        return true
    }

    /// Whether it has said something by itself in this exchange, that the body is malformed for one; then it closes, too.
    var hasLibraryAnswered: Bool {
        // Sent, whether or not a client far away has acknowledged it yet. A FIN of ours counts as a byte.
        sentBefore < .max && socket.acknowledged + socket.unacknowledged > sentBefore + 1
    }

    /// Bytes that the library has read of the connection so far; nil where there is nothing more that it could read now.
    private var readByLibrary: Int? {
        guard place == .library, stage == .body else { return nil }
        let unread = socket.unread
        return unread > 0 || isPeerClosed ? socket.received - unread : nil
    }
}
