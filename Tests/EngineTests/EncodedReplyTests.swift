import Engine
import Foundation
import Rules
import Testing
import Wire

/// Replies whose bodies are encoded. The encoder of these tests puts brackets around deflated parts.
@Suite struct EncodedReplyTests {
    private static let accepting = [("Accept-Encoding", "gzip;q=0, deflate")]

    private func told(_ golden: Golden, _ fields: [(String, String)] = accepting, body: String = "") -> String {
        let told = golden.tell(Request.make(body.isEmpty ? "GET" : "POST", "/", fields: fields, body: Array(body.utf8)))
        return told.split(separator: "\n").dropFirst().joined(separator: "\n")
    }

    private func told(_ steps: String, _ fields: [(String, String)] = accepting, body: String = "") -> String {
        told(.steps(steps), fields, body: body)
    }

    private static let plain = """
        head 200 [Content-Type: text/plain; charset=utf-8, Vary: Accept-Encoding] length 2
        content 2 "ab"
        end of content
        finish exchange
        """
    private static let coded = """
        head 200 [Content-Type: text/plain; charset=utf-8, Vary: Accept-Encoding, Content-Encoding: deflate] length 4
        content 4 "[ab]"
        end of content
        finish exchange
        """

    @Test(arguments: [
        ("deflate", true), ("DEFLATE", true), ("gzip, deflate;q=0.5", true), ("*", true), ("*;q=0.001", true),
        ("deflate;q=0", false), ("deflate; Q=0.000", false), ("*;q=0", false), ("*, deflate;q=0", false),
        ("deflate, *;q=0", true), ("gzip", false), ("identity", false), ("", false), ("deflated", false),
    ])
    func theRequestDecides(accepts: String, isCoded: Bool) {
        let fields = [("Accept-Encoding", accepts)]
        let expected = isCoded ? Self.coded : Self.plain
        #expect(told(#"{ "reply": { "text": "ab", "encoding": "deflate" } }"#, fields) == expected)
        // The same if it is made for the request.
        #expect(told(#"{ "reply": { "text": "{{request.query.q}}ab", "encoding": "deflate" } }"#, fields) == expected)
    }

    @Test func withoutTheFieldItIsNotEncoded() {
        #expect(told(#"{ "reply": { "text": "ab", "encoding": "deflate" } }"#, []) == Self.plain)
    }

