internal import Scenario
internal import Synchronization
internal import Wire

/// Adds up what a run exercised: of sessions that went when they went, of the others when somebody asks.
final class RunReports: Sendable {
    private struct State {
        /// Of sessions that went.
        var gone = RunReport()
        /// How many of these are still being read, and who waits for them.
        var pending = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())
    private let responders: ShardResponders
    private let worker: Worker

    /// The most ids of expired sessions.
    private static let mostExpired = 1_000

    init(_ responders: ShardResponders, _ worker: Worker) {
        self.responders = responders
        self.worker = worker
    }

    /// Notes what sessions that were taken away or replaced have exercised; then calls a function, on any thread.
    func add(_ sessions: [Session], expired: Bool = false, _ then: @escaping @Sendable () -> Void = {}) {
        state.withLock { $0.pending += 1 }
        report(on: sessions) { report in
            let woken = self.state.withLock { state -> [@Sendable () -> Void] in
                state.gone.add(report)
                if expired {
                    state.gone.expired += sessions.map(\.name).prefix(
                        max(0, Self.mostExpired - state.gone.expired.count))
                }
                state.pending -= 1
                guard state.pending == 0 else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            then()
            for wake in woken { wake() }
        }
    }

    /// The report on those that went and on these.
    func all(with sessions: [Session], _ then: @escaping @Sendable (RunReport) -> Void) {
        whenAllAreRead {
            self.report(on: sessions) { report in
                var all = self.state.withLock { $0.gone }
                all.add(report)
                then(all)
            }
        }
    }

    private func whenAllAreRead(_ then: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            if state.pending > 0 { state.waiting.append(then) }
            return state.pending == 0
        }
        if isReady { then() }
    }

    /// One session after the other, so that no more than one journal is held.
    private func report(
        on sessions: [Session], _ sum: RunReport = RunReport(), _ then: @escaping @Sendable (RunReport) -> Void
    ) {
        // Of most, nothing has to be read.
        var (rest, sum) = (sessions[...], sum)
        while let session = rest.first, session.requestCount == 0 {
            sum.add(SessionReport.report([], of: session, evicted: 0))
            rest = rest.dropFirst()
        }
        guard let session = rest.first else { return then(sum) }
        let (first, end) = (session.firstCompletion, session.lastCompletion)
        let (others, before) = (Array(rest.dropFirst()), sum)
        responders.gatherRecords(of: session, endedAfter: first, begunAfter: 0) { [worker] blocks in
            worker.submit {
                let all = blocks.flatMap(\.self)
                let found = all.reduce(0) { $0 + UInt64($1.records) }
                var sum = before
                sum.add(SessionReport.report(all, of: session, evicted: end - first - min(found, end - first)))
                self.report(on: others, sum, then)
            }
        }
    }
}
