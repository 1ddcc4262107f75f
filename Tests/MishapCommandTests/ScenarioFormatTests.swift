internal import Systems
import Foundation
import JSONText
import Mishap
import ScenarioFiles
import TestSupport
import Testing

@testable import MishapCommand

/// The reference of the format is true and whole: its scenarios load, their transcripts are what happens, and every
/// field is in it.
@Suite(.blocking) struct ScenarioFormatTests {
    private static let path = "docs/scenario-format.md"

    /// A scenario of the page, and the lines below it.
    struct Example: CustomTestStringConvertible {
        let scenario: String
        let transcript: String
        var testDescription: String { String(transcript.prefix { $0 != "\n" }) }
    }

    private static let examples: [Example] = {
        let blocks = (try? Document(path).blocks) ?? []
        return zip(blocks, blocks.dropFirst()).compactMap { scenario, transcript in
            scenario.kind == "json" && transcript.kind == "console"
                ? Example(scenario: scenario.text, transcript: transcript.text) : nil
        }
    }()

    @Test func everyTranscriptHasItsScenario() throws {
        #expect(try Self.examples.count == Document(Self.path).blocks("console").count)
        #expect(Self.examples.count >= 12)
    }

    @Test func everyExampleIsAScenarioThatLoads() throws {
        for block in try Document(Self.path).blocks("json") {
            let folder = try ScenarioFolder(["shown.json": block])
            #expect(Gateway.load([folder.path]).result.text == "")
        }
    }

    @Test(arguments: examples)
    func theTranscriptIsWhatReallyHappens(example: Example) throws {
        let folder = try ScenarioFolder(["shown.json": example.scenario])
        let mishap = try Binary(["serve", folder.path, "--port", "0"])
        let said = try Document.transcript(of: example.transcript, port: #require(mishap.port()))
        let shown = example.transcript.split(separator: "\n").map(String.init)
        #expect(said.map(Document.withoutTimes) == shown.map(Document.withoutTimes))
    }

    @Test func everyFieldOfTheFormatIsExplained() throws {
        let text = try Document(Self.path).text
        let schema = try JSONParser.parse(Array(ScenarioSchema(.all).text.utf8)).get()
        let objects = [schema] + (schema["$defs"]?.members ?? []).map(\.value)
        let names = Set(objects.flatMap { $0["properties"]?.members ?? [] }.map(\.name))
        #expect(names.count > 60)
        for name in names.sorted() {
            #expect(text.contains("`\(name)`") || text.contains("\"\(name)\""), "\(name)")
        }
    }
}
