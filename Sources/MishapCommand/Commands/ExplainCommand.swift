internal import Catalogue

/// Explains one failure.
enum ExplainCommand {
    static let command = Command(
        name: "explain",
        summary: "Explain a failure: what goes on the wire, what clients report.",
        arguments: [
            Argument(
                name: "name", count: .one, completion: .names { _, prefix in FailureNames(prefix).candidates },
                help:
                    "A failure's name, such as tcp/reset-mid-body, or any part of it: a code, a number, a symbol, a status; or what "
                    + "a client prints, such as ECONNRESET.")
        ],
        run: run)

    /// The maximum number of names that are listed for an ambiguous name.
    private static let maximumListed = 50

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        let name = values.arguments[0]
        switch FailureLookup(name) {
        case .one(let entry):
            let url = try ServeCommand.address(values).url
            context.output.print(Explanation(entry, url: url, style: Style(output: context)).text)
            return 0
        case .several(let entries):
            list(entries, "There are \(entries.count) that \(name) may mean; ask for one of them:", context)
            return 0
        case .printed(let entries):
            list(entries, "Clients report \(name) at \(entries.count) failures; ask for one of them:", context)
            return 0
        case .planned(let missing):
            context.output.message("\(missing)" + (missing.kind.map { "; it is \($0.text)" } ?? ""))
        case .foreign(let reason): context.output.message("there is no failure \"\(name)\": \(reason)")
        case .none(let nearest):
            let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "mishap catalogue lists them all"
            context.output.message("there is no failure \"\(name)\"; \(hint)")
        }
        return 1
    }

    private static func list(_ entries: [CatalogueEntry], _ opening: String, _ context: CommandContext) {
        context.output.print(opening + "\n")
        let rows = Columns.rows(entries.prefix(maximumListed).map { ($0.name, $0.summary) })
        context.output.print(rows.joined(separator: "\n") + "\n")
        if entries.count > maximumListed { context.output.print("  … and \(entries.count - maximumListed) more\n") }
    }
}
