internal import CMicroHTTPD
internal import Glibc
internal import HTTP1
internal import Wire

/// libmicrohttpd's side of a connection: its handle, the number under which it knows the socket, and how far it is.
///
/// Made when the first bytes are HTTP/1, and used until the library has let go of the socket. Its aspects have a file
/// each: field lines, heads, uploads that get stuck, files that stand in for the socket, the end.
final class LibraryConnection: LibraryRunObserver {
    /// How far the library is.
    enum State {
        /// A complete head is awaited.
        case head
        /// A head that may be whole; the end of the library's run shows whether it is.
        case undecided
        /// Suspended until the rest of a head has come.
        case partial
        /// The body comes in; also where there is none, until the call that says so.
        case body
        /// Suspended until the client resumes it.
        case suspended
        /// Resumed, and to be called for this.
        case resumed(Purpose)
        /// It has the answer.
        case queued
        /// It is letting go of the socket, which is the client's then.
        case leaving
        /// It is done.
        case closed
    }

    /// What the library is resumed for.
    enum Purpose {
        /// Its client says how it goes on.
        case answer
        /// It is to think that it has answered.
        case complete
        /// It is to close.
        case drop
    }

    /// Keeps this object, and is there as long as it is.
    unowned(unsafe) let client: any LibraryClient
    unowned(unsafe) let daemon: LibraryDaemon
    /// Where requests are put, one after another.
    let request: Request
    var state = State.head
    /// The head of which the rest is awaited.
    var partialHead: PartialHead?
    /// How long the current request is and whether the connection lives on behind it, as far as the library goes by that:
    /// it forgets a 100 that is denied, and closes behind a body that it refuses.
    var framing = RequestFraming()
    var handle: OpaquePointer?

    /// The peer's socket, under a number that is its own at the moment.
    var socket: TCPSocket
    /// The number under which the library knows it, also while another file stands behind that.
    let librarySocket: TCPSocket
    /// A number of our own for the socket, kept from the first time that another file stood in for it.
    var duplicate: TCPSocket?
    /// The library's count of runs when the connection was resumed.
    private var resumedInRun: UInt64 = 0

    /// Whether a target was seen and no head has followed yet.
    var isTargetSeen = false
    /// The head that the library is about to read, where the front door saw all of it.
    var firstHead: FirstHead?
    var headState = HeadState.unread
    /// Where the field lines of the head begin in the library's memory; nil where nobody has looked at them.
    var linesStart: UnsafePointer<UInt8>?
    /// Where the library's memory for this connection begins; nil where the first head was not seen whole.
    var pool: UnsafePointer<UInt8>?

    /// Bytes that the library has sent besides answers; nil where that is not known any more.
    var sentBesides: Int? = 0
    /// How far the library had read, where it was looked at whether it reads on.
    var readBefore: Int?
    /// Whether the daemon tells of the end of its runs.
    var hearsOfRuns = false
    /// Whether the client is left waiting for its 100, and the library waits with it for as long as it takes.
    private var waitsForEver = false

    init(client: any LibraryClient, request: Request, socket: TCPSocket, daemon: LibraryDaemon) {
        self.client = client
        self.request = request
        self.socket = socket
        librarySocket = socket
        self.daemon = daemon
    }

    /// Gives the socket to the library; false where it refused, and the socket is closed.
    func enter() -> Bool { daemon.add(socket, context: Unmanaged.passUnretained(self).toOpaque()) }

    // MARK: What the library calls

    func targetSeen(_ target: UnsafePointer<CChar>?) {
        guard let target else { return }
        isTargetSeen = true
        request.begin(target: UnsafeBufferPointer(cString: target))
        readLines(behind: target)
        cmicrohttpd_forget_arguments(target)
    }

    func called(
        _ handle: OpaquePointer, _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?,
        _ upload: UnsafePointer<CChar>?, _ uploadCount: UnsafeMutablePointer<Int>
    ) -> MHD_Result {
        if daemon.isStopping {
            // What is leaving is ended when it has left.
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
            if waitsForEver { bodyGoesOn() }
            return follow(client.bodyCame(bytes))
        case .resumed(.answer):
            return follow(client.resumed())
        case .resumed(.complete):
            // The real socket is back in the library's epoll only after a whole run; its stand-in must not get there.
            guard daemon.runs > resumedInRun + 1 else { return .YES }
            return completeThroughSinkPair()
        case .partial, .suspended, .resumed(.drop), .queued, .leaving, .closed:
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
        let refusal = problem(handle, method, version).map(BuiltInReplies.script(for:)) ?? refusal
        // A head has no body to be read before its client says so.
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

    /// Nothing is to be had for what was asked for, or everything stops.
    private func drop() -> MHD_Result {
        client.cancelExchange()
        state = .resumed(.drop)
        return .NO
    }

    /// The body is to be read. The library sends a 100 by itself where the client waits for one, unless that is denied:
    /// then it may take its time.
    private func readBody(deniesContinue: Bool) {
        if deniesContinue {
            if let handle { cmicrohttpd_forget_expectation(handle) }
            waitsForEver = framing.expectsContinue
            framing.expectsContinue = false
            if waitsForEver, let handle { cmicrohttpd_set_timeout(handle, 0) }
        } else if framing.expectsContinue, request.minorVersion > 0 {
            sentBesides? += Self.continueCount
        }
    }

    /// Bytes of `HTTP/1.1 100 Continue` and two line ends.
    private static let continueCount = 25

    /// Bytes of the body have come, and the library is to close again where none follow.
    private func bodyGoesOn() {
        waitsForEver = false
        if let handle { cmicrohttpd_set_timeout(handle, daemon.timeout) }
    }

    private func send(_ response: LibraryResponse?, _ status: Int) -> MHD_Result {
        guard let handle, let response else { return .NO }
        state = .queued
        defer { if response.isForOnce { MHD_destroy_response(response.pointer) } }
        return MHD_queue_response(handle, UInt32(status), response.pointer)
    }

    // MARK: What its client asks and has it do

    /// Whether it is suspended until its client resumes it.
    var isSuspended: Bool { if case .suspended = state { true } else { false } }
    /// Whether the rest of a head is awaited.
    var awaitsRest: Bool { if case .partial = state { true } else { false } }
    /// Whether a head is awaited of which the library has seen no whole one.
    var awaitsHead: Bool {
        switch state {
        case .head, .undecided: true
        default: false
        }
    }
    /// Whether it reads a body.
    var readsBody: Bool { if case .body = state { true } else { false } }

    /// The library may read and write again, in its next run.
    func resume(for purpose: Purpose) {
        state = .resumed(purpose)
        resume()
    }

    /// The library sees the end of the stream, and closes. Its descriptor is never closed behind its back.
    func endStream() { socket.end() }

    /// A FIN that came together with a request makes no edge of its own, and the library would wait for one.
    func showEnd() {
        switch state {
        case .head, .undecided, .body: if socket.isAtEnd { socket.stopReading() }
        default: break
        }
    }

    // MARK: Suspending

    func suspend() { if let handle { MHD_suspend_connection(handle) } }

    func resume() {
        guard let handle else { return }
        resumedInRun = daemon.runs
        daemon.isResumePending = true
        MHD_resume_connection(handle)
    }

    /// The library has had a run.
    func runEnded() -> Bool {
        decideOnRest()
        hearsOfRuns = !uploadWasRead()
        return !hearsOfRuns
    }

    func hearOfRuns() {
        guard !hearsOfRuns else { return }
        hearsOfRuns = true
        daemon.tellOfRuns(self)
    }
}
