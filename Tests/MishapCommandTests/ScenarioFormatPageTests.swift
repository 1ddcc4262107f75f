import Catalogue
import Foundation
import JSONText
import ScenarioFiles
import Systems
import TestSupport
import Testing

/// `docs/scenario-format.md` has every field that the schema has, and begins with a card of the whole language.
struct ScenarioFormatPageTests {
    private static let page = (try? Repository.text("docs/scenario-format.md")) ?? ""

    /// Names of the fields of all objects; those of `with` are on the pages of failures.
    private static let fields: [String] = {
        guard case .success(let schema) = JSONParser.parse(Array(ScenarioSchema(.all).text.utf8)) else { return [] }
        let objects = [schema] + (schema["$defs"]?.members ?? []).filter { !$0.name.hasSuffix("failing") }.map(\.value)
        let settings = FailureIndex.all.dialects.flatMap(\.settings).map(\.name)
        let names = objects.flatMap { $0["properties"]?.members ?? [] }.map(\.name)
        return Set(names + settings).sorted()
    }()

    @Test func thereAreFields() {
        #expect(Self.fields.count > 90)
        #expect(Set(["$schema", "steps", "atLeast", "cut", "sameHeader"]).subtracting(Self.fields) == ["sameHeader"])
    }

    /// What stands between backquotes outside of examples.
    private static let code: Set<String> = {
        let prose = page.components(separatedBy: "```").enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        return Set(
            prose.flatMap { $0.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element) })
    }()

    @Test(arguments: fields) func everyFieldIsOnThePage(name: String) {
        #expect(Self.code.contains { $0 == name || $0.contains("\"\(name)\"") })
    }

    @Test func theCardHasTwelveLinesAtMost() throws {
        let card = try #require(Self.page.components(separatedBy: "```json\n").dropFirst().first)
        let lines = try #require(card.components(separatedBy: "```").first).split(separator: "\n")
        #expect((6...12).contains(lines.count))
        #expect(lines.allSatisfy { $0.count <= 130 })
        let introduction = try #require(Self.page.components(separatedBy: "## A file").first)
        #expect(introduction.contains(card.prefix(40)))
    }
}
