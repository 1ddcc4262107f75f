import CLinux
import Glibc

/// One plain request over one blocking connection: the sanity check before each comparison, and the stopwatch
/// of the start.
enum Client {
    static func request(_ path: String, method: String = "GET", headers: [String] = []) -> [UInt8] {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    static func request(_ path: String, body: String, contentType: String) -> [UInt8] {
        let lines = [
            "POST \(path) HTTP/1.1", "Host: 127.0.0.1", "Content-Type: \(contentType)",
            "Content-Length: \(body.utf8.count)",
        ]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8)
    }

    static func get(_ path: String, port: UInt16, seconds: Int = 10) throws(BenchError) -> Answer {
        try exchange(request(path), port: port, seconds: seconds)
    }

    static func exchange(_ request: [UInt8], port: UInt16, seconds: Int = 10) throws(BenchError) -> Answer {
        let fd = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        guard fd >= 0 else { throw BenchError("no socket: \(lastError())") }
        defer { close(fd) }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        guard clinux_connect_ipv4(fd, clinux_loopback, port) == 0 else {
            throw BenchError("cannot connect to port \(port): \(lastError())")
        }
        guard send(fd, request, request.count, clinux_MSG_NOSIGNAL) == request.count else {
            throw BenchError("cannot send to port \(port): \(lastError())")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
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

    /// A port of loopback that was free a moment ago.
    static func freePort() throws(BenchError) -> UInt16 {
        let fd = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        defer { close(fd) }
        guard fd >= 0, clinux_bind_ipv4(fd, clinux_loopback, 0) == 0 else {
            throw BenchError("no free port: \(lastError())")
        }
        return UInt16(clinux_local_port(fd))
    }
}
