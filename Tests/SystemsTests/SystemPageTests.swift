@testable import Systems
import Catalogue
import Foundation
import TestSupport
import Testing

/// `docs/systems/<system>.md` lists the failures of its system as the catalogue has them.
///
/// After a change that is meant, `MISHAP_WRITE_GOLDENS=1 swift test --filter SystemPageTests` writes the tables
/// anew; all else of a page is written by hand.
struct SystemPageTests {
    private static let folder = "docs/systems"
    private static let opening = "<!-- The failures, from the catalogue: written by SystemPageTests. -->\n\n"
    private static let closing = "\n<!-- The end of the failures. -->\n"

    /// The systems that have a page.
    static let systems: [String] = {
        let names = (try? Repository.names(in: folder)) ?? []
        return names.filter { $0.hasSuffix(".md") && $0 != "README.md" }.map { String($0.dropLast(3)) }
    }()

    private static func path(_ system: String) -> String { "\(folder)/\(system).md" }

    /// What stands between the marks of a page, and what stands around them.
    private struct Page {
        let before: Substring
        let table: Substring
        let after: Substring

        init(_ text: String) throws {
            let start = try #require(text.range(of: SystemPageTests.opening))
            let end = try #require(text.range(of: SystemPageTests.closing, range: start.upperBound..<text.endIndex))
            before = text[..<start.upperBound]
            table = text[start.upperBound..<end.lowerBound]
            after = text[end.lowerBound...]
        }
    }

    @Test(arguments: systems) func thePageListsTheFailuresOfItsSystem(system: String) throws {
        let chapter = try #require(FailureIndex.all.chapters.first { $0.system == system })
        let table = FailureTable(chapter).text
        let page = try Page(Repository.text(Self.path(system)))
        if ProcessInfo.processInfo.environment["MISHAP_WRITE_GOLDENS"] != nil {
            let text = page.before + table + page.after
            try text.write(to: Repository.root.appending(path: Self.path(system)), atomically: true, encoding: .utf8)
        } else {
            #expect(page.table == table, "MISHAP_WRITE_GOLDENS=1 writes \(Self.path(system)) anew")
        }
    }

    /// A test without arguments passes.
    @Test func thereArePages() { #expect(Self.systems.contains("jsonrpc")) }
}
