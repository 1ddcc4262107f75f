internal import CMicroHTTPD

// libmicrohttpd's callbacks, one thunk each. The pointers refer to objects that are kept alive until CLOSED, so that
// nothing is retained here.

/// Calls `body` with the connection that a context points to, without retaining it.
@inline(__always)
private func with<Result>(
    _ context: UnsafeMutableRawPointer, _ body: (LibraryConnection) -> Result
) -> Result {
    Unmanaged<LibraryConnection>.fromOpaque(context)._withUnsafeGuaranteedRef { connection in
        connection.daemon.calls &+= 1
        return body(connection)
    }
}

func requestCalled(
    _: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?,
    _: UnsafePointer<CChar>?, _: UnsafePointer<CChar>?, _ uploaded: UnsafeMutablePointer<Int>?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let handle, let context, let uploaded else { return .NO }
    if context.pointee == nil { context.pointee = cmicrohttpd_context(handle) }
    guard let connection = context.pointee else { return .NO }
    return with(connection) { $0.called(handle, uploaded: uploaded) }
}

func requestCompleted(
    _: UnsafeMutableRawPointer?, _: OpaquePointer?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ termination: MHD_RequestTerminationCode
) {
    if let context = context?.pointee { with(context) { $0.completed(termination) } }
}

func connectionNotified(
    _ daemon: UnsafeMutableRawPointer?, _: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
    guard let daemon, let context else { return }
    if code == .CONNECTION_NOTIFY_STARTED {
        // The daemon has no listener: a connection comes only from `LibraryDaemon.add`, which has set `entering`.
        let library = Unmanaged<LibraryDaemon>.fromOpaque(daemon).takeUnretainedValue()
        context.pointee = library.entering
    } else if let context = context.pointee {
        // The client may release the connection during this call. This reference keeps it alive until the call is done.
        let connection = Unmanaged<LibraryConnection>.fromOpaque(context).takeUnretainedValue()
        connection.daemon.calls &+= 1
        connection.closed()
    }
}

/// After each recv() of a thread that runs a daemon, before the library looks at the bytes.
func receivedByLibrary(
    _ daemon: UnsafeMutableRawPointer?, _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
) -> Int {
    guard let daemon else { return count }
    let buffer = UnsafeMutableBufferPointer(start: bytes.assumingMemoryBound(to: UInt8.self), count: count)
    return Unmanaged<LibraryDaemon>.fromOpaque(daemon)._withUnsafeGuaranteedRef {
        $0.received(buffer, from: descriptor)
    }
}
