import JSONText
import ScenarioFiles
import TestSupport
import Testing
import Wire

/// Files that are not JSON: the error says so, in place of the first unexpected byte.
@Suite struct YAMLTests {
    private func loadFolder(_ files: [String: String], _ paths: [String] = ["scenarios"]) -> LoadResult {
        var numbering = ScriptNumbering()
        return ScenarioLoader(
            source: MemorySource(files), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all(with: [])
        )
        .load(paths, numbering: &numbering)
    }

    @Test(arguments: [
        ("rules:\n  - match: {}", "1:1", "rules:", "^~~~~"), ("---\nrules: []", "1:1", "---", "^~~"),
        ("- match: {}", "1:1", "- match: {}", "^"), ("# A payment.\n\nrules:", "3:1", "rules:", "^~~~~"),
        ("%YAML 1.2\n---\nrules:", "2:1", "---", "^~~"), ("  system: mtop", "1:3", "  system: mtop", "  ^~~~~~"),
        ("$schema: x", "1:1", "$schema: x", "^~~~~~~"),
    ])
    func aYAMLFileIsToldThatScenariosAreJSON(_ text: String, _ place: String, _ line: String, _ caret: String) {
        #expect(
            load(text).text == """
                a.json:\(place): error: this is YAML, and scenarios are JSON
                 \(place.prefix(1)) | \(line)
                   | \(caret)

                """)
    }

    /// YAML is also written with braces; then the name of the file tells.
    @Test(arguments: ["pay.yaml", "pay.yml"])
    func aFileCalledYAMLIsToldToo(_ name: String) {
        #expect(
            loadFolder([name: "{ rules: [] }"], [name]).text == """
                \(name):1:3: error: this is YAML, and scenarios are JSON
                 1 | { rules: [] }
                   |   ^~~~~

                """)
    }

    @Test func aFolderOfYAMLIsNotPassedOverInSilence() {
        let result = loadFolder(["scenarios/pay.yaml": "rules:", "scenarios/b/orders.yml": "rules:"])
        #expect(
            result.text
                == "scenarios/b/orders.yml: warning: this file is not loaded, nor 1 more: scenarios are JSON, in files that end in .json\n"
        )
        #expect(
            loadFolder(["scenarios/pay.yaml": "rules:"]).text
                == "scenarios/pay.yaml: warning: this file is not loaded: scenarios are JSON, in files that end in .json\n"
        )
    }

    /// Beside scenarios, and among the bodies of replies, YAML is somebody else's.
    @Test func yamlBesideScenariosIsLeftAlone() {
        let scenario = #"{ "rules": [ { "steps": [ { "reply": {} } ] } ] }"#
        let result = loadFolder(["scenarios/a.json": scenario, "scenarios/compose.yaml": "services:"])
        #expect(result.text.isEmpty)
        #expect(result.scenarios.count == 1)
        #expect(loadFolder(["scenarios/files/a.yaml": "a: 1"]).text.isEmpty)
    }

    @Test(arguments: [
        ("{ // one\n}", "1:3: error: JSON has no comments; "), ("{ /* x */ }", "1:3: error: JSON has no comments; "),
        ("// x\n{}", "1:1: error: JSON has no comments; "), ("# x\n{}", "1:1: error: JSON has no comments; "),
        ("{ \"rules\": /* x */ [] }", "1:12: error: JSON has no comments; "),
        ("{ \"seed\": 1, // x\n}", "1:14: error: JSON has no comments; "),
    ])
    func aCommentIsToldWhereTextCanStand(_ text: String, _ message: String) {
        #expect(
            messages(text) == [message + #"a scenario, a rule, a step and an expectation have a "description""#])
    }

    @Test(arguments: [
        ("{ 'seed': 1 }", "1:3: error: JSON strings have double quotes"),
        ("{ \"clock\": 'real' }", "1:12: error: JSON strings have double quotes"),
        ("{ \"seed\": 1, }", "1:12: error: trailing comma"),
        ("{ \"rules\": [1,] }", "1:14: error: trailing comma"),
        ("{ seed: 1 }", "1:3: error: the name seed needs double quotes"),
        ("\"rules\": []", "1:8: error: something follows the end of the document"),
    ])
    func otherFormsOfJSONAreErrorsOfTheirOwn(_ text: String, _ message: String) {
        #expect(messages(text) == [message])
    }
}
