@testable import Systems
import Catalogue
import Foundation
import TestSupport
import Testing
import Wire

/// What each failure puts onto the wire, compared as text with `Goldens.txt`.
///
/// After a change that is meant, `MISHAP_WRITE_GOLDENS=1 swift test --filter GoldenTests` writes the file
/// anew; its difference is then the review.
struct GoldenTests {
    private static let path = "Tests/CatalogueTests/Goldens.txt"

    private static func section(_ one: Case) -> String {
        var text = "=== \(one.title)\n\(one.script())\n"
        if one.failure.kind == .spoiler {
            text += "--- beside a reply\n\(one.script(beside: .elaborate))\n"
        }
        return text
    }

    private static let sections: [String: String] = {
        if ProcessInfo.processInfo.environment["MISHAP_WRITE_GOLDENS"] != nil {
            let all = Case.all.map(section).joined(separator: "\n")
            try? all.write(to: Repository.root.appending(path: path), atomically: true, encoding: .utf8)
        }
        let text = (try? Repository.text(path)) ?? ""
        let parts = text.components(separatedBy: "=== ").dropFirst().map { part in
            "=== " + part.trimmingCharacters(in: .newlines) + "\n"
        }
        return Dictionary(
            parts.map { (String($0.dropFirst(4).prefix { $0 != "\n" }), $0) },
            uniquingKeysWith: { first, _ in first })
    }()

    @Test(arguments: Case.all)
    func everyFailureMakesTheScriptThatIsWrittenDown(one: Case) {
        #expect(Self.section(one) == Self.sections[one.title])
    }

    @Test func noGoldenIsLeftOver() {
        #expect(Set(Self.sections.keys) == Set(Case.all.map(\.title)))
    }
}
