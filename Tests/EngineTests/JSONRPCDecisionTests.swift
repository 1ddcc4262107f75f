import Engine
import Testing
import Wire

/// Scripted JSON-RPC: which call meets which rule, and what becomes of a batch.
@Suite struct JSONRPCDecisionTests {
    private let golden = Golden(
        #"""
        { "system": "jsonrpc", "rules": [
          { "name": "all", "match": { "batch": true, "path": "/whole" }, "steps": [ { "reply": { "result": 7 } } ] },
          { "name": "one", "match": { "rpc": "one" }, "steps": [ { "reply": { "result": { "n": 1.0 } }, "delay": "1s", "times": 2 },
                                                 { "reply": { "result": null, "status": 201, "headers": { "X": "y" } } } ] },
          { "name": "two", "match": { "rpc": { "startsWith": "tw" } }, "steps": [ { "fail": -32602, "with": { "data": [1.50] }, "delay": "3s" } ] },
          { "name": "lone", "match": { "rpc": "lone", "batch": false }, "steps": [ { "reply": { "result": "lone" } } ] },
          { "name": "spoiled", "match": { "rpc": "spoiled" }, "steps": [ { "fail": "wrong-id", "reply": { "result": 1 } } ] },
          { "name": "half", "match": { "rpc": "half" }, "steps": [ { "fail": "tcp/reset-mid-body", "reply": { "result": "abcd" } } ] },
          { "name": "page", "match": { "rpc": "page" }, "steps": [ { "fail": "http/html" } ] },
          { "name": "reset", "match": { "rpc": "reset" }, "steps": [ { "fail": "tcp/reset" } ] },
          { "name": "any", "match": { "path": "/any" }, "steps": [ { "reply": { "result": "any" } } ] },
          { "name": "own", "match": { "rpc": "own" }, "fail": -32601, "with": { "json": { "oops": "{{request.json/id}}" } } } ] }
        """#)

    private func tell(_ body: String, path: String = "/") -> String {
        golden.tell(Request.make("POST", path, body: Array(body.utf8)))
    }

    /// The body that goes out, whole.
    private func text(_ body: String, path: String = "/") -> String {
        guard case .answer(let answer) = golden.decide(Request.make("POST", path, body: Array(body.utf8))) else {
            return ""
        }
        return answer.plan.script.actions.reduce(into: "") { text, action in
            guard case .content(let content, _) = action else { return }
            text += String(decoding: content.bytes(0..<content.count), as: UTF8.self)
        }
    }

    @Test func aFailuresOwnBodyStandsInPlaceOfTheEnvelope() {
        #expect(text(call("own", 3)) == #"{"oops":3}"#)
        #expect(
            text(batch(call("own", 3), call("one", 4), call("own", nil)))
                == #"[{"oops":3},{"jsonrpc":"2.0","result":{"n":1.0},"id":4}]"#)
        #expect(tell(call("own", nil)).contains("head 204"))
    }

    /// One call in 2.0; nil for a notification.
    private func call(_ method: String, _ id: Int?) -> String {
        #"{"jsonrpc":"2.0","method":"\#(method)"\#(id.map { ",\"id\":\($0)" } ?? "")}"#
    }

    private func batch(_ calls: String...) -> String { "[" + calls.joined(separator: ",") + "]" }

    @Test func aResultComesInTheEnvelopeOfTheCall() {
        #expect(
            tell(call("one", 5)) == #"""
                rule 1 step 0 hit 1
                wait 1s
                head 200 [Content-Type: application/json] length 43
                content 43 "{\"jsonrpc\":\"2.0\",\"result\":{\"n\":1.0},\"id\":5}"
                end of content
                finish exchange
                """#)
        #expect(
            tell(#"{"method":"one","params":[],"id":5}"#).contains(
                #"{\"result\":{\"n\":1.0},\"error\":null,\"id\":5}"#))
    }

    @Test func aBatchIsDecidedInOrderOneHitEachNotificationsIncluded() {
        let calls = batch(call("one", 1), call("one", nil), call("two", 2), call("one", 3), call("nope", 4), "5")
        #expect(
            text(calls) == "["
                + [
                    #"{"jsonrpc":"2.0","result":{"n":1.0},"id":1}"#,
                    #"{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":[1.50]},"id":2}"#,
                    #"{"jsonrpc":"2.0","result":null,"id":3}"#,
                    #"{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":4}"#,
                    #"{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":null}"#,
                ].joined(separator: ",") + "]")
        #expect(golden.state.hits(of: 1) == 3 && golden.state.hits(of: 2) == 1)
        // The status and the fields of one element are not those of the batch.
        #expect(
            tell(calls).hasPrefix(
                "rule 1 step 1 hit 4\nwait 3s\nhead 200 [Content-Type: application/json] length "))
    }

    @Test func notificationsTakeTheirHitsAndGetNothing() {
        #expect(
            tell(batch(call("two", nil), call("one", nil))).hasPrefix(
                "rule 2 step 0 hit 1 jsonrpc/-32602\nwait 3s\nhead 204 [] no body"))
        #expect(tell(call("one", nil)).contains("head 204 []"))
        #expect(golden.state.hits(of: 1) == 2)
        #expect(tell(call("nope", nil)).hasPrefix("rule -2 step -1 hit 0\nhead 204"))
    }

    @Test func theFirstWireFaultTakesTheWholeResponse() {
        #expect(
            tell(batch(call("one", 1), call("reset", nil), call("half", 2)))
                == "rule 7 step 0 hit 1 tcp/reset\nwait 1s\nreset connection")
        #expect(tell(batch(call("page", 1), call("reset", 2))).contains("<!DOCTYPE html>"))
        let half = tell(batch(call("one", 1), call("half", 2)))
        #expect(half.hasPrefix("rule 5 step 0 hit 2 tcp/reset-mid-body\nwait 1s\nhead 200"), "\(half)")
        #expect(half.hasSuffix("reset connection"))
        #expect(golden.state.hits(of: 1) == 2)
    }

    @Test func aSpoiltEnvelopeStaysInItsPlace() {
        #expect(
            text(batch(call("spoiled", 1), call("nope", 2))).hasPrefix(
                #"[{"jsonrpc":"2.0","result":1,"id":3},{"jsonrpc":"2.0","error""#))
    }

    @Test func aBatchThatIsTakenWholeIsOneHit() {
        #expect(
            text(batch(call("a", 1), call("b", nil), "7", call("c", 2)), path: "/whole") == "["
                + [
                    #"{"jsonrpc":"2.0","result":7,"id":1}"#,
                    #"{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid Request"},"id":null}"#,
                    #"{"jsonrpc":"2.0","result":7,"id":2}"#,
                ].joined(separator: ",") + "]")
        #expect(golden.state.hits(of: 0) == 1)
        // One call is no batch, and an element of one is neither.
        #expect(tell(call("a", 1), path: "/whole").hasPrefix("rule -2 "))
        #expect(tell(call("lone", 1)).hasPrefix("rule 3 "))
        #expect(tell(batch(call("lone", 1))).hasPrefix("rule -2 "))
    }

    @Test func insideABatchJSONIsThatOfTheElement() {
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "rules": [
              { "match": { "rpc": "get", "json": { "/params/0": 1 } }, "steps": [ { "reply": { "result": "one" } } ] },
              { "match": { "not": { "rpc": "get" } }, "steps": [ { "fail": -32000 } ] } ] }
            """#)
        let calls =
            #"[{"jsonrpc":"2.0","method":"get","params":[2],"id":1},{"jsonrpc":"2.0","method":"get","params":[1],"id":2},{"jsonrpc":"2.0","method":"put","id":3}]"#
        #expect(
            golden.tell(Request.make("POST", "/", body: Array(calls.utf8))).hasPrefix("rule 0 step 0 hit 1\nhead 200"))
        #expect(golden.state.hits(of: 0) == 1 && golden.state.hits(of: 1) == 1)
    }

    @Test func whatCannotBeReadStillReachesRulesWithoutFieldsOfTheSystem() {
        #expect(tell("{", path: "/any").contains(#"{\"jsonrpc\":\"2.0\",\"result\":\"any\",\"id\":null}"#))
        #expect(tell("{").contains("-32700"))
        #expect(tell("[]").contains("-32600"))
    }

    // MARK: What is no piece of JSON

    private func decided(_ step: String, _ calls: String...) -> String {
        let golden = Golden(
            "{ \"system\": \"jsonrpc\", \"rules\": [ { \"match\": { \"rpc\": \"x\" }, \"steps\": [ \(step) ] } ] }")
        return golden.tell(Request.make("POST", "/", body: Array(("[" + calls.joined(separator: ",") + "]").utf8)))
    }

    @Test(arguments: [
        #"{ "reply": { "status": 503 } }"#, #"{ "reply": { "text": "hello" } }"#, #"{ "reply": { "html": "<p>" } }"#,
        #"{ "reply": { "text": "{{hit}}" } }"#,
        #"{ "reply": { "chunks": [ { "text": "1" }, { "text": "2", "delay": "1s" } ] } }"#,
        #"{ "reply": { "result": 1, "interim": [ { "status": 103 } ] } }"#,
        #"{ "reply": { "result": 1, "framing": "chunked" } }"#,
        #"{ "reply": { "json": 1, "trailers": { "T": "1" } } }"#,
        #"{ "reply": { "json": 1, "head": [["A", "b"]] } }"#,
        #"{ "fail": "wrong-id", "reply": { "result": 1, "interim": [ { "status": 103 } ] } }"#,
        #"{ "fail": "http/truncated-json", "reply": { "result": [1, 2, 3] } }"#,
        #"{ "fail": "http/wrong-content-type", "reply": { "text": "{{hit}}" } }"#,
    ])
    func whatCannotBeOneOfSeveralTakesTheWholeResponse(step: String) {
        let whole = decided(step, call("nope", 1), call("x", 2), call("nope", 3))
        #expect(whole.hasPrefix("rule 0 step 0 hit 1"), "\(whole)")
        #expect(!whole.contains("-32601"), "\(whole)")
    }

    @Test func paceCutAndJSONStayInTheirPlace() {
        for step in [
            #"{ "reply": { "result": 1 }, "pace": { "bytes": 1, "every": "1ms" } }"#,
            #"{ "reply": { "json": {"a": 1} }, "cut": { "after": "99%", "end": "reset" } }"#,
            #"{ "reply": { "json": "{{hit}}", "status": 201 } }"#, #"{ "fail": "wrong-id", "reply": { "result": 1 } }"#,
        ] {
            #expect(decided(step, call("nope", 1), call("x", 2)).contains("-32601"), "\(step)")
        }
    }

    @Test func theLengthOfOneAnswerIsNotThatOfAll() {
        let told = decided(
            #"{ "reply": { "result": 1, "headers": { "Content-Length": 36, "X": "y" } } }"#, call("x", 1), call("x", 2))
        #expect(told.contains("\nhead 200 [Content-Type: application/json] length 73\n"), "\(told)")
        let coded = decided(
            #"{ "reply": { "result": 1, "headers": { "Transfer-Encoding": "chunked" } } }"#, call("x", 1), call("x", 2))
        #expect(coded.contains("\nhead 200 [Content-Type: application/json] length 73\n"), "\(coded)")
    }

    @Test func aNotificationHasNoPlaceInABatchWhateverItsRuleSays() {
        #expect(decided(#"{ "reply": { "json": 7 } }"#, call("x", nil), call("nope", 3)).contains(#"content 79 "[{\""#))
        #expect(decided(#"{ "reply": { "json": "{{hit}}" } }"#, call("x", nil)).contains("head 204 []"))
        #expect(decided(#"{ "fail": -32700 }"#, call("x", nil)).contains("-32700"))
        // What the wire would do to an answer, it does not do to none.
        let interim = #"{ "reply": { "result": 1, "interim": [ { "status": 103 } ] } }"#
        #expect(decided(interim, call("x", nil), call("nope", 3)).contains("-32601"))
        // Alone it gets what the author wrote, unless that is a result.
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "rules": [ { "match": { "rpc": "json" }, "steps": [ { "reply": { "json": 7 } } ] },
              { "match": { "rpc": "result" }, "steps": [ { "reply": { "result": 7, "interim": [ { "status": 103 } ] } } ] } ] }
            """#)
        #expect(golden.tell(.make("POST", "/", body: Array(call("json", nil).utf8))).contains("content 1 \"7\""))
        #expect(golden.tell(.make("POST", "/", body: Array(call("result", nil).utf8))).contains("head 204 []"))
    }
}
