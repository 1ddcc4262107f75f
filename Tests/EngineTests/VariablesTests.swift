import Engine
import Rules
import Testing
import Wire

/// Variables: set by steps, read by matches and placeholders, each session's own.
@Suite struct VariablesTests {
    private static let login = #"""
        { "variables": { "token": "none", "logins": 0, "on": false }, "rules": [
          { "match": { "path": "/login" }, "steps": [ { "reply": { "text": "{{variables.token}}" },
            "set": { "token": "t{{hit}}", "logins": "{{hit}}", "on": true } } ] },
          { "match": { "path": "/data", "variables": { "on": true, "logins": { "above": 1 } } },
            "steps": [ { "reply": { "json": ["{{variables.token}}", "{{variables.logins}}", "{{variables.on}}"] } } ] } ],
          "otherwise": { "reply": { "text": "no" } } }
        """#

    private func body(_ golden: Golden, _ target: String, fields: [(String, String)] = []) -> String {
        PlaceholderTests.body(golden, Request.make("GET", target, fields: fields))
    }

    @Test func aVariableKeepsSixtyFourKibibytesInWholeCharacters() {
        let golden = Golden(
            #"""
            { "variables": { "v": "a", "json": 0 }, "rules": [ { "steps": [ { "reply": { "text": "{{variables.v}}" },
              "set": { "v": "{{variables.v}}{{request.query.more}}", "json": "{{request.json}}" } } ] } ] }
            """#)
        func ask(_ more: String, _ json: String = "") -> (text: String, notes: AnswerNotes) {
            let request = Request.make("POST", "/?more=\(more)", body: Array(json.utf8))
            guard case .answer(let answer) = golden.decide(request) else { return ("", []) }
            return (answer.plan.script.body, answer.notes.subtracting(.missingValue))
        }
        #expect(ask(String(repeating: "b", count: 65_533)) == ("a" + String(repeating: "b", count: 65_533), []))
        // Two bytes are left, and the character has three.
        #expect(ask("%E2%82%AC") == ("a" + String(repeating: "b", count: 65_533), .cutVariable))
        #expect(ask("cdef").text.suffix(3) == "bcd")
        #expect(ask("e").notes == .cutVariable)
        let list = "[" + Array(repeating: "1", count: 40_000).joined(separator: ",") + "]"
        #expect(ask("", list).notes == .cutVariable)
    }

    @Test func aStepSetsThemAndAMatchLooksAtThem() {
        let golden = Golden(Self.login)
        #expect(body(golden, "/data") == "no")
        // Rendered after they are set.
        #expect(body(golden, "/login") == "t1")
        #expect(body(golden, "/data") == "no")
        #expect(body(golden, "/login") == "t2")
        #expect(body(golden, "/data") == #"["t2",2,true]"#)
    }

    @Test func eachSessionHasItsOwnAndForgetsThemOnReset() {
        let golden = Golden(Self.login)
        let other = SessionState(golden.scenario)
        for _ in 0..<2 { _ = body(golden, "/login") }
        #expect(body(golden, "/data") != "no")
        let data = Request.make("GET", "/data")
        guard case .answer(let answer) = Engine.decide(data, scenario: golden.scenario, state: other) else {
            Issue.record("there is no answer")
            return
        }
        #expect(answer.plan.script.body == "no")
        golden.state.reset()
        #expect(body(golden, "/data") == "no")
    }

    @Test func allAreSetFromWhatTheyWere() {
        let golden = Golden(
            #"""
            { "variables": { "a": "1", "b": "2" }, "rules": [ { "steps": [ { "reply": { "text": "{{variables.a}}{{variables.b}}" },
              "set": { "a": "{{variables.b}}", "b": "{{variables.a}}" } } ] } ] }
            """#)
        #expect(body(golden, "/") == "21")
        #expect(body(golden, "/") == "12")
    }

    @Test func aStepThatLetsPassSetsThemForTheRulesBehindIt() {
        let golden = Golden(
            #"""
            { "variables": { "seen": false }, "rules": [
              { "name": "note", "steps": [ { "pass": true, "set": { "seen": true } } ] },
              { "match": { "variables": { "seen": true } }, "steps": [ { "reply": { "text": "seen" } } ] } ] }
            """#)
        #expect(body(golden, "/") == "seen")
    }

    @Test func aChoiceAndItsItemBothSet() {
        let golden = Golden(
            #"""
            { "variables": { "a": 0, "b": 0 }, "rules": [ { "steps": [ { "set": { "a": 1 }, "choose": [
              { "reply": { "json": ["{{variables.a}}", "{{variables.b}}"] }, "set": { "b": 2 } },
              { "reply": { "json": ["{{variables.a}}", "{{variables.b}}"] }, "set": { "b": 2 } } ] } ] } ] }
            """#)
        #expect(body(golden, "/") == "[1,2]")
    }

    @Test func whatWasMissingIsMissingStill() {
        let golden = Golden(
            #"""
            { "variables": { "a": "x" }, "rules": [
              { "match": { "path": "/set" }, "steps": [ { "reply": {}, "set": { "a": "{{request.query.a}}" } } ] },
              { "match": { "variables": { "a": { "exists": false } } }, "steps": [ { "reply": { "json": "{{variables.a}}" } } ] },
              { "steps": [ { "reply": { "text": "there" } } ] } ] }
            """#)
        #expect(body(golden, "/") == "there")
        _ = golden.decide(Request.make("GET", "/set"))
        #expect(body(golden, "/") == "null")
        _ = golden.decide(Request.make("GET", "/set?a="))
        #expect(body(golden, "/") == "there")
    }

    @Test func aRuleThatVariablesKeepAwayTakesNoHit() {
        let golden = Golden(
            #"""
            { "variables": { "a": 0 }, "rules": [ { "match": { "variables": { "a": 1 } }, "steps": [ { "reply": {} } ] } ] }
            """#)
        #expect(golden.who("/") == "unmatched")
        #expect(golden.state.hits(of: 0) == 0)
    }

    /// Each request moves the one variable on: with a lock around match, hit and set nobody gets the same.
    @Test func requestsAtOnceEachSeeTheirOwnChange() async {
        let golden = Golden(
            #"""
            { "variables": { "odd": false }, "rules": [
              { "match": { "variables": { "odd": false } }, "steps": [ { "reply": { "text": "a" }, "set": { "odd": true } } ] },
              { "match": { "variables": { "odd": true } }, "steps": [ { "reply": { "text": "b" }, "set": { "odd": false } } ] } ] }
            """#)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<250 { _ = golden.decide(Request.make("GET", "/")) } }
            }
        }
        #expect(golden.state.hits(of: 0) == 1000)
        #expect(golden.state.hits(of: 1) == 1000)
    }

    @Test func anyAndNotLookAtThemToo() {
        let golden = Golden(
            #"""
            { "variables": { "a": 0 }, "rules": [
              { "match": { "path": "/up" }, "steps": [ { "reply": {}, "set": { "a": "{{hit}}" } } ] },
              { "match": { "not": { "variables": { "a": 0 } }, "any": [ { "variables": { "a": 2 } }, { "path": "/x" } ] },
                "steps": [ { "reply": { "text": "yes" } } ] },
              { "steps": [ { "reply": { "text": "no" } } ] } ] }
            """#)
        #expect(body(golden, "/x") == "no")
        _ = golden.decide(Request.make("GET", "/up"))
        #expect(body(golden, "/x") == "yes")
        #expect(body(golden, "/") == "no")
        _ = golden.decide(Request.make("GET", "/up"))
        #expect(body(golden, "/") == "yes")
    }

    @Test func aNearMissSaysThatItWasForThem() {
        let golden = Golden(
            #"""
            { "variables": { "a": 0 }, "rules": [ { "match": { "variables": { "a": 1 } }, "steps": [ { "reply": {} } ] } ] }
            """#)
        #expect(
            NearMiss.nearest(Request.make("GET", "/"), golden.scenario)?.differences
                == ["the session's variables were not as the rule wants them"])
    }

    /// What variables are when the body is there, nobody knows at the head.
    @Test func aRuleThatMayStepAsideDoesNotDecideAtTheHead() {
        let golden = Golden(
            #"""
            { "variables": { "a": 0 }, "rules": [
              { "match": { "variables": { "a": 1 } }, "steps": [ { "reply": {} } ] },
              { "steps": [ { "reply": { "text": "{{request.body}}" } } ] } ] }
            """#)
        let request = Request.make("POST", "/", body: Array("b".utf8))
        request.isBodyComplete = false
        #expect(golden.tell(request) == "needs body")
        request.isBodyComplete = true
        #expect(PlaceholderTests.body(golden, request) == "b")
    }

    @Test func aScenarioWithoutThemHasNoLock() {
        #expect(!Golden.steps(#"{ "reply": { "text": "{{hit}}" } }"#).scenario.needsLock)
        #expect(Golden(Self.login).scenario.needsLock)
        for rule in [
            #""countBy": "{{request.query.a}}", "steps": [ { "reply": {} } ]"#,
            #""steps": [ { "reply": {}, "for": "1s" }, { "reply": {} } ]"#,
            #""rateLimit": { "allow": 1, "per": "1s", "then": { "pass": true } }, "steps": [ { "reply": {} } ]"#,
        ] {
            #expect(Golden("{ \"rules\": [ { \(rule) } ] }").scenario.needsLock)
        }
    }
}
