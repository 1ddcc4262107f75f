import CLinux
import Glibc

protocol ExchangingConnection: AnyObject {
    /// Sends a request, and waits for the whole answer.
    func exchange(_ request: [UInt8]) throws(BenchError) -> Answer
}

/// A blocking client connection for one request after the other.
final class KeepAliveConnection: ExchangingConnection {
    private let fd: Int32
    private let port: UInt16
    private var piece = [UInt8](repeating: 0, count: 65_536)

    init(port: UInt16, seconds: Int = 10) throws(BenchError) {
        fd = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        self.port = port
        guard fd >= 0 else { throw BenchError("no socket: \(lastError())") }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard clinux_connect_ipv4(fd, clinux_loopback, port) == 0 else {
            throw BenchError("cannot connect to port \(port): \(lastError())")
        }
        _ = clinux_set_nodelay(fd)
    }

    deinit {
        if fd >= 0 { close(fd) }
    }

    func exchange(_ request: [UInt8]) throws(BenchError) -> Answer {
        try send(request)
        var bytes: [UInt8] = []
        while true {
            let piece = try receive()
            bytes += piece
            if let answer = Answer(bytes, ended: piece.isEmpty) { return answer }
            guard !piece.isEmpty else { throw endedEarly(bytes.count) }
        }
    }

    func send(_ bytes: [UInt8]) throws(BenchError) {
        guard Glibc.send(fd, bytes, bytes.count, clinux_MSG_NOSIGNAL) == bytes.count else {
            throw BenchError("cannot send to port \(port): \(lastError())")
        }
    }

    /// The next bytes; none at the end.
    func receive() throws(BenchError) -> ArraySlice<UInt8> {
        let count = recv(fd, &piece, piece.count, 0)
        guard count >= 0 else { throw BenchError("no answer from port \(port): \(lastError())") }
        return piece[..<count]
    }

    func endedEarly(_ count: Int) -> BenchError {
        BenchError("port \(port) ended after \(count) bytes, before a whole answer")
    }

    /// Sends a FIN, and reads what comes until the peer's.
    func finish() throws(BenchError) {
        shutdown(fd, Int32(SHUT_WR))
        while try !receive().isEmpty {}
    }
}
