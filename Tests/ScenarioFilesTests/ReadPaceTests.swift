import Catalogue
import ScenarioFiles
import Systems
import Testing
import Wire

@testable import Rules

/// `readPace`, and `tcp/stop-reading` for a time.
@Suite struct ReadPaceTests {
    private static let up = #""match": { "path": "/up" }, "#

    @Test(arguments: [
        (#""reply": {}, "readPace": 5"#, #""readPace" must be a rate such as "5KB/s", or an object, not a number"#),
        (
            #""reply": {}, "readPace": "5KB""#,
            #""readPace" is "5KB", which is not a rate; it is bytes a second, such as "5KB/s", or { "bytes": 16, "every": "10ms" }"#
        ),
        (#""reply": {}, "readPace": "0B/s""#, #""readPace" must be at least 1B/s"#),
        (#""reply": {}, "readPace": { "bytes": 5 }"#, #""readPace" needs "bytes" and "every""#),
        (
            #""reply": {}, "readPace": { "bytes": [1, 5], "every": "1s" }"#,
            #"what is read comes in any pieces: the "bytes" of "readPace" are one number"#
        ),
        (
            #""pass": true, "readPace": "5KB/s""#,
            #""readPace" cannot stand beside "pass": the step that answers reads the request; of a port of its own, an "#
                + #"entry of "connections" can have it"#
        ),
        (#""fail": "tcp/reset", "readPace": "5KB/s""#, #""tcp/reset" sends no response and takes no "readPace""#),
        (
            #""fail": "tcp/stop-reading", "readPace": "5KB/s""#,
            #""tcp/stop-reading" sends no response and takes no "readPace""#
        ),
        (
            #""fail": "tcp/stop-reading", "with": { "for": "2s" }, "readPace": "5KB/s""#,
            #""tcp/stop-reading" says itself how the request is read, and takes no "readPace""#
        ),
        (
            #""fail": "http/early-reply", "readPace": "5KB/s""#,
            #""http/early-reply" says itself how the request is read, and takes no "readPace""#
        ),
        (
            #""reply": { "text": "{{request.body}}" }, "readPace": "5KB/s""#,
            #""readPace" acts before the request's body is read, but this rule reads it first"#
        ),
        // Stopping.
        (
            #""fail": "tcp/stop-reading", "reply": {}"#,
            #""reply" cannot stand beside "tcp/stop-reading", which sends no response; with "for" in "with" it does"#
        ),
        (#""fail": "tcp/stop-reading", "with": { "for": "0s" }"#, #""for" must be longer than nothing"#),
        (
            #""fail": "tcp/stop-reading", "with": { "for": "2s" }, "pass": true"#,
            #""tcp/stop-reading" cannot stand beside "pass": it strikes before there is an answer"#
        ),
    ])
    func isRefused(members: String, message: String) {
        #expect(ruleMessages(Self.up + members) == ["error: " + message])
    }

    @Test func aRuleAboveThatReadsTheBodyIsTold() {
        let found = messages(
            #"""
            { "rules": [ { "name": "a", "match": { "body": "x" }, "reply": {} },
              { "reply": {}, "readPace": "5KB/s" }] }
            """#)
        #expect(
            found.map(withoutPlace) == [
                #"error: "readPace" acts before the request's body is read, but rule "a" above reads it first; a rule "#
                    + "above that one can have it"
            ])
        let call = messages(#"{ "system": "jsonrpc", "rules": [{ "reply": { "result": 1 }, "readPace": "5KB/s" }] }"#)
        #expect(
            call.map(withoutPlace) == [
                #"error: "readPace" acts before the request's body is read, but the calls of jsonrpc are in the body; "#
                    + #"a scenario without "system" can have it"#
            ])
    }

    private func upload(_ members: String) throws -> Upload? {
        let result = load("{ \"rules\": [ { \(Self.up)\(members) } ] }")
        let rule = try #require(result.scenarios.first?.rules.first, "\(result.text)")
        #expect(rule.strikesUploads)
        guard case .answer(let answer) = rule.steps[0].act else { return nil }
        switch answer.source {
        case .script(let script), .reply(_, let script): return script.upload
        case .negotiated(let answers):
            return answers.plain?.script.upload == answers.coded.script.upload
                ? answers.coded.script.upload : nil
        case .onDemand(let script): return script.value.upload
        case .perRequest, .laidOut, .fromSystemAnswer: return nil
        }
    }

    @Test(arguments: [
        #""reply": { "status": 201 }, "readPace": "10KB/s""#,
        #""fail": 503, "readPace": { "bytes": "1KB", "every": "100ms" }"#,
        #""fail": "http/truncated-json", "readPace": "10KB/s""#,
        #""fail": "http/oversized-header", "readPace": "10KB/s""#,
        #""reply": { "text": "aaaaaaaaaa", "encoding": "gzip" }, "readPace": "10KB/s""#,
    ])
    func anAnswerHasIt(members: String) throws {
        #expect(try upload(members) == .paced(Pace(bytes: 1000, interval: 100_000_000)))
    }

    @Test func anAnswerThatIsMadeHasItToo() throws {
        let text = #"{ "rules": [ { "reply": { "text": "{{hit}}" }, "readPace": "10KB/s" } ] }"#
        let rule = try #require(load(text).scenarios.first?.rules.first)
        guard case .answer(let answer) = rule.steps[0].act, case .perRequest = answer.source else {
            Issue.record("it is not made for each request")
            return
        }
        #expect(rule.strikesUploads)
    }

    @Test(arguments: [
        (
            #""with": { "after": "10KB", "for": "2s" }, "reply": { "status": 201 }"#,
            Upload.pause(after: 10_000, for: 2_000_000_000)
        ),
        (#""with": { "for": "1s" }"#, .pause(after: 0, for: 1_000_000_000)),
        (#""with": { "after": "60%", "for": "1s" }"#, .pauseAtShare(percent: 60, for: 1_000_000_000)),
        (#""with": { "after": "10KB" }"#, .interrupt(after: 10_000)),
    ])
    func readingStopsForATimeOrForEver(members: String, upload wanted: Upload) throws {
        #expect(try upload(#""fail": "tcp/stop-reading", "# + members) == wanted)
        let script = plan("{ \"fail\": \"tcp/stop-reading\", \(members) }")
        #expect(script.contains("head 20") == (members.contains("for")), "\(script)")
    }

    @Test func aShareIsOfTheLength() {
        let share = Upload.pauseAtShare(percent: 50, for: 7)
        #expect(share.resolved(9) == .pause(after: 4, for: 7) && share.resolved(nil) == .read)
        #expect(Upload.pauseAtShare(percent: 0, for: 7).resolved(nil) == .pause(after: 0, for: 7))
        #expect(Upload.interruptAtShare(percent: 50).resolved(9) == .interrupt(after: 4))
    }

    @Test func anEntryThatAcceptsHasOne() throws {
        let result = load(
            #"{ "connections": [{ "accept": true, "readPace": { "bytes": 7, "every": "1s" } }], "rules": [{ "reply": {} }] }"#
        )
        guard case .connection(let plan, _, _)? = result.scenarios.first?.connections.first else {
            Issue.record("\(result.text)")
            return
        }
        #expect(plan.readPace == Pace(bytes: 7, interval: 1_000_000_000))
    }
}
