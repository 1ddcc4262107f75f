import Foundation
import Synchronization

/// Distributes the descriptors of this process among the tests that run at the same time. A test waits only if too few
/// are left.
///
/// A test takes all descriptors that it may need at once, before it begins: a test that holds some never waits, so that
/// there is no deadlock. Tests get theirs in the order in which they asked.
final class DescriptorBudget: Sendable {
    static let shared = DescriptorBudget(total: most(of: raisedLimit()))

    /// The number of descriptors to distribute.
    let total: Int
    private let state: Mutex<State>

    private struct State {
        var left: Int
        var waiting: [(count: Int, turn: CheckedContinuation<Void, Never>)] = []

        /// First come, first served, even if a later test needs fewer: otherwise a test that needs many could wait forever.
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

    init(total: Int) {
        self.total = total
        state = Mutex(State(left: total))
    }

    /// Runs the work once so many are free, or all of them where it asks for more than there are.
    func with(_ count: Int, _ work: () async throws -> Void) async rethrows {
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

    /// How many of the connections that a crowd would like to have it can have: as many, where there are plenty, and
    /// half of the budget where there are not. The rest is for the gateway's own end, and for other tests.
    func room(for wanted: Int) -> Int { min(wanted, total - min(4000, total / 2)) }

    /// Without those of the other test targets, most of whose tests hold a thread while they run, so that there are few
    /// at once, and without what the gateway of the shipped scenarios keeps until the end.
    private static func most(of limit: Int) -> Int { max(limit - 512, limit / 4) }

    /// The limit of this process, raised to what the system allows.
    private static func raisedLimit() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        getrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
