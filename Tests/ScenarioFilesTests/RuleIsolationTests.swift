internal import TestSupport
import Bytes
import Catalogue
import JSONText
import Testing
import Wire

@testable import Rules
@testable import ScenarioFiles

/// Whatever is wrong with one rule, the next one is read as if it stood behind a good one.
@Suite struct RuleIsolationTests {
    /// Two rules, the first in line 2 and the second from line 3 on.
    private func read(
        first: String, second: String, _ top: String
    ) throws -> (rule: CompiledRule?, diagnostics: [String], ofFirst: [String]) {
        let text = Array("{ \(top), \"rules\": [\n\(first),\n\(second)\n] }".utf8)
        let root = try JSONParser.parse(text).get()
        let reading = FileReader(
            SourceText(name: "a.json", bytes: text), source: MemorySource(["a.bin": "a"]), patterns: FakePatterns(),
            encoder: StoredEncoder(), certificates: nil, failures: .all(with: [Shelf()]), protocols: [.all],
            overrides: ScenarioOverrides(seed: 7),
            numbering: ScriptNumbering())
        let scenario = try #require(reading.scenario(root, name: "a"))
        let all = reading.diagnostics.all
        try #require(!all.contains { reading.line($0.byteRange) == 1 })
        func words(_ diagnostic: Diagnostic) -> String {
            let place = reading.text.position(of: diagnostic.byteRange.lowerBound)
            let hint = diagnostic.hint ?? ""
            return "\(place.line):\(place.column): \(diagnostic.severity) \(diagnostic.message) \(hint)"
        }
        return (
            scenario.rules.first { $0.name == "second" || $0.name == "rule 2" },
            all.filter { reading.line($0.byteRange) > 2 }.map(words),
            all.filter { reading.line($0.byteRange) == 2 }.map(words)
        )
    }

