internal import CLinux
internal import Foundation
internal import Glibc
internal import Synchronization

/// A program that is run with arguments, never through a shell unless it is one, and that always ends: by itself, or by a
/// SIGKILL, together with its process group, once this is released or a test hangs.
///
/// Foundation's `Process` sees the end of a program by a socket that other programs, if they are started at the same moment,
/// get too: it waits for the last of them. Here nothing is inherited.
public final class ChildProcess: Sendable {
    /// What one of its standard streams is connected to.
    public enum Stream: Sendable {
        case nothing
        /// The other end is here.
        case pipe
        /// A file that is there.
        case file(String)
        /// Of standard error: what standard output has.
        case output
    }

    public struct Failure: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    public let id: Int32
    /// What this process writes to, and reads from; ended from the beginning where the stream is no pipe.
    public let input: PipeEnd
    public let output: PipeEnd
    public let error: PipeEnd
    private let status = Mutex<Int32?>(nil)

    /// - Parameters:
    ///   - path: A program; without a slash it is searched in PATH.
    ///   - environment: All of its variables; nil for those of the tests.
    ///   - folder: Where it is started; nil for the working directory of the tests.
    public init(
        _ path: String, _ arguments: [String], environment: [String: String]? = nil, in folder: String? = nil,
        input: Stream = .nothing, output: Stream = .pipe, error: Stream = .nothing
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var theirs: [Int32] = []
        defer { for descriptor in theirs { close(descriptor) } }
        func connect(_ number: Int32, _ stream: Stream) throws -> PipeEnd {
            let flags = number == 0 ? O_RDONLY : O_WRONLY
            switch stream {
            case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", flags, 0)
            case .file(let path): posix_spawn_file_actions_addopen(&actions, number, path, flags | O_APPEND, 0)
            case .output: posix_spawn_file_actions_adddup2(&actions, 1, number)
            case .pipe:
                var ends: [Int32] = [-1, -1]
                guard clinux_pipe_cloexec(&ends) == 0 else { throw Failure(description: "no pipe: \(errno)") }
                let (ours, their) = number == 0 ? (ends[1], ends[0]) : (ends[0], ends[1])
                theirs.append(their)
                posix_spawn_file_actions_adddup2(&actions, their, number)
                return PipeEnd(ours)
            }
            return PipeEnd(-1)
        }
        self.input = try connect(0, input)
        self.output = try connect(1, output)
        self.error = try connect(2, error)
        _ = clinux_spawn_without(&actions, 3)
        if let folder { _ = clinux_spawn_in_folder(&actions, folder) }

        // A group of its own, which can be killed as a whole, and signals as a program expects them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        let words = ([path] + arguments).map { strdup($0) }
        let variables = (environment ?? ProcessInfo.processInfo.environment).map { strdup("\($0)=\($1)") }
        defer { for text in words + variables { free(text) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, path, &actions, &attributes, words + [nil], variables + [nil])
        guard code == 0 else { throw Failure(description: "\(path): " + String(cString: strerror(code))) }
        self.id = id
        Self.running.withLock { _ = $0.insert(id) }
    }

    private static let running = Mutex<Set<pid_t>>([])

    /// Before the tests end without an end of their own.
    static func killAll() { running.withLock { for id in $0 { kill(-id, SIGKILL) } } }

    /// Whether a program of that name can be run here.
    public static func isThere(_ name: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { access("\($0)/\(name)", X_OK) == 0 }
    }

    public func signal(_ number: Int32) {
        status.withLock { if $0 == nil { kill(id, number) } }
    }

    public var isRunning: Bool { end() == nil }

    /// The exit code, or minus the number of the signal that ended it. Whoever has not ended by then is killed.
    @discardableResult
    public func wait(within time: Duration) -> Int32 {
        let deadline = ContinuousClock.now + time
        var isKilled = false
        while true {
            if let status = end() { return status }
            if !isKilled, ContinuousClock.now >= deadline {
                killGroup()
                isKilled = true
            }
            usleep(2000)
        }
    }

    private func end() -> Int32? {
        status.withLock { status in
            var raw: Int32 = 0
            if status == nil, waitpid(id, &raw, WNOHANG) == id {
                Self.running.withLock { _ = $0.remove(id) }
                status = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : -(raw & 0x7F)
            }
            return status
        }
    }

    private func killGroup() {
        // Once it is reaped its number may be another's.
        status.withLock { if $0 == nil { kill(-id, SIGKILL) } }
    }

    deinit {
        killGroup()
        wait(within: .zero)
    }
}

/// One end of a pipe, whose other end is a program's. One thread uses it.
public final class PipeEnd: Sendable {
    private struct State {
        var descriptor: Int32
        /// Read, and not given to anybody yet.
        var unread: [UInt8] = []
    }

    private let state: Mutex<State>
    private static let ignoresClosedPipes: Void = { signal(SIGPIPE, SIG_IGN) }()

    fileprivate init(_ descriptor: Int32) { state = Mutex(State(descriptor: descriptor)) }

    /// Whether all was written. A program that has ended is no reason to end the tests.
    @discardableResult
    public func write(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        _ = Self.ignoresClosedPipes
        return state.withLock { Glibc.write($0.descriptor, bytes, bytes.count) == bytes.count }
    }

    /// Reads until the program closes it, the time is up, or `isEnough` returns true.
    public func read(within time: Duration, until isEnough: (String) -> Bool = { _ in false }) -> String {
        state.withLock { state in
            let deadline = ContinuousClock.now + time
            while !isEnough(String(decoding: state.unread, as: UTF8.self)), ContinuousClock.now < deadline,
                state.descriptor >= 0
            {
                var poller = pollfd(fd: state.descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&poller, 1, 50) > 0 else { continue }
                let piece = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
                    count = max(0, Glibc.read(state.descriptor, buffer.baseAddress, buffer.count))
                }
                if piece.isEmpty { break }
                state.unread += piece
            }
            defer { state.unread = [] }
            return String(decoding: state.unread, as: UTF8.self)
        }
    }

    /// Reads up to the end of a line with that in it, and gives all of it. What follows is left.
    public func lines(upTo words: String, within time: Duration = .seconds(60)) -> String {
        func end(_ text: String) -> String.Index? {
            guard let found = text.range(of: words) else { return nil }
            return text[found.lowerBound...].firstIndex(of: "\n").map { text.index(after: $0) }
        }
        let text = read(within: time) { end($0) != nil }
        guard let end = end(text) else { return text }
        state.withLock { $0.unread = Array(text[end...].utf8) }
        return String(text[..<end])
    }

    public func close() {
        state.withLock { state in
            if state.descriptor >= 0 { Glibc.close(state.descriptor) }
            state.descriptor = -1
        }
    }

    deinit { close() }
}
