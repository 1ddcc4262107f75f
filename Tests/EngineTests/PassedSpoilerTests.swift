import Rules
import Testing
import Wire

@testable import Engine

/// Spoilers beside `pass`: they spoil whatever is answered below.
@Suite struct PassedSpoilerTests {
    private func answer(_ golden: Golden, _ request: Request) throws -> EngineAnswer {
        guard case .answer(let answer) = golden.decide(request) else {
            Issue.record("nobody answers")
            throw CancellationError()
        }
        return answer
    }

    private func get(_ golden: Golden, _ target: String) throws -> EngineAnswer {
        try answer(golden, .make("GET", target))
    }

    private func post(_ golden: Golden, _ body: String) throws -> EngineAnswer {
        try answer(golden, .make("POST", "/", body: Array(body.utf8)))
    }

    // MARK: Plain HTTP

    private static let plain = #"""
        { "variables": { "n": 7 }, "rules": [
          { "name": "above", "match": { "query": { "two": { "exists": true } } }, "fail": "http/wrong-content-type", "pass": true },
          { "name": "spoils", "match": { "path": "/**" }, "fail": "http/truncated-json", "with": { "after": 3 }, "pass": true,
            "delay": "1s" },
          { "match": { "path": "/json" }, "reply": { "json": { "a": 1 } } },
          { "match": { "path": "/dynamic" }, "reply": { "json": { "a": "{{hit}}" } } },
          { "match": { "path": "/failing" }, "fail": 503 },
          { "match": { "path": "/reset" }, "fail": "tcp/reset" },
          { "match": { "path": "/empty" }, "reply": { "status": 204 } },
          { "match": { "path": "/raw" }, "reply": { "raw": "SFRUUC8xLjEgMjA0IE5vIENvbnRlbnQNCg0K" } } ] }
        """#

    @Test func whatIsScriptedBelowIsSpoiled() throws {
        let golden = Golden(Self.plain)
        let json = try get(golden, "/json")
        #expect(json.plan.script.body == #"{"a"# && json.plan.delay == 1_000_000_000)
        #expect(json.rule == 2 && json.spoiler?.name == "http/truncated-json" && json.notes.isEmpty)
        #expect(try get(golden, "/dynamic").plan.script.body == #"{"a"#)
        let failing = try get(golden, "/failing")
        #expect(failing.plan.script.status == 503 && failing.plan.script.body.count == 3)
        #expect(golden.state.hits(of: 1) == 3)
    }

    @Test(arguments: ["/reset", "/empty", "/raw"]) func whatItCannotApplyToStaysAsItIs(target: String) throws {
        let golden = Golden(Self.plain)
        let answer = try get(golden, target)
        #expect(answer.notes == .notSpoiled && answer.spoiler == nil)
        let without = Golden(
            Self.plain.replacing(#""fail": "http/truncated-json", "with": { "after": 3 }, "#, with: ""))
        #expect(try answer.plan.description == get(without, target).plan.description)
    }

    @Test func ofSeveralTheLowestAppliesFirst() throws {
        let golden = Golden(Self.plain)
        let both = try get(golden, "/json?two")
        #expect(both.plan.script.body == #"{"a"#)
        #expect(both.plan.script.description.contains("Content-Type: text/html"), "\(both.plan.script)")
        #expect(both.spoiler?.name == "http/wrong-content-type")
        // The second has nothing left to spoil in the other order.
        func order(_ first: String, _ second: String) throws -> EngineAnswer {
            try get(
                Golden(
                    #"""
                    { "rules": [ { "match": { "path": "/**" }, "fail": "\#(first)", "pass": true },
                      { "match": { "path": "/**" }, "fail": "\#(second)", "pass": true },
                      { "match": { "path": "/a" }, "reply": { "json": [ 1, 2 ] } } ] }
                    """#), "/a")
        }
        let emptied = try order("http/empty-body", "http/truncated-json")
        #expect(emptied.plan.script.body == "" && emptied.notes.isEmpty && emptied.spoiler?.name == "http/empty-body")
        let truncated = try order("http/truncated-json", "http/empty-body")
        #expect(truncated.notes == .notSpoiled && truncated.spoiler?.name == "http/empty-body")
    }

    @Test func aChoiceAndPlaceholdersAreOfThePassingRule() throws {
        let golden = Golden(
            #"""
            { "variables": { "n": 2 }, "rules": [
              { "match": { "path": "/chosen" }, "choose": [ { "fail": "http/wrong-content-type", "with": { "type": "text/{{variables.n}}-{{hit}}" }, "pass": true } ] },
              { "match": { "path": "/once" }, "steps": [ { "fail": "http/empty-body", "pass": true } ], "atEnd": "pass" },
              { "match": { "path": "/**" }, "reply": { "json": [ 10, 20 ] } } ] }
            """#)
        #expect(try get(golden, "/chosen").plan.script.description.contains("Content-Type: text/2-1"))
        #expect(try get(golden, "/once").plan.script.body == "")
        #expect(try get(golden, "/once").plan.script.body == "[10,20]")
    }

    @Test func aPaceAndACutGoAlong() throws {
        let golden = Golden(
            #"""
            { "rules": [ { "match": { "path": "/**" }, "fail": "http/wrong-content-type", "pass": true,
                "cut": { "after": 2, "end": "reset" } },
              { "match": { "path": "/a" }, "reply": { "json": [ 1, 2 ] } } ] }
            """#)
        let script = try get(golden, "/a").plan.script
        #expect(script.ending == .reset && script.body == "[1" && script.description.contains("text/html"), "\(script)")
    }

    @Test func nobodyBelowIsNoted() throws {
        let golden = Golden(
            #"{ "rules": [ { "match": { "path": "/**" }, "fail": "http/empty-body", "pass": true } ] }"#)
        guard case .unmatched(let miss) = golden.decide(.make("GET", "/")) else { throw CancellationError() }
        #expect(miss.notes == .notSpoiled)
    }

    // MARK: Systems

    private static func call(_ method: String, _ id: Int) -> String {
        #"{"jsonrpc":"2.0","method":"\#(method)","id":\#(id)}"#
    }

    private static func rpc(_ above: String) -> Golden {
        Golden(
            #"{ "system": "jsonrpc", "rules": [ \#(above), { "match": { "rpc": "ping" }, "reply": { "result": "{{hit}}" } } ] }"#
        )
    }

    private static let three = "[" + (1...3).map { call("ping", $0) }.joined(separator: ",") + "]"

    @Test func aBatchOfScriptedAnswersIsReordered() throws {
        let golden = Self.rpc(#"{ "match": { "batch": true }, "fail": "reordered", "pass": true }"#)
        let batch = try post(golden, Self.three)
        #expect(
            batch.plan.script.body
                == #"[{"jsonrpc":"2.0","result":3,"id":3},{"jsonrpc":"2.0","result":2,"id":2},{"jsonrpc":"2.0","result":1,"id":1}]"#
        )
        #expect(batch.spoiler?.name == "jsonrpc/reordered" && batch.notes.isEmpty)
        #expect(golden.state.hits(of: 1) == 3 && golden.state.hits(of: 0) == 1)
        let single = try post(golden, Self.call("ping", 9))
        #expect(single.plan.script.body == #"{"jsonrpc":"2.0","result":4,"id":9}"# && single.spoiler == nil)
        // One answer cannot be reordered.
        let one = try post(golden, "[" + Self.call("ping", 1) + "]")
        #expect(one.plan.script.body == #"[{"jsonrpc":"2.0","result":5,"id":1}]"#)
        #expect(one.notes == .notSpoiled && one.spoiler == nil)
    }

    @Test func anElementIsSpoiledWhereItsRuleSaysSo() throws {
        let golden = Self.rpc(
            #"{ "match": { "rpc": "ping", "json": { "/id": 2 } }, "fail": "wrong-id", "pass": true }"#)
        let batch = try post(golden, Self.three)
        #expect(
            batch.plan.script.body
                == #"[{"jsonrpc":"2.0","result":1,"id":1},{"jsonrpc":"2.0","result":2,"id":5},{"jsonrpc":"2.0","result":3,"id":3}]"#
        )
        #expect(batch.spoiler?.name == "jsonrpc/wrong-id")
        #expect(try post(golden, Self.call("ping", 2)).plan.script.body == #"{"jsonrpc":"2.0","result":4,"id":3}"#)
    }

    @Test func whatChangesMoreThanAnElementChangesTheResponseOnce() throws {
        let golden = Self.rpc(
            #"{ "match": { "rpc": "ping" }, "fail": "tcp/reset-mid-body", "with": { "after": 5 }, "pass": true }"#)
        let batch = try post(golden, Self.three)
        #expect(batch.plan.script.ending == .reset && batch.plan.script.body == #"[{"js"#)
        #expect(batch.spoiler?.name == "tcp/reset-mid-body")
    }

    @Test func theSystemsOwnAnswerIsSpoiled() throws {
        let golden = Self.rpc(#"{ "match": { "rpc": { "exists": true } }, "fail": "missing-id", "pass": true }"#)
        let own = try post(golden, Self.call("none", 1))
        #expect(own.plan.script.body.contains("-32601") && !own.plan.script.body.contains("\"id\""))
        #expect(own.rule == EngineAnswer.system && own.spoiler?.name == "jsonrpc/missing-id")
        let batch = try post(golden, "[\(Self.call("none", 1)),\(Self.call("ping", 2))]")
        #expect(!batch.plan.script.body.contains("\"id\""))
        let documents = Golden(
            #"""
            { "system": "documents", "settings": { "store": { "/a.txt": { "text": "some text" } } },
              "rules": [ { "match": { "method": "GET" }, "fail": "tcp/reset-mid-body", "with": { "after": 4 }, "pass": true } ] }
            """#)
        let document = try get(documents, "/a.txt")
        #expect(document.plan.script.ending == .reset && document.plan.script.body == "some")
        #expect(try answer(documents, .make("DELETE", "/a.txt")).plan.script.status == 204)
    }

    @Test func anElementThatTakesTheResponseLeavesItAsItIs() throws {
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "rules": [ { "match": { "batch": true }, "fail": "reordered", "pass": true },
              { "match": { "rpc": "reset" }, "fail": "tcp/reset" }, { "match": { "rpc": "ping" }, "reply": { "result": 1 } } ] }
            """#)
        let batch = try post(golden, "[\(Self.call("ping", 1)),\(Self.call("reset", 2))]")
        #expect(batch.plan.script.ending == .reset && batch.notes.contains(.notSpoiled))
    }

    @Test func spoilersOfElementsHaveTheOrderOfTheirRules() throws {
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "rules": [
              { "match": { "rpc": "b" }, "fail": "tcp/reset-mid-body", "with": { "after": 3 }, "pass": true },
              { "match": { "rpc": "a" }, "fail": "tcp/close-mid-body", "with": { "after": 5 }, "pass": true },
              { "match": { "rpc": { "exists": true } }, "reply": { "result": 1 } } ] }
            """#)
        for methods in [["a", "b"], ["b", "a"]] {
            let calls = methods.map { Self.call($0, 1) }.joined(separator: ",")
            let script = try post(golden, "[\(calls)]").plan.script
            #expect(script.ending == .reset, "\(methods): \(script)")
        }
    }
}
