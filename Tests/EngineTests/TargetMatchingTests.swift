import Engine
import Mishap
import Rules
import TestSupport
import Testing
import Wire

/// Matches of paths by value matchers, of their named segments, and of targets. With real expressions.
@Suite struct TargetMatchingTests {
    private func rule(_ match: String, _ target: String, others: String = "") -> Bool {
        let golden = Golden(
            "{ \"rules\": [ { \"match\": { \(match) }, \"reply\": { \"text\": \"it\" } } \(others) ] }",
            patterns: PCRE2Compiler())
        return golden.tell(Request.make("GET", target)).hasPrefix("rule 0 ")
    }

    @Test(arguments: [
        (#"{ "matches": "/v[12]/orders/[0-9]+" }"#, "/v1/orders/7?x=1", true),
        (#"{ "matches": "/v[12]/orders/[0-9]+" }"#, "/v3/orders/7", false),
        (#"{ "matches": "/v[12]/orders/[0-9]+" }"#, "/v1/orders/7/x", false),
        // Decoded, whole: a slash within a segment is one too.
        (#"{ "matches": "/v[12]/orders/[0-9]+" }"#, "/v1%2Forders/%37", true),
        (#"{ "matches": "/a b/ä" }"#, "/a%20b/%C3%A4", true), (#"{ "equals": "/a b" }"#, "/a%20b", true),
        (#"{ "matches": "/a/.*" }"#, "/a/b/c", true), (#"{ "matches": "/a/.*|/b" }"#, "/b", true),
        (#"{ "matches": "/A/[a-z]+", "ignoreCase": true }"#, "/a/X", true),
        (#"{ "matches": "/A/[a-z]+" }"#, "/a/x", false), (#"{ "startsWith": "/a" }"#, "/abc/d", true),
        (#"{ "in": ["/a", "/b"] }"#, "/b", true), (#"{ "in": ["/a", "/b"] }"#, "/c", false),
        (#"{ "not": { "endsWith": ".png" } }"#, "/a.png", false), (#"{ "not": { "endsWith": ".png" } }"#, "/a", true),
        (#"{ "contains": "/admin" }"#, "/x/admin/y", true),
    ])
    func thePathIsTestedDecoded(matcher: String, target: String, holds: Bool) {
        #expect(rule("\"path\": \(matcher)", target) == holds)
        // The same among many, where the index divides them.
        let others = (0..<40).map { number in
            ", { \"match\": { \"path\": { \"matches\": \"/x[0-9]/y\(number)/[a-z]+\" } }, \"reply\": {} }"
        }.joined()
        #expect(rule("\"path\": \(matcher)", target, others: others) == holds)
        #expect(rule("\"any\": [ { \"path\": \(matcher) } ]", target) == holds)
        #expect(rule("\"not\": { \"path\": \(matcher) }", target) == !holds)
    }

    @Test(arguments: [
        ("/users/7", true), ("/users/%37", true), ("/users/8", false), ("/users/", false), ("/users/7/x", false),
    ])
    func namedSegmentsAreTested(target: String, holds: Bool) {
        #expect(rule(#""path": "/users/{id}", "parameters": { "id": { "in": ["7", "9"] } }"#, target) == holds)
        #expect(rule(#""path": "/users/{id}", "parameters": { "id": { "matches": "[79]" } }"#, target) == holds)
    }

    @Test func severalSegmentsAreTested() {
        let match = #""path": "/{a}/*/{b}/**", "parameters": { "a": "x y", "b": { "above": 5 } }"#
        #expect(rule(match, "/x%20y/q/6/rest") && !rule(match, "/x%20y/q/5/rest") && !rule(match, "/z/q/6/"))
    }

    @Test(arguments: [
        (#""/orders?page=2&q=a%20b""#, "/orders?page=2&q=a%20b", true),
        (#""/orders?page=2&q=a%20b""#, "/orders?page=2&q=a+b", false), (#""/orders""#, "/orders?", false),
        (#"{ "matches": "/orders\\?page=[0-9]+" }"#, "/orders?page=12", true),
        (#"{ "contains": "page=1&" }"#, "/x?page=1&y", true), (#"["/a", "/b?c"]"#, "/b?c", true),
        (#""/a%62""#, "/ab", false), (#""/a%62""#, "/a%62", true),
    ])
    func theTargetIsTestedAsItWasSent(matcher: String, target: String, holds: Bool) {
        #expect(rule("\"target\": \(matcher)", target) == holds)
        let others = (0..<20).map { ", { \"match\": { \"target\": \"/other?page=\($0)\" }, \"reply\": {} }" }.joined()
        #expect(rule("\"target\": \(matcher)", target, others: others) == holds)
    }

    @Test func theNearestRuleIsToldByItsPath() {
        let golden = Golden(
            #"""
            { "rules": [ { "name": "e", "match": { "path": { "matches": "/orders/[0-9]+" }, "method": "GET" }, "reply": {} },
              { "name": "t", "match": { "target": "/x?y=1" }, "reply": {} },
              { "name": "p", "match": { "path": "/u/{id}", "parameters": { "id": "7" } }, "reply": {} } ] }
            """#, patterns: PCRE2Compiler())
        func nearest(_ method: String, _ target: String) -> NearMiss? {
            NearMiss.nearest(Request.make(method, target), golden.scenario)
        }
        #expect(nearest("POST", "/orders/7")?.differences == [#"method is "POST", the rule wants "GET""#])
        #expect(
            nearest("GET", "/u/8")?.differences == [#"path segment "id" is "8", the rule wants "7""#])
        #expect(
            nearest("GET", "/x?y=2")?.differences.contains(#"target is "/x?y=2", the rule wants "/x?y=1""#) == true
                || nearest("GET", "/x?y=2")?.rule == "e")
    }

    /// The literal rules of such a scenario are found as ever, in their order.
    @Test func anEncodedSlashFindsExpressionsAndOthers() {
        let golden = Golden(
            #"""
            { "rules": [ { "match": { "path": "/other" }, "reply": {} },
              { "match": { "path": { "matches": "/a/[0-9]+/c" } }, "reply": {} },
              { "match": { "path": { "matches": "/x/[a-z]+" } }, "reply": {} },
              { "match": { "path": "/{one}/c" }, "reply": {} } ] }
            """#, patterns: PCRE2Compiler())
        for (target, rule) in [("/a%2F7/c", 1), ("/x%2Fy", 2), ("/a%2Fb/c", 3), ("/x/y", 2), ("/q/c", 3)] {
            #expect(golden.tell(Request.make("GET", target)).hasPrefix("rule \(rule) "), "\(target)")
        }
        #expect(golden.tell(Request.make("GET", "/%2F")).hasPrefix("unmatched"))
    }

    /// Such rules need nothing but the head, and are decided in the shortest way.
    @Test func theyAreDecidedDirectly() {
        func isDirect(_ match: String) -> Bool {
            Golden("{ \"rules\": [ { \"match\": { \(match) }, \"reply\": {} } ] }", patterns: PCRE2Compiler()).scenario
                .isDirect
        }
        #expect(isDirect(#""path": { "matches": "/a/.*" }"#) && isDirect(#""target": "/a?b""#))
        #expect(isDirect(#""path": "/{a}", "parameters": { "a": "1" }"#))
        #expect(!isDirect(#""path": "/a", "cookies": { "a": "1" }"#) && !isDirect(#""any": [ { "target": "/a" } ]"#))
    }

    /// Segments are told by their places, whatever they are called.
    @Test func segmentsOfOneNameInOtherPlacesAreOthers() {
        let golden = Golden(
            #"""
            { "rules": [ { "match": { "path": "/a/{x}/{y}", "parameters": { "x": "1" } }, "reply": {} },
              { "match": { "path": "/a/{y}/{x}", "parameters": { "x": "1" } }, "reply": {} } ] }
            """#)
        #expect(golden.tell(Request.make("GET", "/a/1/2")).hasPrefix("rule 0 "))
        #expect(golden.tell(Request.make("GET", "/a/2/1")).hasPrefix("rule 1 "))
    }

    /// Of a hundred expressions only those are tried whose literal segments are the request's.
    @Test func oneOfAHundredExpressionsIsTried() {
        let rules = (0..<100).map { number in
            "{ \"match\": { \"path\": { \"matches\": \"/v[0-9]+/things\(number)/[a-z]+\" } }, \"reply\": {} }"
        }
        let counting = CountingPatterns()
        let golden = Golden(
            "{ \"rules\": [ \(rules.joined(separator: ",")) ] }", patterns: counting, decidesInSteps: false)
        _ = golden.decide(Request.make("GET", "/v1/things73/abc"))
        #expect(counting.judged == 1)
    }

    // MARK: Lists in any order

    @Test(arguments: [
        (#"{ "equals": [1, 2, 2], "anyOrder": true }"#, "[2,1,2.0]", true),
        (#"{ "equals": [1, 2, 2], "anyOrder": true }"#, "[2,1,1]", false),
        (#"{ "equals": [1, 2], "anyOrder": true }"#, "[2,1,2]", false), (#"{ "equals": [1, 2] }"#, "[2,1]", false),
        (#"{ "equals": { "a": [[1], [2, 3]] }, "anyOrder": true }"#, #"{"a":[[3,2],[1]]}"#, true),
        (#"{ "equals": ["A"], "anyOrder": true, "ignoreCase": true }"#, #"["a"]"#, true),
        (#"{ "equals": ["A"], "anyOrder": true }"#, #"["a"]"#, false),
        (#"{ "equals": ["1"], "anyOrder": true }"#, "[1]", false),
        (#"{ "like": [{ "id": 2 }, { "id": 1 }], "anyOrder": true }"#, #"[{"id":1,"x":1},{"id":3},{"id":2}]"#, true),
        (#"{ "like": [{ "id": 2 }, { "id": 1 }] }"#, #"[{"id":1,"x":1},{"id":3},{"id":2}]"#, false),
        // The first takes what only the second can have, unless it is given another.
        (#"{ "like": [{}, { "a": 1 }], "anyOrder": true }"#, #"[{"a":1},{}]"#, true),
        (#"{ "like": [{ "a": 1 }, { "a": 1 }], "anyOrder": true }"#, #"[{"a":1},{}]"#, false),
        (#"{ "like": [1, 1], "anyOrder": true }"#, "[1]", false),
        (#"{ "in": [[1, 2]], "anyOrder": true }"#, "[2,1]", true),
        (#"{ "not": { "equals": [1, 2], "anyOrder": true } }"#, "[2,1]", false),
        (#"{ "in": [[1], [2, 3]], "anyOrder": true }"#, "[3,2]", true),
        (#"{ "equals": 7, "anyOrder": true }"#, "7.0", true),
        (#"{ "equals": [[[[1, 2]]]], "anyOrder": true }"#, "[[[[2,1]]]]", true),
    ])
    func listsAreComparedAsBags(matcher: String, body: String, holds: Bool) {
        let golden = Golden(
            "{ \"rules\": [ { \"match\": { \"json\": { \"\": \(matcher) } }, \"reply\": {} } ] }")
        let request = Request.make("POST", "/", body: Array(body.utf8))
        #expect(golden.tell(request).hasPrefix("rule 0 ") == holds)
    }

    @Test func textThatIsJSONIsComparedSoToo() {
        let golden = Golden(
            #"{ "rules": [ { "match": { "body": { "like": [2, 1], "anyOrder": true } }, "reply": {} } ] }"#)
        #expect(golden.tell(Request.make("POST", "/", body: Array("[1,3,2]".utf8))).hasPrefix("rule 0 "))
        #expect(golden.tell(Request.make("POST", "/", body: Array("[1,3]".utf8))).hasPrefix("unmatched"))
    }
}
