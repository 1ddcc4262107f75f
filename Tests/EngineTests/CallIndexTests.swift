import Engine
import Rules
import TestSupport
import Testing
import Wire

/// Rules that are told apart by the method that is called: found by it, and still in the order of the file.
@Suite struct CallIndexTests {
    private static func rule(_ match: String, _ result: String, _ more: String = "") -> String {
        "{ \"name\": \"\(result)\", \"match\": { \(match) }, \"steps\": [ { \"reply\": { \"result\": \"\(result)\" } } ] \(more) }"
    }

    private static func golden(_ rules: [String]) -> Golden {
        Golden("{ \"system\": \"jsonrpc\", \"rules\": [ \(rules.joined(separator: ",")) ] }")
    }

    /// The name of the rule that answers.
    private func who(_ golden: Golden, _ method: String, path: String = "/rpc") -> String? {
        let call = #"{"jsonrpc":"2.0","method":"\#(method)","id":1}"#
        guard case .answer(let answer) = golden.decide(Request.make("POST", path, body: Array(call.utf8))) else {
            return nil
        }
        return golden.scenario.rule(numbered: answer.rule)?.name
    }

    /// Enough of them on one path, and enough without one, that both are told apart.
    private let crowd = (0..<20).map { rule(#""path": "/rpc", "rpc": "m\#($0)""#, "m\($0)") }
    private let elsewhere = (0..<20).map { rule(#""rpc": "e\#($0)""#, "e\($0)") }

    @Test func eachIsFoundByItsMethod() {
        let golden = Self.golden(crowd + elsewhere)
        for number in 0..<20 {
            #expect(who(golden, "m\(number)") == "m\(number)")
            #expect(who(golden, "m\(number)", path: "/other") == nil)
            #expect(who(golden, "e\(number)") == "e\(number)")
            #expect(who(golden, "e\(number)", path: "/other/path") == "e\(number)")
        }
        for method in ["m20", "m", "M1", ""] { #expect(who(golden, method) == nil) }
    }

    @Test func theOrderOfTheFileHoldsWhateverBucketTheyAreIn() {
        let before = [
            Self.rule(#""rpc": { "startsWith": "m1" }, "headers": { "x": "y" }"#, "never"),
            Self.rule(#""path": "/**", "rpc": "m3""#, "template"), Self.rule(#""rpc": "m4""#, "anywhere"),
            Self.rule(#""path": "/rpc", "rpc": { "in": ["m5", "m6", "m5"] }"#, "list"),
            Self.rule(#""path": "/rpc", "rpc": { "equals": "M7", "ignoreCase": true }"#, "ignoring case"),
            Self.rule(#""rpc": { "endsWith": "8" }, "path": "/rpc""#, "ending"),
            Self.rule(#""path": "/rpc", "rpc": { "equals": "m9", "contains": "x" }"#, "both"),
            Self.rule(#""not": { "rpc": { "startsWith": "m" } }, "path": "/rpc""#, "not"),
        ]
        let after = [
            Self.rule(#""path": "/rpc", "rpc": "m0", "headers": { "x": "y" }"#, "behind"), Self.rule("", "any"),
        ]
        let golden = Self.golden(before + crowd + elsewhere + after)
        let wanted = [
            "m0": "m0", "m1": "m1", "m3": "template", "m4": "anywhere", "m5": "list", "m6": "list",
            "m7": "ignoring case",
            "m8": "ending", "m18": "ending", "m9": "m9", "e1": "not", "else": "not", "m99": "any",
        ]
        for (method, rule) in wanted { #expect(who(golden, method) == rule, "\(method)") }
        #expect(who(golden, "e1", path: "/other") == "e1")
        #expect(who(golden, "m1", path: "/other") == "any")
    }

    @Test func aRuleThatLetsPassIsFollowedByTheOthersOfItsMethod() {
        let pass = #"{ "name": "pass", "match": { "rpc": "m2" }, "steps": [ { "pass": true, "delay": "1s" } ] }"#
        let golden = Self.golden([pass] + crowd + elsewhere)
        #expect(who(golden, "m2") == "m2")
        #expect(golden.state.hits(of: 0) == 1)
        func rules(_ name: String, _ more: String) -> [String] {
            (0..<20).map { Self.rule("\"path\": \"/rpc\", \"rpc\": \"m\($0)\"", "\(name)\($0)", more) }
        }
        let twice = Self.golden(rules("m", ", \"atEnd\": \"pass\"") + rules("n", ""))
        #expect(who(twice, "m2") == "m2" && who(twice, "m2") == "n2")
    }

    @Test func whatIsNoCallMeetsNoneOfThem() {
        let golden = Self.golden(crowd + elsewhere + [Self.rule("", "any")])
        for body in ["{", "[]", "5", #"{"jsonrpc":"2.0","id":1}"#] {
            #expect(golden.tell(Request.make("POST", "/rpc", body: Array(body.utf8))).hasPrefix("rule 40 "))
        }
        let batch = #"[{"jsonrpc":"2.0","method":"m3","id":1},{"jsonrpc":"2.0","method":"e4","id":2}]"#
        #expect(golden.tell(Request.make("POST", "/rpc", body: Array(batch.utf8))).hasPrefix("rule 3 step 0 hit 1"))
        #expect(golden.state.hits(of: 24) == 1)
    }

    @Test func theNearestRuleIsAmongThemStill() {
        let rules = (0..<20).map { number in
            """
            { "name": "w\(number)", "match": { "path": "/p", "word": "w\(number)", "headers": { "x": "\(number)" } },
              "steps": [ { "reply": {} } ] }
            """
        }
        let first = (0..<2500).map { "{ \"match\": { \"path\": \"/\($0)/a/b/c\" }, \"steps\": [ { \"reply\": {} } ] }" }
        let golden = Golden("{ \"system\": \"words\", \"rules\": [ \((first + rules).joined(separator: ",")) ] }")
        let request = Request.make("POST", "/p", fields: [("x", "7")], body: Array("w8".utf8))
        #expect(NearMiss.nearest(request, golden.scenario)?.rule == "w7")
        #expect(
            golden.tell(Request.make("POST", "/p", fields: [("x", "7")], body: Array("w7".utf8))).hasPrefix(
                "rule 2507 "))
    }

    /// Twenty thousand of them, and ten: what a call costs is told by how many rules are looked at.
    @Test func twentyThousandCostNoMoreThanTen() {
        func call(_ count: Int) -> (Golden, Request) {
            let golden = Self.golden((0..<count).map { Self.rule(#""path": "/rpc", "rpc": "m\#($0)""#, "m\($0)") })
            let call = #"{"jsonrpc":"2.0","method":"m\#(count - 1)","id":1}"#
            return (golden, Request.make("POST", "/rpc", body: Array(call.utf8)))
        }
        expectAboutTheSame(call(10), call(20_000))
    }

    /// One rule after the other would take a thousand times as long. The factor is far from both, and the least of times that
    /// were taken in turn is compared: what else the machine does makes each longer.
    private func expectAboutTheSame(_ few: (Golden, Request), _ many: (Golden, Request)) {
        func time(_ of: (golden: Golden, request: Request)) -> Duration {
            processorTime { for _ in 0..<200 { _ = of.golden.decide(of.request) } }
        }
        let times = (0..<5).map { _ in (few: time(few), many: time(many)) }
        let (few, many) = (times.map(\.few).min() ?? .zero, times.map(\.many).min() ?? .zero)
        #expect(many < few * 50, "\(few) and \(many)")
    }

    @Test func objectsOfSalesforceAreFoundAsFast() {
        func call(_ count: Int) -> (Golden, Request) {
            let rules = (0..<count).map {
                "{ \"match\": { \"object\": \"O\($0)\" }, \"steps\": [ { \"reply\": { \"status\": 204 } } ] }"
            }
            let golden = Golden("{ \"system\": \"salesforce\", \"rules\": [ \(rules.joined(separator: ",")) ] }")
            let request = Request.make("GET", "/services/data/v62.0/sobjects/O\(count - 1)/describe")
            #expect(golden.tell(request).hasPrefix("rule \(count - 1) "))
            return (golden, request)
        }
        expectAboutTheSame(call(10), call(20_000))
    }
}