    @Test(arguments: ["ab", "{{request.query.q}}ab"])
    func allGetWhatIsAlwaysEncoded(text: String) {
        let told = told(#"{ "reply": { "text": "\#(text)", "encoding": { "always": "deflate" } } }"#, [])
        #expect(told == Self.coded.replacing(" Vary: Accept-Encoding,", with: ""))
    }

    @Test(arguments: [(#""Vary": "accept-ENCODING, Origin""#, 1), (#""Vary": "*""#, 1), (#""Vary": "Origin""#, 2)])
    func itVariesOnce(header: String, count: Int) {
        let told = told(#"{ "reply": { "text": "ab", "encoding": "deflate", "headers": { \#(header) } } }"#)
        #expect(told.components(separatedBy: "Vary: ").count == count + 1)
    }

    /// Cuts count the encoded bytes, whoever cuts.
    @Test(arguments: [
        #""cut": { "after": 3, "end": "close" }"#, #""cut": { "after": "75%", "end": "close" }"#,
        #""fail": "tcp/close-mid-body", "with": { "after": 3 }"#,
    ])
    func cutsCountEncodedBytes(cut: String) {
        for text in ["ab", "{{request.query.q}}ab"] {
            let told = told(#"{ "reply": { "text": "\#(text)", "encoding": { "always": "deflate" } }, \#(cut) }"#)
            #expect(told.contains("length 4\ncontent 3 \"[ab\"\nfinish connection"), "\(told)")
        }
    }

    @Test func spoilersOfTheBodyComeFirst() {
        for json in [#"{ "a": 1 }"#, #"{ "a": "{{request.query.q}}" }"#] {
            let told = told(#"{ "fail": "http/truncated-json", "reply": { "json": \#(json), "encoding": "deflate" } }"#)
            #expect(told.contains("Content-Encoding: deflate] length ") && told.contains(#" "[{\"a"#), "\(told)")
            #expect(told.contains("]\"\nend of content"), "\(told)")
        }
        // Those of the wire come behind it.
        let told = told(
            #"{ "fail": "http/length-too-long", "with": { "extra": 5 }, "reply": { "text": "ab", "encoding": "deflate" } }"#
        )
        #expect(told.contains("length 9\ncontent 4 \"[ab]\""), "\(told)")
    }

    @Test func spoilersBesidePassDoTheSame() {
        func golden(_ failure: String, _ reply: String) -> Golden {
            Golden(
                """
                { "rules": [ { "fail": "\(failure)", "pass": true }, { "reply": { \(reply), "encoding": "deflate" } } ] }
                """)
        }
        let truncated = told(golden("http/truncated-json", #""json": { "a": 1 }"#))
        #expect(truncated.contains(#" "[{\"a"#) && truncated.contains("]\"\nend of content"), "\(truncated)")
        #expect(
            told(golden("tcp/close-mid-body", #""text": "ab""#)).contains(
                "length 4\ncontent 2 \"[a\"\nfinish connection"))
        #expect(
            told(golden("tcp/close-mid-body", #""text": "ab""#), []).contains(
                "length 2\ncontent 1 \"a\"\nfinish connection"))
        // It has its own coding then.
        let gzip = told(golden("http/bad-gzip", #""text": "ab""#))
        #expect(gzip.contains("Content-Encoding: gzip") && !gzip.contains("Content-Encoding: deflate"), "\(gzip)")
    }

    /// So that it is never encoded on the thread of a shard: neither at the head, nor where a limit has the spoiler.
    @Test(arguments: [
        #"{ "fail": "http/truncated-json", "pass": true }"#,
        #"{ "pass": true, "rateLimit": { "allow": 1, "per": "1h", "then": { "fail": "http/truncated-json", "pass": true } } }"#,
    ])
    func whatIsSpoiledIsDecidedWithItsBody(above: String) {
        let golden = Golden(
            "{ \"rules\": [ \(above), { \"reply\": { \"json\": [1], \"encoding\": \"deflate\" } } ] }",
            decidesInSteps: false)
        let request = Request.make("POST", "/", fields: Self.accepting, body: [0x61])
        request.isBodyComplete = false
        guard case .needsBody = golden.decide(request) else {
            Issue.record("decided at its head")
            return
        }
        request.isBodyComplete = true
        _ = golden.decide(Request.make("GET", "/"))
        guard case .takesLong = golden.decide(request) else {
            Issue.record("decided at once")
            return
        }
    }

    @Test func inheritedPaceAndCutDoToo() {
        let golden = Golden(
            """
            { "rules": [ { "pass": true, "cut": { "after": 1, "end": "close" } },
              { "reply": { "text": "ab", "encoding": "deflate" } } ] }
            """)
        #expect(told(golden).contains("content 1 \"[\"\nfinish connection"))
        #expect(told(golden, []).contains("content 1 \"a\"\nfinish connection"))
    }

    @Test func rangesAreOfTheEncodedBody() {
        let golden = Golden.steps(#"{ "reply": { "text": "ab", "encoding": "deflate", "ranges": true } }"#)
        let part = told(golden, Self.accepting + [("Range", "bytes=3-")])
        #expect(part.contains("Content-Range: bytes 3-3/4") && part.contains("content 1 \"]\""), "\(part)")
        #expect(told(golden, [("Range", "bytes=1-")]).contains("content 1 \"b\""))
    }

    @Test func anOverRateAnswerHasBoth() {
        let golden = Golden(
            #"""
            { "rules": [ { "rateLimit": { "allow": 1, "per": "10s",
                "then": { "reply": { "status": 429, "text": "ab", "encoding": "deflate" } } }, "reply": {} } ] }
            """#)
        _ = told(golden)
        let over = told(golden)
        #expect(over.contains("Retry-After: 10") && over.contains("content 4 \"[ab]\""), "\(over)")
    }

    @Test func aThenOfAWaitIsEncodedToo() {
        let golden = Golden(
            #"""
            { "variables": { "a": 0 }, "rules": [ { "reply": {}, "delay": { "until": { "variables": { "a": 1 } },
                "atMost": "1s", "then": { "reply": { "text": "{{variables.a}}", "encoding": "deflate" } } } } ] }
            """#)
        guard case .waits(let taken) = golden.decide(Request.make("GET", "/", fields: Self.accepting)) else {
            Issue.record("it does not wait")
            return
        }
        #expect(taken.encodesBody)
        taken.endWait(golden.state, at: EngineClock(monotonic: 1_000_000_000))
        guard case .answer(let answer) = taken.decide().decision else { return }
        #expect(answer.plan.script.description.contains("content 3 \"[0]\""))
    }

    // MARK: Systems

    @Test func aResultIsEncodedInItsEnvelope() {
        let call = #"{"jsonrpc":"2.0","id":1,"method":"a"}"#
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "rules": [ { "match": { "rpc": "a" },
                "reply": { "result": 7, "encoding": "deflate" } } ] }
            """#)
        #expect(told(golden, body: call).contains(#"[{\"jsonrpc\":\"2.0\""#))
        // An element has no coding of its own.
        let request = Request.make("POST", "/", fields: Self.accepting, body: Array("[\(call)]".utf8))
        guard case .takesLong(let taken) = golden.decide(request), case .answer(let answer) = taken.decide().decision
        else {
            Issue.record("it is decided at once")
            return
        }
        #expect(answer.notes.contains(.headInBatch))
        #expect(!answer.plan.script.description.contains("deflate"))
    }
}
