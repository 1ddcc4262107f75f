internal import Synchronization

/// Verdicts on sessions that were deleted, for whoever wants to know at the end of a run.
final class KeptVerdicts: Sendable {
    private let state = Mutex(RunVerdicts())
    /// How many are kept: of more only a count.
    private let most: Int

    init(most: Int = 10_000) { self.most = most }

    func add(_ verdict: SessionVerdict) {
        state.withLock { state in
            if state.sessions.count < most { state.sessions.append(verdict) } else { state.missing += 1 }
        }
    }

    /// Requests of a session that was deleted.
    func add(requests: UInt64) { state.withLock { $0.requests += requests } }

    var all: RunVerdicts { state.withLock { $0 } }
}
