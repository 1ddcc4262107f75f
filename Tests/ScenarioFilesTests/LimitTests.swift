import Testing

/// What is wrong with counts, limits and spans is said at load.
@Suite struct LimitTests {
    private static let steps = #""steps": [ { "reply": {} } ]"#

    @Test(arguments: [
        ("1", #""countBy" must be a string, not a number"#),
        (
            #""id""#,
            #""countBy" has no placeholder: all requests would be counted together; it is such as "{{request.path.id}}""#
        ),
        (
            #""{{request.method}}{{uuid}}""#,
            #""countBy" takes what the request or a variable says, and no {{hit}}, {{uuid}}, {{hex}} or {{now}}"#
        ),
        (#""{{request.path.id}}""#, "the path of this rule has no segment {id}"),
    ])
    func aWrongCountByIsAnError(_ countBy: String, _ message: String) {
        #expect(ruleMessages("\"countBy\": \(countBy), \(Self.steps)") == ["error: " + message])
    }

    @Test(arguments: [
        ("1", #""rateLimit" must be an object, not a number; it is "rateLimit": { "allow": 1, "per": "1s" }"#),
        (#"{ "allow": 1 }"#, #""rateLimit" needs "allow" and "per""#),
        (#"{ "per": "1s" }"#, #""rateLimit" needs "allow" and "per""#),
        (
            #"{ "allow": 0, "per": "1s", "then": { "reply": {} } }"#,
            #""allow" must be a whole number from 1 to 1000000"#
        ),
        (#"{ "allow": 1, "per": "0s", "then": { "reply": {} } }"#, #""per" must be longer than nothing"#),
        (
            #"{ "allow": 1, "per": 1, "then": { "reply": {} } }"#,
            #""per" must be a duration such as "250ms", not a number; it is "1s" or "1ms""#
        ),
        (
            #"{ "allow": 1, "pre": "1s", "then": { "reply": {} } }"#,
            #"unknown field "pre" in a rate limit; did you mean "per"?"#
        ),
        (#"{ "allow": 1, "per": "1s", "then": { "reply": {}, "times": 2 } }"#, #""then" has no "times""#),
        (#"{ "allow": 1, "per": "1s", "then": { "reply": {}, "for": "2s" } }"#, #""then" has no "for""#),
        (#"{ "allow": 1, "per": "1s", "then": { "reply": { "text": "{{x}}" } } }"#, "unknown placeholder {{x}}"),
    ])
    func aWrongLimitIsAnError(_ limit: String, _ message: String) {
        #expect(ruleMessages("\"rateLimit\": \(limit), \(Self.steps)") == ["error: " + message])
    }

    @Test(arguments: [
        (
            #"{ "reply": {}, "for": "1s" }"#,
            #"the last step of a rule that stays has no "for"; it is repeated for ever; to end it, add "atEnd": "pass" to the rule (or "loop")"#
        ),
        (#"{ "reply": {}, "for": "1s", "times": 1 }, { "reply": {} }"#, #""for" cannot stand beside "times""#),
        (#"{ "reply": {}, "for": "0s" }, { "reply": {} }"#, #""for" must be longer than nothing"#),
        (
            #"{ "reply": {}, "for": 5 }, { "reply": {} }"#,
            #""for" must be a duration such as "250ms", not a number; it is "5s" or "5ms""#
        ),
        (
            #"{ "choose": [ { "reply": {}, "for": "1s" }, { "reply": {} } ] }"#,
            #"an item of "choose" has no "for"; it stands beside "choose""#
        ),
    ])
    func aWrongSpanIsAnError(_ steps: String, _ message: String) {
        #expect(stepMessages(steps) == ["error: " + message])
    }

    @Test func otherwiseHasNoSpan() {
        #expect(
            messages(#"{ "otherwise": { "reply": {}, "for": "1s" } }"#).map(withoutPlace)
                == [#"error: "otherwise" has no "for""#])
    }
}

/// What is said of an `atOnce` that makes no sense.
@Suite struct AtOnceLimitTests {
    @Test(arguments: [
        ("2", #""atOnce" must be an object, not a number; it is "atOnce": { "allow": 2 }"#),
        ("{}", #""atOnce" needs "allow"; it is such as { "allow": 2 }"#),
        (#"{ "allow": 0 }"#, #""allow" must be a whole number from 1 to 1000000"#),
        (#"{ "allow": 1, "per": "1s" }"#, #"unknown field "per" in a limit of answers at once"#),
        (#"{ "alow": 1 }"#, #"unknown field "alow" in a limit of answers at once; did you mean "allow"?"#),
        (#"{ "allow": 1, "then": { "reply": {}, "times": 2 } }"#, #""then" has no "times""#),
    ])
    func whatIsRefused(limit: String, message: String) {
        #expect(ruleMessages("\"atOnce\": \(limit), \"reply\": {}") == ["error: " + message])
    }
}
