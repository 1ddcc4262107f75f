import TestSupport
import Testing

/// Rate limits and counts over the wire.
@Suite(.descriptors) struct LimitsTests {
    @Test func whoIsOverTheLimitIsToldWhenToComeBack() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "name": "api", "match": { "path": "/{user}" }, "countBy": "{{request.path.user}}",
                  "rateLimit": { "allow": 1, "per": "1h", "then": { "fail": "http/status/429" } },
                  "steps": [ { "reply": { "text": "{{hit}}" } } ] }
                """#)
        #expect(try gateway.ask("/ann").body == "1")
        let over = try gateway.ask("/ann")
        #expect(over.status == 429)
        #expect(over.text.contains("Retry-After: 3600\r\n") || over.text.contains("Retry-After: 3599\r\n"))
        #expect(try gateway.ask("/bob").body == "1")
        let entries = try gateway.journal(ended: 3).entries
        #expect(entries.map(\.rule) == ["api", "api", "api"])
        #expect(entries.map(\.hit) == [1, nil, 1])
        #expect(entries.map(\.step) == [1, nil, 1])
        #expect(entries.map(\.failure) == [nil, "http/status/429", nil])
        #expect(entries[1].notes == ["over the rule's rate limit: no hit"])
    }

    @Test func anOutageLastsItsTime() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "steps": [ { "fail": "http/status/503", "for": "300ms" }, { "reply": { "text": "back" } } ] }
                """#)
        let begin = ContinuousClock.now
        #expect(try gateway.ask("/").status == 503)
        // Asked again and again: how often it fails is the machine's affair, how long is the scenario's.
        var answer = try gateway.ask("/")
        while answer.status == 503, ContinuousClock.now - begin < .seconds(10) { answer = try gateway.ask("/") }
        #expect(answer.body == "back")
        #expect(ContinuousClock.now - begin >= .milliseconds(300))
    }
}
