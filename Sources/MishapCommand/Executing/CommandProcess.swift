internal import CLinux
internal import Glibc

/// The command of `exec` as a child of this process, which adopts what the command leaves behind.
enum CommandProcess {
    static let runner = CommandRunner(prepare: { prepare() }, run: { run($0, $1, $2) }, leftBehind: { leftBehind() })

    /// What the command gets back: this process raises its own limit.
    private static let descriptorLimit: (soft: UInt64, hard: UInt64) = {
        var (soft, hard) = (UInt64(1_024), UInt64(1_024))
        _ = clinux_get_limit(clinux_RLIMIT_NOFILE, &soft, &hard)
        return (soft, hard)
    }()

    private static func set(_ numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    private static func prepare() {
        _ = descriptorLimit
        // Where it was ignored, the end of a child would not be told.
        signal(SIGCHLD, SIG_DFL)
        var set = set(Supervision.signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        _ = clinux_adopt_orphans()
    }

    /// The command has ended: from here on, signals do with this process what they do with any.
    private static func finish() {
        var set = set(Supervision.signals)
        var sender: Int32 = 0
        // What came meanwhile was meant for the command.
        while clinux_wait_for_signal(&set, 0, &sender) > 0 {}
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    // MARK: Running

    private static func run(
        _ words: [[UInt8]], _ variables: [String: String], _ whenEnded: () -> Void
    ) -> CommandEnd {
        defer {
            whenEnded()
            finish()
        }
        // What came before there was a command was meant for this process.
        var (early, sender) = (set([SIGINT, SIGTERM, SIGHUP, SIGQUIT]), Int32(0))
        let number = clinux_wait_for_signal(&early, 0, &sender)
        if number > 0 { return .signalled(number) }
        var (hasStarted, failure) = (Int32(0), Int32(0))
        let own = variables.map { Array("\($0)=\($1)".utf8) }
        let child = withStrings(words) { arguments in
            withStrings(own) { own in
                // All variables of this process byte for byte, but for those that are set anew.
                var all = own.dropLast() + inherited(without: variables.keys.map { Array("\($0)=".utf8) })
                all.append(nil)
                return all.withUnsafeBufferPointer { all in
                    arguments.withUnsafeBufferPointer { arguments in
                        clinux_start_command(
                            arguments.baseAddress!, all.baseAddress!, descriptorLimit.soft, descriptorLimit.hard,
                            &hasStarted, &failure)
                    }
                }
            }
        }
        guard child > 0 else {
            let reason = String(cString: strerror(failure))
            if hasStarted == 0 { return .notStarted(reason) }
            return failure == ENOENT ? .notFound : .notExecutable(reason)
        }
        return supervise(child, whenEnded)
    }

    private static func supervise(_ child: Int32, _ whenEnded: () -> Void) -> CommandEnd {
        var supervision = Supervision(command: child, isSessionLeader: getsid(0) == getpid())
        var set = set(Supervision.signals)
        // A child that ended at once has left its signal pending.
        while true {
            var sender: Int32 = 0
            let number = clinux_wait_for_signal(&set, -1, &sender)
            guard number > 0 else { continue }
            for action in supervision.received(number, from: sender, at: clinux_monotonic_nanoseconds()) {
                switch action {
                case .collect: if let end = collect(child) { return end }
                case .pass(let signal): kill(child, signal)
                case .stop: stop(child)
                case .end:
                    whenEnded()
                    _exit(128 + SIGINT)
                }
            }
        }
    }

    /// Collects all children that have ended: those of others too, which were adopted. Returns how the command ended, if it
    /// did.
    @discardableResult
    private static func collect(_ command: Int32) -> CommandEnd? {
        var end: CommandEnd?
        var status: Int32 = 0
        while true {
            let child = waitpid(-1, &status, WNOHANG)
            if child < 0, errno == EINTR { continue }
            if child < 0, end == nil, command > 0 { return .notStarted("the command's end was not seen") }
            guard child > 0 else { return end }
            guard child == command else { continue }
            end =
                clinux_exited(status) != 0
                ? .exited(clinux_exit_code(status)) : .signalled(clinux_term_signal(status))
        }
    }

    /// Stops this process as Ctrl-Z would: not at all where nobody could continue it.
    private static func stop(_ command: Int32) {
        var (continuing, sender) = (set([SIGCONT]), Int32(0))
        // It would be lost: a stop takes back what is to continue.
        if clinux_wait_for_signal(&continuing, 0, &sender) > 0 {
            kill(command, SIGCONT)
            return
        }
        var set = set([SIGTSTP])
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(SIGTSTP)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    // MARK: What is left

    private static func leftBehind() -> [LeftBehind]? {
        // One may end between the two looks.
        for _ in 0..<3 {
            collect(0)
            var status: Int32 = 0
            // 0 if there are children, of which none has ended.
            guard waitpid(-1, &status, WNOHANG) == 0 else { return [] }
            // The numbers of another namespace say nothing here.
            guard ProcessFiles.ownNumber == getpid() else { return nil }
            let children = ProcessFiles.children(of: getpid())
            if !children.isEmpty { return children }
        }
        return nil
    }

    // MARK: Memory

    /// Calls a function with the addresses of strings that end with a NUL, and a null behind them.
    private static func withStrings<Result>(
        _ texts: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { text in
            let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
            for (index, byte) in text.enumerated() { copy[index] = CChar(bitPattern: byte) }
            copy[text.count] = 0
            return copy
        }
        defer { for copy in copies { copy.deallocate() } }
        return body(copies + [nil])
    }

    /// The entries of this process's environment that do not begin so.
    private static func inherited(without names: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
        var entries: [UnsafeMutablePointer<CChar>?] = []
        guard var entry = clinux_environ() else { return entries }
        while let text = entry.pointee {
            let isReplaced = names.contains { name in
                strncmp(text, name.map { CChar(bitPattern: $0) } + [0], name.count) == 0
            }
            if !isReplaced { entries.append(text) }
            entry += 1
        }
        return entries
    }
}
