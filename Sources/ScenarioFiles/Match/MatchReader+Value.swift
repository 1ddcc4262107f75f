internal import Bytes
internal import Catalogue
internal import JSONText
internal import Rules

/// Value matchers for text: of a header, a query field, a field of a call.
extension MatchReader {
    /// What a value matcher is about, which decides what it may ask.
    enum ValueKind {
        /// One text.
        case text
        /// The values of a field that may repeat.
        case fields
        /// Bytes that need not be text.
        case bytes
        case json

        var vocabulary: Vocabulary {
            switch self {
            case .text: .value
            case .fields: .fieldValue
            case .bytes: .bytesValue
            case .json: .jsonValue
            }
        }
    }

    /// `ignoreCase` is what holds if the matcher itself does not say.
    func matcher(_ node: JSONNode, of kind: ValueKind = .text, ignoreCase: Bool = false) -> ValueMatcher? {
        let sourceText = JSONWriter.bytes(node).text
        guard node.members != nil else {
            warnOfExpression(node)
            let test = node.elements == nil ? scalar(node, "a value")?.map { .equals($0) } : oneOf(node)
            return test.map { test in
                var tests = ParsedTests<ValueMatcher.Test>()
                tests.add(test)
                return ValueMatcher(
                    tests.constant, substitutedTests: tests.substituted, ignoreCase: ignoreCase, sourceText: sourceText)
            }
        }
        var tests = ParsedTests<ValueMatcher.Test>()
        var (wanted, count): ([[UInt8]], ClosedRange<Int>?) = ([], nil)
        let options = valueTests(node, of: kind, ignoreCase: ignoreCase) { member, ignoreCase in
            switch member.name {
            case "all" where kind == .fields: wanted = allWanted(member.value)
            case "count" where kind == .fields: count = counts(member.value)
            default: if let test = test(member, of: kind, ignoreCase) { tests.add(test) }
            }
        }
        if options != nil, kind == .fields { count = possible(count, wanted, node) }
        return options.map { options in
            ValueMatcher(
                tests.constant, substitutedTests: tests.substituted, ignoreCase: options.ignoreCase,
                anyOrder: options.anyOrder, isAbsent: options.isAbsent,
                ofAllValues: wanted.isEmpty && count == nil ? nil : ValueMatcher.OfAllValues(wanted, count: count),
                sourceText: sourceText)
        }
    }

    /// The values of `all`, each of which is among those of a field.
    private func allWanted(_ node: JSONNode) -> [[UInt8]] {
        guard let nodes = node.elements else {
            wrongType(node, "\"all\"", "a list of values")
            return []
        }
        if nodes.isEmpty { error(node.range, "\"all\" asks for no value") }
        return nodes.compactMap { node in
            switch scalar(node, "a value") {
            case .constant(let value): return value
            case .substituted:
                error(node.range, "the values of \"all\" have no placeholders", hint: "those of \"equals\" can")
                return nil
            case nil: return nil
            }
        }
    }

    /// The count beside what else asks for values. Reports one that never is.
    private func possible(_ count: ClosedRange<Int>?, _ wanted: [[UInt8]], _ node: JSONNode) -> ClosedRange<Int>? {
        guard let count, let member = node.member("count") else { return count }
        let asks = node.members?.contains { !["count", "all", "ignoreCase", "anyOrder"].contains($0.name) } ?? false
        let least = max(Set(wanted).count, asks ? 1 : 0)
        guard count.upperBound >= least else {
            error(
                member.value.range,
                "what stands beside it asks for \(least) \(least == 1 ? "value" : "values") at least")
            return count
        }
        return max(count.lowerBound, least)...count.upperBound
    }

    /// How many values a field has: a number, or `{ "atLeast", "atMost" }`.
    private func counts(_ node: JSONNode) -> ClosedRange<Int>? {
        let most = 100_000
        guard node.members != nil else { return count(node, "\"count\"", 0...most).map { $0...$0 } }
        guard let members = object(node, .valueCount, what: "\"count\"") else { return nil }
        func bound(_ name: String) -> Int? {
            members.first { $0.name == name }.flatMap { count($0.value, "\"\(name)\"", 0...most) }
        }
        if members.isEmpty { error(node.range, "\"count\" is a number, or has \"atLeast\" or \"atMost\"") }
        let (least, greatest) = (bound("atLeast") ?? 0, bound("atMost") ?? .max)
        guard least <= greatest else {
            error(node.range, "\"atLeast\" is more than \"atMost\"")
            return nil
        }
        return least...greatest
    }

