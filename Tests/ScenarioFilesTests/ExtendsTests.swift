import Bytes
import Catalogue
import JSONText
import Rules
import ScenarioFiles
import Synchronization
import Systems
import TestSupport
import Testing
import Wire

/// Scenarios whose rules go on in another one.
@Suite struct ExtendsTests {
    private static let dialects: [any Dialect] = [SettingsTests.Adjustable()]

    private func load(
        _ files: [String: String], _ paths: [String] = ["s"], seed: Int64? = nil
    ) -> LoadResult {
        var numbering = ScriptNumbering()
        return ScenarioLoader(
            source: MemorySource(files), patterns: FakePatterns(), encoder: StoredEncoder(),
            failures: .all(with: Self.dialects)
        )
        .load(paths, ScenarioOverrides(seed: seed), numbering: &numbering)
    }

    /// The extending scenario, which has to be good.
    private func scenario(_ text: String, base: String, seed: Int64? = nil) throws -> CompiledScenario {
        let result = load(["s/a.json": text, "s/base.json": base], seed: seed)
        #expect(result.text == "")
        #expect(result.scenarios.map(\.name) == ["a", "base"])
        return try #require(result.scenarios.first)
    }

    /// What becomes of connections is the scenario's own, as its clock is.
    @Test func keepAliveIsNotInherited() throws {
        let base = #"{ "keepAlive": "1s", "rules": [{ "reply": {}, "keepAlive": "2s" }] }"#
        let scenario = try scenario(#"{ "extends": "base" }"#, base: base)
        #expect(scenario.keepAlive == nil && scenario.hasKeepAlive)
    }

    /// All that is said, without the lines that are shown.
    private func messages(_ text: String, base: String = Self.base) -> [String] {
        load(["s/a.json": text, "s/base.json": base]).text.split(separator: "\n")
            .filter { $0.hasPrefix("s/") && !$0.contains(" warning: \"expect\" is checked") }.map(String.init)
    }

    private static let base = #"""
        { "rules": [
            { "name": "health", "match": { "path": "/health" }, "steps": [ { "reply": { "text": "well" } } ] },
            { "match": { "path": "/pay" }, "steps": [ { "reply": { "text": "paid" } } ] } ],
          "otherwise": { "reply": { "status": 404, "text": "base" } } }
        """#

    private static func pay(_ more: String = "") -> String {
        #"{ "extends": "base", "rules": [ { "name": "broken", "match": { "path": "/pay" }, "steps": [ { "fail": "http/html" } ] } ] \#(more) }"#
    }

    private static func body(_ rule: CompiledRule?) -> String {
        guard case .answer(let answer)? = rule?.steps[0].act else { return "none" }
        switch answer.source {
        case .script(let script), .reply(_, let script):
            return script.actions.compactMap { action in
                if case .content(let content, _) = action {
                    String(decoding: content.bytes(0..<content.count), as: UTF8.self)
                } else {
                    nil
                }
            }.joined()
        case .onDemand(let script): return script.value.description
        case .negotiated(let answers): return answers.coded.script.description
        case .perRequest, .laidOut, .fromSystemAnswer: return "made for each request"
        }
    }

    @Test func theRulesOfTheBaseFollow() throws {
        let scenario = try scenario(Self.pay(), base: Self.base)
        #expect(scenario.rules.map(\.name) == ["broken", "health", "rule 3"])
        #expect(scenario.rule(named: "rule 3") == 2)
        #expect(Self.body(scenario.rules[2]) == "paid")
        #expect(Self.body(scenario.otherwise) == "base")
    }

    @Test func itsOtherwiseHoldsUnlessOneIsGiven() throws {
        let more = #", "otherwise": { "reply": { "text": "own" } }"#
        #expect(Self.body(try scenario(Self.pay(more), base: Self.base).otherwise) == "own")
    }

    @Test func extendingIsEnoughOfAScenario() throws {
        let scenario = try scenario(#"{ "extends": "base", "seed": 3 }"#, base: Self.base)
        #expect(scenario.rules.map(\.name) == ["health", "rule 2"])
        #expect(scenario.seed == 3)
    }

    @Test func scriptsOfTheBaseAreOtherScriptsHere() throws {
        let result = load(["s/a.json": Self.pay(), "s/base.json": Self.base, "s/c.json": Self.pay()])
        let numbers = result.scenarios.flatMap { $0.rules }.compactMap { rule -> UInt64? in
            guard case .answer(let answer) = rule.steps[0].act, case .script(let script) = answer.source else {
                return nil
            }
            return script.number
        }
        #expect(numbers.count == 8)
        #expect(Set(numbers).count == 8)
    }

    @Test func aBaseLiesAnywhere() {
        for (paths, base) in [(["x", "s"], "x/b.json"), (["s", "x"], "x/b.json"), (["s", "b.json"], "b.json")] {
            let result = load(["s/a.json": #"{ "extends": "b" }"#, base: Self.base], paths)
            #expect(result.text == "")
            #expect(result.scenarios.map(\.name) == ["a", "b"])
        }
    }

    @Test func theSeedIsThisFilesOwn() throws {
        let base = #"{ "seed": 7, "rules": [ { "steps": [ { "reply": { "size": "40B" } } ] } ] }"#
        let own = try scenario(#"{ "extends": "base", "seed": 5 }"#, base: base)
        let none = try scenario(#"{ "extends": "base" }"#, base: base)
        let same = try scenario(#"{ "extends": "base", "seed": 7 }"#, base: base)
        let result = load(["s/base.json": base]).scenarios.first
        #expect(own.seed == 5)
        #expect(none.seed == 0)
        #expect(own.rules[0].drawKey == DrawKey(seed: 5, rule: Array("rule 1".utf8)))
        #expect(Self.body(own.rules[0]) != Self.body(none.rules[0]))
        #expect(Self.body(same.rules[0]) == Self.body(result?.rules[0]))
        #expect(
            try scenario(#"{ "extends": "base", "seed": 5 }"#, base: base, seed: 9).rules[0].drawKey
                == DrawKey(seed: 9, rule: Array("rule 1".utf8)))
    }

    @Test func filesAreBesideTheScenarioThatNamesThem() {
        let result = load([
            "s/a.json":
                #"{ "extends": "sub/base", "rules": [ { "match": { "path": "/own" }, "steps": [ { "reply": { "file": "files/x" } } ] } ] }"#,
            "s/sub/base.json": #"{ "rules": [ { "steps": [ { "reply": { "file": "files/x" } } ] } ] }"#,
            "s/files/x": "own", "s/sub/files/x": "base's",
        ])
        #expect(result.text == "")
        #expect(result.scenarios.first?.rules.map(Self.body) == ["own", "base's"])
    }

    @Test func variablesAreMergedByName() throws {
        let scenario = try scenario(
            #"{ "extends": "base", "variables": { "c": 3, "a": "own" }, "rules": [ { "match": { "variables": { "b": 2 } }, "steps": [ { "reply": {} } ] } ] }"#,
            base:
                #"{ "variables": { "a": 1, "b": 2 }, "rules": [ { "steps": [ { "reply": {}, "set": { "a": "{{variables.b}}" } } ] } ] }"#
        )
        #expect(
            scenario.variables.map(\.name) == ["c", "a", "b"])
        #expect(
            scenario.variables.map(\.initial) == [
                .json(Array("3".utf8)), .text(Array("own".utf8)), .json(Array("2".utf8)),
            ])
        #expect(scenario.rules[1].steps[0].set.map(\.variable) == [1])
    }

    @Test func aVariableOfNeitherIsNotDeclared() {
        #expect(
            messages(
                #"{ "extends": "base", "rules": [ { "match": { "path": "/x" }, "steps": [ { "reply": {}, "set": { "tokne": 1 } } ] } ] }"#,
                base: #"{ "variables": { "token": 1 }, "otherwise": { "reply": {} } }"#
            ) == [#"s/a.json:1:97: error: the variable "tokne" is not declared; did you mean "token"?"#])
    }

    @Test func theSystemOfTheBaseHolds() throws {
        let base =
            #"{ "system": "jsonrpc", "rules": [ { "match": { "rpc": "a" }, "steps": [ { "fail": -32601 } ] } ] }"#
        for own in ["", #""system": "jsonrpc", "#] {
            let scenario = try scenario(
                #"{ \#(own) "extends": "base", "rules": [ { "match": { "rpc": "b" }, "steps": [ { "reply": { "result": 1 } } ] } ] }"#,
                base: base)
            #expect(scenario.dialect.name == "jsonrpc")
            #expect(scenario.hasSystem)
            #expect(scenario.failureName(rule: 1, step: 0) == "jsonrpc/-32601")
        }
    }

    @Test func aBaseWithoutASystemIsTakenIntoOne() throws {
        let scenario = try scenario(#"{ "system": "jsonrpc", "extends": "base" }"#, base: Self.base)
        #expect(scenario.hasSystem)
        #expect(scenario.rules.count == 2)
    }

    /// The codes of a base are those of its own system, also where another one extends it.
    @Test func aCodeMeansWhatItMeansInItsOwnFile() throws {
        let base = #"{ "rules": [ { "match": { "path": "/a" }, "fail": 503 } ] }"#
        let scenario = try scenario(
            #"{ "system": "jsonrpc", "extends": "base", "rules": [ { "match": { "rpc": "a" }, "fail": -32601 } ] }"#,
            base: base)
        #expect(scenario.failureName(rule: 0, step: 0) == "jsonrpc/-32601")
        #expect(scenario.failureName(rule: 1, step: 0) == "http/status/503")
    }

    @Test func twoSystemsAreAnError() {
        #expect(
            messages(
                #"{ "extends": "base", "system": "adjustable" }"#,
                base:
                    #"{ "system": "jsonrpc", "rules": [ { "match": { "rpc": "a" }, "steps": [ { "fail": -32601 } ] } ] }"#
            ) == [
                #"s/a.json:1:32: error: the system is "adjustable" here and "jsonrpc" in "base", which this extends"#
            ])
    }

    @Test func settingsAreMergedByName() throws {
        let scenario = try scenario(
            #"{ "extends": "base", "settings": { "ret": "string" } }"#,
            base:
                #"{ "system": "adjustable", "settings": { "ret": "array", "room": 5 }, "otherwise": { "reply": {} } }"#
        )
        let held = try #require(scenario.dialect as? SettingsTests.Adjustable).held
        #expect(held.text("ret") == "string")
        #expect(held.number("room") == 5)
        #expect(held.flag("strict") == false)
    }

    @Test func settingsWithoutASystemInEitherAreAnError() {
        #expect(
            messages(#"{ "extends": "base", "settings": {} }"#)
                == [#"s/a.json:1:22: error: "settings" are those of a system; this scenario has no "system""#])
    }

    @Test(arguments: [
        (#""bsae""#, #"there is no scenario "bsae" to extend; did you mean "base"?"#),
        (#""base.json""#, #"there is no scenario "base.json" to extend; did you mean "base"?"#),
        (
            #""elsewhere""#,
            #"there is no scenario "elsewhere" to extend; it is the name of one that is loaded together with this one, such as "base""#
        ),
        (#""a""#, "a scenario cannot extend itself"),
        ("1", #""extends" must be a string, not a number"#),
        (#"["base"]"#, #""extends" must be a string, not a list"#),
    ])
    func whatCannotBeExtended(name: String, message: String) {
        // Nothing is said of what only the base would know.
        let text = #"""
            { "extends": \#(name), "settings": { "x": 1 }, "expect": [ { "rule": "health", "requests": 1 } ], "rules": [
              { "match": { "rpc": "a", "variables": { "x": 1 } }, "steps": [ { "reply": { "result": 1 } } ] } ] }
            """#
        #expect(messages(text) == ["s/a.json:1:14: error: " + message])
    }

    @Test func theNameIsTheWholeOne() {
        let result = load(["s/a.json": #"{ "extends": "base" }"#, "s/m/base.json": Self.base])
        #expect(
            result.text.hasPrefix(
                #"s/a.json:1:14: error: there is no scenario "base" to extend; did you mean "m/base"?"#))
    }

    @Test func aTextAloneHasNothingToExtend() {
        #expect(
            ScenarioFilesTests.messages(#"{ "extends": "base" }"#).map(withoutPlace) == [
                #"error: there is no scenario "base" to extend; it is the name of one that is loaded together with this one"#
            ])
    }

    @Test func oneLevelIsAllThereIs() {
        let result = load([
            "s/a.json": #"{ "extends": "b" }"#, "s/b.json": #"{ "extends": "c" }"#, "s/c.json": Self.base,
        ])
        #expect(
            result.text == """
                s/a.json:1:14: error: "b" itself extends "c"; a scenario that is extended cannot extend another
                 1 | { "extends": "b" }
                   |              ^~~

