internal import Glibc

/// What `exec` does with the signals that it gets while its command runs. Pure: signals come in, actions go out.
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

    /// The signals that are awaited, and blocked in all threads.
    static let signals = [
        SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2, SIGALRM,
    ]

    /// The command's process number.
    private let command: Int32
    private var interrupts = 0

    init(command: Int32) { self.command = command }

    /// `sender`: the process that sent it, or 0 if it came from the kernel, as the keys of a terminal do.
    mutating func received(_ signal: Int32, from sender: Int32) -> [Action] {
        if signal == SIGCHLD { return [.collect] }
        if signal == SIGINT {
            interrupts += 1
            if interrupts > 1 { return [.end] }
        }
        // What the command sends to its group has reached it.
        let passed: [Action] = sender == 0 || sender == command ? [] : [.pass(signal)]
        return signal == SIGTSTP ? passed + [.stop] : passed
    }
}
