internal import Glibc
internal import JSONText

/// Where the words of a command go. Nothing is kept back: what is written is there at once, also in a pipe.
public struct CommandOutput: Sendable {
    private let toOutput: @Sendable (String) -> Void
    private let toError: @Sendable (String) -> Void
    /// Whether standard output may be coloured, and standard error.
    let colours: (output: Bool, error: Bool)

    /// `colours` says whether someone looks at it on a terminal; `NO_COLOR` has its say besides.
    public init(
        output: @escaping @Sendable (String) -> Void, error: @escaping @Sendable (String) -> Void,
        colours: (output: Bool, error: Bool) = (false, false)
    ) {
        toOutput = output
        toError = error
        self.colours = colours
    }

    func print(_ text: String) { toOutput(text) }
    func error(_ text: String) { toError(text) }

    /// What went wrong, on one line, in the name of the program. It may repeat what somebody typed: control characters
    /// come out as pictures.
    func message(_ text: String) { toError("mishap: \(Terminal.safe(text))\n") }

    /// The process's own.
    static var process: CommandOutput {
        CommandOutput(
            output: { write($0, to: STDOUT_FILENO) }, error: { write($0, to: STDERR_FILENO) },
            colours: (isatty(STDOUT_FILENO) == 1, isatty(STDERR_FILENO) == 1))
    }

    /// All of it, or as much as somebody reads: a closed stream is no reason to stop serving.
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
