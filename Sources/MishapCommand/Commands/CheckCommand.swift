internal import JSONText
internal import Mishap
internal import ScenarioFiles

/// Reports errors in scenario files without serving them.
enum CheckCommand {
    private static let json = Option(switch: "json", help: "Diagnostics as a JSON array on standard output.")
    private static let followLinks = ScenarioPaths.followLinks()

    static let command = Command(
        name: "check",
        summary: "Check scenario files without serving them.",
        discussion: Discussion(
            "Exit code 0 where all is well, warnings included, else 1 with every error of every file."),
        arguments: [ScenarioPaths.argument],
        options: [json.description, followLinks.description],
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        let paths = ScenarioPaths.paths(values.arguments)
        let result = Gateway.load(paths, followsLinks: try values[followLinks], isForServing: false).result
        // A folder without scenarios is an error, since it is rarely intended.
        let isEmpty = !result.hasErrors && result.scenarios.isEmpty
        if try values[json] {
            let document = DiagnosticRenderer(result.sources).json(result.diagnostics)
            context.output.print(String(decoding: document.bytes(pretty: true), as: UTF8.self) + "\n")
            if isEmpty { context.output.message("no scenario files in \(paths.joined(separator: ", "))") }
            return result.hasErrors || isEmpty ? 1 : 0
        }
        context.output.error(result.text(on: context.errorPage))
        let summary = LoadSummary(result.diagnostics)
        if isEmpty {
            context.output.message("no scenario files in \(paths.joined(separator: ", "))")
            return 1
        }
        if result.hasErrors {
            context.output.error("\n\(Style(error: context).red(summary.errors))\(summary.warnings)\n")
            return 1
        }
        context.output.print("\(LoadSummary.many(result.scenarios.count, "scenario")), no errors\(summary.warnings)\n")
        return 0
    }
}
