import Foundation
import TestSupport
import Testing

/// Links of the pages lead to files and headings that there are, and `docs/README.md` lists every page.
struct PageLinksTests {
    @Test(arguments: Document.pages) func everyLinkLeadsSomewhere(page: String) throws {
        let folder = (page as NSString).deletingLastPathComponent
        for link in Self.links(in: try Repository.text(page)) where !link.contains("://") {
            let parts = link.components(separatedBy: "#")
            let target = parts[0].isEmpty ? page : ("/" + folder + "/" + parts[0] as NSString).standardizingPath
            let path = Repository.path(target.hasPrefix("/") ? String(target.dropFirst()) : target)
            #expect(FileManager.default.fileExists(atPath: path), "\(page): \(link)")
            guard parts.count > 1 else { continue }
            #expect(try Self.anchors(of: String(contentsOfFile: path, encoding: .utf8)).contains(parts[1]), "\(link)")
        }
    }

    @Test func theListOfPagesHasThemAll() throws {
        let listed = Set(Self.links(in: try Repository.text("docs/README.md")))
        let pages = Document.pages.filter { $0.hasPrefix("docs/") && $0 != "docs/README.md" }
        #expect(pages.count > 15)
        for page in pages { #expect(listed.contains(String(page.dropFirst("docs/".count))), "\(page)") }
    }

    /// `docs/figures.md` says how many scenarios ship.
    @Test func theNumberOfScenariosIsRight() throws {
        let count = try #require(Run(["check", Repository.path("scenarios")]).output.split(separator: " ").first)
        #expect(try Repository.text("docs/figures.md").contains("With the \(count) scenarios that ship today"))
    }

    /// Files that the architecture names are there.
    @Test func theFilesOfTheArchitectureAreThere() throws {
        let files = ["Sources", "Tests"].flatMap { folder in
            FileManager.default.enumerator(atPath: Repository.path(folder))?.compactMap { $0 as? String } ?? []
        }
        let named = try Repository.text("docs/architecture.md").matches(of: /`([A-Za-z0-9]+\/[A-Za-z0-9\/+]+\.swift)`/)
        #expect(named.count > 20)
        for match in named { #expect(files.contains { ("/" + $0).hasSuffix("/" + match.1) }, "\(match.1)") }
    }

    /// Targets of the links, those in examples left out.
    private static func links(in text: String) -> [String] {
        let prose = text.replacing(/(?m)^```(?s).*?^```$/, with: "").replacing(/`[^`\n]*`(?!\])/, with: "")
        return prose.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
    }

    /// The names by which a page's headings are linked to.
    private static func anchors(of text: String) -> Set<String> {
        Set(
            text.matches(of: /(?m)^#+ (.+)$/).map { heading in
                heading.1.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
                    .replacing(" ", with: "-")
            })
    }
}
