import CLinux
import Glibc
import Synchronization

/// Reads a journal from its beginning to its end, in pages if it has them, again and again, in a thread of its own.
final class JournalReader {
    private let thread: BackgroundThread
    private let read = Count()

    private final class Count: Sendable {
        let bytes = Atomic<Int>(0)
    }

    init(of session: String, port: UInt16) throws(BenchError) {
        thread = try BackgroundThread { [read] (stop) throws(BenchError) in
            var piece = [UInt8](repeating: 0, count: 256 << 10)
            var cursor: String?
            while !stop.isWanted {
                let page = try Self.read(session, after: cursor, port: port, until: stop, &piece)
                read.bytes.add(page.bytes, ordering: .relaxed)
                // Near the end pages get small, as the load goes on.
                cursor = cursor == nil || page.bytes > 1 << 20 ? page.next : nil
            }
        }
    }

    /// Ends it; megabytes that it has read.
    func stop() throws(BenchError) -> Double {
        try thread.stop()
        return Double(read.bytes.load(ordering: .relaxed)) / 1_000_000
    }

    /// Bytes of a page, and the cursor of the next one; the whole journal if it has no pages.
    private static func read(
        _ session: String, after cursor: String?, port: UInt16, until stop: BackgroundThread.Stop,
        _ piece: inout [UInt8]
    ) throws(BenchError) -> (bytes: Int, next: String?) {
        let fd = socket(AF_INET, clinux_SOCK_STREAM | clinux_SOCK_CLOEXEC, 0)
        defer { close(fd) }
        let query = cursor.map { "?after=\($0)&limit=10000" } ?? ""
        let path = "/__mishap/sessions/\(session)/journal\(query)"
        let request = Request(path: path, headers: ["Connection: close"]).bytes
        guard fd >= 0, clinux_connect_ipv4(fd, clinux_loopback, port) == 0,
            send(fd, request, request.count, clinux_MSG_NOSIGNAL) == request.count
        else { throw BenchError("cannot ask for a journal: \(lastError())") }
        var (bytes, tail) = (0, [UInt8]())
        while !stop.isWanted {
            let count = recv(fd, &piece, piece.count, 0)
            guard count >= 0 else { throw BenchError("a journal ends: \(lastError())") }
            if count == 0 { break }
            if bytes == 0, !piece[..<count].starts(with: "HTTP/1.1 200".utf8) {
                throw BenchError("no journal:\n\(String(decoding: piece[..<count], as: UTF8.self))")
            }
            bytes += count
            tail = Array((tail + piece[..<count].suffix(512)).suffix(512))
        }
        return (bytes, next(in: String(decoding: tail, as: UTF8.self)))
    }

    /// The cursor in the last bytes of a page.
    private static func next(in tail: String) -> String? {
        let words = tail.split(separator: "\"", omittingEmptySubsequences: false)
        guard let name = words.lastIndex(of: "next"), name + 2 < words.count else { return nil }
        return words[name + 1].allSatisfy { ": \n".contains($0) } ? String(words[name + 2]) : nil
    }
}
