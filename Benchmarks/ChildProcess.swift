import CLinux
import Glibc
import Synchronization

/// A child process in a process group of its own, so that ending it also ends the processes it started (nginx's
/// workers), but no others. All running children are on one list, so that an interrupt ends them all.
final class ChildProcess {
    let pid: pid_t
    private let output: Int32
    private var pending: [UInt8] = []
    private var status: Int32?

    private static let living = Mutex<[pid_t]>([])

    /// Starts `arguments[0]`. Its standard output is a pipe to this process, its standard error is appended to `log`.
    init(_ arguments: [String], log: String) throws(BenchError) {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe_cloexec(&ends) == 0 else { throw BenchError("no pipe: \(lastError())") }
        defer { close(ends[1]) }
        do {
            pid = try Self.spawn(arguments, output: ends[1], log: log)
        } catch {
            close(ends[0])
            throw error
        }
        output = ends[0]
    }

    deinit {
        stop()
        close(output)
    }

    /// The next line of standard output; nil at its end or after a timeout.
    func readLine(within milliseconds: Int) -> String? {
        let deadline = clinux_monotonic_nanoseconds() + UInt64(milliseconds) * 1_000_000
        while true {
            if let newline = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: pending[..<newline], as: UTF8.self)
                pending.removeSubrange(...newline)
                return line
            }
            let now = clinux_monotonic_nanoseconds()
            guard now < deadline else { return nil }
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, Int32((deadline - now) / 1_000_000 + 1)) > 0, readMore() else { return nil }
        }
    }

    /// Reads the rest of its output and waits for its end. A signal gives the exit code 128 plus its number.
    func finish() -> (code: Int32, output: String) {
        while readMore() {}
        var raw: Int32 = 0
        if status == nil {
            while waitpid(pid, &raw, 0) < 0 && errno == EINTR {}
            ended(raw)
        }
        let code = clinux_exited(raw) != 0 ? clinux_exit_code(raw) : 128 + clinux_term_signal(raw)
        return (code, String(decoding: pending, as: UTF8.self))
    }

    /// Sends SIGTERM and, after three seconds, SIGKILL to the process group.
    func stop() {
        guard status == nil else { return }
        kill(-pid, SIGTERM)
        for _ in 0..<300 {
            if hasEnded { return }
            usleep(10_000)
        }
        kill(-pid, SIGKILL)
        var raw: Int32 = 0
        waitpid(pid, &raw, 0)
        ended(raw)
    }

    /// Sends SIGINT, as a terminal does.
    func interrupt() {
        guard status == nil else { return }
        kill(-pid, SIGINT)
    }

    var hasEnded: Bool {
        if status != nil { return true }
        var raw: Int32 = 0
        guard waitpid(pid, &raw, WNOHANG) == pid else { return false }
        ended(raw)
        return true
    }

    /// Ends all children and then this process. The list stays locked, so that no more children are started. SIGTERM
    /// first, so that children can end and reap their own; SIGKILL after two seconds.
    static func endAllAndExit(_ code: Int32) -> Never {
        living.withLock { pids in
            for pid in pids { kill(-pid, SIGTERM) }
            var rest = pids
            for _ in 0..<200 where !rest.isEmpty {
                rest.removeAll { waitpid($0, nil, WNOHANG) != 0 }
                usleep(10_000)
            }
            for pid in rest {
                kill(-pid, SIGKILL)
                waitpid(pid, nil, 0)
            }
            _exit(code)
        }
    }

    private func ended(_ raw: Int32) {
        status = raw
        Self.living.withLock { $0.removeAll { $0 == pid } }
    }

    private func readMore() -> Bool {
        var piece = [UInt8](repeating: 0, count: 4_096)
        let count = read(output, &piece, piece.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        pending += piece[..<count]
        return true
    }

    private static func spawn(
        _ arguments: [String], output: Int32, log: String
    ) throws(BenchError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o644)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This process blocks signals for the thread that waits for them; a child must not inherit the mask.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))

        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let (pid, code) = living.withLock { pids -> (pid_t, Int32) in
            var pid: pid_t = 0
            let code = posix_spawn(&pid, arguments[0], &actions, &attributes, &words, clinux_environ())
            if code == 0 { pids.append(pid) }
            return (pid, code)
        }
        guard code == 0 else {
            throw BenchError("cannot start \(arguments[0]): \(String(cString: strerror(code)))")
        }
        return pid
    }
}

/// The message for this thread's `errno`.
func lastError() -> String {
    String(cString: strerror(errno))
}