    /// A matcher of a value that exists: `exists` says nothing in it.
    private func excluded(_ node: JSONNode, of kind: ValueKind, ignoreCase: Bool) -> ValueMatcher? {
        rejectExists(node)
        return matcher(node, of: kind == .fields ? .text : kind, ignoreCase: ignoreCase)
    }

    /// Reports `exists` in the matcher of a `not`.
    func rejectExists(_ node: JSONNode) {
        guard let exists = node.member("exists") else { return }
        error(
            exists.nameRange, "\"not\" is about a value that exists",
            hint: "for a missing value, use { \"exists\": false }")
    }

    private func oneOf(_ node: JSONNode) -> Substitutable<ValueMatcher.Test>? {
        guard let nodes = node.elements else { return nil }
        if nodes.isEmpty { error(node.range, "no value is in an empty list") }
        return Substitutable.all(nodes.compactMap { scalar($0, "a value") }).map { .oneOf($0) }
    }

    /// Tests of a matcher; those that depend on the session's variables are separate.
    struct ParsedTests<Test: Sendable> {
        var constant: [Test] = []
        var substituted: [@Sendable ([TemplateValue]) -> Test] = []

        mutating func add(_ test: Substitutable<Test>) {
            switch test {
            case .constant(let test): constant.append(test)
            case .substituted(let make): substituted.append(make)
            }
        }
    }

    /// The options that apply to all tests of a value matcher.
    struct MatcherOptions {
        let ignoreCase: Bool
        let anyOrder: Bool
        let isAbsent: Bool
    }

    /// Whether a member is an option, and no test.
    private static func isOption(_ member: JSONMember) -> Bool {
        member.name == "ignoreCase" || member.name == "anyOrder"
    }

    /// Reads the options, and calls `read` for each test.
    func valueTests(
        _ node: JSONNode, of kind: ValueKind, ignoreCase outer: Bool, _ read: (JSONMember, Bool) -> Void
    ) -> MatcherOptions? {
        guard let members = object(node, kind.vocabulary) else { return nil }
        let ignoreCase = members.first { $0.name == "ignoreCase" }.flatMap { flag($0) } ?? outer
        var exists: Bool?
        let anyOrder = members.first { $0.name == "anyOrder" }.map { isAnyOrder($0, members, kind == .json) } ?? false
        for member in members where !Self.isOption(member) {
            if member.name == "exists" {
                exists = flag(member)
            } else {
                read(member, ignoreCase)
            }
        }
        let others = members.filter { $0.name != "exists" && !Self.isOption($0) }
        if let other = others.first, exists == false {
            error(other.nameRange, "a value that does not exist cannot have \"\(other.name)\" too")
        } else if members.allSatisfy({ Self.isOption($0) }) {
            error(node.range, "this value matcher asks for nothing", hint: "to take any value, use \"exists\": true")
        }
        return MatcherOptions(ignoreCase: ignoreCase, anyOrder: anyOrder, isAbsent: exists == false)
    }

    /// `anyOrder` of a matcher, which compares lists in any order.
    private func isAnyOrder(_ member: JSONMember, _ members: [JSONMember], _ isOfJSON: Bool) -> Bool {
        guard let flag = flag(member) else { return false }
        let lists = members.filter { $0.name == "like" || isOfJSON && ["equals", "in"].contains($0.name) }
        if lists.isEmpty {
            error(
                member.nameRange, "\"anyOrder\" is about lists",
                hint: isOfJSON ? "it stands beside \"equals\" or \"like\"" : "of text, it stands beside \"like\"")
        }
        if flag, let like = members.first(where: { $0.name == "like" }),
            like.value.longestList > JSONComparison.mostInAnyOrder
        {
            error(
                like.value.range,
                "a list that a value contains in any order has \(JSONComparison.mostInAnyOrder) elements at most",
                hint: "\"equals\" takes longer ones")
        }
        return flag
    }

    func flag(_ member: JSONMember) -> Bool? {
        if let flag = member.value.bool { return flag }
        wrongType(member.value, "\"\(member.name)\"", "true or false")
        return nil
    }

