import CLinux
import Glibc

/// Sends requests at a fixed rate, without waiting for answers (an open-loop load), and measures the time from each
/// request to its answer. One thread, one epoll, a timerfd for the rate.
final class PacedSender {
    private struct Connection {
        let fd: Int32
        var sentAt: UInt64 = 0
        var received: [UInt8] = []
    }

    private let poll: Int32
    private let timer: Int32
    private let request: [UInt8]
    private var connections: [Connection] = []
    private var free: [Int] = []
    private var elapsed: [UInt64] = []

    /// 64 connections are about three times the number of requests in flight at 200 per second with a delay of 100 ms.
    init(path: String, port: UInt16, connections count: Int = 64) throws(BenchError) {
        poll = epoll_create1(clinux_EPOLL_CLOEXEC)
        timer = timerfd_create(CLOCK_MONOTONIC, clinux_TFD_CLOEXEC | clinux_TFD_NONBLOCK)
        request = Request(path: path).bytes
        _ = clinux_epoll_add(poll, timer, clinux_EPOLLIN, UInt64.max)
        for index in 0..<count {
            let fd = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
            guard fd >= 0, clinux_connect_ipv4(fd, clinux_loopback, port) == 0 else {
                throw BenchError("cannot connect the paced sender: \(lastError())")
            }
            _ = clinux_set_nonblocking(fd, 1)
            _ = clinux_set_nodelay(fd)
            _ = clinux_epoll_add(poll, fd, clinux_EPOLLIN, UInt64(index))
            connections.append(Connection(fd: fd))
            free.append(index)
        }
    }

    deinit {
        for connection in connections { close(connection.fd) }
        close(timer)
        close(poll)
    }

    /// The lateness of each answer in nanoseconds: the time since its request, minus `delay`. Negative if it came too
    /// early.
    func run(requests: Int, everyMicroseconds pace: UInt64, delay: Int64) throws(BenchError) -> [Int64] {
        let interval = pace * 1_000
        let start = clinux_monotonic_nanoseconds() + 50_000_000
        let deadline = start + UInt64(requests) * interval + UInt64(delay) + 5_000_000_000
        var sent = 0
        _ = clinux_timerfd_set_at(timer, start)
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while elapsed.count < requests {
            let count = epoll_wait(poll, &events, 64, 1_000)
            guard clinux_monotonic_nanoseconds() < deadline else {
                throw BenchError("only \(elapsed.count) of \(requests) delayed answers came")
            }
            for event in events.prefix(Int(max(0, count))) {
                let data = event.data.u64
                guard data == .max else {
                    try readAnswer(Int(data))
                    continue
                }
                _ = clinux_counter_take(timer)
                while sent < requests, start + UInt64(sent) * interval <= clinux_monotonic_nanoseconds() {
                    try sendOne()
                    sent += 1
                }
                if sent < requests { _ = clinux_timerfd_set_at(timer, start + UInt64(sent) * interval) }
            }
        }
        return elapsed.map { Int64($0) - delay }
    }

    private func sendOne() throws(BenchError) {
        guard !free.isEmpty else {
            throw BenchError("all \(connections.count) connections wait: the delay is far too long")
        }
        // Connections are used in turn, since the gateway closes one that sends nothing for ten seconds.
        let index = free.removeFirst()
        connections[index].received.removeAll(keepingCapacity: true)
        connections[index].sentAt = clinux_monotonic_nanoseconds()
        guard send(connections[index].fd, request, request.count, clinux_MSG_NOSIGNAL) == request.count
        else { throw BenchError("cannot send a paced request: \(lastError())") }
    }

    private func readAnswer(_ index: Int) throws(BenchError) {
        var piece = [UInt8](repeating: 0, count: 4_096)
        let count = recv(connections[index].fd, &piece, piece.count, 0)
        let now = clinux_monotonic_nanoseconds()
        if count < 0 && errno == EAGAIN { return }
        guard count > 0 else { throw BenchError("a paced connection ended") }
        connections[index].received += piece[..<count]
        guard let answer = Answer(connections[index].received, ended: false) else { return }
        guard answer.status == StaticReply().status else {
            throw BenchError("a delayed answer has the status \(answer.status)")
        }
        elapsed.append(now - connections[index].sentAt)
        free.append(index)
    }
}
