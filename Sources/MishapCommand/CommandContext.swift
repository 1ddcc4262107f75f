/// What a command has beside its own options: its surroundings, passed in so that tests can be them.
struct CommandContext: Sendable {
    let environment: Environment
    let output: CommandOutput
    let end: EndOfService
}

/// The command line or a variable of the environment is wrong: exit code 2.
struct UsageError: Error, Hashable {
    /// One clause, and what to do about it.
    let words: String

    init(_ words: String) { self.words = words }
}
