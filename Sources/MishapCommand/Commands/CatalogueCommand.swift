internal import ArgumentParser
internal import Bytes
internal import Catalogue
internal import JSONText

/// Lists what can go wrong.
struct CatalogueCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "catalogue",
        abstract: "List the failures, by system.",
        discussion: "Also spelled catalog. What is promised and not built yet is in the list, with the reason.",
        aliases: ["catalog"])

    @ArgumentParser.Argument(help: "Only the failures of this system, such as http.")
    var system: String?

    @Flag(help: "A JSON array with all that is known about each.")
    var json = false

    func run(_ context: CommandContext) -> Int32 {
        if let system, !CatalogueTable.systems.contains(system) {
            context.output.error("mishap: \(refusal(system))\n")
            return 1
        }
        let table = CatalogueTable(system)
        if json {
            context.output.print(String(decoding: table.json.bytes(pretty: true), as: UTF8.self) + "\n")
            return 0
        }
        context.output.print(table.text(Style(output: context)))
        context.output.print("mishap explain NAME tells all about one, and how to try it.\n")
        return 0
    }

    private func refusal(_ system: String) -> String {
        let known = CatalogueTable.systems
        let list = known.dropLast().joined(separator: ", ") + " and " + (known.last ?? "")
        let nearest = EditDistance.nearest(to: system, among: known)
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "there are \(list)"
        return "there is no system \"\(system)\"; \(hint)"
    }
}
