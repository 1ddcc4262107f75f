internal import Bytes
internal import Catalogue
internal import JSONText

/// Lists the failures of the catalogue.
enum CatalogueCommand {
    private static let json = Option(switch: "json", help: "A JSON array with all that is known about each.")

    static let command = Command(
        name: "catalogue",
        aliases: ["catalog"],
        summary: "List the failures, by system.",
        discussion: Discussion("What is promised and not built yet is in the list, with the reason."),
        arguments: [
            Argument(
                name: "system", count: .atMostOne,
                completion: .names { _, _ in CatalogueTable.systems.map { Completion.Candidate($0) } },
                help: "Only the failures of this system, such as http.")
        ],
        options: [json.description],
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        let system = values.arguments.first
        if let system, !CatalogueTable.systems.contains(system) {
            context.output.message(refusal(system))
            return 1
        }
        let table = CatalogueTable(system)
        if try values[json] {
            context.output.print(String(decoding: table.json.bytes(pretty: true), as: UTF8.self) + "\n")
            return 0
        }
        context.output.print(table.text(Style(output: context)))
        context.output.print("mishap explain NAME tells all about one, and how to try it.\n")
        return 0
    }

    private static func refusal(_ system: String) -> String {
        let known = CatalogueTable.systems
        let nearest = EditDistance.nearest(to: system, among: known)
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "there are \(ListText.and(known))"
        return "there is no system \"\(system)\"; \(hint)"
    }
}
