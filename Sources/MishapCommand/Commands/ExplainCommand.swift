internal import ArgumentParser
internal import Catalogue

/// Tells all about one failure.
struct ExplainCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a failure: what goes on the wire, what clients report.")

    @ArgumentParser.Argument(
        help: "A failure's name, such as tcp/reset-mid-body, or any part of it: a code, a number, a symbol, 503.")
    var name: String

    /// So many are listed where a part of a name is asked for.
    private static let most = 50

    /// `explain -32601` asks for a code, and for no options.
    static func protectingNumbers(_ arguments: [String]) -> [String] {
        guard arguments.first == configuration.commandName, !arguments.contains("--"),
            let place = arguments.firstIndex(where: { $0.hasPrefix("-") && (Int($0) != nil || MappingCode($0) != nil) })
        else { return arguments }
        return arguments[..<place] + ["--"] + arguments[place...]
    }

    func run(_ context: CommandContext) -> Int32 {
        switch FailureLookup(name) {
        case .one(let entry):
            let url = GatewayAddress.standard(context.environment).url
            context.output.print(Explanation(entry, url: url, style: Style(output: context)).text)
            return 0
        case .several(let entries):
            context.output.print("There are \(entries.count) that \(name) may mean; ask for one of them:\n")
            let rows = Columns.rows(entries.prefix(Self.most).map { ($0.name, $0.summary) })
            context.output.print(rows.joined(separator: "\n") + "\n")
            if entries.count > Self.most { context.output.print("  … and \(entries.count - Self.most) more\n") }
            return 0
        case .notYet(let missing):
            context.output.error("mishap: \(missing)\n")
        case .none(let nearest):
            let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "mishap catalogue lists them all"
            context.output.error("mishap: there is no failure \"\(name)\"; \(hint)\n")
        }
        return 1
    }
}
