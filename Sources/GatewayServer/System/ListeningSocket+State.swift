internal import CLinux
internal import Glibc
internal import Wire

/// What the kernel does with connections to a socket that is alone on its port. The port stays its own in every state.
///
/// A socket that does not listen keeps its port from others only without SO_REUSEADDR; one that listens does so in any case.
/// What it accepts inherits that option, and listening again beside connections that are still open takes it on both sides. So
/// it is set while the socket listens, and not otherwise, and no connection is made in between.
extension ListeningSocket {
    /// If this throws, the state is `old`, or `refuse`.
    func change(from old: PortState, to new: PortState) throws(ListeningFailure) {
        guard new != old else { return }
        if old == .open {
            // A client whose packet is dropped sends it again a second later.
            do { try dropPackets() } catch { if new == .connectTimeout { throw error } }
        }
        if new == .refuse {
            reuseAddress(false)
            shutdown(descriptor, clinux_SHUT_RDWR)
        } else if old == .refuse {
            try listenAgain()
        }
        if new == .open { _ = clinux_take_packets(descriptor) }
    }

    /// Nobody who connects gets an answer. Connections that are there already are not concerned.
    func dropPackets() throws(ListeningFailure) {
        guard clinux_drop_packets(descriptor) == 0 else {
            throw .system(call: "setsockopt (SO_ATTACH_FILTER)", error: Machine.lastError)
        }
    }

    /// Another socket can be bound to its port, which it will not listen on any more.
    func giveUpPort() {
        reuseAddress(true)
        refuseConnections()
    }

    /// Beside open connections another process can bind the port for the moment before the socket listens; if it listens in
    /// that moment, too, the port is lost for as long as it does.
    private func listenAgain() throws(ListeningFailure) {
        var code: Int32 = 0
        for attempt in 0..<10 {
            if attempt > 0 { reuseAddress(true) }
            code = Glibc.listen(descriptor, Self.backlog) == 0 ? 0 : errno
            reuseAddress(code == 0)
            if code == 0 { return }
            if attempt > 0 { Machine.yield() }
        }
        throw Self.failure(code, host, port, of: "listen")
    }

    private func reuseAddress(_ isReused: Bool) { _ = clinux_set_reuse_address(descriptor, isReused ? 1 : 0) }
}
