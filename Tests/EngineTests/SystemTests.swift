import Engine
import Testing
import Wire

/// Requests that a system puts apart into calls.
@Suite struct SystemTests {
    private let golden = Golden(
        #"""
        { "system": "words", "rules": [
          { "match": { "word": "one" }, "steps": [ { "reply": { "json": 1 }, "delay": "1s", "times": 2 },
                                                   { "reply": { "json": 11, "status": 201 } } ] },
          { "match": { "word": "two" }, "steps": [ { "reply": { "json": 2 }, "delay": "3s" } ] },
          { "match": { "word": "bad" }, "steps": [ { "fail": "http/html" } ] },
          { "match": { "word": "reset" }, "steps": [ { "fail": "tcp/reset", "delay": "2s" } ] },
          { "match": { "word": "half" }, "steps": [ { "fail": "tcp/reset-mid-body", "reply": { "text": "abcd" } } ] },
          { "match": { "word": "cut" }, "steps": [ { "reply": { "json": 1234 }, "cut": { "after": 2, "end": "close" } } ] },
          { "match": { "path": "/any" }, "steps": [ { "reply": { "text": "any" } } ] } ] }
        """#)

    private func tell(_ body: String, path: String = "/") -> String {
        golden.tell(Request.make("POST", path, body: Array(body.utf8)))
    }

    @Test func nothingIsDecidedBeforeTheBodyIsThere() {
        let request = Request.make("POST", "/", body: Array("one".utf8))
        request.isBodyComplete = false
        #expect(golden.tell(request) == "needs body")
        #expect(golden.state.hits(of: 0) == 0)
    }

    @Test func callsAreDecidedInOrderOneHitEach() {
        #expect(
            tell("one\ntwo\none\none") == """
                rule 0 step 0 hit 1
                wait 3s
                head 201 [Content-Type: text/plain] length 8
                content 8 "1+2+1+11"
                end of content
                finish exchange
                """)
        #expect(golden.state.hits(of: 0) == 3)
        #expect(golden.state.hits(of: 1) == 1)
    }

    @Test func theFirstWireFaultTakesTheWholeResponse() {
        #expect(tell("one\nreset\nhalf\ntwo") == "rule 3 step 0 hit 1 tcp/reset\nwait 3s\nreset connection")
        #expect(tell("one\nhalf\nreset").hasPrefix("rule 4 step 0 hit 2 tcp/reset-mid-body\nwait 2s\nhead 200"))
        #expect(golden.state.hits(of: 0) == 2)
    }

    @Test func aCutIsTheResponses() {
        #expect(
            tell("two\ncut") == """
                rule 1 step 0 hit 1
                wait 3s
                head 200 [Content-Type: text/plain] length 6
                content 2 "2+"
                finish connection, no close_notify
                """)
    }

    @Test func whatNobodyScriptedTheSystemAnswers() {
        #expect(
            tell("three") == """
                rule -2 step -1 hit 0
                head 200 [Content-Type: text/plain] length 7
                content 7 "unknown"
                end of content
                finish exchange
                """)
        #expect(tell("one\nthree").contains("\"1+unknown\""))
        #expect(tell("silence") == "unmatched")
        #expect(tell("silence\none").contains("content 1 \"1\""))
    }

    @Test func whatTheSystemCannotReadStillReachesRulesWithoutItsFields() {
        #expect(tell("").contains("head 400"))
        #expect(tell("", path: "/any").hasPrefix("rule 6 step 0 hit 1\n"))
    }
}
