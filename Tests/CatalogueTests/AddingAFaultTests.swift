@testable import Systems
import Foundation
import TestSupport
import Testing

/// `docs/adding-a-fault.md` shows real code, and stays true.
struct AddingAFaultTests {
    @Test(arguments: [
        "Sources/Catalogue/TCP/CloseMidBody.swift", "scenarios/tcp/close-mid-body.json",
    ])
    func theDocumentShowsTheFileAsItIs(path: String) throws {
        let page = try Repository.text("docs/adding-a-fault.md")
        #expect(try page.contains(Repository.text(path)))
    }

    @Test func theDocumentShowsTheGoldenAsItIs() throws {
        let goldens = try Repository.text("Tests/CatalogueTests/Goldens.txt")
        let start = try #require(goldens.range(of: "=== tcp/close-mid-body\n"))
        let section = goldens[start.lowerBound...].prefix { _ in true }
        let end = section.range(of: "\n\n")?.lowerBound ?? section.endIndex
        #expect(try Repository.text("docs/adding-a-fault.md").contains(section[..<end]))
    }
}
