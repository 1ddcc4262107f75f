import Catalogue
import Systems
import Testing

/// Bytes, shares of a body, times and rates are written in the same way everywhere.
@Suite struct QuantityTests {
    @Test(arguments: [
        #"{ "reply": { "text": "0123456789" }, "cut": { "after": AT, "end": "reset" } }"#,
        #"{ "fail": "tcp/reset-mid-body", "with": { "after": AT }, "reply": { "text": "0123456789" } }"#,
    ])
    func bytesAndShares(step: String) {
        let five = plan(step.replacing("AT", with: "5"))
        #expect(five.contains("content \"01234\"") || five.contains("01234"), "\(five)")
        for same in [#""5B""#, #""50%""#, #""59%""#] { #expect(plan(step.replacing("AT", with: same)) == five) }
        #expect(plan(step.replacing("AT", with: #""40%""#)) != five)
    }

    @Test(arguments: [
        (#"{ "fail": "http/truncated-json", "with": { "after": "50%" } }"#, "5"),
        (#"{ "fail": "http/bad-chunk-size", "with": { "after": "20%" } }"#, "2"),
        (#"{ "fail": "tcp/stall-mid-body", "with": { "after": "10%" } }"#, "1"),
        (#"{ "fail": "tcp/close-mid-body", "with": { "after": "99%" } }"#, "9"),
    ])
    func everyFailureWithinABodyTakesAShare(step: String, bytes: String) {
        let reply = #", "reply": { "text": "0123456789" } }"#
        let share = plan(step.dropLast(2) + reply)
        let spelt = step.replacing(/"[0-9]+%"/, with: bytes)
        #expect(!share.contains("error"), "\(share)")
        #expect(share == plan(spelt.dropLast(2) + reply))
    }

    @Test(arguments: [
        (#"{ "reply": { "size": 12 } }"#, #"{ "reply": { "size": "12B" } }"#),
        (
            #"{ "reply": { "text": "abcd" }, "pace": { "bytes": 2, "every": "1ms" } }"#,
            #"{ "reply": { "text": "abcd" }, "pace": { "bytes": "2B", "every": "1ms" } }"#
        ),
        (
            #"{ "reply": { "text": "abcd" }, "cut": { "after": { "head": 10 }, "end": "close" } }"#,
            #"{ "reply": { "text": "abcd" }, "cut": { "after": { "head": "10B" }, "end": "close" } }"#
        ),
        (#"{ "reply": { "chunks": ["a", "b"] } }"#, #"{ "reply": { "chunks": [{ "text": "a" }, { "text": "b" }] } }"#),
        (#"{ "fail": "tcp/slow", "with": { "bytes": "1KB" } }"#, #"{ "fail": "tcp/slow", "with": { "bytes": 1000 } }"#),
        (
            #"{ "reply": { "text": "abcd" }, "pace": "20B/s" }"#,
            #"{ "reply": { "text": "abcd" }, "pace": { "bytes": 2, "every": "100ms" } }"#
        ),
        (
            #"{ "fail": "tcp/close-mid-body", "with": { "after": "2s" }, "reply": { "size": "1MB" } }"#,
            #"{ "reply": { "size": "1MB" }, "cut": { "after": "2s", "end": "close" } }"#
        ),
        (
            #"{ "reply": { "text": "abcd" }, "pace": { "bytes": [2, 2], "every": "100ms" } }"#,
            #"{ "reply": { "text": "abcd" }, "pace": { "bytes": 2, "every": "100ms" } }"#
        ),
        (
            #"{ "reply": { "text": "abcd" }, "pace": "4B/s" }"#,
            #"{ "reply": { "text": "abcd" }, "pace": { "bytes": 1, "every": "250ms" } }"#
        ),
    ])
    func theSameInTwoSpellings(one: String, other: String) {
        #expect(!plan(one).contains("error"), "\(plan(one))")
        #expect(plan(one) == plan(other))
    }

    @Test(arguments: [
        (
            #"{ "fail": "tcp/reset-mid-upload", "with": { "after": "2s" } }"#,
            #""after" is bytes of the body, or a share of it, and "2s" is a time"#
        ),
        (
            #"{ "fail": "http/truncated-json", "with": { "after": "2s" } }"#,
            #""after" is bytes of the body, or a share of it, and "2s" is a time"#
        ),
        (
            #"{ "reply": { "text": "abcd" }, "pace": { "bytes": [8], "every": "1s" } }"#,
            #""bytes" is a number, or a list of the smallest and the largest"#
        ),
        (
            #"{ "reply": { "text": "abcd" }, "pace": { "bytes": [64, 8], "every": "1s" } }"#,
            "the smallest size comes first"
        ),
        (
            #"{ "reply": { "text": "abcd" }, "pace": { "bytes": [0, 8], "every": "1s" } }"#,
            "the smallest size must be a whole number from 1 to 1000000000"
        ),
        (
            #"{ "reply": { "raw": "YWJj" }, "cut": { "after": 4, "end": "close" } }"#,
            "the cut is after 4 bytes, but a raw response has 3"
        ),
        (
            #"{ "reply": { "raw": "YWJj" }, "cut": { "after": "head", "end": "close" } }"#,
            #"a raw response has no head of its own to cut it in; bytes are counted from its first one on: "after": 120, a share ("50%") or a time ("2s")"#
        ),
        (
            #"{ "reply": { "text": "abcd" }, "cut": { "after": "120", "end": "close" } }"#,
            #""120" has no unit; it is 120 or "120B" for bytes, "120%" or "120s""#
        ),
        (
            #"{ "reply": { "text": "abcd" }, "cut": { "after": "2 s", "end": "close" } }"#,
            #"not a duration: expected a number and us, ms, s, m or h, such as "250ms""#
        ),
        (
            #"{ "reply": { "text": "abcd" }, "cut": { "after": "25h", "end": "close" } }"#,
            "a duration is at most 24 hours"
        ),
        (
            #"{ "reply": { "text": "abcd" }, "cut": { "after": "10kb", "end": "close" } }"#,
            #"not a size: expected a number and B, KB, MB, GB, KiB, MiB or GiB, such as "10MB""#
        ),
        (
            #"{ "reply": { "text": "abcd" }, "cut": { "after": "5.5%", "end": "close" } }"#,
            #""5.5%" is not a share; it is "0%" to "100%", in whole percent"#
        ),
        (
            #"{ "reply": { "text": "abcd" }, "cut": { "after": "body", "end": "close" } }"#,
            #""body" is not a place to cut; use bytes of body (120, "10KB"), a share of it ("50%"), a time ("2s"), "head", "status" or { "head": 10 }"#
        ),
        (
            #"{ "fail": "tcp/reset-mid-upload", "with": { "after": "150%" } }"#,
            #""150%" is not a share; it is "0%" to "100%", in whole percent"#
        ),
        (
            #"{ "fail": "tcp/stop-reading", "with": { "after": "2" } }"#,
            #"a size needs a unit, such as "512B" or "10MB""#
        ),
        (
            #"{ "fail": "tcp/slow", "with": { "bytes": "1s" } }"#,
            #""bytes" is a number of bytes, and "1s" is a time"#
        ),
        (
            #"{ "fail": "tcp/slow", "with": { "bytes": true } }"#,
            #""bytes" must be a number of bytes, or a size such as "10KB", not a boolean"#
        ),
        (
            #"{ "fail": "tcp/reset-mid-body", "with": { "after": "100%" } }"#,
            #""tcp/reset-mid-body" cannot happen here: "after" must be less than 100%: nothing of the body would be missing"#
        ),
        (#"{ "fail": "http/interim-flood", "with": { "count": "1KB" } }"#, #""count" must be a number, not a string"#),
        (
            #"{ "reply": { "text": "a" }, "pace": "5KB" }"#,
            #""pace" is "5KB", which is not a rate; it is bytes a second, such as "5KB/s", or { "bytes": 16, "every": "10ms" }"#
        ),
        (
            #"{ "reply": { "text": "a" }, "pace": "5/s" }"#,
            #"a size needs a unit, such as "512B" or "10MB"; a rate is bytes a second, such as "5KB/s""#
        ),
        (#"{ "reply": { "text": "a" }, "pace": "0B/s" }"#, #""pace" must be at least 1B/s"#),
        (
            #"{ "reply": { "text": "a" }, "pace": 5 }"#,
            #""pace" must be a rate such as "5KB/s", or an object, not a number"#
        ),
        (#"{ "reply": { "chunks": ["a", ""] } }"#, "an empty chunk would end the body"),
    ])
    func whatIsRefused(step: String, message: String) { #expect(stepMessages(step) == ["error: " + message]) }

    @Test(arguments: [
        (
            "graph", #"{ "fail": 80000, "with": { "regain": 5 } }"#,
            #""regain" must be a duration such as "250ms", not a number; it is "5s" or "5ms""#
        ),
        ("graph", #"{ "fail": 80000, "with": { "regain": "90s" } }"#, #""regain" is sent in whole minutes"#),
        ("documents", #"{ "fail": "unavailable", "with": { "after": "1.5s" } }"#, #""after" is sent in whole seconds"#),
    ])
    func timesOfSystems(system: String, step: String, message: String) {
        let text = "{ \"system\": \"\(system)\", \"rules\": [ { \"steps\": [ \(step) ] } ] }"
        let all = messages(text, dialects: FailureIndex.all.dialects)
        #expect(all.map(withoutPlace) == ["error: " + message])
    }

    /// An answer that is complete before the time of its cut, as far as that is known.
    @Test(arguments: [
        (#"{ "reply": { "text": "abcd" }, "cut": CUT }"#, true),
        (#"{ "reply": { "raw": "YWJj" }, "cut": CUT }"#, true),
        (#"{ "reply": { "text": "abcd" }, "pace": { "bytes": 1, "every": "600ms" }, "cut": CUT }"#, true),
        (#"{ "reply": { "text": "abcde" }, "pace": { "bytes": [1, 9], "every": "500ms" }, "cut": CUT }"#, false),
        (#"{ "reply": { "size": "65536B" }, "cut": CUT }"#, true),
        (#"{ "reply": { "size": "65537B" }, "cut": CUT }"#, false),
        (#"{ "reply": { "chunks": ["a", { "text": "b", "delay": "1s" }] }, "cut": CUT }"#, true),
        (#"{ "reply": { "chunks": ["a", { "text": "b", "delay": "3s" }] }, "cut": CUT }"#, false),
        (#"{ "reply": { "text": "{{request.body}}" }, "cut": CUT }"#, false),
        (#"{ "fail": "tcp/close-mid-body", "with": { "after": "2s" }, "reply": { "text": "abcd" } }"#, true),
        (#"{ "fail": "tcp/close-mid-body", "with": { "after": "2s" } }"#, true),
        (
            #"{ "fail": "tcp/close-mid-body", "with": { "after": "2s" }, "reply": { "text": "ab" }, "pace": "1B/s" }"#,
            true
        ),
        (
            #"{ "fail": "tcp/close-mid-body", "with": { "after": "2s" }, "reply": { "text": "abcd" }, "pace": "1B/s" }"#,
            false
        ),
    ])
    func aCutThatComesTooLateIsWarnedOf(step: String, isWarned: Bool) {
        let messages = stepMessages(step.replacing("CUT", with: #"{ "after": "2s", "end": "reset" }"#))
        #expect(messages.count == (isWarned ? 1 : 0), "\(messages)")
        #expect(messages.allSatisfy { $0.hasPrefix("warning: the answer has left long before: nothing slows its ") })
    }
}
