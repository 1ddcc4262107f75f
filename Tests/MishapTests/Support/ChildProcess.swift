import Foundation
import Synchronization
import TestSupport

/// A program that is run with arguments, never through a shell, and that always ends: by itself or by a SIGKILL.
final class ChildProcess: Sendable {
    struct Result: Sendable {
        /// The exit code; nil where a signal ended it.
        var code: Int32?
        var output: String
    }

    struct Failure: Error { let description: String }

    let id: pid_t
    private let outputEnd: Int32
    private let isReaped = Mutex(false)

    init(_ path: String, _ arguments: [String], environment: [String] = []) throws {
        var ends: [Int32] = [-1, -1]
        // A pair that no other child inherits, however many are started at once.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure(description: "socketpair: \(errno)") }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        let words = ([path] + arguments).map { strdup($0) }
        let inherited = ProcessInfo.processInfo.environment
        let variables =
            environment
            + ["PATH", "HOME", "LD_LIBRARY_PATH"].compactMap { name in
                inherited[name].map { "\(name)=\($0)" }
            }
        let settings = variables.map { strdup($0) }
        defer {
            posix_spawn_file_actions_destroy(&actions)
            close(ends[1])
            for word in words + settings { free(word) }
        }
        var id: pid_t = 0
        let result = posix_spawnp(&id, path, &actions, nil, words + [nil], settings + [nil])
        guard result == 0 else {
            close(ends[0])
            throw Failure(description: "\(path): " + String(cString: strerror(result)))
        }
        self.id = id
        outputEnd = ends[0]
    }

    /// Runs a program to its end. One that is not installed fails, and says what to run.
    static func run(_ path: String, _ arguments: [String], within time: Duration = .seconds(120)) async throws -> Result
    {
        guard path.contains("/") || isThere(path) else {
            throw Failure(description: "\(path) is missing: \(ClientFolder.advice)")
        }
        return try await aside {
            let child = try ChildProcess(path, arguments)
            let output = child.read(within: time)
            return Result(code: child.wait(within: .seconds(60)), output: output)
        }
    }

    /// Whether a program of that name can be run here.
    static func isThere(_ name: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    /// Reads its output until it closes it, the time is up, or `isEnough` returns true.
    func read(within time: Duration, until isEnough: (String) -> Bool = { _ in false }) -> String {
        let deadline = ContinuousClock.now + time
        var bytes: [UInt8] = []
        while !isEnough(String(decoding: bytes, as: UTF8.self)), ContinuousClock.now < deadline {
            var poller = pollfd(fd: outputEnd, events: Int16(POLLIN), revents: 0)
            guard poll(&poller, 1, 50) > 0 else { continue }
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = Glibc.read(outputEnd, &piece, piece.count)
            if count <= 0 { break }
            bytes += piece[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func signal(_ number: Int32) {
        isReaped.withLock { if !$0 { kill(id, number) } }
    }

    /// The exit code. Whoever has not ended by then is killed.
    func wait(within time: Duration) -> Int32? {
        let deadline = ContinuousClock.now + time
        var status: Int32 = 0
        while true {
            let result = isReaped.withLock { isReaped in
                guard !isReaped else { return pid_t(-1) }
                let result = waitpid(id, &status, WNOHANG)
                if result != 0 { isReaped = true }
                return result
            }
            if result != 0 { break }
            if ContinuousClock.now >= deadline { signal(SIGKILL) }
            usleep(2000)
        }
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : nil
    }

    deinit {
        signal(SIGKILL)
        _ = wait(within: .zero)
        close(outputEnd)
    }
}
