import Catalogue
import Rules
import ScenarioFiles
import Systems
import TestSupport
import Testing
import Wire

/// Expectations that are given for a session of a scenario, by a call of the control API.
@Suite struct GivenExpectationTests {
    private static let scenario = #"""
        { "rules": [
            { "name": "pay", "match": { "path": "/pay" }, "reply": {} },
            { "name": "twice", "match": { "path": "/twice" }, "atEnd": "pass", "steps": [ { "reply": {}, "times": 2 } ] } ],
          "expect": [ { "name": "once", "rule": "pay", "requests": 1 } ] }
        """#

    private static let loader = ScenarioLoader(
        source: MemorySource(), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all)

    private func scenario(_ text: String = scenario) throws -> CompiledScenario {
        let result = load(text, dialects: FailureIndex.all.dialects)
        return try #require(result.scenarios.first, "\(result.text)")
    }

    private func rules(_ text: String, above scenario: CompiledScenario) -> [CompiledRule] {
        var numbering = ScriptNumbering()
        let added = Self.loader.rules(
            Array(text.utf8), beside: scenario, AddedRuleNames(lastUnnamed: 0, isTaken: { _ in false }),
            numbering: &numbering)
        #expect(!added.result.hasErrors, "\(added.result.text)")
        return added.rules
    }

    private func given(
        _ text: String, _ scenario: CompiledScenario, beside rules: RulesOfSession = RulesOfSession()
    ) -> GivenExpectations {
        Self.loader.expectations(Array(text.utf8), of: scenario, beside: rules)
    }

    private func messages(_ given: GivenExpectations) -> [String] {
        given.result.text.split(separator: "\n").filter { $0.hasPrefix("expect:") }
            .map { String($0.dropFirst("expect:".count)) }
    }

    private func subject(_ expectation: Rules.Expectation?) -> Int32? {
        guard case .judged(let scope, _)? = expectation?.kind, case .rule(let number) = scope.subject else {
            return nil
        }
        return number
    }

    @Test func aListOfThem() throws {
        let given = given(
            #"[ { "name": "two", "rule": "twice", "requests": 2 }, { "order": ["pay", "twice"] } ]"#, try scenario())
        #expect(messages(given) == [])
        #expect(given.expectations.map(\.name) == ["two", nil])
        #expect(subject(given.expectations.first) == 1)
        guard case .judged(_, let values)? = given.expectations.first?.kind,
            case .order([0, 1])? = given.expectations.last?.kind
        else {
            Issue.record("they are others: \(given.expectations)")
            return
        }
        #expect(values == [.requests(.init(atLeast: 2, atMost: 2), per: nil)])
    }

    @Test func oneIsAListOfOne() throws {
        let given = given(#"{ "match": { "path": "/a" }, "distinct": ["headers.X-Id"] }"#, try scenario())
        #expect(messages(given) == [])
        #expect(given.expectations.count == 1)
        #expect(given.expectations.first?.sourceText == #"{"match":{"path":"/a"},"distinct":["headers.X-Id"]}"#)
    }

    @Test(arguments: [
        ("7", "1:1: error: an expectation must be an object, not a number"),
        ("[", "1:2: error: unexpected end of the file, expected a value or ]"),
        (#"{ "rule": "pya", "requests": 1 }"#, #"1:11: error: there is no rule "pya"; did you mean "pay"?"#),
        (#"{ "rule": "pay" }"#, #"1:1: error: nothing is expected here; such as "requests": 2"#),
        (
            "[ { \"rule\": \"twice\",\n    \"requests\": 3 } ]",
            #"2:5: error: "requests" needs 3 requests; rule "twice" allows 2 at most"#
        ),
        (
            #"{ "rule": "pay", "honours": "Retry-After" }"#,
            #"1:29: error: no answer of rule "pay" has a "Retry-After"; a reply sets it in its "headers", and an answer over a "rateLimit" gets it by itself"#
        ),
        (
            #"{ "match": {}, "requests": 1, "after": { "failure": "tcp/reset" } }"#,
            #"1:53: error: no answer of this scenario is "tcp/reset""#
        ),
        (
            #"[ { "name": "a", "rule": "pay", "requests": 1 }, { "name": "a", "rule": "pay", "requests": 2 } ]"#,
            #"1:60: error: duplicate expectation name "a"; it was first given in line 1"#
        ),
    ])
    func itIsCheckedAsInTheScenario(text: String, message: String) throws {
        let given = given(text, try scenario())
        #expect(messages(given) == [message])
        #expect(given.expectations.isEmpty)
    }

    @Test func itsNameMayBeTaken() throws {
        let scenario = try scenario()
        let text =
            #"[ { "name": "once", "rule": "pay", "requests": 1 }, { "name": "again", "order": ["pay", "twice"] } ]"#
        let taken = Self.loader.expectations(
            Array(text.utf8), of: scenario, isTaken: { name in scenario.expectations.contains { $0.name == name } })
        #expect(messages(taken) == [#"1:13: error: there is an expectation "once" already"#])
        #expect(given(text, scenario).expectations.count == 2)
    }

    /// Their numbers follow those of the scenario's rules.
    @Test func rulesThatWereAddedAreRulesToo() throws {
        let scenario = try scenario()
        let added = rules(
            #"[ { "name": "slow", "match": { "path": "/a/{id}" }, "reply": {} }, { "match": { "path": "/b" }, "fail": "tcp/reset" } ]"#,
            above: scenario)
        let rules = RulesOfSession(added: added, removed: ["gone", "slow"])
        let given = given(
            #"""
            [ { "rule": "slow", "countBy": "{{request.path.id}}", "requests": 2 }, { "rule": "added 1", "requests": 1 },
              { "rule": "gone", "requests": 1 }, { "rule": "twice", "requests": 1, "after": { "rule": "gone", "hit": 5 } },
              { "order": ["pay", "slow", "gone"] } ]
            """#, scenario, beside: rules)
        #expect(messages(given) == [])
        #expect(rules.names == ["slow", "added 1", "gone", "slow"])
        #expect(given.expectations.map { subject($0) } == [2, 3, 4, 1, nil])
        guard case .judged(let scope, _)? = given.expectations.dropFirst(3).first?.kind,
            case .order([0, 2, 4])? = given.expectations.last?.kind
        else {
            Issue.record("they are others: \(given.expectations)")
            return
        }
        #expect(scope.after == .hit(rule: 4, hit: 5))
        #expect(
            messages(self.given(#"{ "rule": "slw", "requests": 1 }"#, scenario, beside: rules)) == [
                #"1:11: error: there is no rule "slw"; did you mean "slow"?"#
            ])
        #expect(
            messages(self.given(#"{ "rule": "added 1", "requests": 1 }"#, scenario)) == [
                #"1:11: error: there is no rule "added 1"; "rule" is the name of a rule, or "otherwise""#
            ])
    }

    @Test func aRuleThatWasAddedAndPassesAnswersNothing() throws {
        let scenario = try scenario()
        let added = rules(#"{ "name": "late", "pass": true, "delay": "1s" }"#, above: scenario)
        #expect(
            messages(given(#"{ "rule": "late", "requests": 1 }"#, scenario, beside: RulesOfSession(added: added))) == [
                #"1:11: error: rule "late" answers no request; it passes all of them on, and an expectation is about the rule that answers"#
            ])
    }

    /// Such a rule may have answered anything, or have let others wait, and another of its name may have been there before.
    @Test(arguments: [
        #"{ "match": {}, "honours": "Retry-After" }"#, #"{ "rule": "pay", "gaveUp": { "atMost": "2s" } }"#,
        #"{ "match": {}, "gaveUp": { "atMost": "2s", "from": "head" } }"#,
        #"{ "match": {}, "requests": 1, "after": { "failure": "tcp/reset" } }"#,
        #"{ "rule": "pay", "requests": 1, "after": { "gaveUp": true } }"#,
        #"{ "match": {}, "newConnection": true, "after": { "failure": "tcp/reset" } }"#,
        #"{ "rule": "gone", "requests": 100, "honours": "X-Wait", "gaveUp": { "atLeast": "1s" } }"#,
    ])
    func nothingIsCertainWithRulesThatWereAdded(text: String) throws {
        let scenario = try scenario(
            #"{ "rules": [ { "name": "pay", "match": { "path": "/pay" }, "reply": {} } ] }"#)
        #expect(messages(given(text, scenario)) != [])
        #expect(messages(given(text, scenario, beside: RulesOfSession(removed: ["gone"]))) == [])
    }

    /// What the scenario's own rules allow stays certain.
    @Test func theRulesOfTheScenarioStayWhatTheyAre() throws {
        let scenario = try scenario()
        let rules = RulesOfSession(removed: ["gone"])
        #expect(
            messages(given(#"{ "rule": "twice", "requests": 3 }"#, scenario, beside: rules)) == [
                #"1:20: error: "requests" needs 3 requests; rule "twice" allows 2 at most"#
            ])
        #expect(
            messages(given(#"{ "rule": "pay", "honours": "X-Wait" }"#, scenario, beside: rules)) == [
                #"1:29: error: no answer of rule "pay" has a "X-Wait"; a reply sets it in its "headers""#
            ])
    }

    @Test func theScenariosSystemIsItsOwn() throws {
        let scenario = try scenario(
            #"{ "system": "jsonrpc", "rules": [ { "match": { "rpc": "a" }, "fail": -32601 } ] }"#)
        let loader = ScenarioLoader(
            source: MemorySource(), patterns: FakePatterns(), encoder: StoredEncoder(),
            failures: .all(with: FailureIndex.all.dialects))
        let text = #"""
            [ { "match": { "rpc": "a" }, "requests": 1, "after": { "failure": -32601 } },
              { "rule": "rule 1", "every": { "rpc": "b" } } ]
            """#
        let given = loader.expectations(Array(text.utf8), of: scenario)
        #expect(messages(given) == [])
        guard case .judged(let scope, _)? = given.expectations.first?.kind else {
            Issue.record("it is judged otherwise")
            return
        }
        #expect(scope.after == .failure(["jsonrpc/-32601"]))
    }
}
