internal import CMicroHTTPD
internal import Glibc
internal import HTTP1
internal import Wire

/// libmicrohttpd's side of a connection: its handle, the descriptor that it uses, and its progress.
///
/// Made when the first head is one that the library can read, and used until it has released the socket. The extensions
/// have a file each: field lines, heads, requests that are handed over, substitution of the socket, the end.
final class LibraryConnection: LibraryRunObserver {
    /// The library's progress.
    enum State {
        /// A complete head is awaited.
        case head
        /// A head that may be whole, or of which the library has nothing; at the end of the library's run our own reader
        /// goes on with it, unless the library has found it whole.
        case undecided
        /// The body is being read. Without a body, until the call that reports the end of the request.
        case body
        /// Suspended until the client resumes it.
        case suspended
        /// Resumed; the library's next call is for this purpose.
        case resumed(Purpose)
        /// The library has the answer.
        case queued
        /// The library is releasing the socket, which then belongs to the client.
        case leaving
        /// The library is done.
        case closed
    }

    /// The purpose for which the library is resumed.
    enum Purpose {
        /// The client decides in the library's next call.
        case answer
        /// The answer is written: the library is to behave as if it had sent it.
        case complete
        /// The library is to close.
        case drop
    }

    /// Owns this object, and outlives it.
    unowned(unsafe) let client: any LibraryClient
    let daemon: LibraryDaemon
    /// Receives the requests, one after another.
    let request: Request
    var state = State.head
    /// The length of the current request and whether the connection stays open after it, as the library sees it: it
    /// does not know of a 100 that is denied, and closes after a body that it refuses.
    var framing = RequestFraming()
    var handle: OpaquePointer?

    /// The peer's socket, under a descriptor that refers to it at the moment.
    var socket: TCPSocket
    /// The descriptor that the library uses, also while it refers to another file.
    let librarySocket: TCPSocket
    /// A descriptor of our own for the socket, kept from the first substitution on.
    var duplicate: TCPSocket?
    /// The library's count of runs when the connection was resumed.
    private var resumedInRun: UInt64 = 0

    /// Whose content the answer has; nil for an answer that is the same for many requests.
    private var refilled: PreparedReply?

    /// True if a target was seen and no head has followed yet.
    var isTargetSeen = false
    /// The head that the library is about to read, if protocol detection saw all of it.
    var firstHead: FirstHead?
    var headState = HeadState.sound
    /// Goes on with an undecided head if it is not whole. Not within the state, so that this has nothing to retain.
    var undecidedReader: RequestReader?
    /// Whether there is no descriptor to hand the current request over with, which is whole.
    var lacksDescriptor = false
    /// Runs at whose end there was no descriptor to hand such a head over with.
    var runsWithoutDescriptor = 0
    /// Bytes behind the current request that the library did not get; empty if there are none.
    var withheld: [UInt8] = []
    /// The beginning of the head's field lines in the library's memory; nil if they were not read there.
    var linesStart: UnsafePointer<UInt8>?
    /// The beginning of the library's memory for this connection, where each of its requests begins; nil before the
    /// first.
    var pool: UnsafePointer<UInt8>?
    /// The end of the current head in there.
    var headEnd: UnsafePointer<UInt8>?
    /// Bytes of the connection before the current request.
    var requestStart = 0
    /// Bytes of the connection that the library has received.
    var received = 0

    /// Bytes that the library has sent besides answers; nil once that is not known any more.
    var sentBesides: Int? = 0
    /// True while the client does not get the 100 that it waits for: the library then has no timeout.
    private var withholdsContinue = false

    init(
        client: any LibraryClient, request: Request, socket: TCPSocket, daemon: LibraryDaemon, _ firstHead: FirstHead
    ) {
        self.firstHead = firstHead
        self.client = client
        self.request = request
        self.socket = socket
        librarySocket = socket
        self.daemon = daemon
    }

    /// Gives the socket to the library; false if the library refused and has closed it.
    func enter() -> Bool { daemon.add(self) }

    // MARK: Calls from the library

    func targetSeen(_ target: UnsafePointer<CChar>?) {
        guard let target else { return }
        isTargetSeen = true
        request.begin(target: UnsafeBufferPointer(cString: target))
        readLines(after: target)
        cmicrohttpd_forget_arguments(target)
    }

    func called(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
        _ upload: UnsafePointer<CChar>?, _ uploadCount: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        if daemon.isStopping {
            // A connection that is leaving ends once it has left.
            if case .leaving = state { return .NO }
            return drop()
        }
        switch state {
        case .head, .undecided:
            guard let method, let version else { return .NO }
            return headArrived(handle, method, version)
        case .body:
            guard let upload, uploadCount.pointee > 0 else { return follow(client.bodyEnded()) }
            let bytes = UnsafeRawBufferPointer(start: upload, count: uploadCount.pointee)
            uploadCount.pointee = 0
            if withholdsContinue { bodyGoesOn() }
            return follow(client.bodyCame(bytes))
        case .resumed(.answer):
            return follow(client.resumed())
        case .resumed(.complete):
            // The real socket is back in the library's epoll only after a whole run; its substitute must not get there.
            guard daemon.runs > resumedInRun + 1 else { return .YES }
            return completeThroughSinkPair()
        case .suspended, .resumed(.drop), .queued, .leaving, .closed:
            return .NO
        }
    }

