import Foundation
import TestSupport
import Testing

@testable import MishapCommand

struct CheckCommandTests {
    @Test func goodFilesAreCounted() throws {
        let folder = try ScenarioFolder(["a.json": ScenarioFolder.hello, "b/c.json": ScenarioFolder.hello])
        let run = Run(["check", folder.path])
        #expect(run.code == 0)
        #expect(run.output == "2 scenarios, no errors\n")
        #expect(run.error.isEmpty)
        #expect(Run(["check", folder.path + "/a.json"]).output == "1 scenario, no errors\n")
    }

    @Test func theShippedScenariosAreGood() {
        let run = Run(["check", Repository.path("scenarios")])
        #expect(run.code == 0)
        #expect(run.error.isEmpty)
    }

    @Test func everyErrorOfEveryFileIsShown() throws {
        let folder = try ScenarioFolder([
            "a.json": #"{ "rules": [{ "steps": [{ "fail": "http/timout" }] }] }"#,
            "b.json": #"{ "rules": [{ "steps": [{ "reply": { "status": "x" }, "dealy": "1s" }] }] }"#,
        ])
        let run = Run(["check", folder.path])
        #expect(run.code == 1)
        #expect(run.output.isEmpty)
        #expect(
            run.error.hasPrefix(
                """
                \(folder.path)/a.json:1:35: error: unknown failure "http/timout"; did you mean "http/timeout"?
                 1 | { "rules": [{ "steps": [{ "fail": "http/timout" }] }] }
                   |                                   ^~~~~~~~~~~~~

                """))
        #expect(run.error.contains(#"unknown field "dealy" in a step; did you mean "delay"?"#))
        #expect(run.error.hasSuffix("\n\n3 errors in 2 files\n"))
    }

    @Test func diagnosticsAsJSON() throws {
        let folder = try ScenarioFolder(["a.json": #"{ "rules": [{ "steps": [{ "fail": "http/timout" }] }] }"#])
        let run = Run(["check", "--json", folder.path])
        #expect(run.code == 1)
        #expect(run.error.isEmpty)
        let all = try #require(JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
        #expect(all.count == 1)
        #expect(all[0]["line"] as? Int == 1)
        #expect(all[0]["column"] as? Int == 35)
        #expect(all[0]["severity"] as? String == "error")
        #expect(
            Run(["check", "--json", Repository.path("scenarios")]).output == "[]\n")
    }

    @Test func aFolderOfYAMLIsTold() throws {
        let folder = try ScenarioFolder(["pay.yaml": "rules:\n"])
        let run = Run(["check", folder.path])
        #expect(run.code == 1)
        #expect(
            run.error == """
                \(folder.path)/pay.yaml: warning: this file is not loaded: scenarios are JSON, in files that end in .json
                mishap: no scenario files in \(folder.path)

                """)
        let file = Run(["check", folder.path + "/pay.yaml"])
        #expect(file.code == 1)
        #expect(
            file.error.hasPrefix("\(folder.path)/pay.yaml:1:1: error: this is YAML, and scenarios are JSON\n"))
    }

    @Test func aCheckThatChecksNothingIsNone() throws {
        let folder = try ScenarioFolder(["notes.txt": "nothing"])
        let run = Run(["check", folder.path])
        #expect(run.code == 1)
        #expect(run.error == "mishap: no scenario files in \(folder.path)\n")
    }

    @Test func whatIsNotThereAndWhatIsAFolder() throws {
        let folder = try ScenarioFolder(["a.json/x.txt": ""])
        #expect(
            Run(["check", folder.path + "/b.json"]).error
                == "\(folder.path)/b.json: error: no such file or folder\n\n1 error in 1 file\n")
    }

    @Test func aTerminalGetsColoursAndLinesThatFit() throws {
        let folder = try ScenarioFolder([
            "a.json":
                #"{ "description": "some words in front", "rules": [{ "reply": { "staus": 500, "text": "and more" } }] }"#
        ])
        let words = Words()
        let output = CommandOutput(
            output: { _ in }, error: { text in words.output().error(text) }, colours: (true, true), columns: { 40 })
        let arguments = ["check", folder.path]
        #expect(MishapCommand.run(arguments: arguments, environment: [:], output: output) == 1)
        let lines = words.error.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("\u{1B}[1m\(folder.path)/a.json:1:"))
        #expect(lines[0].contains("\u{1B}[1;31merror:\u{1B}[0m \u{1B}[1munknown field"))
        #expect(lines[1].contains("\"staus\": 500") && lines[1].count <= 40, "\(lines[1])")
        #expect(lines[2].hasPrefix("   | \u{1B}[1;32m ") && lines[2].hasSuffix("^~~~~~~\u{1B}[0m"), "\(lines[2])")
        #expect(words.error.hasSuffix("\n\n\u{1B}[31m1 error in 1 file\u{1B}[0m\n"))
        let plain = Words()
        let dumb = CommandOutput(
            output: { _ in }, error: { text in plain.output().error(text) }, colours: (true, true), columns: { 40 })
        _ = MishapCommand.run(arguments: arguments, environment: ["NO_COLOR": "1"], output: dumb)
        #expect(!plain.error.contains("\u{1B}"))
    }
}
