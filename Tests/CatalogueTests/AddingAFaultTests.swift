@testable import Systems
import Foundation
import Testing

/// `docs/adding-a-fault.md` shows real code, and stays true.
struct AddingAFaultTests {
    @Test(arguments: [
        "Sources/Catalogue/TCP/CloseMidBody.swift", "scenarios/tcp/close-mid-body.json",
    ])
    func theDocumentShowsTheFileAsItIs(path: String) throws {
        let page = try Folder.text("docs/adding-a-fault.md")
        #expect(try page.contains(Folder.text(path)))
    }

    @Test func theDocumentShowsTheGoldenAsItIs() throws {
        let goldens = try Folder.text("Tests/CatalogueTests/Goldens.txt")
        let start = try #require(goldens.range(of: "=== tcp/close-mid-body\n"))
        let section = goldens[start.lowerBound...].prefix { _ in true }
        let end = section.range(of: "\n\n")?.lowerBound ?? section.endIndex
        #expect(try Folder.text("docs/adding-a-fault.md").contains(section[..<end]))
    }
}
