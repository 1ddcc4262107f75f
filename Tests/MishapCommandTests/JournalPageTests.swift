import Foundation
import TestSupport
import Testing

/// `docs/journal.md` and the picture of the README show what the program says.
@Suite(.blocking) struct JournalPageTests {
    private static let page = (try? Document("docs/journal.md")) ?? Document(text: "")

    @Test func theEntryIsThatOfTheRequest() throws {
        let mishap = try Binary(["serve", "scenarios", "--port", "0"], in: Repository.root.path())
        let port = try #require(mishap.port())
        let shown = try #require(Self.page.blocks("console").first)
        let said = try Document.transcript(of: shown, port: port).map { $0.replacing(":\(port)", with: ":8080") }
        #expect(said.map(Self.withoutChance) == shown.split(separator: "\n").map { Self.withoutChance(String($0)) })
    }

    /// Times, the number of the connection, the cursor and curl's version made the same.
    private static func withoutChance(_ line: String) -> String {
        line.replacing(/Date: [^\\]* GMT/, with: "Date").replacing(/curl\/[0-9.]+/, with: "curl")
            .replacing(/"(time|next)": "[^"]*"/) { "\"\($0.1)\"" }
            .replacing(/"(milliseconds|firstByteAt|lastByteAt|connection)": [0-9.]+/) { "\"\($0.1)\"" }
    }

    @Test func theLineOfTheLogHasTheFormThatIsShown() throws {
        let form = /mishap: [a-z\/-]+ GET \/[^ ]+ "[a-z ]+" \d+ [a-z]+ \d+\.\d{3} ms/
        let shown = try #require(Self.page.blocks.last { $0.text.hasPrefix("mishap: ") })
        #expect(shown.text.dropLast().wholeMatch(of: form) != nil)
        let mishap = try Binary(
            ["serve", "scenarios/tcp", "--port", "0", "--log-requests"], in: Repository.root.path())
        let port = try #require(mishap.port())
        _ = try Document.shell("curl http://127.0.0.1:\(port)/@reset-mid-body/any")
        let line = mishap.complaints(upTo: " ms\n").split(separator: "\n").last ?? ""
        #expect(line.wholeMatch(of: form) != nil, "\(line)")
    }

    /// Drawn again from a real answer, it is the same picture.
    @Test func thePictureIsThatOfARealAnswer() throws {
        let run = try ProgramRun(
            "/usr/bin/env",
            ["python3", Repository.path("docs/pictures/timeline.py"), Binary.path, "--output", "-"])
        #expect(run.code == 0, "\(run.error)")
        #expect(run.output == (try Repository.text("docs/pictures/timeline.svg")))
    }
}
