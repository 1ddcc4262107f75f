internal import CMicroHTTPD

/// libmicrohttpd's side of a connection, from its first request until the socket leaves the library or is closed.
///
/// The library receives through `received`. It gets whole requests, one at a time, each with its answer decided, and the end
/// of the stream. Where a request needs anything else, the socket leaves the library for good.
final class LibraryConnection {
    private enum State {
        /// A request is awaited.
        case idle
        /// The library has a request. `isCalled`: it has called for it.
        case reading(isCalled: Bool)
        /// The library has the answer.
        case queued
        /// The library is closing its descriptor, which refers to another file. The socket is the client's.
        case leaving
        /// The library is done, or about to close.
        case closed
    }

    /// Owns this object, and outlives it.
    unowned(unsafe) let client: any LibraryClient
    let daemon: LibraryDaemon
    /// The peer's socket, under the library's descriptor.
    let socket: TCPSocket
    private var state = State.idle
    private var answer: (response: LibraryResponse, status: Int, keepsAlive: Bool)?
    /// Whose content the answer has; nil for an answer that is the same for many requests.
    private var refilled: PreparedReply?
    /// The socket under a descriptor of our own, while it leaves.
    private var duplicate: TCPSocket?

    init(client: any LibraryClient, socket: TCPSocket, daemon: LibraryDaemon) {
        self.client = client
        self.socket = socket
        self.daemon = daemon
    }

    /// Gives the socket to the library; false if the library refused and has closed it.
    func enter() -> Bool { daemon.add(self) }

    /// True if a request is awaited.
    var awaitsRequest: Bool { if case .idle = state { true } else { false } }

    // MARK: Calls from the library

    /// The library has received `bytes`, none at the end of the stream. Returns how many of them it may have: a whole request,
    /// or none, so that it believes that the stream has ended.
    func received(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
        guard case .idle = state, !bytes.isEmpty else { return 0 }
        switch client.arrived(bytes) {
        case .answer(let response, let status, let keepsAlive):
            answer = (response, status, keepsAlive)
            // Others may take its place among the shard's replies from now on.
            if let filled = response.refilled { refilled = filled }
            state = .reading(isCalled: false)
            return bytes.count
        case .leave: state = .leaving
        case .close: state = .closed
        }
        return 0
    }

    /// The library calls when it has read a head, for the body, and at the end of the request. It closes behind an answer to
    /// the first call.
    func called(_ handle: OpaquePointer, uploaded: UnsafeMutablePointer<Int>) -> MHD_Result {
        guard case .reading(let isCalled) = state, let (response, status, _) = answer else { return .NO }
        guard isCalled, uploaded.pointee == 0 else {
            uploaded.pointee = 0
            state = .reading(isCalled: true)
            return .YES
        }
        state = .queued
        defer { if response.isForOnce { MHD_destroy_response(response.pointer) } }
        return MHD_queue_response(handle, UInt32(status), response.pointer)
    }

    /// A request of the library is over, successfully or not.
    func completed(_ termination: MHD_RequestTerminationCode) {
        guard let (_, _, keepsAlive) = answer else { return }
        let end = answerEnd(termination)
        dropAnswer()
        state = .idle
        let isWhole = if case .whole = end { true } else { false }
        client.answered(end, isKeptAlive: isWhole && keepsAlive)
    }

    private func answerEnd(_ termination: MHD_RequestTerminationCode) -> LibraryAnswerEnd {
        guard case .queued = state else { return .unsent }
        if termination == .REQUEST_TERMINATED_COMPLETED_OK { return .whole }
        return termination == .REQUEST_TERMINATED_TIMEOUT_REACHED ? .timedOut(sent: sent) : .broken(sent: sent)
    }

    /// Bytes of the current answer that the peer has acknowledged.
    var sent: Int { max(0, socket.acknowledged - client.sentBefore) }

    /// The library is done with the connection. Right after this call it removes its descriptor from its epoll, which knows the
    /// real socket alone, and closes it.
    func closed() {
        daemon.remove(socket.descriptor)
        // The library does not call for a request that an RST came with.
        if answer != nil { completed(.REQUEST_TERMINATED_WITH_ERROR) }
        let leaves = if case .leaving = state { true } else { false }
        state = .closed
        guard leaves, let duplicate else { return client.closed() }
        duplicate.duplicate(onto: socket.descriptor)
        client.left(with: duplicate)
    }

    /// The library does not read the answer any more, or never asked for it.
    private func dropAnswer() {
        guard let (response, _, _) = answer else { return }
        answer = nil
        refilled?.release()
        refilled = nil
        if case .reading = state, response.isForOnce { MHD_destroy_response(response.pointer) }
    }

    // MARK: Calls from the client

    /// Takes the socket from the library, which sees the end of the stream instead of what it was about to receive. It then
    /// shuts down and closes its descriptor, which refers to another file by that time. False if there is no descriptor
    /// for that.
    func release() -> Bool {
        duplicate = socket.duplicate()
        if duplicate == nil, daemon.reserve.take() { duplicate = socket.duplicate() }
        guard duplicate != nil else { return false }
        TCPSocket(descriptor: daemon.sink).duplicate(onto: socket.descriptor)
        return true
    }

    /// Ends the connection with an RST, which the library notices.
    func abort() { socket.abort() }

    /// Makes the library see the end of the stream, and close. Its descriptor is never closed by others.
    func endStream() { socket.end() }

    /// Shows the peer's FIN to the library. A FIN that comes together with a request makes no event of its own
    /// (edge-triggered), and the library would wait for one. False if it is yet to read what came before.
    @discardableResult
    func showPeerEnd() -> Bool {
        guard awaitsRequest else { return true }
        guard socket.isAtEnd else { return false }
        socket.stopReading()
        return true
    }
}
