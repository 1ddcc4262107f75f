import Catalogue
import Rules
import ScenarioFiles
import Systems
import TestSupport
import Testing
import Wire

/// What replies and failures become on the wire.
@Suite struct ReplyTests {
    @Test(arguments: [
        (#"{ "reply": {} }"#, "head 200 [] length 0"),
        (#"{ "reply": { "status": 204 } }"#, "head 204 [] no body"),
        (#"{ "reply": { "status": 299, "reason": "Fine" } }"#, #"head 299 4 "Fine" [] length 0"#),
        (
            #"{ "reply": { "headers": { "X-A": ["1", 2], "X-B": true } } }"#,
            "head 200 [X-A: 1, X-A: 2, X-B: true] length 0"
        ),
    ])
    func withoutABody(_ step: String, _ head: String) {
        #expect(plan(step) == head + "\nend of content\nfinish exchange")
    }

    @Test(arguments: [
        (#"{ "json": { "b": 1.0, "a": [ 1e2, "x" ] } }"#, "application/json", #"23 "{\"b\":1.0,\"a\":[1e2,\"x\"]}""#),
        (#"{ "json": { "a": "{{{{x}}" } }"#, "application/json", #"13 "{\"a\":\"{{x}}\"}""#),
        (#"{ "text": "{{{{x}}" }"#, "text/plain; charset=utf-8", #"5 "{{x}}""#),
        (#"{ "html": "<p>" }"#, "text/html; charset=utf-8", #"3 "<p>""#),
        (#"{ "base64": "AAE=" }"#, "application/octet-stream", #"2 "\x00\x01""#),
        (#"{ "size": "10MB" }"#, "application/octet-stream", "10000000 seeded bytes from 0"),
        (#"{ "file": "files/x.html" }"#, "text/html; charset=utf-8", #"4 "<br>""#),
        (#"{ "file": "b.bin" }"#, "application/octet-stream", #"1 "b""#),
    ])
    func aBodyBringsItsType(_ reply: String, _ type: String, _ content: String) {
        let text = plan("{ \"reply\": \(reply) }", files: ["files/x.html": "<br>", "b.bin": "b"])
        let count = content.prefix { $0 != " " }
        #expect(
            text == """
                head 200 [Content-Type: \(type)] length \(count)
                content \(content)
                end of content
                finish exchange
                """)
    }

    @Test func explicitHeadersWin() {
        #expect(
            plan(#"{ "reply": { "text": "", "headers": { "content-type": "a/b" } } }"#).hasPrefix(
                "head 200 [content-type: a/b]"))
        #expect(plan(#"{ "reply": { "text": "", "headers": { "Content-Type": null } } }"#).hasPrefix("head 200 []"))
    }

    @Test func pairsAreTheWholeHead() {
        #expect(
            plan(#"{ "reply": { "text": "hi", "head": [ ["A b", "1"], ["A b", "2"] ] } }"#) == """
                head 200 [A b: 1, A b: 2] exact framed as given
                content 2 "hi"
                end of content
                finish exchange
                """)
    }

    @Test func chunksInterimAndTrailers() {
        #expect(
            plan(
                #"""
                { "reply": { "interim": [ { "status": 103, "headers": { "Link": "x" } } ],
                  "chunks": [ { "text": "a" }, { "text": "b", "delay": "1s" } ], "trailers": { "T": "1" } } }
                """#) == """
                    interim 103 [Link: x]
                    head 200 [Content-Type: text/plain; charset=utf-8] chunked
                    content 1 "a"
                    wait 1s
                    content 1 "b"
                    end of content T: 1
                    finish exchange
                    """)
    }

    @Test func rawIsEveryByte() {
        #expect(plan(#"{ "reply": { "raw": "aGk=" } }"#) == "raw 2 \"hi\"\nfinish connection")
    }

    @Test func delayPaceAndCutCompose() {
        #expect(
            plan(
                #"""
                { "reply": { "text": "0123456789" }, "pace": { "bytes": 2, "every": "10ms" },
                  "cut": { "after": "50%", "end": "reset" } }
                """#) == """
                    head 200 [Content-Type: text/plain; charset=utf-8] length 10
                    content 5 "01234", 2 bytes every 10ms
                    reset connection
                    """)
        #expect(
            plan(#"{ "reply": { "text": "0123456789" }, "cut": { "after": 4, "end": "stall", "for": "5s" } }"#) == """
                head 200 [Content-Type: text/plain; charset=utf-8] length 10
                content 4 "0123"
                wait 5s
                content 6 "456789"
                end of content
                finish exchange
                """)
    }

    @Test func everyFailureLoadsAloneAndEverySpoilerBesideAReply() {
        for failure in FailureIndex.all.failures
        where FailureIndex.all.dialect(of: failure) == nil && failure.kind != .connection {
            #expect(stepMessages("{ \"fail\": \"\(failure.name)\", \"delay\": \"1s\" }") == [], "\(failure.name)")
            guard failure.kind == .spoiler else { continue }
            let reply = #"{ "json": { "a": [1, 2, 3] } }"#
            #expect(stepMessages("{ \"fail\": \"\(failure.name)\", \"reply\": \(reply) }") == [], "\(failure.name)")
        }
    }

    @Test func headersOfAFailureAreReadAsThoseOfAReply() {
        #expect(
            plan(#"{ "fail": "http/status/204", "with": { "headers": { "X": ["a", "b"] } } }"#)
                .hasPrefix("head 204 [X: a, X: b] no body"))
        #expect(
            plan(#"{ "fail": "http/redirect-to-file", "with": { "headers": { "location": ["/a", "/b"] } } }"#)
                .hasPrefix(
                    "head 302 [location: /a, location: /b] length 0"))
        #expect(
            plan(#"{ "fail": "http/redirect-to-file", "with": { "headers": { "LOCATION": null } } }"#).hasPrefix(
                "head 302 [] length 0"))
    }

    @Test func contentIsKeyedByItsSeedAlone() {
        func bodies(_ text: String, seed: Int64? = nil) -> [[UInt8]] {
            var numbering = ScriptNumbering()
            let result = ScenarioLoader(
                source: MemorySource(), patterns: FakePatterns(), encoder: StoredEncoder(), failures: .all
            )
            .load(Array(text.utf8), name: "a", file: "a.json", ScenarioOverrides(seed: seed), numbering: &numbering)
            let steps = result.scenarios.flatMap(\.rules).flatMap(\.steps).flatMap { step in
                if case .choose(let choice) = step.act { choice.items } else { [step] }
            }
            return steps.compactMap { step in
                guard case .answer(let answer) = step.act, case .script(let script) = answer.source else { return nil }
                for case .content(let content, _) in script.actions { return content.bytes(0..<content.count) }
                return nil
            }
        }
        let body = #"{ "reply": { "size": "64B" } }"#
        let text = "{ \"seed\": 3, \"rules\": [ { \"steps\": [ { \"choose\": [ \(body), \(body) ] }, \(body) ] } ] }"
        let own = bodies(text)
        #expect(own.count == 3 && Set(own).count == 1)
        #expect(bodies(text, seed: 3) == own)
        #expect(Set(bodies(text, seed: 4)).isDisjoint(with: own))
        #expect(bodies(text.replacing("\"seed\": 3", with: "\"seed\": 4")) == bodies(text, seed: 4))
    }

    @Test func manyHeadersAndSegmentsAreReadInLinearTime() {
        let time = processorTime {
            let names = (0..<50_000).map { "\"X-\($0)\": \"\"" }.joined(separator: ", ")
            #expect(stepMessages("{ \"reply\": { \"headers\": { \(names) } } }") == [])
            #expect(stepMessages("{ \"fail\": \"http/status/503\", \"with\": { \"headers\": { \(names) } } }") == [])
            let wrong = String(repeating: "/{", count: 100_000)
            #expect(
                ruleMessages("\"match\": { \"path\": \"\(wrong)\" }, \"steps\": [ { \"reply\": {} } ]").count == 100)
            let path = (0..<50_000).map { "/{x\($0)}" }.joined()
            #expect(ruleMessages("\"match\": { \"path\": \"\(path)\" }, \"steps\": [ { \"reply\": {} } ]") == [])
        }
        #expect(time < .seconds(30))
    }

    @Test func failuresAloneAndBesideAReply() {
        #expect(plan(#"{ "fail": "http/timeout" }"#) == "hold connection")
        #expect(plan(#"{ "fail": "tcp/reset-mid-body" }"#).hasSuffix("reset connection"))
        #expect(
            plan(#"{ "reply": { "text": "0123456789" }, "fail": "tcp/reset-mid-body", "with": { "after": 3 } }"#) == """
                head 200 [Content-Type: text/plain; charset=utf-8] length 10
                content 3 "012"
                reset connection
                """)
        #expect(plan(#"{ "fail": "http/status/503" }"#).hasPrefix("head 503"))
        #expect(
            plan(#"{ "fail": "http/status/503", "with": { "status": 599, "headers": { "Retry-After": "1" } } }"#)
                .hasPrefix("head 599"))
    }

    @Test func whatPagesMayReadVariesByTheirOriginFromTheLoadOn() throws {
        let steps = [
            #"{ "reply": { "text": "a" } }"#, #"{ "fail": "http/status/503" }"#, #"{ "fail": "http/empty-body" }"#,
            #"{ "fail": "http/early-reply" }"#,
        ]
        for step in steps {
            for (cors, varies) in [(#""cors": true, "#, true), ("", false)] {
                let result = load("{ \(cors)\"rules\": [ { \"steps\": [ \(step) ] } ] }")
                let rule = try #require(result.scenarios.first?.rules.first)
                guard case .answer(let answer) = rule.steps[0].act else { continue }
                #expect(answer.staticScript.description.contains("Vary: Origin") == varies, "\(step)")
                #expect(answer.staticScript.number != 0)
            }
        }
    }
}
