public import JSONText

/// Tests of one value of a JSON document; all of them must hold for the same value.
///
/// Values are compared as JSON: 1.0 is 1, and "1" is another value. Tests of text apply to strings, and to the JSON
/// text of numbers and booleans.
public struct JSONMatcher: Sendable {
    public enum Test: Sendable {
        case equals(JSONNode)
        indirect case not(JSONMatcher)
        case oneOf([JSONNode])
        case like(JSONNode)
        case above(JSONNumber)
        case below(JSONNumber)
        case atLeast(JSONNumber)
        case atMost(JSONNumber)
    }

    public var tests: [Test] = []
    /// Tests made from the session's variables.
    public var substitutedTests: [@Sendable ([TemplateValue]) -> Test] = []
    /// Tests of text; nil if there are none.
    public var text: ValueMatcher?
    public var comparison = JSONComparison()
    /// Whether there must be no value.
    public var isAbsent = false
    /// JSON of the matcher in the scenario, for near misses.
    var sourceText = ""

    public init(sourceText: String = "") { self.sourceText = sourceText }

    private init(_ tests: [Test], _ text: ValueMatcher?, _ comparison: JSONComparison) {
        self.tests = tests
        self.text = text
        self.comparison = comparison
    }

    /// Whether a test depends on the session's variables.
    public var readsVariables: Bool { !substitutedTests.isEmpty || text?.readsVariables == true }

    /// A matcher of only the tests that depend on variables, with their values.
    func substituting(_ variables: [TemplateValue]) -> JSONMatcher {
        JSONMatcher(substitutedTests.map { $0(variables) }, text?.substituting(variables), comparison)
    }

    /// A matcher of all tests, with the values of variables.
    public func wholeSubstituting(_ variables: [TemplateValue]) -> JSONMatcher {
        JSONMatcher(tests + substitutedTests.map { $0(variables) }, text?.wholeSubstituting(variables), comparison)
    }

    /// Whether the tests hold that do not depend on variables.
    func holds(_ value: JSONNode, _ budget: inout MatchBudget) -> Bool {
        for test in tests where !holds(test, value, &budget) { return false }
        guard let text else { return true }
        guard let bytes = Self.text(of: value) else { return false }
        return text.holds(bytes[...], &budget)
    }

    private func holds(_ test: Test, _ value: JSONNode, _ budget: inout MatchBudget) -> Bool {
        switch test {
        case .equals(let wanted): comparison.equal(value, wanted)
        case .not(let matcher): budget.insideNot { !matcher.holds(value, &$0) }
        case .oneOf(let choices) where comparison.anyOrder: oneOf(choices, value)
        case .oneOf(let choices): choices.contains { comparison.equal(value, $0) }
        case .like(let wanted): comparison.contains(value, wanted)
        case .above(let bound): value.number.map { $0.compare(to: bound) > 0 } ?? false
        case .below(let bound): value.number.map { $0.compare(to: bound) < 0 } ?? false
        case .atLeast(let bound): value.number.map { $0.compare(to: bound) >= 0 } ?? false
        case .atMost(let bound): value.number.map { $0.compare(to: bound) <= 0 } ?? false
        }
    }

    /// The key of the value is made once, however many choices there are.
    private func oneOf(_ choices: [JSONNode], _ value: JSONNode) -> Bool {
        let key = comparison.bagKey(value)
        return choices.contains { comparison.bagKey($0) == key }
    }

    private static func text(of value: JSONNode) -> [UInt8]? {
        switch value.value {
        case .string(let bytes): bytes
        case .number(let number): Array(number.text.utf8)
        case .bool(let bool): Array((bool ? "true" : "false").utf8)
        case .null, .array, .object: nil
        }
    }
}
