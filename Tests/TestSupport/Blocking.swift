internal import Foundation
internal import Synchronization
public import Testing

/// Tests that wait. Each case of a test runs on threads of its own, and so many of them at once that they wait for each other
/// as little as possible, and that what they wait for is not late because of them. It begins once it can have its descriptors,
/// those at both ends of its connections.
///
///     @Suite(.blocking) struct ListenerTests {
///         @Test(.blocking(descriptors: 150)) func fiftyListenersOfOneServer() throws {
public final class Blocking: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true

    private static let turns = WeightedSemaphore(12)
    private let descriptors: Int

    fileprivate init(descriptors: Int) { self.descriptors = descriptors }

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Blocking? {
        // The nearest one alone: with two of them a test would take a turn and wait for another.
        let nearest = test.traits.compactMap { $0 as? Blocking }.last
        return testCase != nil && nearest === self ? self : nil
    }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing work: @Sendable () async throws -> Void
    ) async throws {
        try await Self.run(descriptors: descriptors, work)
    }

    /// Runs work on threads of its own when it is its turn.
    public static func run(descriptors: Int, _ work: () async throws -> Void) async rethrows {
        try await DescriptorBudget.shared.with(descriptors) {
            try await turns.with(1) {
                let number = HangWatch.shared.begin()
                defer { HangWatch.shared.end(number) }
                try await withTaskExecutorPreference(BlockingThreads.shared, operation: work)
            }
        }
    }
}

extension Trait where Self == Blocking {
    /// A server in this process with two shards, 17 descriptors each, and a few connections.
    public static var blocking: Self { .blocking(descriptors: 42) }

    public static func blocking(descriptors: Int) -> Self { Blocking(descriptors: descriptors) }
}

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

/// Ends the tests, with a crash that prints what each thread is at, once a case has run for too long: the thread of one that
/// hangs cannot be ended alone, and others would wait for its descriptors for ever. The limit says nothing of how fast
/// something is.
private final class HangWatch: Sendable {
    static let shared = HangWatch()
    private static let limit = Duration.seconds(900)

    private struct State {
        var begun = 0
        var running: [Int: (name: String, deadline: ContinuousClock.Instant)] = [:]
    }

    private let state = Mutex(State())

    private init() {
        Thread {
            while true {
                // No test waits for this: it is how soon a hang is noticed.
                sleep(5)
                let now = ContinuousClock.now
                let hanging = self.state.withLock { state in state.running.values.filter { $0.deadline < now } }
                guard !hanging.isEmpty else { continue }
                ChildProcess.killAll()
                fatalError("still running after \(Self.limit): " + hanging.map(\.name).joined(separator: ", "))
            }
        }.start()
    }

    func begin() -> Int {
        let name = Test.current.map { "\($0.id)" } ?? "a test"
        return state.withLock { state in
            state.begun += 1
            state.running[state.begun] = (name, .now + Self.limit)
            return state.begun
        }
    }

    func end(_ number: Int) { state.withLock { state in state.running[number] = nil } }
}

/// Runs work that blocks on a thread of its own, in tests that have not the trait `.blocking`, and beside each other in those
/// that have it.
///
/// It stays in the task of its test, so that an issue that it records belongs to that test.
public func aside<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withTaskExecutorPreference(BlockingThreads.shared) { try work() }
}
