import CLinux
import Glibc

/// Thousands of connections that send the same bytes each, such as a request that is not answered, and then nothing.
final class HeldConnections {
    private let poll: Int32
    private var sockets: Set<Int32> = []
    private var ended: Set<Int32> = []

    /// The number of connections that the descriptor limit allows, at most `wanted`.
    static func possible(_ wanted: Int) -> Int {
        let room = Int(clinux_raise_descriptor_limit()) - 512
        if room < wanted {
            Progress.log("  only \(room) connections: that is what the descriptor limit leaves")
        }
        return min(wanted, max(1, room))
    }

    /// The maximum number of connects in progress, so that the listener's backlog does not overflow.
    private static let wave = 64

    convenience init(_ count: Int, path: String, port: UInt16) throws(BenchError) {
        try self.init(count, sending: Request(path: path).bytes, port: port)
    }

    init(_ count: Int, sending request: [UInt8], port: UInt16) throws(BenchError) {
        poll = epoll_create1(clinux_EPOLL_CLOEXEC)
        let began = clinux_monotonic_nanoseconds()
        var connecting: Set<Int32> = []
        var opened = 0
        while opened < count || !connecting.isEmpty {
            while opened < count, connecting.count < Self.wave {
                connecting.insert(try connect(to: port))
                opened += 1
            }
            let ready = wait(milliseconds: 5_000)
            guard !ready.isEmpty else {
                throw BenchError("\(connecting.count) connections are not accepted, after \(opened) in all")
            }
            for fd in ready {
                guard connecting.remove(fd) != nil else {
                    // The server has answered it.
                    ended.insert(fd)
                    continue
                }
                guard clinux_socket_error(fd) == 0,
                    send(fd, request, request.count, clinux_MSG_NOSIGNAL) == request.count
                else { throw BenchError("a connection failed after \(opened): \(lastError())") }
                _ = clinux_epoll_modify(
                    poll, fd, clinux_EPOLLIN | clinux_EPOLLRDHUP | clinux_EPOLLET, UInt64(fd))
            }
        }
        let took = (clinux_monotonic_nanoseconds() - began) / 1_000_000
        Progress.log("  \(count) connections opened in \(took) ms")
    }

    deinit {
        closeAll()
        Glibc.close(poll)
    }

    /// The number of connections that were answered or closed; 0 where nothing is to be answered.
    func disturbed() -> Int {
        while true {
            let ready = wait(milliseconds: 0)
            if ready.isEmpty { return ended.count }
            ended.formUnion(ready)
        }
    }

    /// Waits until the server has as many descriptors, and then half a second for the requests.
    func waitUntilAccepted(by server: any Server) throws(BenchError) {
        guard settles({ server.usage.descriptors >= sockets.count }) else {
            throw BenchError(
                "\(server.name) has only \(server.usage.descriptors) descriptors for \(sockets.count)")
        }
        usleep(500_000)
    }

    /// Resets all connections, which leaves no ports in TIME_WAIT, and waits until the server has closed them.
    func close(waitingFor server: any Server) {
        let most = max(256, server.usage.descriptors - sockets.count / 2)
        closeAll()
        _ = settles { server.usage.descriptors <= most }
        usleep(200_000)
    }

    private func settles(_ condition: () -> Bool) -> Bool {
        for _ in 0..<50 {
            if condition() { return true }
            usleep(100_000)
        }
        return false
    }

    private func closeAll() {
        for fd in sockets {
            _ = clinux_set_linger_reset(fd)
            Glibc.close(fd)
        }
        sockets = []
    }

    private func connect(to port: UInt16) throws(BenchError) -> Int32 {
        let fd = socket(
            AF_INET, clinux_SOCK_STREAM | clinux_SOCK_NONBLOCK | clinux_SOCK_CLOEXEC, 0)
        guard fd >= 0 else { throw BenchError("no socket after \(sockets.count): \(lastError())") }
        // Several source addresses, since finding a free port becomes slow once half of the port range is in use.
        let source = clinux_loopback + 1 + UInt32(sockets.count / 5_000)
        guard clinux_bind_source_ipv4(fd, source) == 0 else {
            throw BenchError("cannot bind a source address: \(lastError())")
        }
        sockets.insert(fd)
        let connected = clinux_connect_ipv4(fd, clinux_loopback, port) == 0
        guard connected || errno == EINPROGRESS else {
            throw BenchError("cannot connect after \(sockets.count): \(lastError())")
        }
        guard clinux_epoll_add(poll, fd, clinux_EPOLLOUT | clinux_EPOLLET, UInt64(fd)) == 0 else {
            throw BenchError("epoll: \(lastError())")
        }
        return fd
    }

    private func wait(milliseconds: Int32) -> [Int32] {
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        let count = epoll_wait(poll, &events, 256, milliseconds)
        guard count > 0 else { return [] }
        return events[..<Int(count)].map { Int32(truncatingIfNeeded: $0.data.u64) }
    }
}
