import CLinux
import Glibc

/// A worker as a process, and what it has reported.
final class WorkerProcess {
    private(set) var lastTrial: Int?
    private(set) var tally: Tally?
    /// Nil while it runs.
    private(set) var ending: Ending?
    private let pid: pid_t
    private let output: Int32
    private var pending: [UInt8] = []
    private var lastWord = clinux_monotonic_nanoseconds()

    /// Wall time after which it is given up on, when the machine is that busy: its own timer is of CPU time.
    private static let patience: UInt64 = 60_000_000_000

    enum Ending {
        case finished, code(Int32), signal(Int32), silent

        /// What it means for the trial that was under way.
        var words: String {
            switch self {
            case .finished: "finished"
            case .code(Worker.tooLarge): "took more than \(Worker.mostMemory >> 20) MiB of memory"
            case .code(Worker.silent): "was neither loaded nor refused with a reason"
            case .code(let code): "ended with exit code \(code)"
            case .signal(SIGPROF): "took more than \(Worker.mostSeconds) s of CPU time"
            case .signal(let number): "crashed with signal \(number) (\(String(cString: strsignal(number))))"
            case .silent: "did not come to an end"
            }
        }
    }

    init(_ program: String, _ slice: FuzzOptions.Slice, _ options: FuzzOptions) throws(FuzzError) {
        var ends: [Int32] = [-1, -1]
        guard clinux_pipe_cloexec(&ends) == 0 else { throw FuzzError("no pipe") }
        defer { close(ends[1]) }
        var arguments = [program, "--seed", "\(options.seed)"]
        arguments += ["--slice", "\(slice.first)", "\(slice.step)", "\(slice.end)"]
        if let injected = options.injected { arguments += ["--inject", injected.rawValue] }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        // Of a crash the number is enough: `--only` shows it in full.
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var pid: pid_t = 0
        guard posix_spawn(&pid, program, &actions, nil, &words, clinux_environ()) == 0 else {
            close(ends[0])
            throw FuzzError("cannot start \(program)")
        }
        self.pid = pid
        output = ends[0]
        _ = clinux_set_nonblocking(output, 1)
    }

    deinit {
        if ending == nil {
            kill(pid, SIGKILL)
            var raw: Int32 = 0
            waitpid(pid, &raw, 0)
        }
        close(output)
    }

    /// Takes in what it has reported since, and whether it is still there.
    func look() {
        guard ending == nil else { return }
        var raw: Int32 = 0
        let hasEnded = waitpid(pid, &raw, WNOHANG) == pid
        read()
        if hasEnded {
            let code = clinux_exit_code(raw)
            ending = clinux_exited(raw) == 0 ? .signal(clinux_term_signal(raw)) : code == 0 ? .finished : .code(code)
        } else if clinux_monotonic_nanoseconds() - lastWord > Self.patience {
            kill(pid, SIGKILL)
            waitpid(pid, &raw, 0)
            ending = .silent
        }
    }

    private func read() {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(output, &piece, piece.count)
            guard count > 0 else { break }
            pending += piece[..<count]
            lastWord = clinux_monotonic_nanoseconds()
        }
        let size = MemoryLayout<Int>.size
        let numbers = pending.withUnsafeBytes { bytes in
            (0..<bytes.count / size).map { bytes.loadUnaligned(fromByteOffset: $0 * size, as: Int.self) }
        }
        if let mark = numbers.firstIndex(of: Tally.mark) {
            if mark > 0 { lastTrial = numbers[mark - 1] }
            guard numbers.count > mark + 4 else { return }
            let counts = numbers[(mark + 1)...]
            tally = Tally(
                loaded: counts[mark + 1], refused: counts[mark + 2], answers: counts[mark + 3],
                peakMemory: counts[mark + 4])
            pending = []
        } else if let last = numbers.last {
            lastTrial = last
            pending.removeFirst(numbers.count * size)
        }
    }
}
