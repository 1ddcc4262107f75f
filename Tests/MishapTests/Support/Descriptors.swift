import TestSupport
import Testing

/// How many descriptors a test may have open at once, its own ends and those of a gateway in this process. The test
/// begins once it can have them, on threads of its own, as with `Blocking`. Each case of a parameterized test has its own.
///
///     @Suite(.descriptors) struct ControlTests {
///         @Test(.descriptors(140)) func sixtyFourConnections() async throws {
final class Descriptors: TestTrait, SuiteTrait, TestScoping {
    let count: Int
    let isRecursive = true

    fileprivate init(_ count: Int) { self.count = count }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> Descriptors? {
        // The nearest one counts, alone: with two of them a test would take some and wait for more.
        let nearest = test.traits.compactMap { $0 as? Descriptors }.last
        return testCase != nil && nearest === self ? self : nil
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
    ) async throws {
        try await Blocking.run(descriptors: count) {
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
