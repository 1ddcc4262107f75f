import Catalogue
import JSONText
import Rules
import ScenarioFiles
import Systems
import TestSupport
import Testing
import Wire

@Suite struct LoaderTests {
    private let good = #"{ "rules": [ { "steps": [ { "reply": {} } ] } ] }"#

    private func load(_ files: [String: String], _ paths: [String]) -> LoadResult {
        var numbering = ScriptNumbering()
        return ScenarioLoader(
            source: MemorySource(files), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all
        ).load(
            paths, numbering: &numbering)
    }

    @Test func aFolderGivesItsFilesByRelativePath() {
        let result = load(
            [
                "s/pay.json": good, "s/mtop/session-expired.json": good, "s/files/not-one.json": "x",
                "s/mtop/files/body.json": "x", "s/scenario.schema.json": "{}", "s/readme.md": "", "s/.git/x.json": "",
            ], ["s"])
        #expect(result.text == "")
        #expect(result.scenarios.map(\.name) == ["mtop/session-expired", "pay"])
    }

    @Test func aFileIsNamedByItself() {
        #expect(load(["x/y/pay.json": good], ["x/y/pay.json"]).scenarios.map(\.name) == ["pay"])
        #expect(load(["pay.json": good], ["pay.json", "pay.json"]).scenarios.map(\.name) == ["pay"])
    }

    @Test func twoFilesWithOneNameAreAnError() {
        let result = load(["a/pay.json": good, "b/pay.json": good], ["a", "b"])
        #expect(result.scenarios.isEmpty)
        #expect(result.text == "b/pay.json: error: a second scenario named \"pay\"; the first is a/pay.json\n")
    }

