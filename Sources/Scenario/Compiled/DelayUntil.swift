public import Wire

/// What an answer waits for: variables that another request sets, and how long it waits at the most.
public final class DelayUntil: Sendable, Hashable {
    private let tests: [MatchProgram.VariableTest]
    public let atMost: Nanoseconds

    init(_ tests: [MatchProgram.VariableTest], atMost: Nanoseconds) {
        self.tests = tests
        self.atMost = atMost
    }

    /// Whether any of these variables, by their numbers, has a part in it.
    public func reads(_ variables: [Int]) -> Bool {
        tests.contains { $0.matcher.readsVariables || variables.contains($0.variable) }
    }

    /// Whether the variables are as it wants them.
    public func holds(_ variables: [TemplateValue], _ budget: inout MatchBudget) -> Bool {
        for test in tests where !test.holds(variables, &budget) { return false }
        return true
    }

    public static func == (a: DelayUntil, b: DelayUntil) -> Bool { a === b }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
