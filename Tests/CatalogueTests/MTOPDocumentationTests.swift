@testable import Catalogue
import Foundation
import Testing

/// The table of `docs/systems/mtop.md` is that of the catalogue.
///
/// After a change that is meant, `MISHAP_WRITE_GOLDENS=1 swift test --filter MTOPDocumentationTests` writes it anew.
struct MTOPDocumentationTests {
    private static let path = "docs/systems/mtop.md"
    private static let marks = (begin: "<!-- failures -->\n", end: "<!-- end of failures -->")

    private static var table: String {
        let chapter = MTOPChapter()
        let rows = (chapter.failures.map { CatalogueEntry($0) } + chapter.rows).map { entry in
            "| `\(entry.code)` | \(entry.aliases.joined(separator: ", ")) | \(told(entry)) |"
        }
        return (["| failure | also | what it is |", "|---|---|---|"] + rows).joined(separator: "\n") + "\n"
    }

    private static func told(_ entry: CatalogueEntry) -> String {
        switch entry.fate {
        case .failure: "\(entry.summary)"
        case .causes(let causes): "\(entry.summary) By \(causes.map(word).joined(separator: ", "))."
        case .notInducible(let reason): "\(entry.summary) No server can cause it: \(reason)."
        case .notYet(let reason): "\(entry.summary) Not built yet: \(reason)."
        }
    }

    private static func word(_ cause: Cause) -> String {
        FailureIndex.all.failure(of: cause) == nil ? "`\(cause.name)` (not built yet)" : "`\(cause.name)`"
    }

    @Test func theTableIsThatOfTheCatalogue() throws {
        var page = try Folder.text(Self.path)
        func section() throws -> Range<String.Index> {
            let begin = try #require(page.range(of: Self.marks.begin)).upperBound
            return begin..<(try #require(page.range(of: Self.marks.end)).lowerBound)
        }
        if ProcessInfo.processInfo.environment["MISHAP_WRITE_GOLDENS"] != nil {
            page.replaceSubrange(try section(), with: Self.table)
            try page.write(to: Folder.root.appending(path: Self.path), atomically: true, encoding: .utf8)
        }
        #expect(try String(page[section()]) == Self.table)
    }

    @Test func theChecksAreAllTold() throws {
        let page = try Folder.text(Self.path)
        for failure in RequestCheck.Failure.allCases { #expect(page.contains("`\(failure.rawValue)`"), "\(failure)") }
        for setting in MTOP().settings { #expect(page.contains("`\(setting.name)`"), "\(setting.name)") }
    }
}
