import Engine
import Testing
import Wire

@Suite struct NearMissTests {
    private let golden = Golden(
        #"""
        { "rules": [
          { "name": "other", "match": { "path": "/entirely/else" }, "steps": [ { "reply": {} } ] },
          { "name": "item", "match": { "path": "/a/{id}", "method": "POST", "headers": { "X-Key": { "startsWith": "k" } } },
            "steps": [ { "reply": {} } ] },
          { "name": "search", "match": { "path": "/search", "query": { "q": "x", "page": { "exists": false } } },
            "steps": [ { "reply": {} } ] },
          { "name": "spent", "match": { "path": "/spent" }, "steps": [ { "reply": {} } ], "atEnd": "pass" } ] }
        """#)

    private func nearest(_ target: String, _ fields: [(String, String)] = [], method: String = "GET") -> [String] {
        let near = NearMiss.nearest(Request.make(method, target, fields: fields), golden.scenario)
        return near.map { [$0.rule] + $0.differences } ?? []
    }

    @Test func thePathIsNamed() {
        #expect(
            nearest("/a/x/", [("X-Key", "k1")], method: "POST") == [
                "item", #"path is "/a/x/", the rule wants "/a/{id}""#,
            ])
        #expect(nearest("/serach?q=x") == ["search", #"path is "/serach", the rule wants "/search""#])
    }

    @Test func theRestIsNamedToo() {
        #expect(
            nearest("/a/1") == [
                "item", #"method is "GET", the rule wants "POST""#,
                #"header "x-key" is missing, the rule wants {"startsWith":"k"}"#,
            ])
        #expect(
            nearest("/a/1", [("X-Key", "z")], method: "POST") == [
                "item", #"header "x-key" is "z", the rule wants {"startsWith":"k"}"#,
            ])
        #expect(
            nearest("/search?q=y&page=2") == [
                "search", #"query field "q" is "y", the rule wants "x""#,
                #"query field "page" is "2", the rule wants none"#,
            ])
    }

    @Test func onlyTheNearestByTheirPathAreLookedAtInside() throws {
        let patterns = CountingPatterns()
        let rules = (0..<300).map { number in
            #"{ "name": "r\#(number)", "match": { "path": "/path\#(number)", "headers": { "h": { "search": "p" } } }, "steps": [ { "reply": {} } ] }"#
        }
        let golden = Golden("{ \"rules\": [ \(rules.joined(separator: ",")) ] }", patterns: patterns)
        let miss = try #require(
            NearMiss.nearest(Request.make("GET", "/path299x", fields: [("h", "1")]), golden.scenario))
        #expect(miss.rule == "r299")
        #expect(
            miss.differences == [
                #"path is "/path299x", the rule wants "/path299""#,
                #"header "h" is "1", the rule wants {"search":"p"}"#,
            ])
        #expect(patterns.judged == 20)
    }

    @Test func noPatternIsTriedBehindOneThatIsOverTheLimit() {
        let patterns = CountingPatterns()
        let rules = (0..<20).map { number in
            #"{ "name": "r\#(number)", "match": { "path": "/a", "headers": { "h": { "search": "p\#(number)" } } }, "steps": [ { "reply": {} } ] }"#
        }
        let golden = Golden("{ \"rules\": [ \(rules.joined(separator: ",")) ] }", patterns: patterns)
        _ = NearMiss.nearest(Request.make("GET", "/a", fields: [("h", "endless")]), golden.scenario)
        #expect(patterns.judged == 1)
    }

    @Test func aRuleThatLetsItPassIsNotTheNearest() {
        #expect(
            nearest("/spent") == [
                "search", #"path is "/spent", the rule wants "/search""#,
                #"query field "q" is missing, the rule wants "x""#,
            ])
        let golden = Golden(
            #"""
            { "rules": [
              { "name": "slow", "match": { "headers": { "X-Other": "1" } }, "pass": true, "delay": "1s" },
              { "name": "some", "match": {}, "steps": [ { "choose": [ { "pass": true }, { "fail": 500 } ] } ] },
              { "name": "pay", "match": { "path": "/pay" }, "reply": {} } ] }
            """#)
        let miss = NearMiss.nearest(Request.make("GET", "/order"), golden.scenario)
        #expect(miss?.rule == "pay" && miss?.differences == [#"path is "/order", the rule wants "/pay""#])
        let alone = Golden(#"{ "rules": [ { "match": { "path": "/x" }, "pass": true, "delay": "1s" } ] }"#)
        #expect(NearMiss.nearest(Request.make("GET", "/y"), alone.scenario) == nil)
    }

    private func differences(_ match: String, _ fields: [(String, String)] = [], body: String = "") -> [String] {
        let request = Request.make("POST", "/a", fields: fields, body: Array(body.utf8))
        return NearMiss.nearest(request, Golden.match(match).scenario)?.differences ?? []
    }

    @Test func whatIsInsideIsNamedToo() {
        let match = #""cookies": { "c": "1" }, "form": { "f": "2" }"#
        let type = ("Content-Type", "application/x-www-form-urlencoded")
        #expect(
            differences(match, [type, ("Cookie", "c=x")], body: "f=y")
                == [#"cookie "c" is "x", the rule wants "1""#, #"form field "f" is "y", the rule wants "2""#])
        #expect(
            differences(match)
                == [#"cookie "c" is missing, the rule wants "1""#, #"form field "f" is missing, the rule wants "2""#])
        #expect(differences(#""body": "x""#, body: "y") == [#"body is "y", the rule wants "x""#])
        #expect(differences(#""body": "x""#) == [#"body is missing, the rule wants "x""#])
        #expect(differences(#""body": { "exists": false }"#, body: "y") == [#"body is "y", the rule wants none"#])
        #expect(
            differences(#""path": "/b", "body": "x""#, body: "y")
                == [#"path is "/a", the rule wants "/b""#, #"body is "y", the rule wants "x""#])
        #expect(
            differences(#""headers": { "k": "v" }, "json": { "/n": 1 }"#, body: #"{"n":2}"#)
                == [#"header "k" is missing, the rule wants "v""#, #"JSON at "/n" is 2, the rule wants 1"#])
    }

    @Test func placesInJSONAreNamed() {
        let match = #""json": { "/a": 1, "/b": { "exists": false } }"#
        #expect(
            differences(match, body: #"{"a":"1","b":[2]}"#) == [
                #"JSON at "/a" is "1", the rule wants 1"#, #"JSON at "/b" is a list, the rule wants none"#,
            ])
        #expect(differences(match, body: #"{"a":2}"#) == [#"JSON at "/a" is 2, the rule wants 1"#])
        #expect(differences(match, body: #"{"a":true}"#) == [#"JSON at "/a" is true, the rule wants 1"#])
        #expect(differences(match, body: "{}") == [#"JSON at "/a" is missing, the rule wants 1"#])
        #expect(differences(match, body: "{") == [#"the body is not JSON, the rule wants 1 at "/a""#])
        #expect(differences(match) == [#"there is no body, the rule wants 1 at "/a""#])
        let long = String(repeating: "7", count: 300)
        let short = String(repeating: "7", count: 200) + "…"
        #expect(
            differences(#""json": { "/a": 1 }"#, body: "{\"a\":\(long)}") == [
                "JSON at \"/a\" is \(short), the rule wants 1"
            ])
        #expect(
            differences(#""json": { "/a": { "matches": "x" } }"#, body: #"{"a":"endless"}"#) == [
                #"JSON at "/a" is "endless", the rule wants {"matches":"x"}, and the pattern was given up on"#
            ])
    }

    @Test func matchesOfMatchesSayWhatFailed() {
        #expect(
            differences(#""any": [ { "path": "/bcd" }, { "headers": { "k": "v" }, "method": "GET" } ]"#) == [
                #"none of "any" holds: method is "POST", the rule wants "GET", and header "k" is missing, the rule wants "v""#
            ])
        #expect(differences(#""not": { "path": "/a" }"#) == [#"the request is as "not" excludes: {"path":"/a"}"#])
    }

    @Test func aBodyThatIsNotThereYetIsNotJudged() {
        let request = Request.make("POST", "/a", body: [1])
        request.isBodyComplete = false
        let golden = Golden.match(#""method": "PUT", "body": "x""#)
        let miss = NearMiss.nearest(request, golden.scenario)
        #expect(miss?.differences == [#"method is "POST", the rule wants "PUT""#])
        #expect(miss?.lacksBody == true)
        #expect(NearMiss.nearest(request, Golden.match(#""method": "PUT""#).scenario)?.lacksBody == false)
        request.isBodyComplete = true
        #expect(NearMiss.nearest(request, golden.scenario)?.lacksBody == false)
    }
}
