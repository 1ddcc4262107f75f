import Foundation
import GatewayServer
import Mishap
import Scenario
import TestSupport
import Testing

@testable import MishapCommand

/// What the documents show is what happens: scenarios load, transcripts come out as they are printed.
@Suite(.blocking) struct READMETests {
    static let documents =
        [
            "README.md", "docs/adding-a-fault.md", "docs/architecture.md", "docs/scenario-format.md",
            "docs/command-line.md", "docs/control-api.md", "docs/testing.md", "Benchmarks/README.md",
        ] + pages

    /// One for each system.
    private static let pages: [String] = {
        let folder = Repository.path("docs/systems")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/systems/\($0)" }
    }()

    @Test(arguments: documents)
    func theScenariosOfTheDocumentsLoad(document: String) throws {
        for block in try Document(document).blocks("json") {
            let json = try #require(try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any])
            // What is no scenario is an answer of the control API.
            guard json["rules"] != nil else { continue }
            let folder = try ScenarioFolder(["shown.json": block])
            let result = Gateway.load([folder.path]).result
            #expect(result.text == "", "\(document)")
            #expect(result.scenarios.count == 1)
        }
    }

    @Test func theREADMEHasScenariosAndTranscripts() throws {
        #expect(try Document("README.md").blocks("json").count >= 3)
        #expect(try Document("README.md").blocks("console").count == 3)
    }

    @Test func transcriptsAreWhatReallyHappens() throws {
        let mishap = try Binary(["serve", "scenarios", "--port", "0"], in: Repository.root.path())
        let port = try #require(mishap.port())
        for block in try Document("README.md").blocks("console") {
            let lines = block.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
            let command = try #require(lines.first).dropFirst(2).replacing(":8080/", with: ":\(port)/")
            let shown = lines.dropFirst().map(Document.withoutTimes)
            let run = try Document.shell(String(command))
            let said = run.error.split(whereSeparator: { $0.isNewline }).map { String($0) }
            let heads = said.filter { $0.hasPrefix("< ") && $0 != "< " }
            let complaints = said.filter { $0.hasPrefix("curl: ") }
            let body = run.output.split(separator: "\n").map(String.init)
            #expect((heads + body + complaints).map(Document.withoutTimes) == Array(shown), "\(command)")
        }
    }

    @Test func theVersionsOfTheREADMEAreThoseThatGetNoWarning() throws {
        let versions = LibraryVersions.tested
        let words = versions.dropLast().joined(separator: ", ") + " and " + versions[versions.count - 1]
        #expect(try Repository.text("README.md").contains("\nTested with libmicrohttpd \(words):"))
    }

    @Test func theOptionsOfTheREADMEAreThoseOfServe() throws {
        let help = Run(["serve", "--help"]).output
        let table = try Repository.text("README.md").split(separator: "\n").filter {
            $0.hasPrefix("| `--")
        }
        let options = table.flatMap { $0.matches(of: /`(--[a-z-]+)`/).map { String($0.1) } }
        #expect(options.count == 20)
        for option in options { #expect(help.contains("  \(option) "), "\(option)") }
    }

    @Test func theCommandsOfTheREADMEAreThere() throws {
        let text = try Repository.text("README.md")
        for match in text.matches(of: /`mishap ([a-z]+)|(?m)^mishap ([a-z]+)/) {
            let command = String(match.1 ?? match.2 ?? "")
            let known = Run([command, "--help"]).code == 0
            #expect(known, "mishap \(command)")
        }
    }
}
