import ScenarioFiles
import TestSupport
import Testing

/// What is wrong with placeholders and variables is said at load, where it stands.
@Suite struct PlaceholderTests {
    @Test func mistakesHaveTheirPlaceInTheString() {
        let text = #"{ "rules": [ { "steps": [ { "reply": { "text": "a\n{{hitt}} b {{uuid" } } ] } ] }"#
        #expect(
            load(text).text.hasPrefix(
                "a.json:1:52: error: unknown placeholder {{hitt}}; did you mean {{hit}}?\n"))
        #expect(load(text).text.contains("^~~~~~~~\n"))
        #expect(
            messages(text).last == "1:63: error: this placeholder is not closed by }}; a literal {{ is written {{{{")
    }

    @Test(arguments: [
        ("{{}}", "unknown placeholder {{}}; a literal {{ is written {{{{"),
        ("{{request.methd}}", "unknown placeholder {{request.methd}}; did you mean {{request.method}}?"),
        (
            "{{request.hedaer.x-id}}",
            "unknown placeholder {{request.hedaer.x-id}}; did you mean {{request.headers.x-id}}?"
        ),
        ("{{variabel.a}}", "unknown placeholder {{variabel.a}}; did you mean {{variables.a}}?"),
        ("{{request.query.}}", "{{request.query.}} needs a name after the dot"),
        ("{{hex.0}}", #"{{hex.16}} has a number of digits from 1 to 1000, not "0""#),
        ("{{hex.many}}", #"{{hex.16}} has a number of digits from 1 to 1000, not "many""#),
        ("{{now.isoo}}", "unknown placeholder {{now.isoo}}; did you mean {{now.iso}}?"),
        (
            "{{now.local}}",
            "unknown placeholder {{now.local}}; it is {{now.iso}}, {{now.iso.s}}, {{now.http}}, {{now.epoch}} or {{now.ms}}"
        ),
        ("{{hex.+16}}", #"{{hex.16}} has a number of digits from 1 to 1000, not "+16""#),
        ("{{now.ms+30}}", #"what is added to a time needs a unit, such as "30s" or "7d""#),
        ("{{now.ms-30x}}", #"not a span of time: expected a number and ms, s, m, h or d, such as "30s""#),
        ("{{now.ms+3651d}}", "a time is shifted by 3650 days at most"),
        ("{{now.epoch+500us}}", "a time is shifted by 1ms at least"),
        ("{{{hitt}}}", "unknown placeholder {{hitt}}; did you mean {{hit}}?"),
        ("{{request.json/a~}}", "in a JSON Pointer ~ is written ~0 and / is written ~1"),
        ("{{request.path.idd}}", "the path of this rule has no segment {idd}; did you mean {id}?"),
        ("{{request.path.x}}", "the path of this rule has no segment {x}"),
        ("{{variables.tokn}}", #"the variable "tokn" is not declared; did you mean "token"?"#),
        (
            "{{variables.x}}",
            #"the variable "x" is not declared; the variables of a scenario are declared in "variables" at its top"#
        ),
    ])
    func aWrongPlaceholderIsAnError(_ placeholder: String, _ message: String) {
        let text = """
            { "variables": { "token": "a" }, "rules": [ { "match": { "path": "/{id}" },
              "steps": [ { "reply": { "json": { "a": ["\(placeholder)"] } } } ] } ] }
            """
        #expect(messages(text).map(withoutPlace) == ["error: " + message])
    }

    @Test(arguments: [
        #"{ "reply": { "text": "{{x}}" } }"#, #"{ "reply": { "html": "{{x}}" } }"#,
        #"{ "reply": { "json": { "{{x}}": 1 } } }"#, #"{ "reply": { "json": "a{{x}}" } }"#,
        #"{ "reply": { "reason": "{{x}}" } }"#, #"{ "reply": { "headers": { "A": "{{x}}" } } }"#,
        #"{ "reply": { "head": [["{{x}}", "a"]] } }"#, #"{ "reply": { "head": [["a", "{{x}}"]] } }"#,
        #"{ "reply": { "chunks": [ { "text": "{{x}}" } ] } }"#,
        #"{ "reply": { "text": "a", "trailers": { "A": "{{x}}" } } }"#,
        #"{ "reply": { "interim": [ { "status": 103, "headers": { "A": "{{x}}" } } ] } }"#,
        #"{ "fail": "http/status/503", "with": { "message": "{{x}}" } }"#,
        #"{ "fail": "http/status/503", "with": { "headers": { "A": "{{x}}" } } }"#,
    ])
    func everyStringOfAStepIsLookedAt(_ step: String) {
        #expect(stepMessages(step) == ["error: unknown placeholder {{x}}"])
    }

    @Test func aPlaceholderBringsNoLineBreakIntoAHead() {
        #expect(
            stepMessages(#"{ "reply": { "headers": { "A": "{{hit}}\r" } } }"#)
                == ["error: a head has no CR, LF or NUL within a line"])
    }

    @Test func whatStrikesBeforeTheBodyIsThereReadsNothingOfIt() {
        func message(_ name: String) -> String {
            "error: \"\(name)\" acts before the request's body is read, but this rule reads it first"
        }
        #expect(
            stepMessages(#"{ "fail": "http/early-reply", "reply": { "text": "{{request.body}}" } }"#)
                == [message("http/early-reply")])
        #expect(
            ruleMessages(
                #""steps": [ { "fail": "tcp/reset-mid-upload" }, { "reply": { "text": "{{request.json/a}}" } } ]"#)
                == [message("tcp/reset-mid-upload")])
        #expect(stepMessages(#"{ "fail": "http/early-reply", "reply": { "text": "{{hit}}" } }"#) == [])
    }

    @Test(arguments: [
        (#""variables": []"#, #""variables" must be an object, not a list"#),
        (
            #""variables": { "a": null }"#,
            #"the variable "a" must be a string, a number or a boolean, not null"#
        ),
        (
            #""variables": { "a": "{{hit}}" }"#,
            "a variable begins without placeholders; a literal {{ is written {{{{"
        ),
        (#""variables": { "": 1 }"#, #""" is not a variable's name; it has no braces, and is not empty"#),
        (#""variables": { "a}": 1 }"#, #""a}" is not a variable's name; it has no braces, and is not empty"#),
    ])
    func aWrongVariableIsAnError(_ variables: String, _ message: String) {
        let text =
            "{ \(variables), \"rules\": [ { \"steps\": [ { \"reply\": { \"text\": \"{{variables.b}}\" } } ] } ] }"
        #expect(messages(text).map(withoutPlace) == ["error: " + message])
    }

    @Test(arguments: [
        ("[]", #""set" must be an object, not a list"#), ("{}", #""set" sets nothing"#),
        (#"{ "a": null }"#, #"what "set" gives "a" must be a string, a number or a boolean, not null"#),
        (#"{ "count": 1 }"#, #"the variable "count" is not declared; did you mean "counts"?"#),
        (#"{ "a": "{{x}}" }"#, "unknown placeholder {{x}}"),
    ])
    func aWrongSetIsAnError(_ set: String, _ message: String) {
        let text = """
            { "variables": { "a": 1, "counts": 0 }, "rules": [ { "steps": [ { "reply": {}, "set": \(set) } ] } ] }
            """
        #expect(messages(text).map(withoutPlace) == ["error: " + message])
    }

    @Test(arguments: [
        ("1", #""variables" must be an object, not a number"#),
        (#"{ "levle": 1 }"#, #"the variable "levle" is not declared; did you mean "level"?"#),
        (#"{ "level": [] }"#, "no value is in an empty list"),
    ])
    func aWrongMatchOnVariablesIsAnError(_ match: String, _ message: String) {
        let text = """
            { "variables": { "level": 1 }, "rules": [ { "match": { "variables": \(match) }, "steps": [ { "reply": {} } ] } ] }
            """
        #expect(messages(text).map(withoutPlace) == ["error: " + message])
    }

    @Test func rulesThatDifferInVariablesAreNotTheSame() {
        func rules(_ first: String, _ second: String) -> [String] {
            let steps = #""steps": [ { "reply": {} } ]"#
            return messages(
                """
                { "variables": { "a": 1 }, "rules": [ { "match": { "variables": \(first) }, \(steps) },
                  { "match": { "variables": \(second) }, \(steps) }, { \(steps) } ] }
                """
            ).map(withoutPlace)
        }
        #expect(rules(#"{ "a": 1 }"#, #"{ "a": 2 }"#) == [])
        #expect(
            rules(#"{ "a": 1 }"#, #"{ "a": 1 }"#)
                == [#"error: rule "rule 2" can never match; rule "rule 1" before it has the same match"#])
    }

    @Test func manyPlaceholdersTakeLinearTime() {
        let time = processorTime {
            let text = String(repeating: "{{hit}}, and so on ", count: 20_000)
            #expect(load("{ \"otherwise\": { \"reply\": { \"text\": \"\(text)\" } } }").scenarios.count == 1)
            let numbers = String(repeating: "1,", count: 200_000)
            #expect(
                load("{ \"otherwise\": { \"reply\": { \"json\": [\(numbers)\"{{hit}}\"] } } }").scenarios.count == 1)
            let wrong = String(repeating: "{{x}}", count: 20_000)
            #expect(load("{ \"otherwise\": { \"reply\": { \"text\": \"\(wrong)\" } } }").scenarios.isEmpty)
        }
        #expect(time < .seconds(30))
    }
}
