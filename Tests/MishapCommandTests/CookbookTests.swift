import Foundation
import Mishap
import ScenarioFiles
import TestSupport
import Testing

@testable import MishapCommand

/// The cookbook has what people write into mock files most often, each as a short scenario that does what is shown.
@Suite(.blocking) struct CookbookTests {
    struct Entry: Sendable, CustomTestStringConvertible {
        let title: String
        let scenario: String
        /// Beside the scenario, as the text calls it.
        let file: (name: String, content: String)?
        let transcript: String
        var testDescription: String { title }
    }

    private static let entries: [Entry] = {
        let text = (try? Repository.text("docs/cookbook.md")) ?? ""
        return text.components(separatedBy: "\n## ").dropFirst().compactMap { section in
            let blocks = Document(text: section).blocks
            let json = blocks.filter { $0.kind == "json" }.map(\.text)
            guard let scenario = json.first, let transcript = blocks.last, transcript.kind == "console" else {
                return nil
            }
            let name = section.firstMatch(of: /The file `(.+?)`/).map { String($0.1) }
            return Entry(
                title: String(section.prefix { $0 != "\n" }), scenario: scenario,
                file: name.flatMap { name in json.dropFirst().first.map { (name, $0) } }, transcript: transcript.text)
        }
    }()

    /// What was counted in the mock files of public repositories, most frequent first.
    private static let patterns = [
        "An empty 200", "404", "An error with an empty body", "A slow success", "400", "An empty list", "500",
        "A token that really expires", "204 No Content", "Late by less than a second", "404 for one id", "401",
        "An error body of your own shape", "Error text", "Message", "Error with code and message",
        "200 that is not JSON",
        "Pending, then done", "Late by seconds", "422", "A write switches what a read says", "403",
        "A problem document",
        "An error body from a file", "An error because of one value in the body", "429 with Retry-After",
        "200 with an error inside", "First an error, then success",
    ]

    /// What users of public trackers asked for beyond that.
    private static let exact = [
        "A status that the request asks for", "An event stream", "An upload refused by its head",
        "An upload refused by its file name", "All values of a field", "A head as it was recorded",
        "A response in its own words",
    ]

    @Test func everyPatternHasItsEntry() throws {
        #expect(Set(Self.patterns).count == 28)
        let titles = Self.patterns + Self.exact
        #expect(Self.entries.map(\.title).sorted() == titles.sorted())
        let sections = try Repository.text("docs/cookbook.md").components(separatedBy: "\n## ").dropFirst()
        #expect(sections.count == Self.entries.count)
        let text = try Repository.text("docs/cookbook.md")
        let anchors = titles.map(Self.anchor)
        for link in text.matches(of: /\]\(([^)#]+)#([^)]*)\)/) {
            let other = try Repository.text("docs/\(link.1)")
            let headings = other.matches(of: /(?m)^#+ (.*)$/).map { Self.anchor(String($0.1)) }
            #expect(headings.contains(String(link.2)), "\(link.0)")
        }
        #expect(text.matches(of: /\]\(#([^)]*)\)/).map { String($0.1) }.sorted() == anchors.sorted())
    }

    /// The name by which a heading is linked to.
    private static func anchor(_ heading: String) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || " -".contains($0) }.replacing(" ", with: "-")
    }

    @Test(arguments: entries)
    func eachIsAFileOfThreeLinesThatDoesWhatIsShown(entry: Entry) throws {
        let lines = entry.scenario.split(separator: "\n")
        #expect(lines.count <= 3 && lines.allSatisfy { $0.count <= 140 })
        let files = ["cookbook.json": entry.scenario].merging(entry.file.map { [$0.name: $0.content] } ?? [:]) { $1 }
        let folder = try ScenarioFolder(files)
        let scenario = folder.path + "/cookbook.json"
        #expect(Gateway.load([scenario]).result.text == "")
        let mishap = try Binary(["serve", scenario, "--port", "0"])
        let said = try Document.transcript(of: entry.transcript, port: #require(mishap.port()))
        let shown = entry.transcript.split(separator: "\n").map(String.init)
        #expect(said.map(Document.withoutTimes) == shown.map(Document.withoutTimes))
    }
}
