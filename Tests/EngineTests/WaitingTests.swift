import Engine
import Rules
import Synchronization
import Testing
import Wire

/// Delays that last until another request sets what they wait for.
@Suite struct WaitingTests {
    private static let rules = #"""
        { "variables": { "paid": false, "n": 0, "seen": 0 }, "rules": [
          { "match": { "path": "/pay" }, "steps": [ { "reply": {}, "set": { "paid": true } } ] },
          { "match": { "path": "/undo" }, "steps": [ { "reply": {}, "set": { "paid": false } } ] },
          { "match": { "path": "/n" }, "steps": [ { "reply": {}, "set": { "n": "{{hit}}" } } ] },
          { "match": { "path": "/wait" }, "steps": [ { "reply": { "text": "{{variables.n}}" }, "set": { "seen": "{{hit}}" },
            "delay": { "until": { "variables": { "paid": true } }, "atMost": "30s" } } ] },
          { "match": { "path": "/two" }, "steps": [ { "reply": {},
            "delay": { "until": { "variables": { "paid": true, "n": { "above": 1 } } }, "atMost": "10s" } } ] },
          { "match": { "path": "/own" }, "steps": [ { "reply": {}, "set": { "paid": true },
            "delay": { "until": { "variables": { "paid": true } }, "atMost": "10s" } } ] },
          { "match": { "path": "/pass/**" }, "steps": [ { "pass": true,
            "delay": { "until": { "variables": { "paid": true } }, "atMost": "20s" } } ] },
          { "match": { "path": "/pass/on" }, "steps": [ { "reply": {} } ] },
          { "match": { "path": "/pass/own" }, "steps": [ { "reply": {}, "delay": "1s" } ] } ] }
        """#

    /// What a request got: an answer at once, or one that is made after a wait.
    private struct Outcome {
        let decision: EngineDecision

        var hold: AnswerHold? { if case .waits(let taken) = decision { taken.hold } else { nil } }
        var delay: Nanoseconds {
            switch decision {
            case .waits(let taken): taken.hold?.delay ?? 0
            case .takesLong: 0
            case .answer(let answer): answer.plan.delay
            case .unmatched(let miss): miss.delay
            case .needsBody: 0
            }
        }

        /// The decision when the wait is over.
        func after(_ state: SessionState, at clock: EngineClock = EngineClock()) -> EngineDecision {
            guard case .waits(let taken) = decision else { return decision }
            taken.endWait(state, at: clock)
            return taken.decide().decision
        }

        /// The same, where it is an answer.
        func answerAfter(_ golden: Golden, at clock: EngineClock = EngineClock()) -> EngineAnswer? {
            if case .answer(let answer) = after(golden.state, at: clock) { answer } else { nil }
        }
    }

    private func answer(_ golden: Golden, _ target: String) throws -> Outcome {
        let decision = golden.decide(Request.make("GET", target))
        if case .needsBody = decision {
            Issue.record("\(target) is not decided")
            throw CancellationError()
        }
        return Outcome(decision: decision)
    }

    private final class Told: Sendable {
        let delays = Mutex<[Nanoseconds]>([])
        var all: [Nanoseconds] { delays.withLock { $0 } }

        init(_ hold: AnswerHold) {
            hold.begin { delay in self.delays.withLock { $0.append(delay) } }
        }
    }

    private static let second: Nanoseconds = 1_000_000_000

    @Test func itWaitsUntilASetMakesTheConditionHold() throws {
        let golden = Golden(Self.rules)
        let waiting = try answer(golden, "/wait")
        #expect(waiting.delay == 30 * Self.second)
        let hold = try #require(waiting.hold)
        let told = Told(hold)
        _ = try answer(golden, "/n")
        #expect(told.all == [])
        _ = try answer(golden, "/pay")
        #expect(told.all == [0])
        _ = try answer(golden, "/pay")
        #expect(told.all == [0])
        // Made after the wait.
        let made = try #require(waiting.answerAfter(golden))
        #expect(made.plan.script.body == "1" && made.plan.delay == 0)
        #expect(made.rule == 3 && made.hit == 1 && !made.notes.contains(.waitedInVain))
    }

    @Test func whatHoldsAlreadyIsNotWaitedFor() throws {
        let golden = Golden(Self.rules)
        _ = try answer(golden, "/pay")
        let paid = try answer(golden, "/wait")
        #expect(paid.delay == 0 && paid.hold == nil)
        _ = try answer(golden, "/undo")
        let own = try answer(golden, "/own")
        #expect(own.delay == 0 && own.hold == nil)
    }

    @Test func allThatIsAskedForHasToHoldAtOnce() throws {
        let golden = Golden(Self.rules)
        let told = Told(try #require(try answer(golden, "/two").hold))
        _ = try answer(golden, "/pay")
        _ = try answer(golden, "/n")
        #expect(told.all == [])
        _ = try answer(golden, "/n")
        #expect(told.all == [0])
    }

    /// The condition held for a moment between the decision and the wait.
    @Test func nothingIsMissedThatHappensBeforeAnybodyListens() throws {
        let golden = Golden(Self.rules)
        let hold = try #require(try answer(golden, "/wait").hold)
        _ = try answer(golden, "/pay")
        _ = try answer(golden, "/undo")
        #expect(Told(hold).all == [0])
    }

    @Test func whoWaitsIsAskedOnlyWhereItsVariablesHaveChanged() throws {
        let patterns = CountingPatterns()
        let golden = Golden(
            #"""
            { "variables": { "a": "no", "b": 0 }, "rules": [
              { "match": { "path": "/wait" }, "steps": [ { "reply": {},
                "delay": { "until": { "variables": { "a": { "search": "p" } } }, "atMost": "30s" } } ] },
              { "match": { "path": "/b" }, "steps": [ { "reply": {}, "set": { "b": "{{hit}}", "a": "no" } } ] },
              { "match": { "path": "/a" }, "steps": [ { "reply": {}, "set": { "a": "yes" } } ] } ] }
            """#, patterns: patterns)
        let told = Told(try #require(try answer(golden, "/wait").hold))
        let judged = patterns.judged
        for _ in 0..<3 { _ = try answer(golden, "/b") }
        #expect(patterns.judged == judged)
        _ = try answer(golden, "/a")
        #expect(told.all == [0])
    }

    @Test func whatDidNotComeIsSaid() throws {
        let golden = Golden(Self.rules)
        let hold = try #require(try answer(golden, "/wait").hold)
        let told = Told(hold)
        #expect(hold.end())
        #expect(!hold.end())
        // It is forgotten.
        _ = try answer(golden, "/pay")
        #expect(told.all == [])
    }

    @Test func aStepThatLetsPassLendsItsWait() throws {
        let golden = Golden(Self.rules)
        let on = try answer(golden, "/pass/on")
        #expect(on.delay == 20 * Self.second && on.hold != nil)
        let own = try answer(golden, "/pass/own")
        #expect(own.delay == Self.second && own.hold == nil)
        let nobody = try answer(golden, "/pass/nobody")
        let hold = try #require(nobody.hold)
        #expect(nobody.delay == 20 * Self.second)
        let told = Told(hold)
        _ = try answer(golden, "/pay")
        #expect(told.all == [0])
        guard case .unmatched(let miss) = nobody.after(golden.state) else {
            Issue.record("somebody answered")
            return
        }
        #expect(miss.delay == 0)
    }

    @Test func aResetLeavesThemWaitingForWhatComes() throws {
        let golden = Golden(Self.rules)
        let told = Told(try #require(try answer(golden, "/wait").hold))
        golden.state.reset()
        #expect(told.all == [])
        _ = try answer(golden, "/pay")
        #expect(told.all == [0])
        let undone = Golden(
            Self.rules.replacing(
                #"{ "paid": true } }, "atMost": "30s""#, with: #"{ "paid": false } }, "atMost": "30s""#))
        _ = try answer(undone, "/pay")
        let other = Told(try #require(try answer(undone, "/wait").hold))
        undone.state.reset()
        #expect(other.all == [0])
    }

    @Test func aBatchWaitsForAllOfItsCalls() throws {
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "variables": { "a": 0, "b": 0 }, "rules": [
              { "match": { "rpc": "set a" }, "steps": [ { "reply": { "result": 1 }, "set": { "a": 1 } } ] },
              { "match": { "rpc": "set b" }, "steps": [ { "reply": { "result": 1 }, "set": { "b": 1 } } ] },
              { "match": { "rpc": "a" }, "steps": [ { "reply": { "result": "a" },
                "delay": { "until": { "variables": { "a": 1 } }, "atMost": "5s" } } ] },
              { "match": { "rpc": "b" }, "steps": [ { "reply": { "result": "b" },
                "delay": { "until": { "variables": { "b": 1 } }, "atMost": "9s" } } ] },
              { "match": { "rpc": "slow" }, "steps": [ { "reply": { "result": "c" }, "delay": "2s" } ] } ] }
            """#)
        func call(_ methods: [String]) throws -> Outcome {
            let calls = methods.map { #"{"jsonrpc":"2.0","method":"\#($0)","id":1}"# }.joined(separator: ",")
            return Outcome(decision: golden.decide(Request.make("POST", "/", body: Array("[\(calls)]".utf8))))
        }
        let waiting = try call(["a", "slow", "b"])
        #expect(waiting.delay == 9 * Self.second)
        let hold = try #require(waiting.hold)
        let told = Told(hold)
        _ = try call(["set b"])
        #expect(told.all == [5 * Self.second])
        _ = try call(["set a"])
        #expect(told.all == [5 * Self.second, 2 * Self.second])
        #expect(!hold.end())
        // However many wait for the same, it is told once.
        golden.state.reset()
        let many = try #require(try call(Array(repeating: "a", count: 50) + Array(repeating: "b", count: 50)).hold)
        let toldOnce = Told(many)
        _ = try call(["set a"])
        #expect(toldOnce.all == [])
        _ = try call(["set b"])
        #expect(toldOnce.all == [0])
        // What an element waits for may come with one behind it.
        golden.state.reset()
        let own = try call(["a", "set a"])
        #expect(own.delay == 0)
    }

