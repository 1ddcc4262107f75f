internal import ArgumentParser
internal import JSONText
internal import Mishap
internal import Scenario

/// Says what is wrong with scenario files, without serving them.
struct CheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check scenario files without serving them.",
        discussion: "Exit code 0 where all is well, warnings included, else 1 with every error of every file.")

    @Argument(help: ArgumentHelp("Scenario files and folders. (default: scenarios/)", valueName: "path"))
    var paths: [String] = []

    @Flag(help: "Diagnostics as a JSON array on standard output.")
    var json = false

    func run(_ context: CommandContext) -> Int32 {
        let paths = paths.isEmpty ? ["scenarios/"] : paths
        let result = Gateway.load(paths).result
        // A folder without a scenario is more often a mistake than meant: a check that checks nothing is none.
        let isEmpty = !result.hasErrors && result.scenarios.isEmpty
        if json {
            let document = DiagnosticRenderer(result.sources).json(result.diagnostics)
            context.output.print(String(decoding: document.bytes(pretty: true), as: UTF8.self) + "\n")
            if isEmpty { context.output.error("mishap: no scenario files in \(paths.joined(separator: ", "))\n") }
            return result.hasErrors || isEmpty ? 1 : 0
        }
        context.output.error(result.text)
        let summary = LoadSummary(result.diagnostics)
        if isEmpty {
            context.output.error("mishap: no scenario files in \(paths.joined(separator: ", "))\n")
            return 1
        }
        if result.hasErrors {
            context.output.error("\n\(summary.errors)\(summary.warnings)\n")
            return 1
        }
        context.output.print("\(LoadSummary.many(result.scenarios.count, "scenario")), no errors\(summary.warnings)\n")
        return 0
    }
}
