import Engine
import Rules
import Testing
import Wire

/// Which step a hit gets, and what chance and the steps before add to it.
@Suite struct StepTests {
    private func statuses(_ golden: Golden, _ count: Int) -> [String] {
        (0..<count).map { _ in
            guard case .answer(let answer) = golden.decide(Request.make("GET", "/")) else { return "-" }
            return answer.plan.script.status.map(String.init) ?? "none"
        }
    }

    @Test func theLastStepStays() {
        let golden = Golden.steps(
            #"{ "reply": { "status": 500 }, "times": 2 }, { "reply": { "status": 501 } }, { "reply": {} }"#)
        #expect(statuses(golden, 6) == ["500", "500", "501", "200", "200", "200"])
    }

    @Test func loopBeginsAgain() {
        let golden = Golden.steps(
            #"{ "reply": { "status": 500 }, "times": 2 }, { "reply": {} }"#, #", "atEnd": "loop""#)
        #expect(statuses(golden, 7) == ["500", "500", "200", "500", "500", "200", "500"])
        let one = Golden.steps(#"{ "reply": {}, "times": 3 }"#, #", "atEnd": "loop""#)
        #expect(statuses(one, 5) == ["200", "200", "200", "200", "200"])
    }

    @Test func passEndsTheRule() {
        let golden = Golden(
            #"""
            { "rules": [ { "steps": [ { "reply": { "status": 500 }, "times": 2 } ], "atEnd": "pass" },
                         { "steps": [ { "reply": { "status": 201 } } ], "atEnd": "pass" } ],
              "otherwise": { "reply": { "status": 404 } } }
            """#)
        #expect(statuses(golden, 5) == ["500", "500", "201", "404", "404"])
        #expect(golden.state.hits(of: 0) == 2)
        golden.state.reset()
        #expect(statuses(golden, 1) == ["500"])
    }

    @Test func aPassBringsItsDelayPaceAndCutAlong() {
        let golden = Golden(
            #"""
            { "rules": [
              { "steps": [ { "pass": true, "delay": "2s", "pace": { "bytes": 2, "every": "1ms" },
                             "cut": { "after": "50%", "end": "reset" } } ] },
              { "match": { "path": "/own" }, "steps": [ { "reply": { "text": "abcd" }, "delay": "1s",
                "pace": { "bytes": 1, "every": "1ms" }, "cut": { "after": 1, "end": "close" } } ] },
              { "match": { "path": "/silent" }, "steps": [ { "fail": "http/timeout" } ] },
              { "match": { "path": "/text" }, "steps": [ { "reply": { "text": "abcd" } } ] } ] }
            """#)
        #expect(
            golden.tell("/text") == """
                rule 3 step 0 hit 1
                wait 2s
                head 200 [Content-Type: text/plain; charset=utf-8] length 4
                content 2 "ab", 2 bytes every 1ms
                reset connection
                """)
        #expect(
            golden.tell("/own") == """
                rule 1 step 0 hit 1
                wait 1s
                head 200 [Content-Type: text/plain; charset=utf-8] length 4
                content 1 "a", 1 bytes every 1ms
                finish connection, no close_notify
                """)
        #expect(golden.tell("/silent") == "rule 2 step 0 hit 1 http/timeout\nwait 2s\nhold connection")
        #expect(golden.tell("/none") == "unmatched after 2s")
        #expect(golden.state.hits(of: 0) == 4)
    }

    @Test func aStaticAnswerIsTheSameScriptEachTime() {
        let golden = Golden.steps(#"{ "reply": { "text": "a" }, "delay": { "uniform": ["1ms", "2ms"] } }"#)
        guard case .answer(let first) = golden.decide(Request.make("GET", "/")),
            case .answer(let second) = golden.decide(Request.make("GET", "/"))
        else {
            Issue.record("no answer")
            return
        }
        #expect(first.plan.script === second.plan.script)
        #expect(first.plan.script.number > 0)
        #expect((1_000_000...2_000_000).contains(first.plan.delay))
        #expect(first.plan.delay != second.plan.delay)
    }

    @Test func randomDelaysKeepToTheirShape() {
        let golden = Golden.steps(
            #"{ "reply": {}, "delay": { "lognormal": { "median": "80ms", "sigma": 0.4 } } }"#)
        var delays: [Nanoseconds] = []
        for _ in 0..<1001 {
            guard case .answer(let answer) = golden.decide(Request.make("GET", "/")) else { continue }
            delays.append(answer.plan.delay)
        }
        delays.sort()
        #expect((70_000_000...90_000_000).contains(delays[500]))
        #expect(delays[1000] < 86_400_000_000_000)
    }

    @Test func choicesFollowTheirWeights() {
        let golden = Golden.steps(
            #"{ "choose": [ { "fail": "tcp/reset", "weight": 1 }, { "reply": {}, "weight": 9 } ] }"#)
        var resets = 0
        for _ in 0..<10_000 {
            guard case .answer(let answer) = golden.decide(Request.make("GET", "/")) else { continue }
            if golden.scenario.failureName(rule: 0, step: 0, choice: answer.choice) == "tcp/reset" { resets += 1 }
        }
        #expect((900...1_100).contains(resets))
    }

    @Test func chaosOverAHealthyApiIsOneRule() {
        let golden = Golden(
            #"""
            { "seed": 7, "rules": [
              { "name": "chaos", "steps": [ { "choose": [ { "fail": "tcp/reset" }, { "pass": true } ], "delay": "1s" } ] },
              { "name": "api", "steps": [ { "reply": { "text": "ok" } } ] } ] }
            """#)
        let seen = Set((0..<64).map { _ in golden.who("/").prefix(13) })
        #expect(seen.contains("rule 0 step 0"))
        #expect(seen.contains("rule 1 step 0"))
        #expect(golden.state.hits(of: 0) == 64)
        #expect(golden.state.hits(of: 1) < 64)
    }
}