    private func headArrived(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>, _ version: UnsafePointer<CChar>
    ) -> MHD_Result {
        self.handle = handle
        if isSubstituted { putSocketBack() }
        isTargetSeen = false
        if request.method.isEmpty { request.setMethod(UnsafeBufferPointer(cString: method)) }
        if case .undecided = state { undecidedReader = nil }
        // Not `map`, which is not specialized here: it would look up type metadata for each request.
        let refusal =
            if let problem = problem(handle, method, version) { BuiltInReplies.script(for: problem) } else {
                self.refusal
            }
        if refusal == nil, framing.isChunked || lacksDescriptor {
            guard !lacksDescriptor, keepSocket(mayUseReserve: true) else {
                // An answer to the first call makes the library close.
                framing.keepsAlive = false
                state = .body
                return follow(client.lacksDescriptor(framing))
            }
            guard let reader = readerBehindHead() else { return drop() }
            client.takeOver(reader)
            return follow(.leave)
        }
        // The state until the client's verdict changes it, also for a request without a body.
        state = .body
        return follow(client.headArrived(framing, refusal: refusal))
    }

    @inline(__always)
    private func follow(_ verdict: LibraryVerdict) -> MHD_Result {
        switch verdict {
        case .goOn: return .YES
        case .read(let deniesContinue):
            readBody(deniesContinue: deniesContinue)
            return .YES
        case .send(let response, let status): return send(response, status)
        case .wait:
            state = .suspended
            suspend()
            return .YES
        case .complete: return completeThroughSinkPair()
        case .leave: return leave() ? .NO : drop()
        case .drop:
            state = .resumed(.drop)
            return .NO
        }
    }

    /// Ends the connection with an RST, which the library notices.
    func abort() {
        socket.abort()
    }

    /// A verdict cannot be carried out, or the server stops: drops the request without an answer.
    private func drop() -> MHD_Result {
        client.cancelExchange()
        state = .resumed(.drop)
        return .NO
    }

    /// Lets the library read the body. It sends a 100 by itself if the client waits for one, unless that is denied:
    /// then the client may take its time.
    private func readBody(deniesContinue: Bool) {
        if framing.expectsContinue, !framing.announcesBody {
            // There is nothing to wait for (RFC 9110, 10.1.1). 0.9.75 would send a 100, take what follows for the body,
            // and close.
            if let handle { cmicrohttpd_forget_expectation(handle) }
            framing.expectsContinue = false
        } else if deniesContinue {
            if let handle { cmicrohttpd_forget_expectation(handle) }
            withholdsContinue = framing.expectsContinue
            framing.expectsContinue = false
            if withholdsContinue, let handle { cmicrohttpd_set_timeout(handle, 0) }
        } else if framing.expectsContinue, request.minorVersion > 0 {
            sentBesides? += Self.continueCount
        }
    }

    /// Bytes of `HTTP/1.1 100 Continue` and two line ends.
    private static let continueCount = 25

    /// Bytes of the body have come: the library's timeout applies again.
    private func bodyGoesOn() {
        withholdsContinue = false
        if let handle { cmicrohttpd_set_timeout(handle, daemon.timeout) }
    }

    private func send(_ response: LibraryResponse?, _ status: Int) -> MHD_Result {
        guard let handle, let response else { return .NO }
        state = .queued
        if let filled = response.refilled { refilled = filled }
        defer { if response.isForOnce { MHD_destroy_response(response.pointer) } }
        return MHD_queue_response(handle, UInt32(status), response.pointer)
    }

    /// The library does not read the content of the answer any more.
    func releaseContent() {
        guard let filled = refilled else { return }
        filled.release()
        refilled = nil
    }

    // MARK: Calls from the client

    /// True if it is suspended until its client resumes it.
    var isSuspended: Bool { if case .suspended = state { true } else { false } }
    /// True if a head is awaited, and the library has not seen it whole.
    var awaitsHead: Bool {
        switch state {
        case .head, .undecided: true
        default: false
        }
    }
    var readsBody: Bool { if case .body = state { true } else { false } }

    /// Lets the library read and write again, in its next run.
    func resume(for purpose: Purpose) {
        state = .resumed(purpose)
        resume()
    }

    /// Makes the library see the end of the stream, and close. Its descriptor is never closed by others.
    func endStream() { socket.end() }

    /// Shows the peer's FIN to the library. A FIN that comes together with a request makes no event of its own
    /// (edge-triggered), and the library would wait for one. False if it is yet to read what came before.
    @discardableResult
    func showPeerEnd() -> Bool {
        switch state {
        case .head, .undecided, .body:
            guard socket.isAtEnd else { return false }
            socket.stopReading()
        default: break
        }
        return true
    }

    // MARK: Suspending

    func suspend() { if let handle { MHD_suspend_connection(handle) } }

    func resume() {
        guard let handle else { return }
        resumedInRun = daemon.runs
        daemon.isResumePending = true
        MHD_resume_connection(handle)
    }
}
