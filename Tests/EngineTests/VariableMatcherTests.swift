import Engine
import Testing
import Wire

/// Value matchers that repeat variables: judged against what the session's are at that moment.
@Suite struct VariableMatcherTests {
    /// A rule with this match; `/set?a=…&j=…` sets the variables that it may repeat.
    private func golden(_ match: String) -> Golden {
        Golden(
            #"""
            { "variables": { "a": "one", "n": 1 }, "rules": [
              { "match": { "path": "/set" }, "steps": [ { "reply": {}, "set": { "a": "{{request.query.a}}" } } ] },
              { "match": { "path": "/json" }, "steps": [ { "reply": {}, "set": { "n": "{{request.json/n}}" } } ] },
            """# + "{ \"name\": \"it\", \"match\": { \(match) }, \"steps\": [ { \"reply\": {} } ] } ] }")
    }

    private func takes(
        _ golden: Golden, _ target: String = "/", _ fields: [(String, String)] = [], body: String = ""
    ) -> Bool {
        golden.tell(Request.make("POST", target, fields: fields, body: Array(body.utf8))).hasPrefix("rule 2 ")
    }

    @Test func aTokenThatWasHandedOutIsAskedFor() {
        let golden = Golden(
            #"""
            { "variables": { "token": "none" }, "rules": [
              { "match": { "path": "/login" }, "steps": [ { "reply": {}, "set": { "token": "t{{hit}}" } } ] },
              { "match": { "headers": { "Authorization": "Bearer {{variables.token}}" } }, "steps": [ { "reply": {} } ] } ],
              "otherwise": { "reply": { "status": 401 } } }
            """#)
        func status(_ token: String) -> String { golden.who("/data", [("authorization", "Bearer " + token)]) }
        #expect(status("t1") == "rule -1 step 0 hit 1")
        _ = golden.who("/login")
        #expect(status("t1") == "rule 1 step 0 hit 1")
        _ = golden.who("/login")
        #expect(status("t1") == "rule -1 step 0 hit 2")
        #expect(status("t2") == "rule 1 step 0 hit 2")
        // Any of its values will do.
        #expect(golden.who("/", [("Authorization", "x"), ("Authorization", "Bearer t2")]) == "rule 1 step 0 hit 3")
        golden.reset()
        #expect(status("none") == "rule 1 step 0 hit 1")
    }

    @Test(arguments: [
        (#"{ "equals": "{{variables.a}}" }"#, "one", "on"), (#"{ "not": "{{variables.a}}" }"#, "two", "one"),
        (#"{ "contains": "-{{variables.a}}-" }"#, "x-one-y", "x-on-y"),
        (#"{ "startsWith": "{{variables.a}}{{variables.n}}" }"#, "one1.", "one2"),
        (#"{ "endsWith": "{{variables.a}}" }"#, "someone", "ones"),
        (#"{ "in": ["x", "{{variables.a}}"] }"#, "one", "y"),
        (#"{ "in": ["x", "{{variables.a}}"] }"#, "x", "{{variables.a}}"),
        (#"{ "equals": "{{variables.a}}", "ignoreCase": true }"#, "ONE", "TWO"),
        (#"{ "startsWith": "o", "endsWith": "{{variables.n}}" }"#, "o1", "x1"),
        (#"{ "like": ["{{variables.n}}"] }"#, "[0, 1.0]", "[\"1\"]"),
        (#""{{{{variables.a}}""#, "{{variables.a}}", "one"),
    ])
    func everyTextTestTakesThem(matcher: String, good: String, bad: String) {
        let query = golden("\"headers\": { \"v\": \(matcher) }")
        #expect(takes(query, "/", [("v", good)]))
        #expect(!takes(query, "/", [("v", bad)]))
        let body = golden("\"body\": \(matcher)")
        #expect(takes(body, body: good))
        #expect(!takes(body, body: bad))
    }

    @Test(arguments: [
        (#""query": { "q": "{{variables.a}}" }"#, "/?q=two&q=one", "", ""),
        (#""cookies": { "c": "{{variables.a}}" }"#, "/", "c=one", ""),
        (#""form": { "f": "{{variables.a}}" }"#, "/", "", "f=one"),
        (#""json": { "/*/a": "{{variables.a}}" }"#, "/", "", #"[{"a":2},{"a":"one"}]"#),
        (#""any": [ { "path": "/x" }, { "query": { "q": "{{variables.a}}" } } ]"#, "/?q=one", "", ""),
    ])
    func everyPlaceTakesThem(match: String, target: String, cookie: String, body: String) {
        let golden = golden(match)
        let fields = [("Cookie", cookie), ("Content-Type", "application/x-www-form-urlencoded")]
        #expect(takes(golden, target, fields, body: body))
        _ = golden.who("/set?a=three")
        #expect(!takes(golden, target, fields, body: body))
        _ = golden.who("/set?a=one")
        #expect(takes(golden, target, fields, body: body))
    }

    @Test func aVariableIsComparedWithAnother() {
        let golden = golden(#""variables": { "a": { "startsWith": "{{variables.n}}" } }"#)
        #expect(!takes(golden))
        _ = golden.who("/set?a=1x")
        #expect(takes(golden))
    }

    @Test func jsonIsComparedWithTheTypeThatTheVariableHas() {
        let golden = golden(#""json": { "/v": "{{variables.n}}" }"#)
        func set(_ value: String) {
            _ = golden.decide(Request.make("POST", "/json", body: Array("{\"n\":\(value)}".utf8)))
        }
        #expect(takes(golden, body: #"{"v":1.0}"#))
        #expect(!takes(golden, body: #"{"v":"1"}"#))
        for value in ["\"1\"", "true", "{\"a\":[1]}", "null"] {
            set(value)
            #expect(takes(golden, body: "{\"v\":\(value)}"))
            #expect(!takes(golden, body: #"{"v":1}"#))
        }
        // A string with more than the placeholder is text.
        let text = self.golden(#""json": { "/v": "{{variables.n}}." }"#)
        #expect(takes(text, body: #"{"v":"1."}"#))
        let deep = self.golden(#""json": { "/v": { "equals": { "w": ["{{variables.n}}", "{{variables.a}}"] } } }"#)
        #expect(takes(deep, body: #"{"v":{"w":[1,"one"]}}"#))
        #expect(!takes(deep, body: #"{"v":{"w":["1","one"]}}"#))
        let ending = self.golden(#""json": { "/v": { "endsWith": "{{variables.n}}", "startsWith": "2" } }"#)
        #expect(takes(ending, body: #"{"v":21}"#) && !takes(ending, body: #"{"v":31}"#))
    }

    @Test func aVariableThatIsMissingIsNullThereAndEmptyElsewhere() {
        let header = golden(#""headers": { "v": "<{{variables.a}}>" }"#)
        _ = header.who("/set")
        #expect(takes(header, "/", [("v", "<>")]))
        let json = golden(#""json": { "/v": "{{variables.a}}" }"#)
        _ = json.who("/set")
        #expect(takes(json, body: #"{"v":null}"#) && !takes(json, body: #"{"v":""}"#))
    }

    @Test func notHoldsWhereTheVariableIsAnother() {
        let golden = golden(#""not": { "headers": { "v": "{{variables.a}}" } }"#)
        #expect(takes(golden, "/", [("v", "two")]) && takes(golden))
        #expect(!takes(golden, "/", [("v", "one")]))
        // What the request says by itself decides where it can.
        let both = self.golden(#""not": { "path": "/x", "headers": { "v": "{{variables.a}}" } }"#)
        #expect(takes(both, "/y", [("v", "one")]) && !takes(both, "/x", [("v", "one")]))
    }

    @Test func aBodyIsWaitedFor() {
        let golden = golden(#""body": "{{variables.a}}""#)
        let request = Request.make("POST", "/", body: [])
        request.isBodyComplete = false
        #expect(golden.tell(request) == "needs body")
        let header = self.golden(#""headers": { "v": "{{variables.a}}" }"#)
        #expect(!header.tell(request).hasPrefix("needs"))
    }

    @Test func aFieldOfTheCallIsComparedToo() {
        let golden = Golden(
            #"""
            { "system": "jsonrpc", "variables": { "m": "one" }, "rules": [
              { "match": { "rpc": "next" }, "steps": [ { "reply": { "result": 1 }, "set": { "m": "{{request.json/params/0}}" } } ] },
              { "match": { "rpc": "{{variables.m}}" }, "steps": [ { "reply": { "result": "it" } } ] } ] }
            """#)
        func who(_ method: String, _ parameters: String = "[]") -> String {
            let call = #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters),"id":1}"#
            return String(golden.tell(Request.make("POST", "/", body: Array(call.utf8))).prefix(7))
        }
        #expect(who("one") == "rule 1 " && who("two") == "rule -2")
        #expect(who("next", #"["two"]"#) == "rule 0 ")
        #expect(who("one") == "rule -2" && who("two") == "rule 1 ")
        // It never holds for what is no request.
        #expect(golden.tell(Request.make("POST", "/", body: Array("x".utf8))).hasPrefix("rule -2"))
    }

    @Test func aPatternBesideOneIsJudgedToo() {
        let golden = golden(#""headers": { "v": { "search": "one", "endsWith": "{{variables.a}}" } }"#)
        #expect(takes(golden, "/", [("v", "one")]))
        #expect(golden.tell("/", [("v", "endless")]) == "unmatched over limit in rule 2")
    }

    @Test func theNearestRuleIsNamedWithWhatItAsksFor() {
        let golden = golden(
            #""path": "/x", "headers": { "authorization": "Bearer {{variables.a}}" }, "cookies": { "c": "{{variables.n}}" }"#
        )
        func nearest(_ fields: [(String, String)]) -> [String] {
            NearMiss.nearest(Request.make("GET", "/x", fields: fields), golden.scenario)?.differences ?? []
        }
        #expect(
            nearest([("Authorization", "Bearer b"), ("Cookie", "c=2")]) == [
                #"header "authorization" is "Bearer b", the rule wants "Bearer {{variables.a}}""#,
                #"cookie "c" is "2", the rule wants "{{variables.n}}""#,
            ])
        // What is missing is missing whatever the variable is.
        #expect(
            nearest([("Cookie", "c=2")])
                == [#"header "authorization" is missing, the rule wants "Bearer {{variables.a}}""#])
        let other = self.golden(#""path": "/x", "variables": { "a": "two" }"#)
        #expect(
            NearMiss.nearest(Request.make("GET", "/x"), other.scenario)?.differences
                == ["the session's variables were not as the rule wants them"])
    }
}
