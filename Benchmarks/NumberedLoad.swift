import CLinux
import Glibc

/// As many requests as the server takes, over connections of which each has one session and numbers its requests: in their
/// bodies, `0007 000000123` is the 123rd of the 7th connection.
final class NumberedLoad {
    struct Sent {
        let session: String
        let connection: Int
        /// The part of the server that has the connection.
        let shard: Int
        let count: Int
    }

    private struct Connection {
        let fd: Int32
        let session: String
        let shard: Int
        var request: [UInt8]
        /// Bytes that are missing of its answer.
        var missing = 0
        var sent = 0
    }

    private let poll = epoll_create1(clinux_EPOLL_CLOEXEC)
    private var connections: [Connection] = []
    private var length = 0
    private var piece = [UInt8](repeating: 0, count: 4_096)

    private static let digits = 9

    /// A connection for each entry of `sessions`; a session may come several times.
    init(_ sessions: [String], path: String, port: UInt16) throws(BenchError) {
        for (number, session) in sessions.enumerated() {
            let fd = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
            guard fd >= 0, clinux_connect_ipv4(fd, clinux_loopback, port) == 0 else {
                throw BenchError("cannot connect the numbered load: \(lastError())")
            }
            _ = clinux_set_nodelay(fd)
            let shard = try Self.shard(of: fd)
            _ = clinux_epoll_add(poll, fd, clinux_EPOLLIN, UInt64(number))
            let body = Self.padded(number, 4) + " " + Self.padded(0, Self.digits)
            let request = Request(method: "POST", path: "/@\(session)\(path)", body: body).bytes
            connections.append(Connection(fd: fd, session: session, shard: shard, request: request))
        }
    }

    /// Each shard says its number with `health`.
    private static func shard(of fd: Int32) throws(BenchError) -> Int {
        let request = Request(path: "/__mishap/health").bytes
        var piece = [UInt8](repeating: 0, count: 4_096)
        guard Glibc.send(fd, request, request.count, clinux_MSG_NOSIGNAL) == request.count else {
            throw BenchError("cannot ask for the health: \(lastError())")
        }
        let count = recv(fd, &piece, piece.count, 0)
        let head = Answer(Array(piece[..<max(0, count)]), ended: false)?.head ?? ""
        let line = head.split(separator: "\r\n").first { $0.hasPrefix("Mishap-Shard: ") }
        guard let shard = line.flatMap({ Int($0.dropFirst(14)) }) else { throw BenchError("no shard in\n\(head)") }
        return shard
    }

    deinit {
        for connection in connections { close(connection.fd) }
        close(poll)
    }

    /// How many requests each connection has sent, all of which are answered.
    var sent: [Sent] {
        connections.enumerated().map {
            Sent(session: $1.session, connection: $0, shard: $1.shard, count: $1.sent)
        }
    }

    /// Sends for so long, then waits for the answers. `between` is called about ten times a second.
    func run(seconds: Double, _ between: () -> Void = {}) throws(BenchError) {
        let end = clinux_monotonic_nanoseconds() + UInt64(seconds * 1_000_000_000)
        var events = [epoll_event](repeating: epoll_event(), count: 64)
        var (open, isOver) = (0, false)
        var next: UInt64 = 0
        for number in connections.indices {
            try send(number)
            open += 1
        }
        while open > 0 {
            let count = epoll_wait(poll, &events, 64, 5_000)
            guard count > 0 else { throw BenchError("\(open) numbered requests are not answered") }
            let now = clinux_monotonic_nanoseconds()
            isOver = now >= end
            if now >= next {
                between()
                next = now + 100_000_000
            }
            for event in events.prefix(Int(count)) {
                let number = Int(event.data.u64)
                guard try isAnswered(number) else { continue }
                if isOver { open -= 1 } else { try send(number) }
            }
        }
    }

    private func send(_ number: Int) throws(BenchError) {
        connections[number].sent += 1
        var (rest, place) = (connections[number].sent, connections[number].request.count)
        for _ in 0..<Self.digits {
            place -= 1
            connections[number].request[place] = UInt8(ascii: "0") + UInt8(rest % 10)
            rest /= 10
        }
        let (fd, request) = (connections[number].fd, connections[number].request)
        guard Glibc.send(fd, request, request.count, clinux_MSG_NOSIGNAL) == request.count else {
            throw BenchError("cannot send a numbered request: \(lastError())")
        }
        connections[number].missing = length
    }

    private func isAnswered(_ number: Int) throws(BenchError) -> Bool {
        let count = recv(connections[number].fd, &piece, piece.count, 0)
        guard count > 0 else { throw BenchError("a connection of the numbered load ended") }
        if connections[number].missing == 0 {
            // The first answer tells how long all are.
            guard let answer = Answer(Array(piece[..<count]), ended: false), answer.length == count else {
                throw BenchError("the first numbered answer came in parts")
            }
            length = count
            return true
        }
        connections[number].missing -= count
        return connections[number].missing == 0
    }

    static func padded(_ number: Int, _ digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}
