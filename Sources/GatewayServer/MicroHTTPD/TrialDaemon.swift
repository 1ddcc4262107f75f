internal import CMicroHTTPD
internal import CReceiveHook

/// A libmicrohttpd daemon for the self-test: every call to the library and every callback goes through here. Not final,
/// because the tests substitute daemons that do one thing wrong.
class TrialDaemon {
    /// Receives the library's callbacks.
    weak var observer: (any TrialObserver)?
    /// The library's epoll descriptor, which is readable while the library has an event.
    private(set) var epoll: Int32 = -1
    private var daemon: OpaquePointer?

    init(poolSize: Int = LibraryDaemon.poolSize) throws(ServerError) {
        daemon = cmicrohttpd_start(
            trialCalled, Unmanaged.passUnretained(self).toOpaque(), trialCompleted, trialNotified, .max, 0, poolSize)
        guard let daemon else { throw .library("the daemon did not start") }
        epoll = cmicrohttpd_epoll_descriptor(daemon)
        guard epoll < 0 else { return }
        stop()
        throw .library("it has no epoll here")
    }

    final func stop() {
        if let daemon { MHD_stop_daemon(daemon) }
        daemon = nil
    }

    // MARK: Calls to the library

    /// Gives the library a socket, which it owns from here on; false if it refused, and the socket is closed.
    func add(_ socket: TCPSocket) -> Bool { LibraryDaemon.hand(socket.descriptor, to: daemon) }

    /// Lets the library do what is to be done, without waiting.
    func run() {
        creceivehook_observe(trialReceived, Unmanaged.passUnretained(self).toOpaque())
        _ = MHD_run_wait(daemon, 0)
        creceivehook_observe(nil, nil)
    }

    /// Answers with 200; false if the library does not take the answer.
    func queue(_ content: String, on handle: OpaquePointer, field: (name: String, value: String)? = nil) -> Bool {
        var content = Array(content.utf8)
        guard let response = MHD_create_response_from_buffer(content.count, &content, .RESPMEM_MUST_COPY) else {
            return false
        }
        defer { MHD_destroy_response(response) }
        if let field { _ = MHD_add_response_header(response, field.name, field.value) }
        return MHD_queue_response(handle, 200, response) == .YES
    }

    func context(of handle: OpaquePointer) -> UnsafeMutableRawPointer? { cmicrohttpd_context(handle) }

    /// Makes the library's descriptor of a socket refer to another file (dup3).
    func duplicate(_ file: TCPSocket, onto socket: TCPSocket) { file.duplicate(onto: socket.descriptor) }

    // MARK: Calls from the library

    /// Returns the context that the library is to keep with the connection.
    func started() -> UnsafeMutableRawPointer? { observer?.started() }

    /// The library has received so many bytes. Returns how many of them it may have.
    func received(_ count: Int) -> Int { observer?.received(count) ?? count }

    /// The first or a further call for a request. False drops the request and its connection.
    func called(_ handle: OpaquePointer, uploaded: Int, _ context: UnsafeMutableRawPointer?) -> Bool {
        observer?.called(handle, uploaded: uploaded, context) ?? false
    }

    func completed(_ context: UnsafeMutableRawPointer?, isWhole: Bool) {
        observer?.completed(context, isWhole: isWhole)
    }

    func closed(_ context: UnsafeMutableRawPointer?) { observer?.closed(context) }
}

/// Receives the callbacks for a trial daemon's only connection.
protocol TrialObserver: AnyObject {
    /// Returns the context that the library is to keep with the connection.
    func started() -> UnsafeMutableRawPointer
    /// The library has received so many bytes. Returns how many of them it may have.
    func received(_ count: Int) -> Int
    /// The first or a further call for a request. False drops the request and its connection.
    func called(_ handle: OpaquePointer, uploaded: Int, _ context: UnsafeMutableRawPointer?) -> Bool
    func completed(_ context: UnsafeMutableRawPointer?, isWhole: Bool)
    func closed(_ context: UnsafeMutableRawPointer?)
}

// The callbacks, one thunk each. The pointers refer to daemons that their test keeps alive until they are stopped.

private func trial(_ daemon: UnsafeMutableRawPointer?) -> TrialDaemon? {
    daemon.map { Unmanaged<TrialDaemon>.fromOpaque($0).takeUnretainedValue() }
}

private func trialReceived(
    _ daemon: UnsafeMutableRawPointer?, _: Int32, _: UnsafeMutableRawPointer, _ count: Int
) -> Int { trial(daemon)?.received(count) ?? count }

private func trialCalled(
    _ daemon: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
    _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ uploaded: UnsafeMutablePointer<Int>?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let daemon = trial(daemon), let handle, let uploaded, let context else { return .NO }
    if context.pointee == nil { context.pointee = daemon.context(of: handle) }
    defer { uploaded.pointee = 0 }
    return daemon.called(handle, uploaded: uploaded.pointee, context.pointee) ? .YES : .NO
}

private func trialCompleted(
    _ daemon: UnsafeMutableRawPointer?, _: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ termination: MHD_RequestTerminationCode
) {
    trial(daemon)?.completed(context?.pointee, isWhole: termination == .REQUEST_TERMINATED_COMPLETED_OK)
}

private func trialNotified(
    _ daemon: UnsafeMutableRawPointer?, _: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
    guard let daemon = trial(daemon), let context else { return }
    if code == .CONNECTION_NOTIFY_STARTED {
        context.pointee = daemon.started()
    } else {
        daemon.closed(context.pointee)
    }
}
