import CLinux
import Glibc

/// A blocking client connection for one request after the other.
final class KeepAliveConnection {
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
        guard send(fd, request, request.count, clinux_MSG_NOSIGNAL) == request.count else {
            throw BenchError("cannot send to port \(port): \(lastError())")
        }
        var bytes: [UInt8] = []
        while true {
            let count = recv(fd, &piece, piece.count, 0)
            guard count >= 0 else { throw BenchError("no answer from port \(port): \(lastError())") }
            bytes += piece[..<count]
            if let answer = Answer(bytes, ended: count == 0) { return answer }
            guard count > 0 else {
                throw BenchError("port \(port) ended after \(bytes.count) bytes, before a whole answer")
            }
        }
    }
}
