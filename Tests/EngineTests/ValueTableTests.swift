import Catalogue
import Engine
import Testing
import Wire

@testable import Rules

/// Rules that differ in one value of a request: found by the value, and still in the order of the file.
@Suite struct ValueTableTests {
    /// The part of a request in which rules differ.
    enum Part: CaseIterable {
        case header, query, form, json, like, whole, segment

        /// A match of its own for each number. `before` are further header fields, judged first.
        func match(_ value: String, _ before: String = "") -> String {
            let headers = before.isEmpty ? "" : ", \"headers\": { \(before) }"
            let separator = before.isEmpty ? "" : ", "
            return switch self {
            case .header: "\"path\": \"/p\", \"headers\": { \(before)\(separator)\"X-Case\": \(value) }"
            case .query: "\"path\": \"/p\", \"query\": { \"case\": \(value) }\(headers)"
            case .form: "\"path\": \"/p\", \"form\": { \"case\": \(value) }\(headers)"
            case .json: "\"path\": \"/p\", \"json\": { \"/case\": \(value) }\(headers)"
            case .like: "\"path\": \"/p\", \"json\": { \"like\": { \"in\": { \"case\": \(value) } } }\(headers)"
            case .whole: "\"path\": \"/p\", \"json\": { \"equals\": { \"in\": { \"case\": \(value) } } }\(headers)"
            case .segment: "\"path\": \"/p/{id}/\(value.filter { $0 != "\"" })\"\(headers)"
            }
        }

        /// A request with that value.
        func request(_ value: String, _ fields: [(String, String)] = [], method: String = "POST") -> Request {
            let form = ("Content-Type", "application/x-www-form-urlencoded")
            return switch self {
            case .header: Request.make(method, "/p", fields: fields + [("x-CASE", value)])
            case .query: Request.make(method, "/p?case=\(value)", fields: fields)
            case .form: Request.make(method, "/p", fields: fields + [form], body: Array("case=\(value)".utf8))
            case .json: Request.make(method, "/p", fields: fields, body: Array("{\"case\":\"\(value)\"}".utf8))
            case .like:
                Request.make(
                    method, "/p", fields: fields, body: Array("{\"in\":{\"case\":\"\(value)\",\"x\":[]}}".utf8))
            case .whole:
                Request.make(method, "/p", fields: fields, body: Array("{\"in\":{\"case\":\"\(value)\"}}".utf8))
            case .segment: Request.make(method, "/p/4711/\(value)", fields: fields)
            }
        }

        /// A body's rules are compared until one of them has the body read.
        var readsBody: Bool { ![.header, .query, .segment].contains(self) }
    }

    private static func golden(_ matches: [String], patterns: any PatternCompiler = PlainPatterns()) -> Golden {
        let rules = matches.map { "{ \"match\": { \($0) }, \"steps\": [ { \"reply\": {} } ] }" }
        return Golden("{ \"rules\": [ \(rules.joined(separator: ",")) ] }", patterns: patterns, decidesInSteps: false)
    }

    private func who(_ golden: Golden, _ request: Request) -> Int? {
        guard case .answer(let answer) = golden.decide(request) else { return nil }
        return Int(answer.rule)
    }

    /// Each rule that is compared asks a pattern, which counts.
    @Test(arguments: Part.allCases)
    func ofAThousandRulesOneIsCompared(_ part: Part) {
        let patterns = CountingPatterns()
        let golden = Self.golden(
            (0..<1000).map { part.match("\"v\($0)\"", #""k": { "search": "p" }"#) }, patterns: patterns)
        let most = part.readsBody ? 2 : 1
        for number in [0, 1, 500, 999] {
            let before = patterns.judged
            #expect(who(golden, part.request("v\(number)", [("k", "yes")])) == number)
            #expect((1...most).contains(patterns.judged - before), "\(patterns.judged - before)")
        }
        let before = patterns.judged
        #expect(who(golden, part.request("v1000", [("k", "yes")])) == nil)
        #expect(patterns.judged - before == most - 1)
    }

    @Test(arguments: [Part.header, .query, .form, .json])
    func aRuleThatIgnoresCaseIsNotHidden(_ part: Part) {
        let ignoring = (0..<20).map { part.match("{ \"equals\": \"v\($0)\", \"ignoreCase\": true }") }
        let golden = Self.golden(ignoring + (0..<20).map { part.match("\"V\($0)\"") })
        for value in ["v7", "V7"] { #expect(who(golden, part.request(value)) == 7) }
    }

    @Test(arguments: Part.allCases)
    func theOrderOfTheFileHoldsWhateverTellsThemApart(_ part: Part) {
        let crowd = (0..<20).map { part.match("\"v\($0)\"") }
        let golden = Self.golden(
            [part.match("\"v3\"", #""k": "other""#)] + crowd
                + [#""path": "/p", "headers": { "k": "all" }"#] + (20..<40).map { part.match("\"v\($0)\"") } + [""])
        for number in 0..<20 { #expect(who(golden, part.request("v\(number)")) == number + 1) }
        #expect(who(golden, part.request("v3", [("k", "other")])) == 0)
        #expect(who(golden, part.request("v25")) == 27)
        #expect(who(golden, part.request("v25", [("k", "all")])) == (part == .segment ? 27 : 21))
        #expect(who(golden, part.request("v40")) == 42)
    }

    @Test func aRuleThatLetsPassIsFollowedByTheOthersOfItsValue() {
        let rules = (0..<40).map {
            "{ \"match\": { \"query\": { \"q\": \"\($0 % 20)\" } }, \"steps\": [ { \"reply\": {} } ], \"atEnd\": \"pass\" }"
        }
        let golden = Golden("{ \"rules\": [ \(rules.joined(separator: ",")) ] }")
        #expect(
            (0..<3).map { _ in golden.who("/?q=7") } == ["rule 7 step 0 hit 1", "rule 27 step 0 hit 1", "unmatched"])
    }

    @Test func anyOfSeveralValuesLeadsToARule() {
        let golden = Self.golden(
            (0..<30).map {
                """
                "query": { "q": { "in": ["\($0)", "\($0 + 1)", "\($0)"] } }, "cookies": { "c": "\($0)" }
                """
            })
        #expect(golden.who("/?q=6&q=5&q=7", [("Cookie", "c=6")]) == "rule 6 step 0 hit 1")
        // More than a table gives buckets for.
        let many = (0..<30).map { "q=\($0)" }.joined(separator: "&")
        for number in [0, 13, 29] {
            #expect(golden.who("/?\(many)", [("Cookie", "c=\(number)")]).hasPrefix("rule \(number) "))
        }
        #expect(golden.who("/?\(many)", [("Cookie", "c=30")]) == "unmatched")
    }

    @Test func rulesOfTwoTablesComeInTheOrderOfTheFileAndOnce() {
        let golden = Self.golden(
            (0..<20).flatMap { number in
                [
                    Part.json.match("\"v\(number / 5)\"", "\"not\(number)\": { \"exists\": false }"),
                    Part.header.match("\"h\(number)\""),
                ]
            })
        let request = Part.json.request("v0", [("X-Case", "h0")])
        #expect(visited(golden, request).rules == [0, 1, 2, 4, 6, 8])
    }

    @Test func valuesAreReadAsTheyAreCompared() {
        let query = Self.golden((0..<20).map { "\"query\": { \"a b\": \"x y\($0)\" }" })
        #expect(query.who("/?a+b=x%20y%31%37") == "rule 17 step 0 hit 1")
        let path = Self.golden((0..<20).map { "\"path\": \"/{id}/a \($0)\"" })
        #expect(path.who("/1/%61%2012") == "rule 12 step 0 hit 1")
        let numbers = Self.golden((1...20).map { "\"json\": { \"\": \($0)0.50 }" })
        for text in ["170.5", "17.05e1", "1705E-1", "170.50"] {
            #expect(who(numbers, Request.make("POST", "/", body: Array(text.utf8))) == 16, "\(text)")
        }
        #expect(who(numbers, Request.make("POST", "/", body: Array("\"170.5\"".utf8))) == nil)
        let any = Self.golden((0..<20).map { "\"json\": { \"/l/*/id\": \($0) }" })
        let list = #"{"l":[{"id":"3"},{"id":9.0},{"id":5}]}"#
        #expect(who(any, Request.make("POST", "/", body: Array(list.utf8))) == 5)
    }

    /// All rules that match, and the request's content once they have been found.
    private func visited(_ golden: Golden, _ request: Request) -> (rules: [Int], content: RequestContent?) {
        let content = golden.scenario.content(of: request)
        var budget = MatchBudget()
        var rules: [Int] = []
        golden.scenario.visitMatches(request, nil, content, &budget) { number, _, _ in
            rules.append(number)
            return false
        }
        return (rules, content)
    }

    @Test(arguments: [Part.form, .json])
    func noBodyIsReadThatNoRuleLooksAt(_ part: Part) throws {
        let crowd = (0..<20).map { "\"method\": \"POST\", \(part.match("\"v\($0)\"", #""k": "yes""#))" }
        let golden = Self.golden([#""path": "/first""#] + crowd)
        func isRead(_ request: Request) throws -> Bool {
            let content = try #require(visited(golden, request).content)
            return content.isFormRead || content.isJSONRead
        }
        #expect(try !isRead(part.request("v7")))
        #expect(try !isRead(part.request("v7", [("k", "yes")], method: "PUT")))
        #expect(try isRead(part.request("v7", [("k", "yes")])))
    }

    @Test(arguments: [Part.form, .json])
    func whileTheBodyIsOnItsWayTheirFirstRuleAwaitsIt(_ part: Part) {
        let crowd = (0..<20).map { part.match("\"v\($0)\"", #""k": "yes""#) }
        let golden = Self.golden(crowd + [""])
        let request = part.request("v7", [("k", "yes")])
        request.isBodyComplete = false
        #expect(golden.tell(request) == "needs body")
        let other = part.request("v7")
        other.isBodyComplete = false
        #expect(golden.tell(other).hasPrefix("rule 20 "))
    }

    @Test func eachCallOfABatchHasItsOwnJSON() {
        let rules = (0..<20).map {
            """
            { "match": { "path": "/rpc", "rpc": "pay", "json": { "/params/id": \($0) } },
              "steps": [ { "reply": { "result": \($0) } } ] }
            """
        }
        let golden = Golden("{ \"system\": \"jsonrpc\", \"rules\": [ \(rules.joined(separator: ",")) ] }")
        let calls = [3, 17, 20, 3].map { #"{"jsonrpc":"2.0","method":"pay","params":{"id":\#($0)},"id":1}"# }
        _ = golden.decide(Request.make("POST", "/rpc", body: Array("[\(calls.joined(separator: ","))]".utf8)))
        #expect((0..<20).map { golden.state.hits(of: $0) } == (0..<20).map { $0 == 3 ? 2 : $0 == 17 ? 1 : 0 })
    }

    @Test(arguments: [Part.header, .query])
    func whatAllCallsShareIsLookedUpOnce(_ part: Part) throws {
        let rules = (0..<20).map {
            "{ \"match\": { \(part.match("\"v\($0)\"")), \"any\": [ {} ] }, \"steps\": [ { \"reply\": {} } ] }"
        }
        let golden = Golden("{ \"system\": \"words\", \"rules\": [ \(rules.joined(separator: ",")) ] }")
        let request = part.request("v7")
        request.body = Array("a\nb".utf8)
        let whole = try #require(golden.scenario.content(of: request))
        guard case .calls(let calls) = golden.scenario.dialect.read(request) else { Issue.record("no calls"); return }
        var budget = MatchBudget()
        var found: [Int] = []
        for call in calls {
            golden.scenario.visitMatches(request, call, whole.of(call), &budget) { number, _, _ in
                found.append(number)
                return false
            }
            #expect(whole.foundBuckets.count == 1)
        }
        #expect(found == [7, 7])
    }

    @Test(arguments: Part.allCases)
    func theNearestRuleIsAmongThemStill(_ part: Part) {
        let golden = Self.golden((0..<20).map { part.match("\"v\($0)\"", "\"k\": \"\($0)\"") })
        #expect(
            NearMiss.nearest(part.request("v8", [("k", "7")]), golden.scenario)?.rule
                == (part == .segment ? "rule 9" : "rule 8"))
    }

    @Test func stepsOfPatternsAreThoseOfTheRulesThatAreCompared() {
        let golden = Self.golden(
            (0..<20).map { "\"query\": { \"q\": \"\($0)\" }, \"headers\": { \"h\": { \"matches\": \"x\" } }" }
                + [#""headers": { "k": "v" }"#])
        // Given up on in the one rule that was compared.
        #expect(golden.who("/?q=7", [("h", "endless"), ("k", "v")]) == "rule 20 step 0 hit 1 over limit in rule 7")
    }
}
