internal import CMicroHTTPD
internal import Wire

/// Keeps libmicrohttpd from a socket: another file is duplicated onto the library's descriptor (dup3).
extension LibraryConnection {
    /// True while the library's descriptor refers to another file.
    var isSubstituted: Bool { socket != librarySocket }

    /// Makes the library's descriptor refer to another file. The socket gets a descriptor of its own, which it keeps.
    /// False if there is none left.
    func substitute(_ other: Int32) -> Bool {
        guard keepSocket(mayUseReserve: true) else { return false }
        TCPSocket(descriptor: other).duplicate(onto: librarySocket.descriptor)
        if let duplicate { socket = duplicate }
        return true
    }

    /// Gives the socket a descriptor that the library does not know; false if there is none left. A socket that leaves
    /// the library needs two only until that has released its own, and may use the reserve.
    func keepSocket(mayUseReserve: Bool) -> Bool {
        if duplicate == nil { duplicate = librarySocket.duplicate() }
        if duplicate == nil, mayUseReserve, daemon.reserve.take() { duplicate = librarySocket.duplicate() }
        return duplicate != nil
    }

    /// Undoes `substitute`: both descriptors refer to the socket afterwards.
    func putSocketBack() {
        duplicate?.duplicate(onto: librarySocket.descriptor)
        socket = librarySocket
    }

    /// Takes the socket from the library, for an answer after which the connection ends. False if that is impossible.
    ///
    /// The library is told to drop the request, or reads the end of the stream. It shuts down and closes its
    /// descriptor, which refers to another file by then. `closed` puts the socket back for the moment in which the
    /// library removes the descriptor from its epoll.
    func leave() -> Bool {
        guard substitute(daemon.sink) else { return false }
        state = .leaving
        return true
    }

    /// We have written the answer and the connection stays open: the library writes an answer of its own into the sink
    /// pair.
    func completeThroughSinkPair() -> MHD_Result {
        guard let handle, substitute(daemon.sinkPair.library) else { return .NO }
        state = .queued
        return daemon.replies.queueEmpty(on: handle)
    }
}
