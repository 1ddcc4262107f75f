import Foundation
import TestSupport
import Testing

/// `docs/control-api.md` describes the calls as the OpenAPI document does.
///
/// After a change that is meant, `MISHAP_WRITE_GOLDENS=1 swift test --filter ControlAPIPageTests` writes that part anew; all else
/// of the page is written by hand.
struct ControlAPIPageTests {
    private static let path = "docs/control-api.md"
    private static let opening = "<!-- The calls, from the OpenAPI document: written by ControlAPIPageTests. -->\n\n"
    private static let closing = "\n<!-- The end of the calls. -->\n"
    private static let page = ControlAPIPage(ControlContract.ofThisBuild)

    @Test func thePageDescribesTheCallsOfTheDocument() throws {
        let text = try Repository.text(Self.path)
        let start = try #require(text.range(of: Self.opening))
        let end = try #require(text.range(of: Self.closing, range: start.upperBound..<text.endIndex))
        if ProcessInfo.processInfo.environment["MISHAP_WRITE_GOLDENS"] != nil {
            let text = text[..<start.upperBound] + Self.page.text + text[end.lowerBound...]
            try text.write(to: Repository.root.appending(path: Self.path), atomically: true, encoding: .utf8)
        } else {
            #expect(
                text[start.upperBound..<end.lowerBound] == Self.page.text,
                "MISHAP_WRITE_GOLDENS=1 writes \(Self.path) anew")
        }
    }

    @Test func itHasEachCallAndEachShape() {
        let text = Self.page.text
        for operation in ControlContract.ofThisBuild.operations where operation.method != "HEAD" {
            let path = operation.path.dropFirst("/__mishap/".count)
            let title = "\n### \(operation.method) \(path.isEmpty ? "/__mishap/" : path)\n"
            #expect(text.contains(title) || text.contains("\n### \(path)\n"), "\(operation)")
        }
        // `settle` of the call, and a member of a member.
        #expect(text.contains("| `settle` | string |"))
        #expect(text.contains("| `sent.status` | "))
        #expect(text.contains("| `expectations[].reason` | "))
    }

    @Test func itsLinksLeadToItsHeadings() throws {
        let text = try Repository.text(Self.path)
        let headings = text.matches(of: /(?m)^#+ (.+)$/).map { ControlAPIPage.link(to: String($0.1), "") }
        let links = text.matches(of: /\]\((#[^)]*)\)/).map { "[](\($0.1))" }
        #expect(links.count > 40)
        #expect(Set(links).subtracting(headings) == [])
    }
}
