internal import CMicroHTTPD
internal import HTTP1
internal import Wire

/// An upload that does not come to its end: because nothing more of it comes, or because libmicrohttpd cannot read on.
extension LibraryConnection {
    /// Answers in the middle of the upload, from outside of the library's calls, and closes. The library reads from another
    /// file from then on, fails, and lets go of the socket; where its buffer is full it does not read, and lets go after a
    /// second.
    func breakOff(_ script: WireScript) {
        guard handle != nil, readsBody, !hasAnswered else { return }
        client.refuseBesideLibrary(with: script)
        suspend()
        leaveSuspended()
    }

    /// The socket leaves the library while that is suspended; where it cannot, the library is to close it.
    func leaveSuspended() {
        // Where its buffer is full it reads nothing, and would not find out.
        if let handle { cmicrohttpd_set_timeout(handle, 1) }
        resume()
        guard !leave() else { return }
        client.cancelExchange()
        state = .resumed(.drop)
    }

    // MARK: A library that reads no more

    /// Bytes of the upload have come, or its end. Where the library's next run does not read them, its buffer is full of a
    /// line that it cannot make out.
    func uploadGoesOn() {
        guard framing.isChunked, readBefore == nil, let read = readByLibrary else { return }
        readBefore = read
        hearOfRuns()
    }

    /// The library has had a run. False where it is to have another one.
    func uploadWasRead() -> Bool {
        guard let before = readBefore else { return true }
        guard let read = readByLibrary else {
            readBefore = nil
            return true
        }
        if read != before {
            readBefore = read
            // Behind what was read there may be the end now, which it does not see by itself.
            if client.isPeerClosed { client.endMayShow() }
            return false
        }
        readBefore = nil
        breakOff(BuiltInReplies.uploadTooLong)
        return true
    }

    /// Whether the library has said something by itself in this exchange, that the body is malformed for one; then it closes,
    /// too.
    var hasAnswered: Bool {
        // Sent, whether or not a client far away has acknowledged it yet. A FIN of ours counts as a byte.
        guard let sentBesides else { return false }
        return socket.acknowledged + socket.unacknowledged > client.sentBefore + sentBesides + 1
    }

    /// Bytes that the library has read of the connection so far; nil where there is nothing more that it could read now.
    private var readByLibrary: Int? {
        guard readsBody else { return nil }
        let unread = socket.unread
        return unread > 0 || client.isPeerClosed ? socket.received - unread : nil
    }
}
