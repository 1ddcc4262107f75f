public import Wire

/// A wait for values of variables that another request sets, with the longest time to wait.
public final class DelayUntil: Sendable, Hashable {
    private let tests: [MatchProgram.VariableTest]
    public let atMost: Nanoseconds
    /// What answers after the longest time, in place of the step; nil for the step itself.
    public let then: CompiledStep?

    public init(_ tests: [MatchProgram.VariableTest], atMost: Nanoseconds, then: CompiledStep? = nil) {
        self.tests = tests
        self.atMost = atMost
        self.then = then
    }

    /// Whether one of the tests reads one of these variables, given by their indices.
    public func reads(_ variables: [Int]) -> Bool {
        tests.contains { $0.matcher.readsVariables || variables.contains($0.variable) }
    }

    /// Whether the variables have the wanted values.
    public func holds(_ variables: [TemplateValue], _ budget: inout MatchBudget) -> Bool {
        for test in tests where !test.holds(variables, &budget) { return false }
        return true
    }

    public static func == (a: DelayUntil, b: DelayUntil) -> Bool { a === b }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
