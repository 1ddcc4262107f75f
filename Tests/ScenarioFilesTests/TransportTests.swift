import Catalogue
import JSONText
import ScenarioFiles
import Systems
import TestSupport
import Testing
import Wire

/// What a transport cannot carry is refused where a scenario is loaded.
struct TransportTests {
    private func load(_ step: String, on protocols: TransportFeatures..., system: String = "") -> String {
        let file =
            #"{ "description": "d",\#(system) "rules": [ { "name": "r", "match": {}, "steps": [ \#(step) ] } ] }"#
        var numbering = ScriptNumbering()
        return ScenarioLoader(
            source: MemorySource(["s.json": file]),
            patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all, protocols: protocols
        ).load(["s.json"], numbering: &numbering).text
    }

    @Test(
        arguments: [
            (#"{ "fail": "tcp/reset" }"#, TransportFeatures.resets, #""tcp/reset" needs resets of connections"#),
            (#"{ "fail": "tcp/reset-mid-body" }"#, .resets, #""tcp/reset-mid-body" needs resets of connections"#),
            (
                #"{ "fail": "tcp/close-mid-headers" }"#, .headLines,
                #""tcp/close-mid-headers" needs a head as lines of text"#
            ),
            (
                #"{ "fail": "http/malformed-status-line" }"#, .headLines,
                #""http/malformed-status-line" needs a head as lines of text"#
            ),
            (#"{ "fail": "http/garbage" }"#, .rawBytes, #""http/garbage" needs bytes that are not HTTP"#),
            (
                #"{ "fail": "http/status/503", "cut": { "after": "status", "end": "reset" } }"#,
                [.headLines, .resets], "needs a head as lines of text and resets of connections"
            ),
            (
                #"{ "reply": { "text": "{{request.headers.x}}" }, "cut": { "after": 1, "end": "reset" } }"#, .resets,
                "this answer"
            ),
            (#"{ "reply": { "raw": "U1NILTIuMA==" } }"#, .rawBytes, "this answer needs bytes that are not HTTP"),
        ] as [(String, TransportFeatures, String)])
    func whatIsLackingIsSaidOnce(step: String, lacking: TransportFeatures, words: String) {
        #expect(load(step, on: .all) == "")
        let text = load(step, on: TransportFeatures.all.subtracting(lacking))
        #expect(text.contains(words), "\(text)")
        #expect(text.components(of: "which this transport does not support") == 1, "\(text)")
    }

    @Test func aSystemsOwnAnswerThatIsSpoiledIsLookedAtToo() {
        let system = #" "system": "jsonrpc","#
        #expect(load(#"{ "fail": "tcp/reset-mid-body" }"#, on: .all, system: system) == "")
        let text = load(#"{ "fail": "tcp/reset-mid-body" }"#, on: [], system: system)
        #expect(text.components(of: "which this transport does not support") == 1, "\(text)")
    }

    /// Of several protocols one has to carry all of it.
    @Test func oneProtocolIsEnoughAndTwoHalvesAreNone() {
        let step = #"{ "fail": "http/status/503", "cut": { "after": "status", "end": "reset" } }"#
        #expect(load(step, on: [], [.headLines, .resets]) == "")
        let text = load(step, on: .headLines, .resets)
        #expect(text.contains("needs resets of connections, which this transport does not support"), "\(text)")
    }

    @Test func whatNeedsNothingIsCarriedByAnything() {
        for step in [
            #"{ "fail": "http/timeout" }"#, #"{ "fail": "http/bad-gzip" }"#, #"{ "reply": { "text": "a" } }"#,
            #"{ "fail": "tcp/close-mid-body" }"#,
        ] { #expect(load(step, on: []) == "", "\(step)") }
    }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let place = rest.firstRange(of: part) {
            count += 1
            rest = rest[place.upperBound...]
        }
        return count
    }
}
