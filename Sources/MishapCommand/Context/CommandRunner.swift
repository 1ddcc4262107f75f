/// How the command of `exec` ended.
enum CommandEnd: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    /// There is no such program.
    case notFound
    /// There is one that cannot be run: why.
    case notExecutable(String)
    /// This process could not start any: why.
    case notStarted(String)

    /// The exit code of a shell for it (POSIX, 2.8.2); 125 where the command is not the reason, as of env and timeout.
    var exitCode: Int32 {
        switch self {
        case .exited(let code): code
        case .signalled(let number): 128 + number
        case .notFound: 127
        case .notExecutable: 126
        case .notStarted: 125
        }
    }
}

/// A process that the command has left behind.
struct LeftBehind: Hashable, Sendable {
    let process: Int32
    /// Its command line, as far as it can be read.
    let commandLine: String
}

/// What runs the command of `exec`: a process, or a function in tests.
struct CommandRunner: Sendable {
    /// Called before any other thread is started.
    let prepare: @Sendable () -> Void
    /// Runs a command, with these variables beside those of this process, and returns when it has ended. `whenEnded` is called
    /// before that, and before a signal can end this process.
    let run: @Sendable (_ words: [[UInt8]], _ variables: [String: String], _ whenEnded: () -> Void) -> CommandEnd
    /// What it has started and what still runs; nil if there are some that cannot be named.
    let leftBehind: @Sendable () -> [LeftBehind]?

    /// Where no process may be started.
    static let none = CommandRunner(
        prepare: {}, run: { _, _, _ in .notStarted("this is not a process of its own") }, leftBehind: { [] })
}
