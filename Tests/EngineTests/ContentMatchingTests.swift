import Bytes
import Engine
import TestSupport
import Testing
import Wire

/// Matches that look inside of a request, and matches of matches.
@Suite struct ContentMatchingTests {
    private func takes(
        _ match: String, _ target: String = "/", _ fields: [(String, String)] = [], body: String = ""
    ) -> Bool {
        let request = Request.make("POST", target, fields: fields, body: Array(body.utf8))
        return Golden.match(match).tell(request).hasPrefix("rule 0 ")
    }

    private func takes(json: String, _ body: String) -> Bool { takes("\"json\": { \(json) }", body: body) }

    private static let encoded = ("Content-Type", "application/x-www-form-urlencoded")

    @Test func cookies() {
        let match = #""cookies": { "a": "2", "b": { "exists": false } }"#
        #expect(takes(match, "/", [("Cookie", "a=1; a=2"), ("Cookie", "c=3")]))
        #expect(!takes(match, "/", [("Cookie", "a=2; b=1")]))
        #expect(!takes(match, "/", [("Cookie", "a=22")]))
        #expect(!takes(match, "/", [("Cookie", "A=2")]))
        #expect(!takes(match))
        #expect(!takes(#""cookies": { "a": { "not": "x" } }"#))
    }

    @Test func forms() {
        let match = #""form": { "a b": { "startsWith": "x" }, "c": { "exists": false } }"#
        #expect(takes(match, "/", [Self.encoded], body: "a+b=1&a%20b=x%21"))
        #expect(!takes(match, "/", [Self.encoded], body: "a+b=1"))
        #expect(!takes(match, "/", [Self.encoded], body: "a+b=x&c"))
        #expect(!takes(match, body: "a+b=x"))
        let parts = "--z\r\nContent-Disposition: form-data; name=\"a b\"\r\n\r\nx\r\n--z--\r\n"
        #expect(takes(match, "/", [("content-type", "multipart/form-data; boundary=z")], body: parts))
        #expect(takes(#""form": { "a": { "exists": false } }"#))
    }

    @Test func theBodysText() {
        #expect(takes(#""body": "abc""#, body: "abc"))
        #expect(!takes(#""body": "abc""#, body: "abcd"))
        #expect(takes(#""body": { "contains": "BC", "ignoreCase": true }"#, body: "abcd"))
        #expect(takes(#""body": { "matches": "abc" }"#, body: "abc"))
        #expect(takes(#""body": """#))
        #expect(!takes(#""body": { "not": "x" }"#))
        #expect(takes(#""body": { "not": "x" }"#, body: "y"))
        #expect(!takes(#""body": { "not": { "like": { "a": 1 } } }"#))
        #expect(takes(#""body": { "exists": true }"#, body: "x"))
        #expect(!takes(#""body": { "exists": true }"#))
        #expect(takes(#""body": { "exists": false }"#))
        #expect(!takes(#""body": { "exists": false }"#, body: "x"))
    }

    /// Each of so many looked for among all others would take minutes.
    @Test func manyMembersAreFoundInATable() {
        func object(_ numbers: some Collection<Int>) -> String {
            "{" + numbers.map { "\"m\($0)\": \"x\"" }.joined(separator: ",") + "}"
        }
        let forwards = object(0..<10_000)
        let backwards = object((0..<10_000).reversed())
        let time = processorTime {
            #expect(takes("\"body\": { \"like\": \(forwards) }", body: backwards))
            #expect(takes("\"json\": { \"\": { \"equals\": \(forwards), \"ignoreCase\": true } }", body: backwards))
            #expect(!takes("\"body\": { \"like\": \(forwards) }", body: object((1...10_000).reversed())))
        }
        #expect(time < .seconds(30))
    }

    @Test func textThatIsJSONMayBeLike() {
        let match = #"{ "like": { "a": [1] } }"#
        #expect(takes("\"body\": \(match)", body: #"{"b": 0, "a": [0, 1.0]}"#))
        #expect(!takes("\"body\": \(match)", body: #"{"a": ["1"]}"#))
        #expect(!takes("\"body\": \(match)", body: #"{"a": [1]"#))
        #expect(takes("\"query\": { \"q\": \(match) }", "/?q=%7B%22a%22%3A%5B1%5D%7D"))
        #expect(takes("\"headers\": { \"q\": \(match) }", "/", [("q", #"{"a":[1]}"#)]))
        #expect(!takes("\"headers\": { \"q\": \(match) }", "/", [("q", "a")]))
    }

