import Bytes
import Catalogue
import Engine
import Testing
import Wire

@testable import Rules
@testable import ScenarioFiles

/// Whatever the index does, the rules that match are those that match when each is alone, in the order of the file.
@Suite struct ValueTableEquivalenceTests {
    @Test(arguments: 0..<60)
    func plainRulesMatchAsTheyDoOneByOne(_ seed: Int) {
        var random = Random(state: UInt64(seed))
        let golden = Golden("{ \"rules\": [ \(random.rules(30).joined(separator: ",")) ] }")
        for _ in 0..<40 {
            let request = random.request()
            expectSame(golden, request, [nil])
            request.isBodyComplete = true
            expectSame(golden, request, [nil])
        }
    }

    @Test(arguments: 0..<30)
    func rulesOfASystemMatchEachCallAsTheyDoOneByOne(_ seed: Int) {
        var random = Random(state: UInt64(seed + 1000))
        let rules = random.rules(30, isSystem: true)
        let golden = Golden("{ \"system\": \"jsonrpc\", \"rules\": [ \(rules.joined(separator: ",")) ] }")
        for _ in 0..<40 {
            let request = random.request(isSystem: true)
            request.isBodyComplete = true
            switch golden.scenario.dialect.read(request) {
            case .call(let call): expectSame(golden, request, [call])
            case .calls(let calls): expectSame(golden, request, calls)
            case .batch(let whole, let calls): expectSame(golden, request, [whole] + calls)
            case .unreadable: expectSame(golden, request, [nil])
            }
        }
    }

    /// What warnings about rules that get no request rely on.
    @Test func aMatchThatCoversAnotherTakesWhatThatTakes() {
        var (covered, taken, found) = (0, 0, 0)
        for seed in 0..<60 {
            var random = Random(state: UInt64(seed))
            let rules = Golden("{ \"rules\": [ \(random.rules(30).joined(separator: ",")) ] }").scenario.rules
            let scenario = CompiledScenario(name: "all", rules: rules)
            let pairs = rules.indices.flatMap { above in
                rules.indices.filter { $0 != above && rules[above].match.covers(rules[$0].match) }.map { (above, $0) }
            }
            covered += pairs.count
            for _ in 0..<40 {
                let request = random.request()
                request.isBodyComplete = true
                let numbers = Set(matches(scenario, request, [nil])[0])
                for (above, below) in pairs where numbers.contains(below) {
                    taken += 1
                    #expect(
                        numbers.contains(above), "\(rules[above].name) does not cover \(rules[below].name) in \(seed)")
                }
            }
            var shadowed = ShadowedRules()
            var above: [ParsedRule] = []
            for rule in rules {
                if let number = shadowed.add(rule, behind: above) {
                    found += 1
                    #expect(rules[number].match.covers(rule.match) && rules[number].alwaysAnswers)
                }
                above.append(ParsedRule(rule: rule, range: 0..<0, uploadFailures: [], loneSpoilers: []))
            }
        }
        // It is not judged on nothing.
        #expect(covered > 100 && taken > 100 && found > 50, "\(covered) \(taken) \(found)")
    }

    private func expectSame(_ golden: Golden, _ request: Request, _ calls: [Call?]) {
        let found = matches(golden.scenario, request, calls)
        var wanted = calls.map { _ in [Int]() }
        for (number, rule) in golden.scenario.rules.enumerated() {
            let alone = CompiledScenario(name: "one", dialect: golden.scenario.dialect, rules: [rule])
            for (place, numbers) in matches(alone, request, calls).enumerated() where !numbers.isEmpty {
                wanted[place].append(number)
            }
        }
        #expect(found == wanted, "\(request.text(request.target)) \(String(decoding: request.body, as: UTF8.self))")
    }

    /// The rules that match, for each of the calls.
    private func matches(_ scenario: CompiledScenario, _ request: Request, _ calls: [Call?]) -> [[Int]] {
        let content = scenario.content(of: request)
        var budget = MatchBudget()
        return calls.map { call in
            var numbers: [Int] = []
            scenario.visitMatches(request, call, content?.of(call), &budget) { number, _, _ in
                numbers.append(number)
                return false
            }
            return numbers
        }
    }
}

