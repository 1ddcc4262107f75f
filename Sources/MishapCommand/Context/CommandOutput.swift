internal import Glibc
internal import JSONText

/// The output streams of a command. They are not buffered, also if they are pipes.
public struct CommandOutput: Sendable {
    private let toOutput: @Sendable (String) -> Void
    private let toError: @Sendable (String) -> Void
    /// Whether standard output and standard error may be coloured.
    let colours: (output: Bool, error: Bool)
    /// The width of the terminal that standard error is, which may change.
    let columns: @Sendable () -> Int

    /// - Parameter colours: Whether the streams are terminals. `NO_COLOR` is checked separately.
    public init(
        output: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void,
        colours: (output: Bool, error: Bool) = (false, false), columns: @escaping @Sendable () -> Int = { .max }
    ) {
        toOutput = output
        toError = error
        self.colours = colours
        self.columns = columns
    }

    func print(_ text: String) { toOutput(text) }
    func error(_ text: String) { toError(text) }

    /// Writes one line to standard error, prefixed with the name of the program. Control characters are replaced by
    /// symbols, since the text may contain user input.
    func message(_ text: String) { toError("mishap: \(Terminal.safe(text))\n") }

    /// The standard streams of this process.
    static var process: CommandOutput {
        CommandOutput(
            output: { write($0, to: STDOUT_FILENO) }, error: { write($0, to: STDERR_FILENO) },
            colours: (isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1),
            columns: { columns(of: STDERR_FILENO) })
    }

    /// Without a bound for what is no terminal, or does not know its size.
    private static func columns(of descriptor: Int32) -> Int {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return .max }
        return Int(size.ws_col)
    }

    /// Writes all of the text. Errors are ignored: a closed stream must not stop the service.
    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                bytes = bytes.dropFirst(count)
            } else if errno == EAGAIN {
                var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&poller, 1, 1_000)
            } else if errno != EINTR {
                return
            }
        }
    }
}