    // MARK: What is answered after a wait

    private static let polls = #"""
        { "variables": { "n": 0, "late": 0, "done": false }, "rules": [
          { "match": { "path": "/set" }, "reply": {}, "set": { "n": "{{hit}}", "done": true } },
          { "match": { "path": "/poll" }, "reply": { "json": { "n": "{{variables.n}}", "at": "{{now.epoch}}" } },
            "delay": { "until": { "variables": { "done": true } }, "atMost": "5s",
              "then": { "reply": { "status": 504, "text": "late {{variables.late}}" }, "set": { "late": "{{hit}}" } } } },
          { "match": { "path": "/failing" }, "reply": {},
            "delay": { "until": { "variables": { "done": true } }, "atMost": "5s", "then": { "fail": 503, "delay": "1s" } } },
          { "match": { "path": "/chosen" }, "choose": [ { "reply": { "text": "chosen" },
            "delay": { "until": { "variables": { "done": true } }, "atMost": "5s", "then": { "fail": 502 } } } ] },
          { "match": { "path": "/passed" }, "pass": true,
            "delay": { "until": { "variables": { "done": true } }, "atMost": "5s", "then": { "fail": 500 } } },
          { "match": { "path": "/passed", "query": { "a": "1" } }, "reply": { "text": "below" } },
          { "match": { "path": "/late" }, "reply": {},
            "delay": { "until": { "variables": { "late": { "above": 0 } } }, "atMost": "9s" } },
          { "match": { "path": "/stuck" }, "reply": { "text": "{{variables.n}}" },
            "delay": { "until": { "variables": { "late": 100 } }, "atMost": "9s" } } ] }
        """#

    @Test func theAnswerHasTheVariablesAndTheClockOfItsMoment() throws {
        let golden = Golden(Self.polls)
        let poll = try answer(golden, "/poll")
        #expect(poll.hold != nil)
        for _ in 0..<3 { _ = try answer(golden, "/set") }
        let made = try #require(poll.answerAfter(golden, at: EngineClock(wallMilliseconds: 7_000, monotonic: 7)))
        #expect(made.plan.script.body == #"{"n":3,"at":7}"#)
        #expect(try answer(golden, "/poll").answerAfter(golden)?.plan.script.body == #"{"n":3,"at":0}"#)
    }

    @Test func thenAnswersWhereItWaitedInVain() throws {
        let golden = Golden(Self.polls)
        let waiting = try answer(golden, "/late")
        let told = Told(try #require(waiting.hold))
        let made = try #require(try answer(golden, "/poll").answerAfter(golden))
        #expect(made.plan.script.status == 504 && made.plan.script.body == "late 1")
        #expect(made.rule == 1 && made.step == 0 && made.hit == 1 && made.notes.contains(.waitedInVain))
        // Its `set` wakes others, and applies no sooner.
        #expect(told.all == [0])
        let failing = try #require(try answer(golden, "/failing").answerAfter(golden))
        #expect(failing.plan.script.status == 503 && failing.plan.delay == Self.second)
        #expect(
            golden.scenario.failureName(rule: failing.rule, step: failing.step, choice: failing.choice)
                == "http/status/503")
        let chosen = try #require(try answer(golden, "/chosen").answerAfter(golden))
        #expect(
            golden.scenario.failureName(rule: chosen.rule, step: chosen.step, choice: chosen.choice)
                == "http/status/502")
        for target in ["/passed?a=1", "/passed"] {
            let passed = try #require(try answer(golden, target).answerAfter(golden))
            #expect(passed.plan.script.status == 500 && passed.rule == 4, "\(target)")
        }
        // Without a `then` the step answers.
        let stuck = try #require(try answer(golden, "/stuck").answerAfter(golden))
        #expect(stuck.plan.script.status == 200 && stuck.notes.contains(.waitedInVain))
    }

    @Test func thenIsNotNeededWhereItCame() throws {
        let golden = Golden(Self.polls)
        let waits = try ["/poll", "/failing", "/chosen", "/passed?a=1"].map { try answer(golden, $0) }
        _ = try answer(golden, "/set")
        let made = waits.compactMap { $0.answerAfter(golden) }
        #expect(made.map(\.plan.script.status) == [200, 200, 200, 200])
        #expect(made.map(\.plan.script.body) == [#"{"n":1,"at":0}"#, "", "chosen", "below"])
        #expect(made.allSatisfy { !$0.notes.contains(.waitedInVain) && $0.plan.delay == 0 })
    }

    @Test func anElementOfABatchHasItsThenAndTheOthersTheirAnswers() throws {
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "variables": { "a": 0, "b": 0 }, "rules": [
              { "match": { "rpc": "set" }, "reply": { "result": 1 }, "set": { "a": "{{hit}}" } },
              { "match": { "rpc": "a" }, "reply": { "result": "{{variables.a}}" },
                "delay": { "until": { "variables": { "a": { "above": 0 } } }, "atMost": "5s", "then": { "fail": -32000 } } },
              { "match": { "rpc": "b" }, "reply": { "result": "{{variables.a}}" },
                "delay": { "until": { "variables": { "b": 1 } }, "atMost": "5s", "then": { "fail": -32001 } } },
              { "match": { "rpc": "slow" }, "reply": { "result": "{{variables.a}}" }, "delay": "1s" } ] }
            """#)
        let calls = ["a", "b", "slow", "none"].map { #"{"jsonrpc":"2.0","method":"\#($0)","id":1}"# }.joined(
            separator: ",")
        let batch = Outcome(decision: golden.decide(Request.make("POST", "/", body: Array("[\(calls)]".utf8))))
        #expect(batch.delay == 5 * Self.second)
        _ = golden.decide(Request.make("POST", "/", body: Array(#"{"jsonrpc":"2.0","method":"set","id":1}"#.utf8)))
        let made = try #require(batch.answerAfter(golden))
        #expect(made.plan.delay == 0)
        #expect(
            made.plan.script.body.hasPrefix(
                #"[{"jsonrpc":"2.0","result":1,"id":1},{"jsonrpc":"2.0","error":{"code":-32001,"#),
            "\(made.plan.script)")
        #expect(
            made.plan.script.body.contains(
                #"},{"jsonrpc":"2.0","result":0,"id":1},{"jsonrpc":"2.0","error":{"code":-32601"#))
    }

    @Test func aBatchThatIsAnsweredByItsThenLeavesNobodyWaiting() throws {
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "variables": { "a": 0, "b": 0 }, "rules": [
              { "match": { "batch": true }, "pass": true,
                "delay": { "until": { "variables": { "a": 1 } }, "atMost": "1s", "then": { "fail": "http/status/503" } } },
              { "match": { "rpc": "set" }, "reply": { "result": 1 }, "set": { "b": 1 } },
              { "match": { "rpc": "x" }, "reply": { "result": 1 },
                "delay": { "until": { "variables": { "b": 1 } }, "atMost": "1s" } } ] }
            """#)
        func call(_ method: String) -> String { #"{"jsonrpc":"2.0","method":"\#(method)","id":1}"# }
        let batch = Outcome(decision: golden.decide(Request.make("POST", "/", body: Array("[\(call("x"))]".utf8))))
        let told = Told(try #require(batch.hold))
        #expect(batch.answerAfter(golden)?.plan.script.status == 503)
        _ = golden.decide(Request.make("POST", "/", body: Array(call("set").utf8)))
        #expect(told.all == [])
    }

    /// The effect of a request on the store is that of its hit, whatever the answer is made of.
    @Test func thenDoesNotRepeatWhatTheSystemDid() throws {
        let golden = Golden(
            #"""
            { "system": "documents", "variables": { "v": 0 }, "settings": { "store": { "/a.txt": { "text": "a" } } },
              "rules": [ { "match": { "method": "MOVE" }, "pass": true,
                "delay": { "until": { "variables": { "v": 1 } }, "atMost": "1s", "then": { "fail": "http/wrong-content-type" } } } ] }
            """#)
        let moved = Outcome(
            decision: golden.decide(
                Request.make("MOVE", "/a.txt", fields: [("Destination", "/b.txt"), ("Host", "localhost")])))
        #expect(moved.answerAfter(golden)?.plan.script.status == 201)
        guard case .answer(let read) = golden.decide(Request.make("GET", "/b.txt")) else { throw CancellationError() }
        #expect(read.plan.script.status == 200)
    }

    /// A system without state answers as of the moment.
    @Test func theSystemsOwnAnswerHasTheVariablesOfItsMoment() throws {
        let golden = Golden(
            #"""
            { "system": "salesforce", "variables": { "access_token": "old", "v": 0 }, "settings": { "tokenVariable": "access_token" },
              "rules": [ { "match": { "path": "/set" }, "reply": {}, "set": { "access_token": "new", "v": 1 } },
                { "match": { "path": "/services/oauth2/token" }, "pass": true,
                  "delay": { "until": { "variables": { "v": 1 } }, "atMost": "1s" } } ] }
            """#)
        let body = "grant_type=client_credentials&client_id=a&client_secret=b"
        let asked = Outcome(
            decision: golden.decide(
                Request.make(
                    "POST", "/services/oauth2/token", fields: [("Content-Type", "application/x-www-form-urlencoded")],
                    body: Array(body.utf8))))
        #expect(asked.hold != nil)
        _ = try answer(golden, "/set")
        let made = try #require(asked.answerAfter(golden))
        #expect(made.plan.script.body.contains(#""access_token":"new""#), "\(made.plan.script)")
    }

    @Test func thenIsSpoiledByTheRulesAboveItsStepAndNotByTheStep() throws {
        func body(_ above: String) throws -> String {
            let golden = Golden(
                #"""
                { "variables": { "v": 0 }, "rules": [ \#(above)
                  { "match": { "path": "/**" }, "pass": true, "fail": "http/truncated-json", "with": { "after": 2 },
                    "delay": { "until": { "variables": { "v": 1 } }, "atMost": "1s", "then": { "reply": { "json": { "a": 1 } } } } },
                  { "match": { "path": "/a" }, "reply": { "json": { "b": 1 } } } ] }
                """#)
            return try #require(try answer(golden, "/a").answerAfter(golden)).plan.script.body
        }
        #expect(try body("") == #"{"a":1}"#)
        #expect(
            try body(#"{ "match": { "path": "/**" }, "pass": true, "fail": "http/empty-body" },"#) == "")
    }
}
