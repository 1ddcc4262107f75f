internal import JSONText

/// What a scenario asks of one value of a JSON document: all of its tests must hold for the same value.
///
/// Values are compared as JSON: 1.0 is 1, and "1" is another value. Tests of text look at strings, and at
/// the JSON text of numbers and booleans.
public struct JSONMatcher: Sendable {
    enum Test: Sendable {
        case equals(JSONNode)
        case differs(JSONNode)
        case oneOf([JSONNode])
        case like(JSONNode)
        case above(JSONNumber)
        case below(JSONNumber)
    }

    var tests: [Test] = []
    /// Tests that are made from the session's variables.
    var substitutedTests: [@Sendable ([TemplateValue]) -> Test] = []
    /// The tests of text; nil where there are none.
    var text: ValueMatcher?
    var comparison = JSONComparison()
    /// Whether there must be no value.
    var isAbsent = false
    /// As the scenario writes it, for near misses.
    var sourceText = ""

    /// Whether any of its tests has to know the session's variables.
    var readsVariables: Bool { !substitutedTests.isEmpty || text?.readsVariables == true }

    /// The tests that the variables make, by themselves.
    func substituting(_ variables: [TemplateValue]) -> JSONMatcher {
        JSONMatcher(
            tests: substitutedTests.map { $0(variables) }, text: text?.substituting(variables), comparison: comparison)
    }

    /// Whether every test holds that needs no variables.
    func holds(_ value: JSONNode, _ budget: inout MatchBudget) -> Bool {
        for test in tests where !holds(test, value) { return false }
        guard let text else { return true }
        guard let bytes = Self.text(of: value) else { return false }
        return text.holds(bytes[...], &budget)
    }

    private func holds(_ test: Test, _ value: JSONNode) -> Bool {
        switch test {
        case .equals(let wanted): comparison.equal(value, wanted)
        case .differs(let other): !comparison.equal(value, other)
        case .oneOf(let choices): choices.contains { comparison.equal(value, $0) }
        case .like(let wanted): comparison.contains(value, wanted)
        case .above(let bound): value.number.map { $0.compare(to: bound) > 0 } ?? false
        case .below(let bound): value.number.map { $0.compare(to: bound) < 0 } ?? false
        }
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
