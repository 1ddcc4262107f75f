internal import CMicroHTTPD
internal import HTTP1
internal import Wire

/// An upload that does not complete, because no more of it comes or because libmicrohttpd cannot read on.
extension LibraryConnection {
    /// Answers in the middle of the upload, outside of the library's calls, and closes. From then on the library reads
    /// from another file, fails, and releases the socket. If its buffer is full it does not read, and releases the
    /// socket after a second.
    func breakOff(_ script: WireScript) {
        guard handle != nil, readsBody, !hasAnswered else { return }
        client.refuseBesideLibrary(with: script)
        suspend()
        leaveSuspended()
    }

    /// Takes the socket from the library while that is suspended. If that is impossible, the library is to close it.
    func leaveSuspended() {
        // If its buffer is full it reads nothing, and would not notice without a timeout of one second.
        if let handle { cmicrohttpd_set_timeout(handle, 1) }
        resume()
        guard !leave() else { return }
        client.cancelExchange()
        state = .resumed(.drop)
    }

    // MARK: Uploads that the library cannot read

    /// More of the upload has come, or its end. If the library's next run does not read it, its buffer is full with a
    /// line that it cannot parse.
    func uploadGoesOn() {
        guard framing.isChunked, readBefore == nil, let read = readByLibrary else { return }
        readBefore = read
        observeRuns()
    }

    /// Checks after a run of the library whether it has read. False if it has to be checked after another run, too.
    func uploadWasRead() -> Bool {
        guard let before = readBefore else { return true }
        guard let read = readByLibrary else {
            readBefore = nil
            return true
        }
        if read != before {
            readBefore = read
            // The FIN may follow what was read, and the library does not notice it by itself.
            if client.isPeerClosed { client.showPeerEndAfterTurn() }
            return false
        }
        readBefore = nil
        breakOff(BuiltInReplies.uploadTooLong)
        return true
    }

    /// Whether the library has answered by itself in this exchange, for example because the body is malformed; then it
    /// also closes.
    var hasAnswered: Bool {
        // Bytes that were sent, whether or not a distant client has acknowledged them yet. Our FIN counts as a byte.
        guard let sentBesides else { return false }
        return socket.acknowledged + socket.unacknowledged > client.sentBefore + sentBesides + 1
    }

    /// Bytes that the library has read from the connection so far; nil if there is nothing more that it could read now.
    private var readByLibrary: Int? {
        guard readsBody else { return nil }
        let unread = socket.unread
        return unread > 0 || client.isPeerClosed ? socket.received - unread : nil
    }
}