    @Test(arguments: [
        ("1", "1.0", true), ("1", "\"1\"", false), ("\"1\"", "1", false), ("100", "1e2", true),
        ("9007199254740993", "9007199254740992", false), ("true", "true", true), ("true", "\"true\"", false),
        ("null", "null", true), ("null", "0", false), ("\"é\"", "\"\\u00e9\"", true), ("\"é\"", "\"e\\u0301\"", false),
        (#"{ "equals": { "b": 1, "a": [1] } }"#, #"{"a":[1.0],"b":1}"#, true),
        (#"{ "equals": { "a": 1 } }"#, #"{"a":1,"b":2}"#, false), (#"{ "equals": [1] }"#, "[1,1]", false),
        (#"{ "equals": ["A", { "x": "Y" }], "ignoreCase": true }"#, #"["a",{"x":"y"}]"#, true),
        (#"{ "equals": ["A", { "x": "Y" }], "ignoreCase": true }"#, #"["a",{"X":"y"}]"#, false),
        (#"{ "equals": { "x": "A" }, "ignoreCase": true }"#, #"{"x":"a","y":"a"}"#, false),
        (#"{ "equals": "A", "ignoreCase": true }"#, "1", false),
        (#"{ "not": 1 }"#, "2", true), (#"{ "not": 1 }"#, "1.0", false), (#"{ "not": null }"#, "null", false),
        (#"{ "in": [1, null, "a"] }"#, "null", true), (#"{ "in": [1, null, "a"] }"#, "1e0", true),
        (#"{ "in": [1, null, "a"] }"#, "\"b\"", false),
        (#"{ "above": 1, "below": 2 }"#, "1.00000000000000000000000000000001", true),
        (#"{ "above": 1, "below": 2 }"#, "1", false), (#"{ "above": 1, "below": 2 }"#, "2", false),
        (#"{ "above": 1 }"#, "\"5\"", false), (#"{ "above": 1 }"#, "1e400", true), (#"{ "below": 1 }"#, "null", false),
        (#"{ "contains": "b", "startsWith": "a" }"#, "\"abc\"", true),
        (#"{ "contains": "b", "startsWith": "b" }"#, "\"abc\"", false),
        (#"{ "startsWith": "1" }"#, "12", true), (#"{ "endsWith": "UE", "ignoreCase": true }"#, "true", true),
        (#"{ "contains": "" }"#, "null", false), (#"{ "contains": "a" }"#, #"["a"]"#, false),
        (#"{ "matches": "abc" }"#, "\"abc\"", true), (#"{ "search": "abc" }"#, "\"x\"", false),
        (#"{ "exists": true }"#, "null", true), (#"{ "exists": false }"#, "null", false),
        (#"{ "equals": "{{{{x" }"#, "\"{{x\"", true), (#"{ "equals": { "{{{{x": 1 } }"#, "{\"{{x\":1}", true),
    ])
    func jsonValues(_ matcher: String, _ value: String, _ holds: Bool) {
        #expect(takes(json: "\"/a\": \(matcher)", "{\"a\": \(value)}") == holds)
    }

    @Test(arguments: [
        ("{}", #"{"a":1}"#, true), ("{}", "[]", false), (#"{"a":{"b":1}}"#, #"{"x":0,"a":{"c":2,"b":1.0}}"#, true),
        (#"{"a":{"b":1}}"#, #"{"a":{"b":2}}"#, false), (#"{"a":null}"#, "{}", false),
        (#"{"a":null}"#, #"{"a":null}"#, true),
        ("[]", "[1]", true), ("[1,3]", "[1,2,3]", true), ("[3,1]", "[1,2,3]", false), ("[1,1]", "[1,2]", false),
        ("[1,1]", "[1,2,1]", true), (#"[{"a":1},{"a":2}]"#, #"[{"a":2},{"a":1,"b":1},{"b":2,"a":2}]"#, true),
        ("1", "1.0", true), ("1", "[1]", false), ("\"x\"", "\"xy\"", false),
    ])
    func likeIsContainedRecursively(_ wanted: String, _ value: String, _ holds: Bool) {
        #expect(takes(json: "\"\": { \"like\": \(wanted) }", value) == holds)
    }

    @Test func likeMayIgnoreCase() {
        #expect(takes(json: #""": { "like": { "a": ["X"] }, "ignoreCase": true }"#, #"{"a":["y","x"]}"#))
        #expect(!takes(json: #""": { "like": { "a": ["X"] } }"#, #"{"a":["y","x"]}"#))
    }

    @Test func pointersLeadToTheirValues() {
        #expect(takes(json: #""/a/1/b~1c": 1"#, #"{"a":[0,{"b/c":1}]}"#))
        #expect(!takes(json: #""/a/01": 1"#, #"{"a":[0,1]}"#))
        #expect(takes(json: #""/a": 1, "/b": 2"#, #"{"a":1,"b":2}"#))
        #expect(!takes(json: #""/a": 1, "/b": 2"#, #"{"a":1,"b":3}"#))
        #expect(takes(json: #""/a": 2"#, #"{"a":1,"a":2}"#))
    }

    @Test func aStarIsAnyElement() {
        let body = #"{"items":[{"n":1,"s":"a"},{"n":5,"s":"b"}]}"#
        #expect(takes(json: #""/items/*/n": { "above": 4 }"#, body))
        #expect(!takes(json: #""/items/*/n": { "above": 5 }"#, body))
        #expect(!takes(json: #""/items/*/n": { "above": 1, "below": 5 }"#, body))
        #expect(takes(json: #""/*/*/s": "b""#, body))
        #expect(takes(json: #""/items/*/x": { "exists": false }"#, body))
        #expect(!takes(json: #""/items/*/n": { "exists": false }"#, body))
    }

    @Test func whatIsMissingMatchesOnlyItsAbsence() {
        for body in ["", "{", "{}", "[]", "1"] {
            #expect(takes(json: #""/a": { "exists": false }"#, body), "\(body)")
            #expect(!takes(json: #""/a": { "not": 1 }"#, body), "\(body)")
            #expect(!takes(json: #""/a": null"#, body), "\(body)")
        }
    }

    @Test func hostileBodiesAreJudgedInBoundedTime() {
        let time = processorTime {
            let deep = String(repeating: #"{"a":["#, count: 100_000)
            let closed = deep + String(repeating: "]}", count: 100_000)
            let long = "1" + String(repeating: "0", count: 1_000_000)
            let golden = Golden.match(##""json": { "/a": { "like": [1] } }"##)
            for body in [
                deep, closed, "{\"a\":\(long)}", "{\"a\":[\(long)]}", #"{"a":["\ud800"]}"#, "{\"a\":[1]}\u{0}",
            ] {
                let request = Request.make("POST", "/", body: Array(body.utf8))
                #expect(golden.tell(request) == "unmatched")
                #expect(NearMiss.nearest(request, golden.scenario) != nil)
            }
            let broken = Array("{\"a\":[\"".utf8) + [0xFF] + Array("\"]}".utf8)
            #expect(golden.tell(.make("POST", "/", body: broken)) == "unmatched")
            #expect(takes(json: "\"\": { \"below\": 1e999999999 }", long))
        }
        #expect(time < .seconds(20))
    }

    @Test func anyOfSeveralMatches() {
        let match = #""any": [ { "path": "/a" }, { "path": "/b/{x}", "method": "POST" }, { "cookies": { "c": "1" } } ]"#
        #expect(takes(match, "/a"))
        #expect(takes(match, "/b/1"))
        #expect(!takes(match, "/b"))
        #expect(takes(match, "/c", [("Cookie", "c=1")]))
        #expect(!takes(#""path": "/a", "# + match, "/b/1"))
    }

    @Test func notAMatch() {
        let match = #""not": { "path": "/a", "headers": { "k": "v" } }"#
        #expect(takes(match, "/a"))
        #expect(takes(match, "/b", [("k", "v")]))
        #expect(!takes(match, "/a", [("k", "v")]))
        #expect(takes(#""not": { "not": { "body": "x" } }"#, body: "x"))
        #expect(!takes(#""not": { "any": [ { "json": { "/a": 1 } }, { "path": "/x" } ] }"#, body: #"{"a":1}"#))
    }

    @Test func aPatternThatGivesUpInsideIsToldToo() {
        #expect(
            Golden.match(#""cookies": { "a": { "matches": "x" } }"#).who("/", [("cookie", "a=endless")])
                == "unmatched over limit in rule 0")
        let body = Request.make("POST", "/", body: Array(#"{"a":"endless"}"#.utf8))
        for match in [#""json": { "/a": { "search": "x" } }"#, #""any": [ { "json": { "/a": { "search": "x" } } } ]"#] {
            #expect(Golden.match(match).tell(body) == "unmatched over limit in rule 0")
        }
    }

    @Test func insideABatchJSONIsTheElementAndBodyTheWhole() {
        let golden = Golden(
            #"""
            { "system": "words", "rules": [
              { "match": { "json": { "/n": 2 } }, "steps": [ { "reply": { "json": 2 } } ] },
              { "match": { "body": { "contains": "\n" }, "json": { "/n": { "exists": true } } },
                "steps": [ { "reply": { "json": 3 } } ] } ] }
            """#)
        func tell(_ body: String) -> String { golden.tell(.make("POST", "/", body: Array(body.utf8))) }
        let plan = tell("{\"n\":1}\n{\"n\":2}\nsilence")
        #expect(plan.hasPrefix("rule 1 step 0 hit 1\n"))
        #expect(plan.contains("3+2"))
        #expect(golden.state.hits(of: 0) == 1)
        #expect(golden.state.hits(of: 1) == 1)
        #expect(tell("{\"n\":1}").contains("unknown"))
    }
}
