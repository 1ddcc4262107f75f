@testable import Catalogue
@testable import Systems

/// What a system's page lists: every name of its part of the catalogue, and what becomes of it.
struct FailureTable {
    private let entries: [CatalogueEntry]

    init(_ chapter: any Chapter) { entries = chapter.failures.map { CatalogueEntry($0) } + chapter.rows }

    var text: String {
        let head = "| name | also | what happens | how | evidence |\n|---|---|---|---|---|\n"
        return head + entries.map { Self.row($0) + "\n" }.joined()
    }

    private static func row(_ entry: CatalogueEntry) -> String {
        let cells = [
            code(entry.code), entry.aliases.map(code).joined(separator: ", "), escaped(entry.summary), how(entry),
            entry.evidence.rawValue,
        ]
        return "| \(cells.joined(separator: " | ")) |"
    }

    /// What it does, what leads to it, or why nothing does.
    private static func how(_ entry: CatalogueEntry) -> String {
        switch entry.disposition {
        case .failure(let make): return make().kind.rawValue
        case .causes(let causes): return "by " + causes.map(word).joined(separator: ", ")
        case .notInducible(let reason): return "no server can: \(escaped(reason))"
        case .planned(let reason): return "not yet: \(escaped(reason))"
        }
    }

    private static func word(_ cause: Cause) -> String {
        code(cause.name) + (FailureIndex.all.failure(of: cause) == nil ? " (not yet)" : "")
    }

    private static func code(_ text: String) -> String { "`\(withinCell(text))`" }

    /// An angle bracket would begin a tag, but in code.
    private static func escaped(_ text: String) -> String { withinCell(text).replacing("<", with: "&lt;") }

    /// A bar would begin another cell, in code too.
    private static func withinCell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
