internal import CMicroHTTPD
internal import HTTP1
internal import Wire

/// An upload that does not complete, because no more of it comes.
extension LibraryConnection {
    /// Answers in the middle of the upload, outside of the library's calls, and closes. From then on the library reads
    /// from another file, fails, and releases the socket. If its buffer is full it does not read, and releases the
    /// socket after a second.
    func breakOff(_ script: WireScript) {
        guard handle != nil, readsBody || isSuspended, !hasAnswered else { return }
        client.refuseBesideLibrary(with: script)
        if readsBody { suspend() }
        leaveSuspended()
    }

    /// Reads on with the body, in the middle of which it was suspended.
    func readOn() {
        state = .body
        resume()
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

    /// Whether the library has answered by itself in this exchange, for example because the body is malformed; then it
    /// also closes.
    var hasAnswered: Bool {
        // Bytes that were sent, whether or not a distant client has acknowledged them yet. Our FIN counts as a byte.
        guard let sentBesides else { return false }
        return socket.acknowledged + socket.unacknowledged > client.sentBefore + sentBesides + 1
    }
}
