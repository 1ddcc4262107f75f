internal import Synchronization

/// Distributes a number of something among the tests that run at the same time. A test waits only if too little is left, and
/// holds no thread while it does.
///
/// A test takes all that it may need at once, before it begins, and of two semaphores always the same one first, so that there
/// is no deadlock. Tests get theirs in the order in which they asked.
public final class WeightedSemaphore: Sendable {
    /// The number to distribute.
    public let total: Int
    private let state: Mutex<State>

    private struct State {
        var left: Int
        var waiting: [(count: Int, turn: CheckedContinuation<Void, Never>)] = []

        /// First come, first served, even if a later test needs less: otherwise a test that needs much could wait forever.
        mutating func turns() -> [CheckedContinuation<Void, Never>] {
            var turns: [CheckedContinuation<Void, Never>] = []
            while let next = waiting.first, next.count <= left {
                left -= next.count
                turns.append(next.turn)
                waiting.removeFirst()
            }
            return turns
        }
    }

    public init(_ total: Int) {
        self.total = total
        state = Mutex(State(left: total))
    }

    /// Runs the work once so many are free, or all of them where it asks for more than there are.
    public func with(_ count: Int, _ work: () async throws -> Void) async rethrows {
        let count = min(count, total)
        await withCheckedContinuation { continuation in
            let turns = state.withLock { state in
                state.waiting.append((count, continuation))
                return state.turns()
            }
            for turn in turns { turn.resume() }
        }
        defer { giveBack(count) }
        try await work()
    }

    private func giveBack(_ count: Int) {
        let turns = state.withLock { state in
            state.left += count
            return state.turns()
        }
        for turn in turns { turn.resume() }
    }
}