                """)
    }

    @Test func aBrokenBaseIsToldOnceAndInOneLineForEachThatExtendsIt() {
        let base = #"{ "variables": { "x": 1 }, "system": "jsonrpc", "rules": [ { "steps": [ { "replay": {} } ] } ] }"#
        let own =
            #"{ "extends": "base", "rules": [ { "match": { "rpc": "x", "variables": { "x": 2 } }, "steps": [ { "reply": { "result": 1 } } ] } ] }"#
        let result = load(["s/a.json": own, "s/base.json": base, "s/c.json": own])
        #expect(
            result.text.split(separator: "\n").filter { $0.hasPrefix("s/") } == [
                #"s/a.json:1:14: error: "base" has errors and cannot be extended; the errors are in s/base.json"#,
                #"s/base.json:1:75: error: unknown field "replay" in a step; did you mean "reply"?"#,
                #"s/c.json:1:14: error: "base" has errors and cannot be extended; the errors are in s/base.json"#,
            ])
    }

    @Test(arguments: ["{", "[]"])
    func aBaseThatIsNoScenarioIsBroken(base: String) {
        #expect(
            messages(#"{ "extends": "base" }"#, base: base).first
                == #"s/a.json:1:14: error: "base" has errors and cannot be extended; the errors are in s/base.json"#)
    }

    @Test func whatExtendsNothingProperlyIsBrokenToo() {
        #expect(
            messages(#"{ "extends": "base" }"#, base: #"{ "extends": 1 }"#).first
                == #"s/a.json:1:14: error: "base" has errors and cannot be extended; the errors are in s/base.json"#)
    }

    @Test func warningsOfTheBaseAreItsOwn() {
        let base = #"{ "rules": [ { "match": { "method": "get" }, "steps": [ { "reply": {} } ] } ] }"#
        #expect(
            messages(#"{ "extends": "base" }"#, base: base) == [
                #"s/base.json:1:37: warning: methods are case-sensitive, and clients do not send "get"; did you mean "GET"?"#
            ])
    }

    @Test func aNameIsThatOfOneRuleInBoth() {
        #expect(
            messages(
                #"{ "extends": "base", "rules": [ { "name": "health", "match": { "path": "/x" }, "steps": [ { "reply": {} } ] } ] }"#
            ) == [#"s/a.json:1:43: error: duplicate rule name "health"; "base" has it in line 2 of s/base.json"#])
    }

    @Test func aRuleOfTheBaseMayBeHiddenButNotAllOfThem() {
        #expect(messages(Self.pay()) == [])
        #expect(
            messages(#"{ "extends": "base", "rules": [ { "name": "all", "steps": [ { "reply": {} } ] } ] }"#)
                == [
                    #"s/a.json:1:43: error: no rule of "base" can ever match; rule "all" takes every request before them"#
                ])
        #expect(
            messages(#"{ "extends": "base", "rules": [ { "atEnd": "pass", "steps": [ { "reply": {} } ] } ] }"#) == [])
    }

    @Test func otherwiseIsJudgedBehindTheRulesOfTheBase() {
        #expect(
            messages(
                #"{ "extends": "base", "otherwise": { "reply": {} } }"#,
                base: #"{ "rules": [ { "steps": [ { "reply": {} } ] } ] }"#) == [
                    #"s/a.json:1:22: error: "otherwise" can never answer; rule "rule 1" of "base" takes every request before it"#
                ])
    }

    @Test func whatBecomesWrongBehindTheseRulesIsToldHere() {
        let base = """
            { "rules": [
              { "match": { "path": "/up" }, "steps": [ { "fail": "tcp/reset-mid-upload" } ] } ] }
            """
        #expect(
            messages(
                #"{ "extends": "base", "rules": [ { "match": { "body": "x" }, "steps": [ { "reply": {} } ] } ] }"#,
                base: base) == [
                    #"s/a.json:1:14: error: in line 2 of s/base.json: "tcp/reset-mid-upload" acts before the request's body is read, but rule "rule 1" above reads it first; a rule above that one can have it"#
                ])
        #expect(
            messages(#"{ "extends": "base", "system": "jsonrpc" }"#, base: base) == [
                #"s/a.json:1:14: error: in line 2 of s/base.json: "tcp/reset-mid-upload" acts before the request's body is read, but the calls of jsonrpc are in the body; a scenario without "system" can have it"#
            ])
    }

    @Test func namesThatNumbersGiveMayMeet() {
        let base =
            #"{ "rules": [ { "match": { "path": "/x" }, "steps": [ { "reply": {} } ] }, { "name": "rule 2", "steps": [ { "reply": {} } ] } ] }"#
        #expect(
            messages(
                #"{ "extends": "base", "rules": [ { "match": { "path": "/y" }, "steps": [ { "reply": {} } ] } ] }"#,
                base: base) == [
                    #"s/a.json:1:14: error: in line 1 of s/base.json: duplicate rule name "rule 2"; it was first given in line 1"#
                ])
    }

    @Test func aBeginningThatPassesChangesWhatTheBaseAnswers() throws {
        // What brings a pace or a cut along needs the replies behind it.
        let scenario = try scenario(
            #"{ "extends": "base", "rules": [ { "steps": [ { "pass": true, "cut": { "after": "50%", "end": "reset" } } ] } ] }"#,
            base: Self.base)
        for rule in scenario.rules.dropFirst() + [scenario.otherwise].compactMap(\.self) {
            guard case .answer(let answer) = rule.steps[0].act, case .reply = answer.source else {
                Issue.record("\(rule.name) keeps no reply")
                continue
            }
        }
    }

    @Test func theBaseIsReadForEachThatExtendsIt() {
        final class Noting: ScenarioSource {
            struct OfScenario: ScenarioSource {
                let name: String
                let all: Noting
                func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> { all.list(path) }
                func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> {
                    all.noted.withLock { $0[name, default: []].append(path) }
                    return all.read(path)
                }
            }
            let files: MemorySource
            private let noted = Mutex<[String: [String]]>([:])
            init(_ files: [String: String]) { self.files = MemorySource(files) }
            func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> { files.list(path) }
            func source(ofScenario name: String) -> any ScenarioSource { OfScenario(name: name, all: self) }
            func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> { files.read(path) }
            var read: [String: [String]] { noted.withLock { $0 } }
        }
        let source = Noting([
            "s/a.json": Self.pay(), "s/base.json": Self.base, "s/c.json": #"{ "extends": "base" }"#,
            "s/d.json": Self.base,
        ])
        var numbering = ScriptNumbering()
        _ = ScenarioLoader(source: source, patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all).load(
            ["s"], numbering: &numbering)
        #expect(
            source.read == [
                "a": ["s/a.json", "s/base.json"], "base": ["s/base.json"], "c": ["s/c.json", "s/base.json"],
                "d": ["s/d.json"],
            ])
    }

    @Test func aBaseThatBreaksWhileItIsReadIsToldOf() {
        final class Breaking: ScenarioSource {
            private let reads = Atomic(0)
            func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> { .failure(.notAFolder) }
            func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> {
                if path == "a.json" { return .success(Array(#"{ "extends": "base" }"#.utf8)) }
                let isFirst = reads.add(1, ordering: .relaxed).newValue == 1
                return isFirst ? .success(Array(ExtendsTests.base.utf8)) : .failure(.missing)
            }
        }
        var numbering = ScriptNumbering()
        let result = ScenarioLoader(
            source: Breaking(), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all
        )
        .load(["a.json", "base.json"], numbering: &numbering)
        #expect(result.text.hasPrefix(#"a.json:1:14: error: "base" was changed while it was read"#))
    }

    @Test func truncatingTheBaseNeverCrashes() {
        let bytes = Array(Self.base.utf8)
        for count in 0..<bytes.count {
            let base = String(decoding: bytes[..<count], as: UTF8.self)
            #expect(load(["s/a.json": Self.pay(), "s/base.json": base]).scenarios.isEmpty)
        }
    }
}
