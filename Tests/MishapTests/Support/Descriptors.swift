import Testing

/// How many descriptors a test may have open at once, its own ends and those of a gateway in this process. The test
/// begins once it can have them.
///
///     @Suite(.descriptors) struct ControlTests {
///         @Test(.descriptors(140)) func sixtyFourConnections() async throws {
final class Descriptors: TestTrait, SuiteTrait, TestScoping {
    let count: Int
    let isRecursive = true

    fileprivate init(_ count: Int) { self.count = count }

    /// Each case of a parameterized test has its own. The time limit of a case has begun by then: where there is one, the
    /// number is for all cases, and is taken before the first.
    func scopeProvider(for test: Test, testCase: Test.Case?) -> Descriptors? {
        let isForEachCase = test.isParameterized && test.timeLimit == nil
        guard !test.isSuite, isForEachCase == (testCase != nil) else { return nil }
        // The nearest one counts, alone: with two of them a test would take some and wait for more.
        let nearest = test.traits.compactMap { $0 as? Descriptors }.last
        return nearest === self ? self : nil
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
    ) async throws {
        try await DescriptorBudget.shared.with(count) {
            let test = RunningTest()
            // Its gateways have ended before what they had is given to others.
            defer { test.end() }
            try await RunningTest.$current.withValue(test) { try await work() }
        }
    }
}

extension Trait where Self == Descriptors {
    /// A gateway in this process with two shards, 17 descriptors each, and a few connections.
    static var descriptors: Self { .descriptors(42) }

    static func descriptors(_ count: Int) -> Self { Descriptors(count) }
}
