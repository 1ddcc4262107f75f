import CLinux
import Glibc

/// A running `mishap serve` with the scenarios of the attack, and what it uses.
final class AttackedServer {
    let port: UInt16
    private let pid: pid_t
    private let output: Int32
    private var status: Int32?

    /// - Parameters:
    ///   - folder: Where the scenarios and the server's messages are written.
    ///   - further: Scenarios to serve beside those of the attack.
    init(_ program: String, folder: String, further: [String] = []) throws(AttackError) {
        let scenarios = folder + "/scenarios"
        for path in [folder, scenarios] { mkdir(path, 0o755) }
        for (name, text) in AnswerPath.scenarios { try Files.write(text, to: "\(scenarios)/\(name)") }
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe_cloexec(&ends) == 0 else { throw AttackError(system: "no pipe") }
        defer { close(ends[1]) }
        output = ends[0]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, folder + "/server.log", O_WRONLY | O_CREAT | O_APPEND, 0o644)
        let arguments = [program, "serve", scenarios] + further + ["--scenario", "main", "--port", "0"]
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, program, &actions, nil, &words, clinux_environ())
        guard code == 0 else { throw AttackError("cannot start \(program): \(String(cString: strerror(code)))") }
        self.pid = pid
        var line: [UInt8] = []
        while !line.contains(0x0A) {
            var ready = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            var piece = [UInt8](repeating: 0, count: 256)
            guard poll(&ready, 1, 60_000) > 0, case let count = read(output, &piece, piece.count), count > 0 else {
                break
            }
            line += piece[..<count]
        }
        let digits = String(decoding: line, as: UTF8.self).split(separator: ":").last.map { $0.prefix { $0.isNumber } }
        guard let digits, let port = UInt16(digits) else {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
            throw AttackError("\(program) did not say where it listens; its messages are in \(folder)/server.log")
        }
        self.port = port
    }

    deinit {
        if isAlive {
            kill(pid, SIGTERM)
            if !Clock.wait(milliseconds: 5_000, until: { !isAlive }) {
                kill(pid, SIGKILL)
                waitpid(pid, nil, 0)
            }
        }
        close(output)
    }

    var isAlive: Bool {
        guard status == nil else { return false }
        var raw: Int32 = 0
        guard waitpid(pid, &raw, WNOHANG) == pid else { return true }
        status = raw
        return false
    }

    /// Why it ended by itself; nil while it runs.
    var end: String? {
        guard !isAlive, let status else { return nil }
        return clinux_exited(status) != 0
            ? "ended with exit code \(clinux_exit_code(status))" : "crashed with signal \(clinux_term_signal(status))"
    }

    /// CPU time in nanoseconds, of threads that have ended too.
    var cpu: UInt64 {
        var (clock, time) = (clockid_t(), timespec())
        guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Resident memory in bytes.
    var memory: Int {
        let pages = Files.text("/proc/\(pid)/statm").split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    var descriptors: Int { Files.names("/proc/\(pid)/fd").count }

    /// Which libmicrohttpd it has loaded, by asking that file.
    var libraryVersion: String {
        let lines = Files.text("/proc/\(pid)/maps").split(separator: "\n").filter { $0.contains("/libmicrohttpd") }
        guard let start = lines.first?.firstIndex(of: "/"), let line = lines.first,
            let library = dlopen(String(line[start...]), RTLD_LAZY), let symbol = dlsym(library, "MHD_get_version")
        else { return "unknown" }
        typealias Version = @convention(c) () -> UnsafePointer<CChar>
        return String(cString: unsafeBitCast(symbol, to: Version.self)())
    }
}
