public import Bytes
public import JSONText
internal import Wire

/// Tests of one value of a request; all of them must hold.
///
/// Comparisons are of bytes; `ignoreCase` folds ASCII only, as the protocols do.
public struct ValueMatcher: Sendable {
    public enum Test: Sendable {
        case equals([UInt8])
        indirect case not(ValueMatcher)
        case contains(ByteSearch)
        case startsWith([UInt8])
        case endsWith([UInt8])
        case oneOf([[UInt8]])
        case matches(any Pattern)
        case search(any Pattern)
        case above(Double)
        case below(Double)
        case atLeast(Double)
        case atMost(Double)
        /// The value is JSON that contains this.
        case like(JSONNode)
    }

    /// Tests of all values of a field together.
    public struct OfAllValues: Sendable {
        /// Each of these is among them.
        let wanted: [[UInt8]]
        /// How many they are.
        let count: ClosedRange<Int>?

        public init(_ wanted: [[UInt8]], count: ClosedRange<Int>?) {
            self.wanted = wanted
            self.count = count
        }
    }

    let tests: [Test]
    /// Tests made from the session's variables.
    let substitutedTests: [@Sendable ([TemplateValue]) -> Test]
    let ignoreCase: Bool
    /// Whether `like` compares lists in any order.
    let anyOrder: Bool
    /// Whether the value has to be missing.
    public let isAbsent: Bool
    /// JSON of the matcher in the scenario, for near misses.
    let sourceText: String
    /// Key of its cached results; nil if they are not cached.
    let identity: Identity?

    final class Identity: Sendable {
        /// Nil where one value is tested at a time, as nearly always.
        let ofAllValues: OfAllValues?

        init(_ ofAllValues: OfAllValues?) { self.ofAllValues = ofAllValues }
    }

    public init(
        _ tests: [Test], substitutedTests: [@Sendable ([TemplateValue]) -> Test] = [], ignoreCase: Bool = false,
        anyOrder: Bool = false, isAbsent: Bool = false, ofAllValues: OfAllValues? = nil, sourceText: String = "",
        isCached: Bool = true
    ) {
        self.tests = tests
        self.substitutedTests = substitutedTests
        self.ignoreCase = ignoreCase
        self.anyOrder = anyOrder
        self.isAbsent = isAbsent
        self.sourceText = sourceText
        identity = isCached ? Identity(ofAllValues) : nil
    }

    /// Whether a test depends on the session's variables.
    public var readsVariables: Bool { !substitutedTests.isEmpty }

    /// Whether the values of a field are tested together, which only a condition does.
    public var isOfAllValues: Bool { identity?.ofAllValues != nil }

    /// Whether all values of a field together are as it wants them.
    func holdsForAll(_ values: [ArraySlice<UInt8>]) -> Bool {
        guard let all = identity?.ofAllValues else { return true }
        if let count = all.count, !count.contains(values.count) { return false }
        return all.wanted.allSatisfy { wanted in
            values.contains { $0.count == wanted.count && hasPrefix($0, wanted) }
        }
    }

    /// Whether it is a single test that does not depend on variables.
    public var isOneTest: Bool { tests.count == 1 && substitutedTests.isEmpty && !isOfAllValues }

    /// Whether a `not` asks for a value that exists.
    var hasNot: Bool {
        func isNot(_ test: Test) -> Bool { if case .not = test { true } else { false } }
        return tests.contains { isNot($0) } || substitutedTests.contains { isNot($0([])) }
    }

    /// Whether it only asks whether there is a value.
    public var asksForNoValue: Bool { isAbsent || tests.isEmpty && substitutedTests.isEmpty }

    /// Whether one of the tests with variables parses the value as JSON.
    var substitutesJSON: Bool { substitutedTests.contains { $0([]).parsesJSON } }

    /// A matcher of only the tests that depend on variables, with their values.
    func substituting(_ variables: [TemplateValue]) -> ValueMatcher {
        ValueMatcher(
            substitutedTests.map { $0(variables) }, ignoreCase: ignoreCase, anyOrder: anyOrder,
            isCached: false)
    }

    /// A matcher of all tests, with the values of variables.
    public func wholeSubstituting(_ variables: [TemplateValue]) -> ValueMatcher {
        ValueMatcher(
            tests + substitutedTests.map { $0(variables) }, ignoreCase: ignoreCase, anyOrder: anyOrder,
            isCached: false)
    }

    /// Whether the tests hold that do not depend on variables.
    ///
    /// `body` is the content of the request if the value is its whole body, which may have been parsed as JSON already.
    func holds(
        _ value: ArraySlice<UInt8>, of body: RequestContent? = nil, _ budget: inout MatchBudget
    ) -> Bool {
        for test in tests where !holds(test, value, body, &budget) { return false }
        return true
    }

    private func holds(
        _ test: Test, _ value: ArraySlice<UInt8>, _ body: RequestContent?, _ budget: inout MatchBudget
    ) -> Bool {
        switch test {
        case .equals(let wanted): return value.count == wanted.count && hasPrefix(value, wanted)
        case .not(let matcher): return budget.insideNot { !matcher.holds(value, of: body, &$0) }
        case .startsWith(let wanted): return hasPrefix(value, wanted)
        case .endsWith(let wanted): return hasPrefix(value.suffix(wanted.count), wanted)
        case .contains(let wanted): return wanted.isFound(in: value)
        case .oneOf(let choices):
            for choice in choices where value.count == choice.count && hasPrefix(value, choice) {
                return true
            }
            return false
        case .matches(let pattern): return budget.holds { pattern.matchesWhole(value, &$0) }
        case .search(let pattern): return budget.holds { pattern.found(in: value, &$0) }
        case .above(let bound): return Self.number(value).map { $0 > bound } ?? false
        case .below(let bound): return Self.number(value).map { $0 < bound } ?? false
        case .atLeast(let bound): return Self.number(value).map { $0 >= bound } ?? false
        case .atMost(let bound): return Self.number(value).map { $0 <= bound } ?? false
        case .like(let wanted):
            let json = if let body { body.bodyJSON } else { RequestContent.json(Array(value)) }
            return json.map { JSONComparison(ignoreCase: ignoreCase, anyOrder: anyOrder).contains($0, wanted) } ?? false
        }
    }

    private func hasPrefix(_ value: ArraySlice<UInt8>, _ wanted: [UInt8]) -> Bool {
        guard value.count >= wanted.count else { return false }
        var position = value.startIndex
        for byte in wanted {
            guard same(value[position], byte) else { return false }
            position += 1
        }
        return true
    }

    private func same(_ one: UInt8, _ other: UInt8) -> Bool {
        ignoreCase ? one.asciiLowercased == other.asciiLowercased : one == other
    }

    /// The value as a decimal number; nil for other text, so that neither bound holds.
    static func number(_ value: ArraySlice<UInt8>) -> Double? {
        let allowed = value.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
            default: false
            }
        }
        guard allowed, !value.isEmpty, value.count <= 400 else { return nil }
        return Double(String(decoding: value, as: UTF8.self))
    }
}

extension ValueMatcher.Test {
    /// Whether it parses the value as JSON.
    fileprivate var parsesJSON: Bool {
        switch self {
        case .like: true
        case .not(let matcher): matcher.tests.contains { $0.parsesJSON } || matcher.substitutesJSON
        default: false
        }
    }
}
