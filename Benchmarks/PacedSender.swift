import CLinux
import Glibc

/// Sends requests at a fixed rate, without waiting for answers (an open-loop load), and measures the time from each
/// request to its answer. One thread, one epoll, a timerfd for the rate.
final class PacedSender {
    /// A request, and the status of its answer.
    struct Sent {
        let bytes: [UInt8]
        let status: Int

        init(_ request: Request, status: Int) {
            bytes = request.bytes
            self.status = status
        }
    }

    /// The time of one answer.
    struct Sample {
        /// Index of its request.
        let request: Int
        let nanoseconds: UInt64
    }

    private struct Connection {
        let fd: Int32
        var sentAt: UInt64 = 0
        /// Index of the request that it has sent last.
        var request = 0
        var received: [UInt8] = []
    }

    private let poll: Int32
    private let timer: Int32
    private let requests: [Sent]
    private var sent = 0
    private var connections: [Connection] = []
    private var free: [Int] = []
    private var samples: [Sample] = []
    private var piece = [UInt8](repeating: 0, count: 65_536)

    /// The requests are sent cyclically. 64 connections are about three times the number of requests in flight at 200 per
    /// second with a delay of 100 ms.
    init(_ requests: [Sent], port: UInt16, connections count: Int = 64) throws(BenchError) {
        poll = epoll_create1(clinux_EPOLL_CLOEXEC)
        timer = timerfd_create(CLOCK_MONOTONIC, clinux_TFD_CLOEXEC | clinux_TFD_NONBLOCK)
        self.requests = requests
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

    /// The time from each request to its answer. `delay`: nanoseconds that the server waits with each.
    func run(requests count: Int, everyMicroseconds pace: UInt64, delay: UInt64 = 0) throws(BenchError) -> [Sample] {
        let interval = pace * 1_000
        let start = clinux_monotonic_nanoseconds() + 50_000_000
        let deadline = start + UInt64(count) * interval + delay + 5_000_000_000
        sent = 0
        samples.removeAll(keepingCapacity: true)
        _ = clinux_timerfd_set_at(timer, start)
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        while samples.count < count {
            let ready = epoll_wait(poll, &events, 64, 1_000)
            guard clinux_monotonic_nanoseconds() < deadline else {
                throw BenchError("only \(samples.count) of \(count) paced answers came")
            }
            for event in events.prefix(Int(max(0, ready))) {
                let data = event.data.u64
                guard data == .max else {
                    try readAnswer(Int(data))
                    continue
                }
                _ = clinux_counter_take(timer)
                while sent < count, start + UInt64(sent) * interval <= clinux_monotonic_nanoseconds() {
                    try sendOne()
                }
                if sent < count { _ = clinux_timerfd_set_at(timer, start + UInt64(sent) * interval) }
            }
        }
        return samples
    }

    private func sendOne() throws(BenchError) {
        guard !free.isEmpty else {
            throw BenchError("all \(connections.count) connections wait: the answers take far too long")
        }
        // Connections are used in turn, since the gateway closes one that sends nothing for ten seconds.
        let index = free.removeFirst()
        connections[index].received.removeAll(keepingCapacity: true)
        let number = sent % requests.count
        sent += 1
        let request = requests[number].bytes
        connections[index].request = number
        connections[index].sentAt = clinux_monotonic_nanoseconds()
        guard send(connections[index].fd, request, request.count, clinux_MSG_NOSIGNAL) == request.count
        else { throw BenchError("cannot send a paced request: \(lastError())") }
    }

    private func readAnswer(_ index: Int) throws(BenchError) {
        let count = recv(connections[index].fd, &piece, piece.count, 0)
        let now = clinux_monotonic_nanoseconds()
        if count < 0 && errno == EAGAIN { return }
        guard count > 0 else { throw BenchError("a paced connection ended") }
        connections[index].received += piece[..<count]
        guard let answer = Answer(connections[index].received, ended: false) else { return }
        let number = connections[index].request
        guard answer.status == requests[number].status else {
            throw BenchError(
                "a paced request is answered with \(answer.status), not \(requests[number].status):\n\(answer.head)"
                    + String(decoding: answer.body, as: UTF8.self))
        }
        samples.append(Sample(request: number, nanoseconds: now - connections[index].sentAt))
        free.append(index)
    }
}
