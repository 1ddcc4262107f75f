internal import CMicroHTTPD
internal import Wire

/// Holding libmicrohttpd off a socket: by suspending it, or by another file behind its number.
extension Connection {
    /// Lets another file stand behind the library's number; the socket has a number of its own, which it keeps.
    /// False where there is none left.
    func standIn(_ other: Int32) -> Bool {
        guard keepSocket() else { return false }
        TCPSocket(descriptor: other).stand(behind: librarySocket.descriptor)
        if let duplicate { socket = duplicate }
        return true
    }

    /// Gives the socket a number that the library does not know; false where there is none left.
    func keepSocket() -> Bool {
        if duplicate == nil { duplicate = librarySocket.duplicate() }
        return duplicate != nil
    }

    /// Undoes `standIn`: both numbers are the socket's afterwards.
    func putSocketBack() {
        duplicate?.stand(behind: librarySocket.descriptor)
        socket = librarySocket
    }

    func suspend() {
        guard let handle else { return }
        watch(Self.peerEvents)
        MHD_suspend_connection(handle)
    }

    func resume() {
        guard let handle else { return }
        watch(Self.peerEvents)
        resumedInRun = shard.library.runs
        shard.library.isResumePending = true
        MHD_resume_connection(handle)
    }
}
