internal import Glibc

/// What `exec` does with the signals that it gets while its command runs. Pure: signals and times come in, actions go out.
///
/// The command is in the same process group, so that what the terminal sends reaches both. What another process sends to
/// `exec` alone is passed on.
struct Supervision {
    enum Action: Hashable {
        /// Collect the children that have ended.
        case collect
        case pass(Int32)
        /// Stop until a SIGCONT.
        case stop
        /// End at once, whatever the command does.
        case end
    }

    /// Those that end a process, or stop it, unless it does something else.
    static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGTSTP]
    /// The signals that are awaited, and blocked in all threads.
    static let signals = endings + [SIGCHLD, SIGCONT, SIGWINCH]

    /// Nanoseconds in which further interrupts are the same one: a runner around may pass on what the terminal has sent to all.
    private static let sameInterrupt: UInt64 = 300_000_000

    /// The command's process number.
    private let command: Int32
    /// Of a session's leader, whose terminal hangs up, the kernel tells it alone.
    private let isSessionLeader: Bool
    private var interrupted: UInt64?

    init(command: Int32, isSessionLeader: Bool = false) {
        self.command = command
        self.isSessionLeader = isSessionLeader
    }

    /// - Parameters:
    ///   - sender: The process that sent it; 0 if it came from the kernel, as the keys of a terminal do, and -1 if its number is
    ///     not known.
    ///   - time: Nanoseconds of a monotonic clock.
    mutating func received(_ signal: Int32, from sender: Int32, at time: UInt64) -> [Action] {
        if signal == SIGCHLD { return [.collect] }
        if signal == SIGINT {
            if let interrupted { return time - min(time, interrupted) < Self.sameInterrupt ? [] : [.end] }
            interrupted = time
        }
        let hasReachedCommand =
            // What the command sends to its group has reached it.
            sender == command || sender == 0 && !(signal == SIGHUP && isSessionLeader)
        let passed: [Action] = hasReachedCommand ? [] : [.pass(signal)]
        return signal == SIGTSTP ? passed + [.stop] : passed
    }
}
