import Engine
import Testing
import Wire

/// Value matchers in the forms that a match can have.
@Suite struct ValueMatcherTests {
    private func takes(_ match: String, _ request: Request) -> Bool {
        Golden.match(match).tell(request).hasPrefix("rule 0 ")
    }

    private func takes(method matcher: String, _ method: String) -> Bool {
        takes("\"method\": \(matcher)", .make(method, "/"))
    }

    private func takes(query matcher: String, _ value: String) -> Bool {
        takes("\"query\": { \"q\": \(matcher) }", .make("GET", "/?q=\(value)"))
    }

    private func takes(json matcher: String, _ body: String) -> Bool {
        takes("\"json\": \(matcher)", .make("POST", "/", body: Array(body.utf8)))
    }

    @Test(arguments: [
        (#"["a", 1, true]"#, ["a", "1", "true"], ["b", "10", ""]),
        (#"{ "not": ["a", "b"] }"#, ["c", ""], ["a", "b"]),
        (#"{ "not": { "startsWith": "a" } }"#, ["ba", ""], ["a", "ab"]),
        (#"{ "not": { "startsWith": "a", "endsWith": "z" } }"#, ["a", "z"], ["az", "a-z"]),
        (#"{ "not": { "not": "a" } }"#, ["a"], ["b"]),
        (#"{ "not": "a", "ignoreCase": true }"#, ["b"], ["a", "A"]),
        (#"{ "not": { "equals": "a", "ignoreCase": true } }"#, ["b"], ["a", "A"]),
        (#"{ "not": { "equals": "a", "ignoreCase": false }, "ignoreCase": true }"#, ["A"], ["a"]),
        (#"{ "atLeast": 2 }"#, ["2", "2.0", "3"], ["1.99", "x", ""]),
        (#"{ "atMost": 2 }"#, ["2", "-1"], ["2.01", "x"]),
        (#"{ "atLeast": 1, "below": 3 }"#, ["1", "2.9"], ["3", "0"]),
    ])
    func ofText(matcher: String, good: [String], bad: [String]) {
        for value in good { #expect(takes(query: matcher, value), "\(value)") }
        for value in bad { #expect(!takes(query: matcher, value), "\(value)") }
    }

    @Test func aMissingValueIsNotSomethingElse() {
        for matcher in [#"{ "not": ["a"] }"#, #"{ "not": { "contains": "a" } }"#, #"{ "atMost": 9 }"#] {
            #expect(!takes("\"query\": { \"q\": \(matcher) }", .make("GET", "/")), "\(matcher)")
        }
    }

    @Test(arguments: [
        (#"{ "/a": { "not": 2, "atLeast": 1 } }"#, #"{"a":1}"#, #"{"a":2}"#),
        (#"{ "/a": { "not": { "in": [1, [2]] } } }"#, #"{"a":[1]}"#, #"{"a":[2]}"#),
        (#"{ "/a": { "not": { "equals": { "b": 1 } } } }"#, #"{"a":{"b":2}}"#, #"{"a":{"b":1.0}}"#),
        (#"{ "/a": { "not": { "contains": "x" } } }"#, #"{"a":"y"}"#, #"{"a":"xy"}"#),
        (#"{ "/a": { "not": null } }"#, #"{"a":0}"#, #"{"a":null}"#),
        (#"{ "/a": { "not": "X", "ignoreCase": true } }"#, #"{"a":"y"}"#, #"{"a":"x"}"#),
        (#"{ "/a": { "atLeast": 2 } }"#, #"{"a":2.0}"#, #"{"a":1}"#),
        (#"{ "/a": { "atMost": 2 } }"#, #"{"a":2}"#, #"{"a":"2"}"#),
        (#"{ "like": { "amount": 100 } }"#, #"{"amount":100,"id":1}"#, #"{"amount":101}"#),
        (#"{ "equals": [1, 2] }"#, "[1,2]", "[2,1]"),
        (#"{ "not": { "like": { "a": 1 } } }"#, #"{"a":2}"#, #"{"a":1,"b":2}"#),
        (#"{ "exists": true }"#, "0", "no JSON"), (#"{ "": { "exists": true } }"#, "0", "no JSON"),
        ("7", "7.0", #""7""#), (#""x""#, #""x""#, "x"),
    ])
    func ofJSON(matcher: String, good: String, bad: String) {
        #expect(takes(json: matcher, good))
        #expect(!takes(json: matcher, bad))
    }

    @Test(arguments: [
        (#""PUT""#, ["PUT"], ["POST", "put"]), (#"["PUT", "PURGE"]"#, ["PUT", "PURGE"], ["POST"]),
        (#"{ "in": ["PUT", "GET"] }"#, ["PUT", "GET"], ["POST"]), (#"{ "equals": "PUT" }"#, ["PUT"], ["POST"]),
        (#"{ "not": "GET" }"#, ["POST", "PURGE"], ["GET"]),
        (#"{ "not": ["GET", "HEAD"] }"#, ["POST"], ["GET", "HEAD"]),
        (#"{ "startsWith": "P" }"#, ["POST", "PURGE"], ["GET"]),
        (#"{ "equals": "Put", "ignoreCase": true }"#, ["PUT", "put"], ["POST"]),
        (#"{ "exists": true }"#, ["GET", "PURGE"], []),
    ])
    func ofMethods(matcher: String, good: [String], bad: [String]) {
        for method in good { #expect(takes(method: matcher, method), "\(method)") }
        for method in bad { #expect(!takes(method: matcher, method), "\(method)") }
    }

    @Test func aMethodCanBeThatOfAVariable() {
        let golden = Golden(
            #"""
            { "variables": { "m": "PUT" }, "rules": [
              { "match": { "path": "/set" }, "steps": [ { "reply": {}, "set": { "m": "{{request.query.m}}" } } ] },
              { "match": { "method": { "not": "{{variables.m}}" } }, "steps": [ { "reply": {} } ] } ] }
            """#)
        #expect(golden.tell(.make("POST", "/")).hasPrefix("rule 1 "))
        #expect(!golden.tell(.make("PUT", "/")).hasPrefix("rule 1 "))
        _ = golden.tell(.make("GET", "/set?m=POST"))
        #expect(!golden.tell(.make("POST", "/")).hasPrefix("rule 1 "))
    }

    @Test(arguments: [
        (#"{ "not": ["{{variables.a}}", "x"] }"#, "two", "one"),
        (#"{ "not": { "startsWith": "{{variables.a}}" } }"#, "two", "one-more"),
        (#"["{{variables.a}}", "x"]"#, "one", "two"),
        (#"{ "not": { "contains": "o", "endsWith": "{{variables.a}}" } }"#, "one-o", "someone"),
    ])
    func variablesInside(matcher: String, good: String, bad: String) {
        let golden = Golden(
            "{ \"variables\": { \"a\": \"one\" }, \"rules\": [ { \"match\": { \"query\": { \"q\": \(matcher) } }, \"steps\": [ { \"reply\": {} } ] } ] }"
        )
        #expect(golden.tell(.make("GET", "/?q=\(good)")).hasPrefix("rule 0 "))
        #expect(!golden.tell(.make("GET", "/?q=\(bad)")).hasPrefix("rule 0 "))
    }

    @Test func whatDiffersIsToldOfAMethodAndOfAWholeBody() {
        let golden = Golden.match(#""method": { "not": "GET" }, "json": { "like": { "a": 1 } }"#)
        func differences(_ method: String, _ body: String) -> [String]? {
            NearMiss.nearest(.make(method, "/", body: Array(body.utf8)), golden.scenario)?.differences
        }
        #expect(differences("GET", #"{"a":1}"#) == [#"method is "GET", the rule wants {"not":"GET"}"#])
        #expect(
            differences("POST", #"{"a":2}"#) == [#"the body's JSON is an object, the rule wants {"like":{"a":1}}"#])
        #expect(differences("POST", "x") == [#"the body is not JSON, the rule wants {"like":{"a":1}}"#])
    }
}
