import CLinux
import Glibc

/// Sends single requests, each over a new connection: to check the servers before a comparison, and to measure the
/// start.
enum Client {
    static func get(_ path: String, port: UInt16, seconds: Int = 10) throws(BenchError) -> Answer {
        try exchange(Request(path: path), port: port, seconds: seconds)
    }

    static func exchange(_ request: Request, port: UInt16, seconds: Int = 10) throws(BenchError) -> Answer {
        try KeepAliveConnection(port: port, seconds: seconds).exchange(request.bytes)
    }

    /// A port of the loopback address that was free at the time of the call.
    static func freePort() throws(BenchError) -> UInt16 {
        let fd = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        defer { close(fd) }
        guard fd >= 0, clinux_bind_ipv4(fd, clinux_loopback, 0) == 0 else {
            throw BenchError("no free port: \(lastError())")
        }
        return UInt16(clinux_local_port(fd))
    }
}