/// Scenarios and requests of few names and values, so that they often meet.
private struct Random: RandomNumberGenerator {
    var state: UInt64
    /// Those of one scenario and its requests: neighbours in the lists, which are alike.
    private var texts = Self.texts
    private var values = Self.values
    private var target = "/p"

    init(state: UInt64) {
        self.state = state
        texts = neighbours(Self.texts, 4)
        values = neighbours(Self.values, 6)
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    mutating func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: items.indices, using: &self)] }
    private mutating func neighbours(_ items: [String], _ count: Int) -> [String] {
        let start = Int.random(in: items.indices, using: &self)
        return (0..<count).map { items[(start + $0) % items.count] }
    }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

    mutating func rules(_ count: Int, isSystem: Bool = false) -> [String] {
        // Most rules of a scenario ask alike, so that there are enough for tables.
        let usual = ["headers", "query", "form", "json"].shuffled(using: &self).prefix(pick([1, 1, 2]))
        let path = pick(["/p", "/p", "/p/{id}/s1", "/**", ""])
        // Identical matches are an error at load.
        var known: Set<String> = []
        target = path.hasSuffix("s1") ? "/p/7/s" : "/p"
        return (0..<count).map { number in
            var members: [String] = []
            let own = chance(80) ? path : pick(["/p", "/p/*/s2", "/p/{id}/s0", "/p/**", "/{x}", ""])
            if !own.isEmpty {
                let segment =
                    own.hasSuffix("s1") ? String(own.dropLast()) + "\(Int.random(in: 0..<5, using: &self))" : own
                members.append("\"path\": \"\(segment)\"")
            }
            if chance(10) { members.append("\"method\": \(pick(["\"GET\"", "\"POST\"", "[\"POST\", \"PUT\"]"]))") }
            if isSystem, chance(10) {
                members.append("\"batch\": true")
            } else if isSystem, chance(60) {
                members.append("\"rpc\": \(pick(["\"m0\"", "\"m1\"", "{ \"startsWith\": \"m\" }"]))")
            }
            for kind in ["headers", "query", "form", "json"] where chance(usual.contains(kind) ? 75 : 5) {
                members.append(condition(kind))
            }
            if chance(10) { members.append("\"not\": { \(condition(pick(["headers", "query", "json"]))) }") }
            if chance(10) { members.append("\"any\": [ { \(condition("form")) }, { \(condition("query")) } ]") }
            if !known.insert(members.joined()).inserted || members.allSatisfy({ $0.hasPrefix("\"path\"") }) {
                members.append("\"cookies\": { \"no\": { \"in\": [ \"\(number)\", \"\" ] } }")
            }
            let end = chance(15) ? ", \"atEnd\": \"pass\"" : ""
            return
                "{ \"match\": { \(members.joined(separator: ", ")) }, \"steps\": [ { \"reply\": \(isSystem ? "{ \"result\": 1 }" : "{}") } ]\(end) }"
        }
    }

    private mutating func condition(_ kind: String) -> String {
        if kind == "json" {
            if chance(30) { return "\"json\": \(objectTest())" }
            let pointer = pick(["/a", "/a", "/a", "/l/*", "", "/a/1"])
            return "\"json\": { \"\(pointer)\": \(jsonTest()) }"
        }
        let name = pick(["a", "a", "a", "b c"])
        return "\"\(kind)\": { \"\(kind == "headers" && name == "b c" ? "X-B" : name)\": \(textTest()) }"
    }

    private mutating func textTest() -> String {
        let value = "\"\(pick(texts))\""
        return switch Int.random(in: 0..<10, using: &self) {
        case 0: "{ \"in\": [ \(value), \"\(pick(texts))\" ] }"
        case 1: "{ \"equals\": \(value), \"ignoreCase\": true }"
        case 2: "{ \"exists\": \(pick(["true", "false"])) }"
        case 3: "{ \"equals\": \(value), \"contains\": \"1\" }"
        case 4: "{ \"not\": \(value) }"
        default: value
        }
    }

    /// A test of a whole body by its members.
    private mutating func objectTest() -> String {
        var members = ["\"a\": \(pick(values))"]
        if chance(40) { members.append("\"o\": { \"b\": \(pick(values)), \"l\": [] }") }
        if chance(10) { members.append("\"0\": \(pick(values))") }
        let wanted = members.shuffled(using: &self).joined(separator: ", ")
        let test = "\"\(pick(["like", "like", "equals"]))\": { \(wanted) }"
        let more = pick(["", "", "", ", \"ignoreCase\": true", ", \"anyOrder\": true"])
        return "{ \(test)\(more) }"
    }

    private mutating func jsonTest() -> String {
        let value = pick(values)
        return switch Int.random(in: 0..<10, using: &self) {
        case 0: "{ \"in\": [ \(value), \(pick(values)) ] }"
        case 1: "{ \"equals\": \(value), \"ignoreCase\": true }"
        case 2: "{ \"exists\": \(pick(["true", "false"])) }"
        case 3: "{ \"not\": { \"equals\": \(value) } }"
        default: "{ \"equals\": \(value) }"
        }
    }

    private static let texts = ["v0", "v1", "V1", "x y", "v%", "", "v2"]
    private static let values = [
        "0", "-0.0", "1", "1.0", "10e-1", "0.1", "1e-1", "1e300", "1e999", "10e998", "12345678901234567890", "\"1\"",
        "\"v1\"",
        "\"V1\"", "true", "null", "\"null\"", "[1]", "[1.0]", "{\"x\":1}", "{}", "\"\"",
    ]

    private mutating func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            if byte == UInt8(ascii: " "), chance(50) { return "+" }
            let isPlain = byte != UInt8(ascii: " ") && byte != UInt8(ascii: "%")
            return isPlain && chance(80) ? String(decoding: [byte], as: UTF8.self) : "%" + String(byte, radix: 16)
        }.joined()
    }

    private mutating func pairs() -> String {
        (0..<pick([0, 1, 1, 2, 14])).map { _ in
            "\(escaped(pick(["a", "a", "b c", "other"])))=\(escaped(pick(texts)))"
        }.joined(separator: "&")
    }

    private mutating func document() -> String {
        let list = (0..<pick([0, 1, 3, 12])).map { _ in pick(values) }.joined(separator: ",")
        let object = chance(40) ? ",\"o\":{\"b\":\(pick(values)),\"l\":[]}" : ""
        let first = "\"a\":\(pick(values + ["[0,\(pick(values))]"]))"
        let members = first + (chance(70) ? ",\"l\":[\(list)]" : "") + object
        return pick(["{\(members)}", "{\(members)}", "{\"a\":5,\(members)}", pick(values), "{\(members)"])
    }

    private mutating func call() -> String {
        let document = pick(values)
        return "{\"jsonrpc\":\"2.0\",\"method\":\"m\(pick(["0", "1", "2"]))\",\"id\":1,\"a\":\(document)}"
    }

    mutating func request(isSystem: Bool = false) -> Request {
        let usual = target.hasSuffix("s") ? "\(target)\(Int.random(in: 0..<5, using: &self))" : target
        let target = chance(75) ? usual : pick(["/%70", "/p/7/s2", "/p/", "/", "/q/7/s1"])
        let query = pairs()
        var fields = (0..<pick([0, 1, 1, 2])).map { _ in (pick(["a", "A", "X-B", "x-b"]), pick(texts)) }
        var body = ""
        if isSystem {
            let calls = (0..<pick([1, 2, 3])).map { _ in call() }.joined(separator: ",")
            body = pick(["[\(calls)]", "[\(calls)]", call(), call(), document()])
        } else if chance(40) {
            fields.append(("Content-Type", "application/x-www-form-urlencoded"))
            body = pairs()
        } else if chance(70) {
            body = document()
        }
        if chance(70) { fields.append(("Cookie", "no=")) }
        let request = Request.make(
            pick(["GET", "POST", "POST", "PUT"]), query.isEmpty ? target : "\(target)?\(query)", fields: fields,
            body: Array(body.utf8))
        request.isBodyComplete = false
        return request
    }
}
