@testable import Catalogue
@testable import Systems
import Foundation
import TestSupport
import Testing

/// `docs/systems/mtop.md` tells of everything that a strict gateway checks.
struct MTOPDocumentationTests {
    private static let path = "docs/systems/mtop.md"

    @Test func theChecksAreAllTold() throws {
        let page = try Repository.text(Self.path)
        for failure in RequestCheck.Rejection.allCases { #expect(page.contains("`\(failure.rawValue)`"), "\(failure)") }
        for setting in MTOP().settings { #expect(page.contains("`\(setting.name)`"), "\(setting.name)") }
    }
}
