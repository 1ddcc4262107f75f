import Synchronization
@testable import MishapCommand

/// What a command said and how it ended.
struct Run {
    let code: Int32
    let output: String
    let error: String

    init(code: Int32, _ words: Words) {
        self.code = code
        output = words.output
        error = words.error
    }

    /// Runs a command in this process.
    init(_ arguments: [String], environment: [String: String] = [:], onTerminal: Bool = false) {
        self.init(bytes: arguments.map { Array($0.utf8) }, environment: environment, onTerminal: onTerminal)
    }

    /// The same of words that need not be UTF-8.
    init(
        bytes: [[UInt8]], environment: [String: String] = [:], onTerminal: Bool = false,
        shutdown: ShutdownSource = .never
    ) {
        let words = Words()
        let code = MishapCommand.run(
            rawArguments: bytes, environment: environment, output: words.output(onTerminal: onTerminal),
            shutdown: shutdown)
        self.init(code: code, words)
    }
}

/// Keeps what is said, in its order.
final class Words: Sendable {
    private let texts = Mutex((output: "", error: ""))

    var output: String { texts.withLock { $0.output } }
    var error: String { texts.withLock { $0.error } }

    func output(onTerminal: Bool = false) -> CommandOutput {
        CommandOutput(
            output: { text in self.texts.withLock { $0.output += text } },
            error: { text in self.texts.withLock { $0.error += text } },
            colours: (onTerminal, onTerminal))
    }
}
