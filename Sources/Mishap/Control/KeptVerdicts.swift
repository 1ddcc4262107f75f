internal import GatewayServer

/// Verdicts on sessions that were deleted, reset or have expired, for whoever wants to know at the end of a run.
final class KeptVerdicts: Sendable {
    private struct State {
        var run = RunVerdicts()
        /// How many sessions have been taken away and are not judged yet.
        var pending = 0
    }

    private let state = Monitor(State())
    /// How many are kept: of more that passed only a count, and of more that did not, that they are missing.
    private let most: Int

    init(most: Int = 10_000) { self.most = most }

    /// A session is about to be taken away, and is judged then.
    func begin() { state.withLock { $0.pending += 1 } }

    /// It was judged. Nil if nothing was expected of its client.
    func end(_ verdict: SessionVerdict?, requests: UInt64) {
        state.withLock { state in
            state.pending -= 1
            state.run.requests += requests
            guard let verdict else { return }
            if state.run.sessions.count < most {
                state.run.sessions.append(verdict)
            } else if verdict.outcome == .passed {
                state.run.morePassed += 1
            } else {
                state.run.missing += 1
            }
        }
        state.wakeAll()
    }

    /// All of them, once none is about to come any more, or after so many seconds.
    func all(within seconds: Int) -> RunVerdicts {
        state.wait(seconds: seconds) {
            $0.pending == 0 ? $0.run : nil
        } else: { state in
            var run = state.run
            run.missing += state.pending
            return run
        }
    }
}
