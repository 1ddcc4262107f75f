import Engine
import Testing
import Wire

/// Which requests a match takes.
@Suite struct MatchingTests {
    @Test func aLiteralPathIsThatPath() {
        let golden = Golden.match(#""path": "/pay""#)
        #expect(golden.takes("/pay"))
        #expect(golden.takes("/pay?x=1"))
        #expect(golden.takes("/p%61y"))
        for other in ["/pay/", "/Pay", "/pa", "/pay/x", "/", "//pay", "/pay%2F", "pay"] {
            #expect(!golden.takes(other), "\(other)")
        }
    }

    @Test func anEscapedSlashIsNoSeparator() {
        let golden = Golden.match(#""path": "/a%2fb""#)
        #expect(golden.takes("/a%2Fb"))
        #expect(golden.takes("/%61%2fb"))
        #expect(!golden.takes("/a/b"))
        #expect(!Golden.match(#""path": "/{x}/b""#).takes("/a%2Fb"))
        #expect(Golden.match(#""path": "/{x}""#).takes("/a%2Fb"))
    }

    @Test func textThatIsNotAsciiMatchesItsEscapes() {
        #expect(Golden.match(#""path": "/café""#).takes("/caf%C3%A9"))
        #expect(Golden.match(#""path": "/%7Bx%7D""#).takes("/%7bx%7d"))
    }

    @Test func aNameOrAStarIsOneSegment() {
        for path in ["/a/{id}/b", "/a/*/b"] {
            let golden = Golden.match("\"path\": \"\(path)\"")
            #expect(golden.takes("/a/1/b"))
            #expect(golden.takes("/%61/x%20y/b"))
            for other in ["/a//b", "/a/1/b/", "/a/1", "/a/1/2/b", "/x/1/b", "/a/1/c"] {
                #expect(!golden.takes(other), "\(other)")
            }
        }
        let slash = Golden.match(#""path": "/a/{id}/""#)
        #expect(slash.takes("/a/1/"))
        #expect(!slash.takes("/a/1"))
    }

    @Test func twoStarsAreTheRest() {
        let golden = Golden.match(#""path": "/a/**""#)
        for path in ["/a", "/a/", "/a/b", "/a/b/c/", "/%61/b"] { #expect(golden.takes(path), "\(path)") }
        for path in ["/", "/ab", "/b/a"] { #expect(!golden.takes(path), "\(path)") }
        let all = Golden.match(#""path": "/**""#)
        #expect(all.takes("/") && all.takes("/x/y"))
    }

    @Test func aPathThatWasAllPrefixIsTheRoot() {
        let request = Request.make("GET", "/@name")
        request.removePathPrefix(6)
        #expect(Golden.match(#""path": "/""#).tell(request).hasPrefix("rule 0"))
        #expect(Golden.match(#""path": "/**""#).tell(request).hasPrefix("rule 0"))
    }

    @Test func deepTemplatesAreFoundByTheirBeginning() {
        let golden = Golden.match(#""path": "/1/2/3/4/5/6/7/8/9/10/{x}/12""#)
        #expect(golden.takes("/1/2/3/4/5/6/7/8/9/10/11/12"))
        #expect(!golden.takes("/1/2/3/4/5/6/7/8/9/11/11/12"))
    }

    @Test func methods() {
        let golden = Golden.match(#""method": ["GET", "PUT"]"#)
        #expect(golden.takes("/", method: "PUT"))
        #expect(!golden.takes("/", method: "POST"))
        #expect(!golden.takes("/", method: "GETS"))
        #expect(!golden.takes("/", method: "get"))
    }

    @Test func anyValueOfARepeatedQueryFieldMatches() {
        let golden = Golden.match(#""query": { "q": "2", "r s": "t u" }"#)
        #expect(golden.takes("/?q=1&q=2&r+s=t%20u"))
        #expect(golden.takes("/?r%20s=t+u&&q=2"))
        for other in ["/?q=1&r+s=t+u", "/?q=2", "/", "/?", "/?q=22&r+s=t+u", "/?q&r+s"] {
            #expect(!golden.takes(other), "\(other)")
        }
        #expect(Golden.match(#""query": { "q": "" }"#).takes("/?a=1&q"))
    }

    @Test func headerNamesHaveNoCaseAndAnyValueMatches() {
        let golden = Golden.match(#""headers": { "X-Kind": "b" }"#)
        #expect(golden.takes("/", [("x-kind", "a"), ("X-KIND", "b")]))
        #expect(!golden.takes("/", [("x-kind", "B")]))
        #expect(!golden.takes("/"))
    }

    @Test(arguments: [
        ("3.0", "3.0", true), ("3.0", "3", false), ("true", "true", true), (#""""#, "", true),
        (#"{ "equals": "a" }"#, "a", true), (#"{ "not": "a" }"#, "a", false), (#"{ "not": "a" }"#, "ab", true),
        (#"{ "contains": "bc" }"#, "abcd", true), (#"{ "contains": "bc" }"#, "b", false),
        (#"{ "contains": "BC", "ignoreCase": true }"#, "abcd", true),
        (#"{ "startsWith": "ab", "endsWith": "yz" }"#, "ab..yz", true),
        (#"{ "startsWith": "ab", "endsWith": "yz" }"#, "ab..", false),
        (#"{ "startsWith": "abc" }"#, "ab", false), (#"{ "endsWith": "abc" }"#, "bc", false),
        (#"{ "in": [1, "x"] }"#, "1", true), (#"{ "in": [1, "x"] }"#, "y", false),
        (#"{ "above": 1, "below": 2 }"#, "1.5", true), (#"{ "above": 1, "below": 2 }"#, "2", false),
        (#"{ "above": 1 }"#, "x", false), (#"{ "above": 1 }"#, "inf", false), (#"{ "above": 1 }"#, "1e3", true),
        (#"{ "exists": true }"#, "", true), (#"{ "exists": false }"#, "", false),
        (#"{ "matches": "abc" }"#, "abc", true), (#"{ "search": "abc" }"#, "x", false),
    ])
    func valueMatchers(_ matcher: String, _ value: String, _ holds: Bool) {
        #expect(Golden.match("\"headers\": { \"a\": \(matcher) }").takes("/", [("A", value)]) == holds)
    }

    @Test func whatIsMissingMatchesOnlyItsAbsence() {
        #expect(
            Golden.match(#""headers": { "a": { "exists": false } }, "query": { "q": { "exists": false } }"#).takes("/"))
        #expect(!Golden.match(#""headers": { "a": { "not": "x" } }"#).takes("/"))
        #expect(!Golden.match(#""query": { "q": { "exists": false } }"#).takes("/?q"))
    }

    @Test func aPatternThatGivesUpIsNoMatchAndIsTold() {
        let golden = Golden(
            #"""
            { "rules": [ { "match": { "headers": { "a": { "matches": "x" } } }, "steps": [ { "reply": {} } ] },
                         { "steps": [ { "reply": {} } ] } ] }
            """#)
        #expect(golden.who("/", [("a", "endless")]) == "rule 1 step 0 hit 1 over limit in rule 0")
    }

    @Test func aPatternThatGivesUpIsToldWhereNothingMatchesToo() {
        let golden = Golden.match(#""headers": { "a": { "matches": "x" } }"#)
        #expect(golden.who("/", [("a", "endless")]) == "unmatched over limit in rule 0")
        #expect(golden.who("/", [("a", "y")]) == "unmatched")
        let system = Golden(
            #"""
            { "system": "words", "rules": [ { "match": { "word": "silence", "headers": { "a": { "matches": "x" } } },
              "steps": [ { "reply": {} } ] } ] }
            """#)
        let request = Request.make("POST", "/", fields: [("a", "endless")], body: Array("silence".utf8))
        #expect(system.tell(request) == "unmatched over limit in rule 0")
        let miss = NearMiss.nearest(Request.make("GET", "/", fields: [("a", "endless")]), golden.scenario)
        #expect(
            miss?.differences
                == [#"header "a" is "endless", the rule wants {"matches":"x"}, and the pattern was given up on"#])
    }

    @Test func theFirstRuleOfTheFileWinsWhateverItsBucket() {
        let golden = Golden(
            #"""
            { "rules": [
              { "match": { "path": "/a/{x}", "method": "PUT" }, "steps": [ { "reply": {} } ] },
              { "match": { "path": "/a/b", "method": "POST" }, "steps": [ { "reply": {} } ] },
              { "match": { "headers": { "k": "v" } }, "steps": [ { "reply": {} } ] },
              { "match": { "path": "/a/**" }, "steps": [ { "reply": {} } ] },
              { "match": { "path": "/a/b" }, "steps": [ { "reply": {} } ] },
              { "match": { "path": "/{x}/{y}" }, "steps": [ { "reply": {} } ] } ],
              "otherwise": { "fail": "http/timeout" } }
            """#)
        #expect(golden.who("/a/b", method: "PUT") == "rule 0 step 0 hit 1")
        #expect(golden.who("/a/b", method: "POST") == "rule 1 step 0 hit 1")
        #expect(golden.who("/a/b", [("K", "v")]) == "rule 2 step 0 hit 1")
        #expect(golden.who("/a/b") == "rule 3 step 0 hit 1")
        #expect(golden.who("/c/b") == "rule 5 step 0 hit 1")
        #expect(golden.who("/c") == "rule -1 step 0 hit 1 http/timeout")
        #expect(golden.state.hits(of: 3) == 1)
        #expect(golden.state.hits(of: 4) == 0)
        #expect(golden.state.hits(of: -1) == 1)
    }

    @Test func eachOfManyPathsFindsItsRule() {
        let rules = (0..<2_000).map { "{ \"match\": { \"path\": \"/r/\($0)\" }, \"steps\": [ { \"reply\": {} } ] }" }
        let golden = Golden("{ \"rules\": [ \(rules.joined(separator: ",")) ] }")
        for number in [0, 7, 1_999] { #expect(golden.who("/r/\(number)") == "rule \(number) step 0 hit 1") }
        #expect(golden.who("/r/2000") == "unmatched")
    }
}
