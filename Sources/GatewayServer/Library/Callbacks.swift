internal import CMicroHTTPD

// libmicrohttpd's callbacks, a thunk each. The pointers lead to connections that their shard keeps alive
// until CLOSED, so that nothing is retained here.

private func connection(_ context: UnsafeMutableRawPointer?) -> Connection? {
    context.map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
}

/// MHD_OPTION_URI_LOG_CALLBACK: the only place where the target is still as it was sent.
func targetSeen(
    _: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ handle: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let handle, let context = cmicrohttpd_context(handle) else { return nil }
    connection(context)?.targetSeen(target)
    return context
}

func requestCalled(
    _: UnsafeMutableRawPointer?, _ handle: OpaquePointer?, _: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadCount: UnsafeMutablePointer<Int>?, _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let handle, let connection = connection(context?.pointee), let uploadCount else { return .NO }
    return connection.called(handle, method, version, upload, uploadCount)
}

func requestCompleted(
    _: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ termination: MHD_RequestTerminationCode
) {
    connection(context?.pointee)?.completed(handle, termination)
}

func connectionNotified(
    _ daemon: UnsafeMutableRawPointer?, _ handle: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
    guard let daemon, let handle, let context else { return }
    if code == .CONNECTION_NOTIFY_STARTED {
        // The daemon has no listener: a connection only ever comes from `LibraryDaemon.add`, which left it there.
        let entering = Unmanaged<LibraryDaemon>.fromOpaque(daemon).takeUnretainedValue().entering
        context.pointee = entering.map { Unmanaged.passUnretained($0).toOpaque() }
    } else {
        connection(context.pointee)?.closed(handle)
    }
}
