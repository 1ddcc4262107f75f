import Foundation
import TestSupport
import Testing

/// The page of the library.
struct PageTests {
    /// `ShopTests` runs it.
    @Test func itsExampleIsATestOfThisPackage() throws {
        let page = try Repository.text("Sources/MishapTesting/README.md")
        let block = try #require(
            page.components(separatedBy: "```swift\n").first { $0.hasPrefix("import MishapTesting") })
        let example = try #require(block.components(separatedBy: "\n```").first?.components(separatedBy: "\n\n").last)
        func lines(_ text: String) -> [String] {
            text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let tests = lines(try Repository.text("Tests/MishapTestingTests/ShopTests.swift"))
        let wanted = lines(example)
        #expect(wanted.first == "@Test(.mishap) func lostPayment() async throws {")
        let isThere = tests.indices.contains { tests[$0...].starts(with: wanted) }
        #expect(isThere, "\(example)")
    }
}