    private func expectSameSecond(
        behind broken: String, _ second: String, _ top: String, isWhole: Bool = true
    ) throws {
        let alone = try read(first: Self.sound, second: second, top)
        let behind = try read(first: broken, second: second, top)
        try #require(alone.ofFirst == [])
        #expect(behind.ofFirst != [])
        #expect(try behind.ofFirst == read(first: broken, second: Self.plain, top).ofFirst)
        #expect(behind.diagnostics == alone.diagnostics)
        #expect(alone.diagnostics.isEmpty == isWhole)
        let (own, other) = (alone.rule.map(words), behind.rule.map(words))
        if isWhole { try #require(own != nil) }
        #expect(other == own)
    }

    // MARK: - The first rule
    private static let sound = #"{ "name": "first", "match": { "path": "/first" }, "steps": [ { "reply": {} } ] }"#

    /// A second rule that has nothing in it.
    private static let plain = #"{ "name": "second", "match": { "path": "/second" }, "steps": [ { "reply": {} } ] }"#

    private static func first(_ steps: String, _ more: String = "", match: String = #""path": "/first/{b}""#) -> String
    {
        #"{ "name": "first", "match": { \#(match) }, \#(more) "steps": [ \#(steps) ] }"#
    }

    private static let limit =
        #""rateLimit": { "allow": 1, "per": "1s", "then": { "reply": { "text": "{{uuid}}{{hitt}}" } } },"#

    /// Rules that are broken in one place or two, and one that is so in all of them. None takes what the second rules
    /// take: what a rule above leaves to those below it is no leftover.
    static let broken = [
        first(#"{ "reply": {} }"#, match: #""path": "/first/{a}/{id}/{id}""#),
        first(#"{ "reply": {} }"#, match: #""path": "/first/{a}/{id}", "method": 1, "query": { "a": "{{hit}}" }"#),
        first(
            #"{ "reply": {} }"#,
            match: #""path": "/first", "headers": { "a": { "search": "!" } }, "body": { "equals": "{{variables.z}}" }"#),
        first(
            #"{ "reply": {} }"#,
            match: #""path": "/first", "any": [ { "not": {} }, { "json": { "a": "{{variables.a}}{{hit}}" } } ]"#),
        first(#"{ "reply": {} }"#, #""countBy": "{{request.body}}{{uuid}}","#),
        first(#"{ "reply": {} }"#, limit),
        first(
            #"{ "reply": {} }"#,
            #""rateLimit": { "allow": 1, "per": "1s", "then": { "choose": [ { "pass": true, "pace": { "bytes": 1, "every": "1s" } }, { "reply": 1 } ] } },"#
        ),
        first(#"{ "reply": {} }"#, #""rateLimit": { "allow": 0, "per": "1s", "then": { "pass": true } }, "atEnd": 1,"#),
        first(#"{ "reply": { "text": "{{uuid}}{{request.body}}", "status": 1 } }, { "reply": {} }"#),
        first(#"{ "reply": { "json": ["{{hex.4}}", "{{hitt}}"] } }"#),
        first(#"{ "reply": { "text": "{{uuid}}" } }, { "reply": { "text": "{{uuid" } }"#),
        first(#"{ "reply": { "headers": { "a": "{{uuid}}", "b": "{{x}}" } } }"#),
        first(#"{ "reply": { "head": [["{{uuid}}", "b\n"]] } }"#),
        first(#"{ "reply": { "trailers": { "a": "{{uuid}}" }, "reason": "{{hit}}", "framing": "length" } }"#),
        first(
            #"{ "reply": { "interim": [ { "status": 103, "reason": "{{uuid}}", "headers": { "a": 1, "A": 1 } } ] } }"#),
        first(#"{ "reply": { "chunks": [ { "text": "{{uuid}}" }, {} ] } }"#),
        first(#"{ "reply": { "file": "none.bin" } }, { "reply": { "size": "1XB" } }"#),
        first(#"{ "reply": { "text": "{{uuid}}" }, "cut": { "after": 9, "end": "never" }, "pace": 1 }"#),
        first(#"{ "reply": { "text": "ab" }, "cut": { "after": 9, "end": "close" } }"#),
        first(#"{ "delay": { "until": { "variables": { "a": "{{variables.a}}{{hit}}" } } }, "reply": {} }"#),
        first(#"{ "set": { "a": "{{uuid}}{{hitt}}", "z": 1 }, "reply": {} }"#),
        first(#"{ "fail": "http/timeoutt" }, { "fail": "http/early-reply", "with": { "x": 1 } }"#),
        first(#"{ "fail": "http/early-reply" }, { "fail": "tcp/stop-reading", "reply": 1 }"#),
        first(#"{ "fail": "http/truncated-json", "reply": { "text": "{{uuid}}" }, "with": { "after": "soon" } }"#),
        first(#"{ "fail": "http/length-too-long", "reply": { "json": { "a": "{{request.body}}{{x}}" } } }"#),
        first(#"{ "fail": "http/timeout", "reply": { "text": "{{uuid}}" } }"#),
        first(#"{ "choose": [ { "reply": { "text": "{{uuid}}{{hitt}}" } }, { "reply": { "size": "9B" } } ] }"#),
        first(#"{ "choose": [ { "reply": { "size": "9B" } }, { "choose": [] } ] }"#),
        first(#"{ "choose": [ { "weight": 1, "times": 2, "fail": "http/early-reply" }, 1 ] }"#),
        first(#"{}, { "reply": { "text": "{{request.body}}" } }"#),
        first(""),
        #"{ "name": 1, "match": 1, "steps": 1 }"#,
        #"{ "name": "first", "match": { "path": "/first/{a}/{id}" } }"#,
        "1",
        first(
            #"""
            { "reply": { "text": "{{uuid}}{{hitt}}", "headers": { "a": "{{x}}" } }, "delay": 1 },
            { "fail": "http/truncated-json", "with": { "x": 1 }, "reply": { "size": "9B" }, "cut": 1 },
            { "choose": [ { "fail": "http/early-reply" }, { "reply": { "file": "none.bin" } }, {} ], "pace": 1 }
            """#,
            #""countBy": "{{request.body}}", "# + limit,
            match: #""path": "/first/{a}/{id}", "body": { "search": "!", "equals": "{{hit}}" }"#),
    ]

    // MARK: - The second rule
    private static let top = #""variables": { "a": "1", "id": 2 }"#

    /// With all that depends on what was read before it, in its own rule, step or answer.
    private static let rich = #"""
        { "name": "second", "match": { "path": "/{x}/{id}/{y}", "query": { "q": "{{variables.a}}{{variables.id}}" } },
          "countBy": "{{request.path.id}}",
          "rateLimit": { "allow": 2, "per": "1s", "then": { "choose": [ { "reply": { "size": "9B" } },
            { "reply": { "text": "{{hex.8}} {{request.path.y}}" } } ] } },
          "steps": [
            { "reply": { "size": "9B" }, "times": 2 },
            { "reply": { "text": "{{request.path.id}} {{uuid}}", "headers": { "b": "{{hex.8}}" } } },
            { "reply": { "text": "ab", "headers": { "content-length": "2" } }, "cut": { "after": 1, "end": "close" } },
            { "set": { "a": "{{hex.4}}" }, "delay": { "until": { "variables": { "a": "{{variables.id}}" } },
              "atMost": "1s" }, "reply": { "json": { "b": "{{hex.8}}" } } },
            { "choose": [ { "reply": { "size": "9B" } }, { "reply": { "text": "{{uuid}}" } },
              { "reply": { "text": "{{uuid}}" }, "weight": 2 }, { "reply": { "size": "9B" } } ] },
            { "fail": "http/truncated-json", "reply": { "json": { "a": "{{hex.8}}" } } },
            { "fail": "http/truncated-json" },
            { "reply": { "json": { "a": 1 }, "headers": { "retry-after": "1" } } } ] }
        """#

    /// With a failure that strikes before the body is there, and nothing that reads that.
    private static let early = #"""
        { "match": { "path": "/early" }, "steps": [ { "fail": "http/early-reply" },
          { "reply": { "text": "a", "headers": { "retry-after": "1" } } } ] }
        """#

    /// One that reads the body, which nothing that strikes before may stand beside.
    private static let late = #"""
        { "name": "second", "match": { "path": "/late" }, "steps": [ { "reply": { "text": "{{request.body}}" } } ] }
        """#

    /// With a mistake wherever something that is left over would change what is said.
    private static let mistaken = #"""
        { "name": "second", "match": { "path": "/{x}", "body": "{{request.body}}" }, "countBy": "{{request.path.id}}",
          "steps": [
            { "reply": { "text": "{{request.path.id}} {{request.path.b}} {{request.path.a}}" } },
            { "reply": { "text": "ab", "headers": { "content-length": "3" } }, "cut": { "after": 3, "end": "close" } },
            { "reply": { "status": 204 }, "pace": { "bytes": 1, "every": "1s" } },
            { "fail": "http/early-reply", "reply": {} },
            { "fail": "http/truncated-json", "reply": {} } ] }
        """#

    @Test(arguments: broken)
    func theSecondRuleIsTheSameBehindABrokenOne(_ first: String) throws {
        let line = first.split(separator: "\n").joined()
        try expectSameSecond(behind: line, Self.rich, Self.top)
        try expectSameSecond(behind: line, Self.early, Self.top)
        try expectSameSecond(behind: line, Self.late, Self.top)
        try expectSameSecond(behind: line, Self.mistaken, Self.top, isWhole: false)
    }

    @Test(arguments: [
        #"{ "store": { "/a": { "size": "9B" }, "b": null }, "reply": {} }"#,
        #"{ "choose": [ { "store": { "/a": { "size": "9B" } }, "reply": 1 }, { "store": 1, "pass": true } ] }"#,
    ])
    func contentOfStoresIsTheSameBehindABrokenRule(_ step: String) throws {
        let second = #"""
            { "name": "second", "steps": [ { "store": { "/a": { "size": "9B" } }, "reply": {} },
              { "choose": [ { "pass": true }, { "store": { "/a": { "size": "9B" } }, "pass": true } ] } ] }
            """#
        try expectSameSecond(behind: Self.first(step), second, #""system": "shelf""#)
    }

    @Test(arguments: [
        first(#"{ "reply": { "result": "{{uuid}}{{hitt}}" } }"#, match: #""batch": true"#),
        first(#"{ "fail": "reordered", "with": 1 }"#, match: #""batch": true, "rpc": "a""#),
        first(#"{ "choose": [ { "reply": { "result": "{{hitt}}" } }, {} ] }"#, limit, match: #""batch": true"#),
    ])
    func answersToCallsAreTheSameBehindABrokenBatch(_ first: String) throws {
        let top = #""system": "jsonrpc""#
        let second = #"""
            { "name": "second", "match": { "rpc": "b" }, "steps": [ { "reply": { "result": { "a": 1 } } },
              { "reply": { "result": "{{uuid}}" } }, { "fail": -32601 } ] }
            """#
        try expectSameSecond(behind: first, second, top)
        let ofBatch = #"{ "name": "second", "match": { "rpc": "b" }, "steps": [ { "fail": "reordered" } ] }"#
        try expectSameSecond(behind: first, ofBatch, top, isWhole: false)
    }
}

// MARK: - A rule in words
extension RuleIsolationTests {
    private static let variables: [TemplateValue] = [.text(Array("1".utf8)), .json(Array("2".utf8))]

    /// All that a rule decides on and answers with, each answer made for the same request.
    private func words(_ rule: CompiledRule) -> String {
        var lines = [
            "\(rule.name) \(rule.description ?? "") \(rule.match.canonicalKey) \(rule.drawKey) \(rule.atEnd)",
            "body \(rule.needsBody) content \(rule.readsContent) pass \(rule.mayPass) direct \(rule.isDirect)",
            "always \(rule.alwaysAnswers) variables \(rule.dependsOnVariables) progress \(rule.keepsProgress)",
            "counted by \(rule.countBy.map { "\($0.pieces)" } ?? "nothing")",
            "steps \((1...UInt64(9)).map { rule.step(at: $0) })",
        ]
        for hit in 1...UInt64(2) { lines += rule.steps.flatMap { words($0, rule, hit) } }
        if let limit = rule.limit { lines += ["\(limit.allow) \(limit.per)", words(limit.then)] }
        return lines.joined(separator: "\n")
    }

    private func words(_ step: CompiledStep, _ rule: CompiledRule, _ hit: UInt64) -> [String] {
        var rendering = Rendering(
            .make("GET", "/one/two/three"), Call(), key: rule.drawKey, hit: hit, variables: Self.variables,
            clock: EngineClock())
        var lines = ["delay \(step.delay?.nanoseconds(rule.drawKey, hit: hit) ?? 0) \(step.setsRetryAfter)"]
        lines += step.set.map { "set \($0.variable) to \($0.value(&rendering))" }
        lines += step.storeChanges.map(\.line)
        switch step.act {
        case .pass(let passing):
            lines.append("pass \(String(describing: passing.pace)) \(String(describing: passing.cut))")
        case .choose(let choice):
            lines.append("item \(choice.item(rule.drawKey, hit: hit))")
            lines += choice.items.flatMap { words($0, rule, hit) }
        case .answer(let answer):
            lines.append("\(answer.failure ?? "reply") \(answer.isWireFault) \(answer.answersCall) \(kind(answer))")
            switch answer.source {
            case .script(let script), .reply(_, let script): lines += words(script)
            case .onDemand(let script): lines += words(script.value)
            case .negotiated(let answers):
                lines += words(answers.coded.script) + (answers.plain.map { words($0.script) } ?? [])
            case .laidOut(let layout, let make): lines += words(layout.script(make(&rendering)))
            case .perRequest(let make): lines += words(make(&rendering))
            case .fromSystemAnswer(let make): lines += words(make(Reply(), &rendering))
            }
        }
        return lines
    }

    private func kind(_ answer: CompiledAnswer) -> String {
        switch answer.source {
        case .script, .reply, .onDemand: "the same each time"
        case .negotiated: "by Accept-Encoding"
        case .perRequest, .laidOut: "made for the request"
        case .fromSystemAnswer: "made of the system's own answer"
        }
    }

    private func words(_ rendered: CompiledAnswer.Rendered) -> [String] {
        switch rendered {
        case .nothing: ["nothing"]
        case .script(let script): words(script)
        case .reply(let reply): words(reply.script())
        }
    }

    private func words(_ script: WireScript) -> [String] {
        [script.description]
            + script.actions.map { action in
                guard case .content(let content, _) = action else { return "" }
                return "\(content.bytes(0..<content.count))"
            }
    }
}
