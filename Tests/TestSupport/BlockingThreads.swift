internal import Foundation
public import Testing

/// Runs each job of a task on a thread of its own, for tests that wait for sockets, programs or the clock.
///
/// The cooperative pool has a thread a core: two tests that wait there hold up all others.
private final class BlockingThreads: TaskExecutor {
    static let shared = BlockingThreads()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let thread = Thread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        // As much as a main thread usually has. Only what is used is taken.
        thread.stackSize = 8 << 20
        thread.start()
    }
}

/// Runs work that blocks on a thread of its own, in tests that have not the trait `.blocking`, and beside each other in those
/// that have it.
///
/// It stays in the task of its test, so that an issue that it records belongs to that test.
public func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(BlockingThreads.shared) { try work() }
}

/// Tests that wait. Each case of a test runs on threads of its own, and so many of them at once that they wait for each other
/// as little as possible, and that what they wait for is not late because of them.
///
///     @Suite(.blocking) struct ListenerTests {
public final class Blocking: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true

    private static let turns = WeightedSemaphore(12)

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Blocking? {
        // The nearest one alone: with two of them a test would take a turn and wait for another.
        let nearest = test.traits.compactMap { $0 as? Blocking }.last
        return testCase != nil && nearest === self ? self : nil
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
    ) async throws {
        try await Self.run(work)
    }

    /// Runs work on threads of its own when it is its turn.
    public static func run(_ work: () async throws -> Void) async rethrows {
        try await turns.with(1) { try await withTaskExecutorPreference(BlockingThreads.shared, operation: work) }
    }
}

extension Trait where Self == Blocking {
    public static var blocking: Self { Blocking() }
}