    /// The text to compare with: a string, or a number or boolean as JSON text.
    private func scalar(_ node: JSONNode, _ what: String) -> Substitutable<[UInt8]>? {
        switch node.value {
        case .string(let bytes): return matcherText(bytes, node.range)
        case .number(let number): return .constant(Array(number.text.utf8))
        case .bool(let bool): return .constant(Array((bool ? "true" : "false").utf8))
        case .null:
            error(node.range, "text is never null", hint: "for a missing value, use { \"exists\": false }")
            return nil
        case .array, .object:
            wrongType(node, what, "a string, a number or a boolean")
            return nil
        }
    }

    func test(
        _ member: JSONMember, of kind: ValueKind = .text, _ ignoreCase: Bool
    ) -> Substitutable<ValueMatcher.Test>? {
        let node = member.value
        let what = "\"\(member.name)\""
        switch member.name {
        case "equals": return scalar(node, what)?.map { .equals($0) }
        case "not":
            guard let matcher = excluded(node, of: kind, ignoreCase: ignoreCase) else { return nil }
            if !matcher.readsVariables { return .constant(.not(matcher)) }
            return .substituted { .not(matcher.wholeSubstituting($0)) }
        case "base64" where kind == .bytes: return fileReader.base64(node, what).map { .constant(.equals($0)) }
        case "hex" where kind == .bytes: return fileReader.hex(node, what).map { .constant(.equals($0)) }
        case "contains" where kind == .bytes && node.members != nil:
            return fileReader.bytes(node, .containedBytes).map {
                .constant(.contains(ByteSearch($0, ignoreCase: ignoreCase)))
            }
        case "contains": return scalar(node, what)?.map { .contains(ByteSearch($0, ignoreCase: ignoreCase)) }
        case "startsWith": return scalar(node, what)?.map { .startsWith($0) }
        case "endsWith": return scalar(node, what)?.map { .endsWith($0) }
        case "in":
            return list(node).map { Substitutable.all($0.compactMap { scalar($0, "a value") }).map { .oneOf($0) } }
        case "matches": return pattern(node, what, ignoreCase).map { .constant(.matches($0)) }
        case "search": return pattern(node, what, ignoreCase).map { .constant(.search($0)) }
        case "above": return bound(node, what).map { .constant(.above($0)) }
        case "below": return bound(node, what).map { .constant(.below($0)) }
        case "atLeast": return bound(node, what).map { .constant(.atLeast($0)) }
        case "atMost": return bound(node, what).map { .constant(.atMost($0)) }
        case "like": return jsonWanted(node)?.map { .like($0) }
        default: return nil
        }
    }

    func list(_ node: JSONNode) -> [JSONNode]? {
        guard let nodes = node.elements else {
            wrongType(node, "\"in\"", "a list")
            return nil
        }
        if nodes.isEmpty { error(node.range, "no value is in an empty list") }
        return nodes
    }

    private func bound(_ node: JSONNode, _ what: String) -> Double? {
        guard let number = node.number else {
            wrongType(node, what, "a number")
            return nil
        }
        guard let double = number.double else {
            error(node.range, "this number is too large to compare with")
            return nil
        }
        return double
    }

    private func pattern(_ node: JSONNode, _ what: String, _ ignoreCase: Bool) -> (any Pattern)? {
        // A pattern is compiled once at load, where its errors can be shown, and not for every value of a variable.
        let hint = "a literal {{ is written {{{{; \"contains\", \"startsWith\" and \"endsWith\" take {{variables.x}}"
        guard let bytes = literal(node, what, otherwise: "a pattern has no placeholders", hint: hint) else {
            return nil
        }
        switch fileReader.patterns.compile(bytes.text, ignoreCase: ignoreCase) {
        case .success(let pattern): return pattern
        case .failure(let failure):
            let offset = Placeholders.offset(min(max(0, failure.offset), bytes.count), in: node.utf8 ?? bytes)
            error(sourceRange(offset, offset + 1, node), "in this pattern: \(failure.message)")
            return nil
        }
    }
}

extension JSONNode {
    /// Elements of the longest list in it.
    fileprivate var longestList: Int {
        switch value {
        case .array(let elements): max(elements.count, elements.map(\.longestList).max() ?? 0)
        case .object(let members): members.map(\.value.longestList).max() ?? 0
        case .null, .bool, .number, .string: 0
        }
    }
}
