import CLinux
import Glibc
import Synchronization

/// Requests at a fixed rate over connections that are kept, in a thread of its own: one epoll, as little as possible for
/// each answer, whose length is known from the first one.
final class SteadyLoad {
    private let thread: BackgroundThread
    private let answered: Count
    private let began = clinux_monotonic_nanoseconds()

    private final class Count: Sendable {
        let value = Atomic<Int>(0)
    }

    /// `rate`: requests a second.
    init(_ request: Request, rate: Double, port: UInt16) throws(BenchError) {
        let length = try Client.exchange(request, port: port).length
        let answered = Count()
        self.answered = answered
        thread = try BackgroundThread { (stop) throws(BenchError) in
            let sender = try Sender(request.bytes, answer: length, port: port)
            try sender.run(rate: rate, until: stop) { answered.value.add($0, ordering: .relaxed) }
        }
    }

    /// Ends it; answers a second since it began.
    func stop() throws(BenchError) -> Double {
        let seconds = Double(clinux_monotonic_nanoseconds() - began) / 1_000_000_000
        let count = answered.value.load(ordering: .relaxed)
        try thread.stop()
        return Double(count) / seconds
    }

    private final class Sender {
        private let poll = epoll_create1(clinux_EPOLL_CLOEXEC)
        private let request: [UInt8]
        private let length: Int
        /// Bytes that are missing of each connection's answer.
        private var missing: [Int32: Int] = [:]
        private var free: [Int32] = []
        private var piece = [UInt8](repeating: 0, count: 4_096)

        init(_ request: [UInt8], answer length: Int, port: UInt16) throws(BenchError) {
            self.request = request
            self.length = length
            for _ in 0..<64 {
                let fd = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
                guard fd >= 0, clinux_connect_ipv4(fd, clinux_loopback, port) == 0 else {
                    throw BenchError("cannot connect the steady load: \(lastError())")
                }
                _ = clinux_set_nodelay(fd)
                _ = clinux_epoll_add(poll, fd, clinux_EPOLLIN, UInt64(fd))
                missing[fd] = 0
                free.append(fd)
            }
        }

        deinit {
            for fd in missing.keys { close(fd) }
            close(poll)
        }

        /// Sends what is due once a millisecond. What finds no free connection is sent later.
        func run(rate: Double, until stop: BackgroundThread.Stop, _ answered: (Int) -> Void) throws(BenchError) {
            let began = clinux_monotonic_nanoseconds()
            var events = [epoll_event](repeating: epoll_event(), count: 64)
            var sent = 0
            while !stop.isWanted {
                let due = Int(Double(clinux_monotonic_nanoseconds() - began) * rate / 1_000_000_000)
                while sent < due, let fd = free.popLast() {
                    guard send(fd, request, request.count, clinux_MSG_NOSIGNAL) == request.count else {
                        throw BenchError("cannot send a steady request: \(lastError())")
                    }
                    missing[fd] = length
                    sent += 1
                }
                let count = epoll_wait(poll, &events, 64, 1)
                var ended = 0
                for event in events.prefix(Int(max(0, count))) {
                    let fd = Int32(truncatingIfNeeded: event.data.u64)
                    let received = recv(fd, &piece, piece.count, 0)
                    guard received > 0 else { throw BenchError("a connection of the steady load ended") }
                    missing[fd, default: 0] -= received
                    if missing[fd] == 0 {
                        free.append(fd)
                        ended += 1
                    }
                }
                answered(ended)
            }
        }
    }
}
