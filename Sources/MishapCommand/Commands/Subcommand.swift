internal import ArgumentParser

/// A command that is told its surroundings, where the parser's own `run()` knows none.
protocol Subcommand: ParsableCommand {
    /// What to exit with.
    func run(_ context: CommandContext) throws -> Int32
}
