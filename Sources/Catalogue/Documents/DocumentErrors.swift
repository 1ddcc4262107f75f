/// What a document-based app is told when saving, reading or reverting goes wrong: `documents/640` and its symbols.
public struct DocumentErrors: Chapter {
    public init() {}

    public var system: String { "documents" }
    public var failures: [Failure] { [] }
    public var rows: [CatalogueEntry] { Self.index.rows }
    public func entry(code: String) -> CatalogueEntry? { Self.index[code] }

    private static let index = RowIndex(TextTable(DocumentErrorRows.text, columns: 7).rows.map(entry))

    private static func entry(_ cells: [String]) -> CatalogueEntry {
        let (name, symbol) = ("documents/\(cells[0])", cells[1])
        guard cells[5] != "-" else {
            return CatalogueEntry(
                name, aliases: [symbol], "Cocoa reports \(symbol).", source: header, evidence: .documented,
                .notInducible(cells[6]))
        }
        let who = cells[4] == "natural" ? "Foundation" : "the app or its file provider"
        return CatalogueEntry(
            name, aliases: [symbol],
            "Cocoa reports \(symbol) (\(cells[3])), which \(who) makes of what the server does: \(cells[6]).",
            source: cells[4] == "natural" ? "\(header); \(foundation)" : "\(header); \(mapping)",
            evidence: cells[4] == "natural" ? .observed : .assumed,
            cells[5] == "?"
                ? .notYet("it needs the content of a document, which comes with the document store")
                : .causes(Cause.list(cells[5])))
    }

    private static let header = "FoundationErrors.h, by UIDocument.handleError(_:userInteractionPermitted:)"
    private static let foundation = "Swift 6.3.1 Foundation on Linux, measured 2026-11"
    private static let mapping = "the mapping from HTTP is ours, after RFC 9110 and RFC 4918"
}
