import Engine
import Rules
import Testing
import Wire

/// Placeholders inside the envelopes of JSON-RPC, and what the journal is told of all the calls of a batch.
@Suite struct JSONRPCEnvelopeTests {
    private let golden = Golden(
        #"""
        { "system": "jsonrpc", "variables": { "token": "t0" }, "rules": [
          { "name": "echo", "match": { "rpc": "echo" }, "steps": [ { "reply": { "headers": { "X-Call": "{{request.json/id}}" },
            "result": { "id": "{{request.json/id}}", "first": "{{request.json/params/0}}", "text": "<{{request.json/params/0}}>",
                        "hit": "{{hit}}", "token": "{{variables.token}}", "path": "{{request.target}}" } },
            "set": { "token": "t{{hit}}" } } ] },
          { "name": "fail", "match": { "rpc": "fail" }, "steps": [ { "fail": -32000,
            "with": { "message": "no {{request.json/params/0}}", "data": ["{{request.json/id}}"] } } ] },
          { "name": "pass", "match": { "rpc": { "startsWith": "note" } },
            "steps": [ { "pass": true, "set": { "token": "{{request.json/params/9}}" } } ] },
          { "name": "reset", "match": { "rpc": "reset" }, "steps": [ { "fail": "tcp/reset" } ] },
          { "name": "whole", "match": { "batch": true, "path": "/pass" },
            "steps": [ { "pass": true, "set": { "token": "{{request.query.none}}" } } ] } ] }
        """#)

    private func answer(_ body: String, path: String = "/rpc") throws -> EngineAnswer {
        let request = Request.make("POST", path, body: Array(body.utf8))
        guard case .answer(let answer) = golden.decide(request) else { throw CancellationError() }
        return answer
    }

    private func call(_ method: String, id: String, _ parameters: String = "[]") -> String {
        #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters),"id":\#(id)}"#
    }

    @Test func aResultRepeatsTheCallAndKeepsTheIDAsItWasWritten() throws {
        #expect(
            try answer(call("echo", id: "7.0", #"[{"a":[1.50]}]"#), path: "/rpc?q").plan.script.body
                == #"{"jsonrpc":"2.0","result":{"id":7.0,"first":{"a":[1.50]},"text":"<{\"a\":[1.50]}>","hit":1,"#
                + #""token":"t1","path":"/rpc?q"},"id":7.0}"#)
        #expect(
            try answer(call("echo", id: #""\u00e9\"""#, #"["\"}"]"#)).plan.script.body
                == #"{"jsonrpc":"2.0","result":{"id":"é\"","first":"\"}","text":"<\"}>","hit":2,"token":"t2","path":"/rpc"},"#
                + #""id":"\u00e9\""}"#)
    }

    @Test func anErrorRepeatsItToo() throws {
        #expect(
            try answer(call("fail", id: "3", #"["\"way\""]"#)).plan.script.body
                == #"{"jsonrpc":"2.0","error":{"code":-32000,"message":"no \"way\"","data":[3]},"id":3}"#)
    }

    @Test func eachElementOfABatchRepeatsItsOwn() throws {
        let batch = try answer(
            "["
                + [call("echo", id: "1", "[true]"), call("fail", id: "2", "[5]"), call("echo", id: #""c""#, "[]")]
                .joined(separator: ",") + "]")
        #expect(
            batch.plan.script.body
                == #"[{"jsonrpc":"2.0","result":{"id":1,"first":true,"text":"<true>","hit":1,"token":"t1","path":"/rpc"},"id":1},"#
                + #"{"jsonrpc":"2.0","error":{"code":-32000,"message":"no 5","data":[2]},"id":2},"#
                + #"{"jsonrpc":"2.0","result":{"id":"c","first":null,"text":"<>","hit":2,"token":"t2","path":"/rpc"},"id":"c"}]"#
        )
        // The fields of an element are left out.
        #expect(batch.notes == [.missingValue, .headInBatch])
        #expect(!batch.plan.script.description.contains("X-Call"))
        #expect(try answer(call("echo", id: "3")).plan.script.description.contains("X-Call: 3]"))
    }

    // MARK: Notes

    @Test func theNotesOfEveryElementAreKept() throws {
        let echo = call("echo", id: "1", "[1]")
        #expect(try answer("[\(echo)]").notes == [.headInBatch])
        // One that is answered by the system.
        #expect(try answer("[\(echo),\(call("note", id: "2"))]").notes == [.headInBatch, .missingValue])
        #expect(try answer("[\(call("note", id: "2"))]").notes == [.missingValue])
        #expect(try answer(call("note", id: "2")).notes == [.missingValue])
        // A fault of the wire takes the response.
        let fault = try answer("[\(call("note", id: "2")),\(call("reset", id: "3")),\(echo)]")
        #expect(fault.rule == 3 && fault.notes == [.missingValue])
        // The batch as one request.
        #expect(try answer("[\(echo)]", path: "/pass").notes == [.headInBatch, .missingValue])
        #expect(try answer("[\(call("nobody", id: "1"))]", path: "/pass").notes == [.missingValue])
        #expect(try answer("[\(call("reset", id: "1"))]", path: "/pass").notes == [.missingValue])
        #expect(try answer("{", path: "/pass").notes == [])
    }

    @Test func whatNobodyAnswersKeepsTheNotesOfTheRulesThatLetItPass() {
        let rules = #"""
            "variables": { "a": "" }, "rules": [
              { "steps": [ { "pass": true, "set": { "a": "{{request.query.a}}" } } ] },
              { "match": { "path": "/x" }, "steps": [ { "reply": {} } ] } ]
            """#
        for (system, body) in [("", ""), (#""system": "toy", "#, ""), (#""system": "words", "#, "silence\nsilence")] {
            let golden = Golden("{ \(system)\(rules) }")
            let request = Request.make("POST", "/", body: Array(body.utf8))
            guard case .unmatched(let miss) = golden.decide(request) else {
                Issue.record("somebody answered \(system)")
                continue
            }
            #expect(miss.notes == [.missingValue])
        }
    }
}