    @Test func namesAreNarrow() {
        let result = load(["s/Pay.json": good, "s/a--b.json": good, "s/a b/c.json": good], ["s"])
        #expect(
            result.text == """
                s/Pay.json: error: "Pay" cannot be the name of a scenario; names have lower-case letters, digits, ".", "_" and single "-", which neither begin nor end a part
                s/a b/c.json: error: "a b/c" cannot be the name of a scenario; names have lower-case letters, digits, ".", "_" and single "-", which neither begin nor end a part
                s/a--b.json: error: "a--b" cannot be the name of a scenario; names have lower-case letters, digits, ".", "_" and single "-", which neither begin nor end a part

                """)
    }

    @Test(arguments: ["-a", "a-", "a-/b", "a/-b", "-"])
    func aPartNeitherBeginsNorEndsWithAHyphen(name: String) {
        #expect(!ScenarioName.isValid(name))
        #expect(
            load(["s/\(name).json": good], ["s"]).text.hasSuffix(
                "names have lower-case letters, digits, \".\", \"_\" and single \"-\", which neither begin nor end a part\n"
            ))
    }

    @Test func theSameFileByAnotherSpellingIsOneScenario() {
        let files = ["m.json": good, "./m.json": good, "s//./m.json": good, "s/m.json": good]
        #expect(load(files, ["./m.json", "m.json"]).text == "")
        #expect(load(files, ["s/m.json", "s//./m.json"]).scenarios.map(\.name) == ["m"])
    }

    @Test func linksToTheirOwnFolderAreNotFollowedForEver() {
        struct Loop: ScenarioSource {
            func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> {
                .success([ScenarioEntry("a", isFolder: true), ScenarioEntry("b", isFolder: true)])
            }
            func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> { .failure(.missing) }
        }
        var numbering = ScriptNumbering()
        let result = ScenarioLoader(source: Loop(), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all)
            .load(
                ["s"], numbering: &numbering)
        #expect(result.text.contains(": error: more than 10000 folders; a loop of links looks like this\n"))
        #expect(result.diagnostics.errorCount == 2)
    }

    @Test func aSystemNeedsNoRules() {
        let result = ScenarioFilesTests.load(#"{ "system": "jsonrpc" }"#)
        #expect(result.diagnostics.errorCount == 0)
        #expect(result.scenarios.map(\.rules.count) == [0])
    }

    @Test func aMissingPathIsAnError() {
        #expect(load([:], ["nowhere"]).text == "nowhere: error: no such file or folder\n")
    }

    @Test func oneBadFileKeepsAllFromLoadingAndAllErrorsAreTold() {
        let result = load(["s/a.json": good, "s/b.json": "{", "s/c.json": "{}"], ["s"])
        #expect(result.scenarios.isEmpty)
        #expect(result.diagnostics.errorCount == 2)
        #expect(result.text.contains("s/b.json:1:2: error: "))
        #expect(result.text.contains("s/c.json:1:1: error: a scenario needs \"rules\""))
    }

    @Test func truncatingAFileNeverCrashes() {
        let text = #"""
            { "description": "é", "seed": -7, "clock": "real", "rules": [
              { "name": "a", "match": { "method": ["GET"], "path": "/a/{id}/**", "query": { "q": { "in": [1, "x"] } },
                "headers": { "X-A": { "search": "\u00e9.", "ignoreCase": true } } },
                "steps": [ { "choose": [ { "pass": true, "weight": 3 }, { "fail": "tcp/reset", "delay": "1s" } ] },
                           { "reply": { "json": { "a": [1.0, null] } }, "times": 2,
                             "cut": { "after": { "head": 3 }, "end": "stall", "for": "1s" } } ], "atEnd": "loop" } ],
              "otherwise": { "reply": { "chunks": [ { "text": "a" } ], "head": [["A", "{{{{"]] },
                             "delay": { "lognormal": { "median": "80ms", "sigma": 0.4 } } } }
            """#
        #expect(ScenarioFilesTests.load(text).text == "")
        let bytes = Array(text.utf8)
        var numbering = ScriptNumbering()
        let loader = ScenarioLoader(
            source: MemorySource(), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all)
        for count in 0..<bytes.count {
            let result = loader.load(Array(bytes[..<count]), name: "a", file: "a.json", numbering: &numbering)
            #expect(result.scenarios.isEmpty)
            #expect(!result.text.isEmpty)
        }
    }

    @Test func anyValueInAnyPlaceNeverCrashes() {
        let values = ["null", "true", "-1", "1e400", "\"\"", "\"x\"", "[]", "[[]]", "{}", "[null]", "{\"x\":1}"]
        let places = [
            "seed", "rules", "otherwise", "clock", "system", "reply", "fail", "with", "choose", "pass", "delay", "pace",
            "cut", "times", "json", "text", "html", "base64", "file", "size", "chunks", "raw", "framing", "trailers",
            "interim", "headers", "status", "reason", "method", "path", "query", "steps", "match", "name", "atEnd",
        ]
        for place in places {
            for value in values {
                let pair = "\"\(place)\": \(value)"
                for text in [
                    "{ \(pair) }", "{ \"rules\": [ { \(pair) } ] }", "{ \"rules\": [ { \"match\": { \(pair) } } ] }",
                    "{ \"otherwise\": { \(pair) } }", "{ \"otherwise\": { \"reply\": { \(pair) } } }",
                    "{ \"otherwise\": { \"reply\": {}, \"delay\": { \(pair) } } }",
                ] {
                    _ = ScenarioFilesTests.load(text).text
                }
            }
        }
    }

    @Test func scriptsHaveNumbersOfTheirOwn() {
        var numbering = ScriptNumbering()
        let loader = ScenarioLoader(
            source: MemorySource(), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all)
        let first = loader.load(Array(good.utf8), name: "a", file: "a.json", numbering: &numbering)
        let second = loader.load(Array(good.utf8), name: "b", file: "b.json", numbering: &numbering)
        let numbers = (first.scenarios + second.scenarios).map { scenario in
            if case .answer(let answer) = scenario.rules[0].steps[0].act, case .script(let script) = answer.source {
                script.number
            } else {
                UInt64(0)
            }
        }
        #expect(numbers == [1, 2])
    }
}
