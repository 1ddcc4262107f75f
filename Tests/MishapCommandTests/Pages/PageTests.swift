import Foundation
import TestSupport
import Testing

@testable import MishapCommand

/// The pages that are made from the tables of the commands.
///
/// After a change that is meant, `MISHAP_WRITE_GOLDENS=1 swift test --filter PageTests` writes them anew.
@Suite
struct PageTests {
    static let pages: [(path: String, text: String)] = [
        ("docs/command-line.md", CommandLinePage(program: .mishap).text),
        ("docs/mishap.1", ManualPage(program: .mishap).text),
    ]

    @Test(arguments: pages) func thePageIsThatOfTheTables(path: String, text: String) throws {
        if ProcessInfo.processInfo.environment["MISHAP_WRITE_GOLDENS"] != nil {
            try text.write(to: Repository.root.appending(path: path), atomically: true, encoding: .utf8)
        } else {
            #expect(try Repository.text(path) == text, "MISHAP_WRITE_GOLDENS=1 writes \(path) anew")
        }
    }

    @Test func theManualPageIsASCII() throws {
        let page = try Repository.text("docs/mishap.1")
        #expect(page.utf8.allSatisfy { $0 < 0x80 })
    }

    /// Every option and command is on every page, and what is planned is on none.
    @Test(arguments: pages) func nothingIsMissing(path: String, text: String) {
        let text = text.replacing("\\-", with: "-")
        for command in Program.mishap.commands {
            #expect(text.contains("\nmishap \(command.name)"), "\(command.name)")
            for option in command.options { #expect(text.contains("--\(option.name)"), "--\(option.name)") }
            for option in command.planned { #expect(!text.contains("--\(option)"), "--\(option)") }
        }
        for option in Program.options { #expect(text.contains(option.usage), "\(option.usage)") }
        for command in Program.mishap.planned { #expect(!text.contains("mishap \(command) "), "\(command)") }
    }

    /// groff through man-db, which comes with `make clients`.
    @Test func manIsQuietAboutIt() throws {
        let page = Repository.path("docs/mishap.1")
        let said = try Document.shell("MANWIDTH=100 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l '\(page)' | cat")
        #expect(said.error == "")
        #expect(said.output.contains("--max-connections NUMBER"))
        #expect(said.output.contains("a mock HTTP gateway that fails on cue"))
        #expect(said.output.contains("      { \"$schema\": \"scenario.schema.json\", \"rules\": [] }"))
    }
}
