internal import ArgumentParser
internal import Bytes

/// `mishap` alone: help that teaches.
struct RootCommand: Subcommand {
    static let version = "0.1.0-dev"
    /// Help is the same in every window, so that what is written about it stays true.
    static let width = 100

    static let configuration = CommandConfiguration(
        commandName: "mishap",
        abstract: "A mock HTTP gateway that fails on cue.",
        discussion: """
            Start it with a folder of scenarios, and point your client at it:

              mishap serve scenarios/
              curl -v http://127.0.0.1:8080/@tcp/reset-mid-body/any

            Or without any scenario, a failure by its name:

              mishap catalogue                          what can go wrong
              mishap explain http/truncated-json        what it is, and how to try it
              curl -v http://127.0.0.1:8080/__mishap/fail/http/truncated-json/any
            """,
        version: version,
        subcommands: [
            ServeCommand.self, CheckCommand.self, ExplainCommand.self, CatalogueCommand.self, SchemaCommand.self,
            HealthCommand.self,
        ])

    /// A first word that is no command, before the parser takes it for a stray argument.
    static func check(_ arguments: [String]) throws(UsageError) {
        guard let word = arguments.first, !word.hasPrefix("-") else { return }
        let names = configuration.subcommands.flatMap { command in
            [command.configuration.commandName ?? ""] + command.configuration.aliases
        }
        guard word != "help", !names.contains(word) else { return }
        let hint = EditDistance.nearest(to: word, among: names).map { "did you mean \"\($0)\"?" } ?? "see mishap --help"
        throw UsageError("there is no command \"\(word)\"; \(hint)")
    }

    func run(_ context: CommandContext) -> Int32 {
        context.output.print(Self.helpMessage(columns: Self.width) + "\n")
        return 0
    }
}
