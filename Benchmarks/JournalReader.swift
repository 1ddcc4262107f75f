import CLinux
import Glibc
import Synchronization

/// Reads a journal from its beginning to its end, again and again, in a thread of its own.
final class JournalReader {
    private let thread: BackgroundThread
    private let read = Count()

    private final class Count: Sendable {
        let bytes = Atomic<Int>(0)
    }

    init(of session: String, port: UInt16) throws(BenchError) {
        thread = try BackgroundThread { [read] (stop) throws(BenchError) in
            var piece = [UInt8](repeating: 0, count: 256 << 10)
            while !stop.isWanted { try Self.read(session, port: port, until: stop, &piece, read) }
        }
    }

    /// Ends it; megabytes that it has read.
    func stop() throws(BenchError) -> Double {
        try thread.stop()
        return Double(read.bytes.load(ordering: .relaxed)) / 1_000_000
    }

    private static func read(
        _ session: String, port: UInt16, until stop: BackgroundThread.Stop, _ piece: inout [UInt8], _ read: Count
    ) throws(BenchError) {
        let fd = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        defer { close(fd) }
        let path = "/__mishap/sessions/\(session)/journal"
        let request = Request(path: path, headers: ["Connection: close"]).bytes
        guard fd >= 0, clinux_connect_ipv4(fd, clinux_loopback, port) == 0,
            send(fd, request, request.count, clinux_MSG_NOSIGNAL) == request.count
        else { throw BenchError("cannot ask for a journal: \(lastError())") }
        var isFirst = true
        while !stop.isWanted {
            let count = recv(fd, &piece, piece.count, 0)
            guard count >= 0 else { throw BenchError("a journal ends: \(lastError())") }
            if count == 0 { return }
            if isFirst, !piece[..<count].starts(with: "HTTP/1.1 200".utf8) {
                throw BenchError("no journal:\n\(String(decoding: piece[..<count], as: UTF8.self))")
            }
            isFirst = false
            read.bytes.add(count, ordering: .relaxed)
        }
    }
}
