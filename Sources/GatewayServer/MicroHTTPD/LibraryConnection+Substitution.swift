internal import CMicroHTTPD
internal import Wire

/// Holding libmicrohttpd off a socket by another file behind its number.
extension LibraryConnection {
    /// Whether another file stands behind the library's number.
    var isSubstituted: Bool { socket != librarySocket }

    /// Lets another file stand behind the library's number; the socket has a number of its own, which it keeps.
    /// False where there is none left.
    func substitute(_ other: Int32) -> Bool {
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

    /// Undoes `substitute`: both numbers are the socket's afterwards.
    func putSocketBack() {
        duplicate?.stand(behind: librarySocket.descriptor)
        socket = librarySocket
    }

    /// The socket leaves the library, for an answer that the connection does not outlive. False where it cannot.
    ///
    /// The library is told to drop the request, or sees an end of it. It shuts down and closes a number behind which another
    /// file stands by then; `closed` puts the socket back for the moment in which it is taken out of its epoll.
    func leave() -> Bool {
        guard substitute(daemon.sink) else { return false }
        state = .leaving
        return true
    }

    /// The raw answer is out and the connection lives on: the library answers too, into the void.
    func completeThroughSinkPair() -> MHD_Result {
        guard let handle, substitute(daemon.sinkPair.library) else { return .NO }
        state = .queued
        return daemon.replies.queueEmpty(on: handle)
    }
}
