import Engine
import Scenario
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

    private func answer(_ golden: Golden, _ target: String) throws -> EngineAnswer {
        let decision = golden.decide(Request.make("GET", target))
        guard case .answer(let answer) = decision else {
            Issue.record("\(target) is not answered")
            throw CancellationError()
        }
        return answer
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
        #expect(waiting.plan.delay == 30 * Self.second)
        let hold = try #require(waiting.hold)
        let told = Told(hold)
        _ = try answer(golden, "/n")
        #expect(told.all == [])
        _ = try answer(golden, "/pay")
        #expect(told.all == [0])
        _ = try answer(golden, "/pay")
        #expect(told.all == [0])
        #expect(!hold.end())
        // Rendered when the step was taken.
        #expect(waiting.plan.script.body == "0")
    }

    @Test func whatHoldsAlreadyIsNotWaitedFor() throws {
        let golden = Golden(Self.rules)
        _ = try answer(golden, "/pay")
        let paid = try answer(golden, "/wait")
        #expect(paid.plan.delay == 0 && paid.hold == nil)
        _ = try answer(golden, "/undo")
        let own = try answer(golden, "/own")
        #expect(own.plan.delay == 0 && own.hold == nil)
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
        #expect(on.plan.delay == 20 * Self.second && on.hold != nil)
        let own = try answer(golden, "/pass/own")
        #expect(own.plan.delay == Self.second && own.hold == nil)
        guard case .unmatched(let miss) = golden.decide(Request.make("GET", "/pass/nobody")) else {
            Issue.record("somebody answered")
            return
        }
        let hold = try #require(miss.hold)
        #expect(miss.delay == 20 * Self.second)
        let told = Told(hold)
        _ = try answer(golden, "/pay")
        #expect(told.all == [0])
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
        func call(_ methods: [String]) throws -> EngineAnswer {
            let calls = methods.map { #"{"jsonrpc":"2.0","method":"\#($0)","id":1}"# }.joined(separator: ",")
            let decision = golden.decide(Request.make("POST", "/", body: Array("[\(calls)]".utf8)))
            guard case .answer(let answer) = decision else { throw CancellationError() }
            return answer
        }
        let waiting = try call(["a", "slow", "b"])
        #expect(waiting.plan.delay == 9 * Self.second)
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
        #expect(own.plan.delay == 0)
    }
}
