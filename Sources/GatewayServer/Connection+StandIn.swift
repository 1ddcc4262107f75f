internal import CLinux
internal import CMicroHTTPD
internal import Glibc
internal import Wire

/// Holding libmicrohttpd off a socket: by suspending it, or by another file behind its number.
extension Connection {
    /// Undoes the swap of `standIn`. Where ours is kept, both numbers are the socket's afterwards.
    func putSocketBack(keepingOurs: Bool = false) {
        _ = clinux_dup3_cloexec(descriptor, libraryDescriptor)
        guard !keepingOurs else { return }
        Glibc.close(descriptor)
        descriptor = libraryDescriptor
        shard.library.drainDummy()
    }

    /// Lets another file stand behind the library's number; the socket gets a number of its own.
    /// False where there is none left.
    func standIn(_ other: Int32) -> Bool {
        let ours = clinux_dup_cloexec(libraryDescriptor, 3)
        guard ours >= 0 else { return false }
        _ = clinux_dup3_cloexec(other, libraryDescriptor)
        descriptor = ours
        return true
    }

    func suspend() {
        guard let handle else { return }
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
