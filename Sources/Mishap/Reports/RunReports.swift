internal import Synchronization
internal import Wire

/// Adds up what a run exercised: of sessions that went when they went, of the others when somebody asks.
final class RunReports: Sendable {
    private struct State {
        /// Of sessions that went.
        var gone = RunReport()
        /// Sessions that were taken away, and are not in `gone` yet.
        var leaving: [ObjectIdentifier: Session] = [:]
        /// Those that were taken away while somebody lists the sessions that are there, so many at the moment.
        var left: [Session] = []
        var listing = 0
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

    /// Sessions have been taken away or replaced. Their requests may go on; `add` follows.
    func begin(_ sessions: [Session]) {
        guard !sessions.isEmpty else { return }
        state.withLock { state in
            for session in sessions { state.leaving[ObjectIdentifier(session)] = session }
            if state.listing > 0 { state.left += sessions }
        }
    }

    /// Notes what such sessions have exercised, whose requests have ended; then calls a function, on any thread.
    func add(_ sessions: [Session], expired: Bool = false, _ then: @escaping @Sendable () -> Void = {}) {
        guard !sessions.isEmpty else { return then() }
        read(sessions) { report in
            self.state.withLock { state in
                state.gone.add(report)
                for session in sessions { state.leaving[ObjectIdentifier(session)] = nil }
                guard expired else { return }
                state.gone.expired += sessions.map(\.name).prefix(
                    max(0, Self.mostExpired - state.gone.expired.count))
            }
            then()
        }
    }

    /// The report on those that went and on those that are there, each of which counts once, whenever it goes.
    func all(of list: () -> [Session], _ then: @escaping @Sendable (RunReport) -> Void) {
        let (gone, leaving) = state.withLock { state in
            state.listing += 1
            return (state.gone, Array(state.leaving.values))
        }
        let there = list()
        let left = state.withLock { state in
            state.listing -= 1
            defer { if state.listing == 0 { state.left = [] } }
            return state.left
        }
        var known: Set<ObjectIdentifier> = []
        let all = (leaving + there + left).filter { known.insert(ObjectIdentifier($0)).inserted }
        read(all) { report in
            var sum = gone
            sum.add(report)
            then(sum)
        }
    }

    /// Reads the journals one after the other, so that no more than one of them is held.
    private func read(_ sessions: [Session], _ then: @escaping @Sendable (RunReport) -> Void) {
        worker.submit { [self] in next(Reading(rest: sessions[...]), then) }
    }

    private struct Reading: Sendable {
        var rest: ArraySlice<Session>
        var sum = RunReport()
        /// Scenarios whose rules are all noted.
        var scenarios: Set<ObjectIdentifier> = []

        mutating func addRules(of session: Session) {
            guard session.hasScenario else { return }
            let isNew = scenarios.insert(ObjectIdentifier(session.scenario)).inserted
            if isNew || session.isUsed { SessionReport.addRules(of: session, idleToo: isNew, &sum) }
        }
    }

    /// Goes on with the next session, on the worker's thread.
    private func next(_ reading: consuming Reading, _ then: @escaping @Sendable (RunReport) -> Void) {
        var reading = reading
        while let session = reading.rest.first {
            reading.rest = reading.rest.dropFirst()
            reading.addRules(of: session)
            // Of most, nothing has to be read.
            guard session.requestCount > 0 else { continue }
            return read(session, reading, then)
        }
        then(reading.sum)
    }

    private func read(
        _ session: Session, _ reading: Reading, _ then: @escaping @Sendable (RunReport) -> Void
    ) {
        let (first, end, arrived) = (session.firstCompletion, session.lastCompletion, session.lastSequence)
        responders.gatherRecords(of: session, endedAfter: first, begunAfter: 0) { [worker] blocks in
            worker.submit {
                var (entries, reading) = (SessionReport.Entries(session), reading)
                for block in blocks.joined() { entries.add(block, upTo: end) }
                reading.sum.evicted += end - first - min(UInt64(entries.count), end - first)
                let pages = JournalPages(
                    after: 0, upTo: arrived, order: .arrivals(endedAfter: end), size: Self.windowSize,
                    shardCount: session.shardCount)
                self.addOpen(pages, entries, session, reading, then)
            }
        }
    }

    /// Adds those in flight, and those that have ended meanwhile.
    private func addOpen(
        _ pages: JournalPages, _ entries: SessionReport.Entries, _ session: Session, _ reading: Reading,
        _ then: @escaping @Sendable (RunReport) -> Void
    ) {
        guard !pages.isComplete else {
            var reading = reading
            entries.report(to: &reading.sum)
            return next(reading, then)
        }
        responders.gatherJournal(of: session, pages.wanted) { [worker] windows in
            worker.submit {
                var (pages, entries) = (pages, entries)
                pages.add(windows)
                let (records, blocks) = pages.takeAll()
                entries.add(records, in: blocks)
                self.addOpen(pages, entries, session, reading, then)
            }
        }
    }

    /// Bytes of a page of all shards.
    private static let windowSize = 1 << 20
}
