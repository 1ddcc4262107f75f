internal import Engine
internal import GatewayServer
internal import Rules
internal import Synchronization
internal import Wire

/// A verdict on its way to whoever asks: the journal is gathered from the shards and judged on a worker's thread, and again
/// when something has come, until the verdict is final or the time is over.
///
/// It keeps neither the session nor anything of the journal while it waits.
final class VerdictReading: Sendable {
    /// What is judged.
    struct Question: Sendable {
        /// The expectations for a session as it is now, and its rules beside those of the scenario. Nil if they do not fit
        /// the session any more.
        let expectations: @Sendable (Session) -> (all: [Expectation], rules: RulesOfSession)?
        /// Which entries count.
        var start = JournalQuery.Start.number(0)
        /// For how long it may wait.
        var wait: Nanoseconds = 0
        /// The time without a request after which nothing more is expected; nil if only the wait ends that.
        var settle: Nanoseconds?
    }

    /// How it came out.
    enum Result: Sendable {
        case verdict(Verdict)
        /// The session was deleted, dropped or reset meanwhile.
        case sessionEnded
        /// Who asked is gone.
        case clientGone
        /// The session has another scenario than the one that the expectations were read for.
        case otherScenario
    }

    private static let windowSize = 2 << 20
    /// Entries, or entries times expectations, from which on it is worth the while to divide work among threads.
    private static let manyEntries = 2_000
    /// Nanoseconds after which it looks again though no entry has ended: requests may have begun.
    private static let pause: Nanoseconds = 250_000_000
    /// Nanoseconds between two looks, however fast entries come.
    private static let leastPause: Nanoseconds = 20_000_000

    private let question: Question
    private let session: SessionReference
    private let sessions: SessionStore
    private let responders: ShardResponders
    private var workers: GatewayWorkers { sessions.workers }
    /// Of those that are evaluated at once.
    private let places: AsyncSemaphore
    private let client: WaitingClient
    private let finish: @Sendable (Result) -> Void
    private let began = SystemClock.monotonic
    private let state: Mutex<State>

    private struct State {
        /// When the journal was looked at last.
        var looked: Nanoseconds = 0
        var waiting: EntryWait?
        /// Set from the look at the journal to the verdict.
        var evaluation: Evaluation?
    }

    /// `finish` is called once, on any thread.
    init(
        _ question: Question, of session: SessionReference, _ sessions: SessionStore, _ responders: ShardResponders,
        _ places: AsyncSemaphore, _ client: WaitingClient, finish: @escaping @Sendable (Result) -> Void
    ) {
        self.question = question
        self.session = session
        self.sessions = sessions
        self.responders = responders
        self.places = places
        self.client = client
        self.finish = finish
        state = Mutex(State())
    }

    func start() {
        places.acquire { [workers, self] in workers.judging.submit { self.evaluate() } }
    }

    // MARK: One evaluation

    /// An evaluation of the journal: first the blocks with the entries that have ended, then windows with those in flight.
    private struct Evaluation: Sendable {
        let expectations: [Expectation]
        let rules: RulesOfSession
        let numbering: JudgedPart.Numbering
        var parts: [JudgedPart] = []
        /// Those in flight, and those that have ended since the blocks were gathered; nil before that.
        var arrivals: JournalPages?
        /// How many entries had ended when it began, and behind how many it begins.
        let end: UInt64
        let first: UInt64
        let arrived: UInt64
        /// How many requests had come by then.
        let requests: UInt64
        let afterSequence: UInt64
        /// The moment of the look.
        let at = SystemClock.monotonic
        /// The session is taken away, and its requests have ended.
        let isForGood: Bool
        /// From where on it counts, if the journal was emptied.
        let from: JournalCursor?
        /// How many of the entries that had ended were there.
        var ended: UInt64 = 0

        var found: UInt64 { parts.reduce(0) { $0 + $1.found } }
    }

    private func leave(_ result: Result) {
        places.release()
        finish(result)
    }

    private func evaluate() {
        guard !client.isGone() else { return leave(.clientGone) }
        guard let session = sessions.find(session, at: SystemClock.monotonic) else { return leave(.sessionEnded) }
        guard let wanted = question.expectations(session) else { return leave(.otherScenario) }
        guard Self.mustRead(session, wanted.all) else { return leave(.verdict(Verdict([]))) }
        begin(session, wanted)
    }

    /// Whether its journal has to be read.
    private static func mustRead(_ session: Session, _ expectations: [Expectation]) -> Bool {
        !expectations.isEmpty || session.unmatchedCount > 0 || session.cutOffCount > 0
    }

    /// The verdict on a session that was taken away, whose requests have ended.
    func judgeForGood(_ session: Session) {
        places.acquire { [workers, self] in
            workers.judging.submit {
                guard let wanted = self.question.expectations(session),
                    Self.mustRead(session, wanted.all)
                else { return self.leave(.verdict(Verdict([]))) }
                self.begin(session, wanted, isForGood: true)
            }
        }
    }

    private func begin(
        _ session: Session, _ wanted: (all: [Expectation], rules: RulesOfSession),
        isForGood: Bool = false
    ) {
        // One that comes meanwhile may be in the second number alone.
        let (end, requests) = (session.lastCompletion, session.requestCount)
        let start = session.journalStart
        var (first, afterSequence) = (start.completion, UInt64(0))
        switch question.start {
        case .cursor(let cursor): first = min(max(first, cursor.endings), end)
        // Of what came before the journal was emptied, nothing is missing.
        case .number(let number) where number > 0: afterSequence = max(number, start.sequence)
        case .number: break
        }
        let numbering = JudgedPart.Numbering(
            generation: session.generation, session.scenario, beside: wanted.rules)
        let evaluation = Evaluation(
            expectations: wanted.all, rules: wanted.rules, numbering: numbering, end: end, first: first,
            arrived: session.lastSequence, requests: requests, afterSequence: afterSequence, isForGood: isForGood,
            from: start.wasEmptied ? JournalCursor(first, of: session.journal) : nil)
        goOn(evaluation, session)
    }

    /// Gets what is missing, and judges when all is there.
    private func goOn(_ evaluation: consuming Evaluation, _ session: Session) {
        guard let arrivals = evaluation.arrivals else {
            let (first, afterSequence) = (evaluation.first, evaluation.afterSequence)
            keep(evaluation)
            return responders.gatherRecords(of: session, endedAfter: first, begunAfter: afterSequence) {
                [workers, self] blocks in workers.judging.submit { self.read(blocks, session) }
            }
        }
        guard !arrivals.isComplete else { return judge(evaluation, session) }
        let wanted = arrivals.wanted
        keep(evaluation)
        responders.gatherJournal(of: session, wanted) { [workers, self] windows in
            workers.judging.submit { self.add(windows, session) }
        }
    }

    /// Keeps it while others are at work for it.
    private func keep(_ evaluation: Evaluation) { state.withLock { $0.evaluation = evaluation } }

    /// Nil if nobody wants it any more.
    private func takeEvaluation() -> Evaluation? {
        let evaluation = state.withLock { $0.evaluation.take() }
        if let evaluation, evaluation.isForGood || !client.isGone() { return evaluation }
        leave(.clientGone)
        return nil
    }

    /// Reads the blocks of all shards.
    private func read(_ blocks: [[JournalBlock.Written]], _ session: Session) {
        guard let evaluation = takeEvaluation() else { return }
        let (numbering, first, end, afterSequence) = (
            evaluation.numbering, evaluation.first, evaluation.end, evaluation.afterSequence
        )
        keep(evaluation)
        let jobs = blocks.map { blocks in
            { @Sendable in
                JudgedPart(blocks, numbering, endedAfter: first, upTo: end, afterSequence: afterSequence)
            }
        }
        let count = blocks.joined().reduce(0) { $0 + $1.records }
        divide(jobs, isWorthWhile: count >= Self.manyEntries) { self.add($0, session) }
    }

    private func add(_ parts: [JudgedPart], _ session: Session) {
        guard var evaluation = takeEvaluation() else { return }
        evaluation.parts = parts
        evaluation.ended = evaluation.found
        evaluation.arrivals = JournalPages(
            after: evaluation.afterSequence, upTo: evaluation.arrived, order: .arrivals(endedAfter: evaluation.end),
            size: Self.windowSize, shardCount: sessions.shardCount)
        goOn(evaluation, session)
    }

    private func add(_ windows: [JournalWindow], _ session: Session) {
        guard var evaluation = takeEvaluation() else { return }
        evaluation.arrivals?.add(windows)
        if let found = evaluation.arrivals?.takeAll() {
            evaluation.parts.append(JudgedPart(found.records, in: found.blocks, evaluation.numbering))
        }
        goOn(evaluation, session)
    }

    private func judge(_ evaluation: consuming Evaluation, _ session: Session) {
        let evaluation = evaluation
        let records = JudgedRecords(evaluation.parts, session.scenario, evicted: Self.evicted(evaluation))
        let isOpen = records.openCount > 0
        // Before anything came, it is counted from the call.
        let isEmpty = records.entries.isEmpty && records.connections.isEmpty
        let quiet = evaluation.at - min(evaluation.at, isEmpty ? began : records.lastEvent)
        let isSettled =
            evaluation.isForGood || question.settle.map { settle in settle == 0 || !isOpen && quiet >= settle } ?? false
        let judge = Judge(session.scenario, beside: evaluation.rules, records, at: evaluation.at, isSettled: isSettled)
        let expectations = evaluation.expectations
        let jobs = expectations.map { expectation in { @Sendable in judge.item(expectation, among: expectations) } }
        let isMuch = expectations.count > 1 && records.entries.count * expectations.count >= Self.manyEntries
        let settled = isOpen ? nil : question.settle.map { evaluation.at + ($0 - min($0, quiet)) }
        divide(jobs, isWorthWhile: isMuch) { items in
            self.tell(
                judge.verdict(of: items, from: evaluation.from?.description).told, evaluation, session, settled: settled
            )
        }
    }

    /// How many entries that count are missing.
    private static func evicted(_ evaluation: Evaluation) -> UInt64 {
        guard evaluation.afterSequence > 0 else {
            // The numbers of endings have no gaps: what is not there was dropped.
            return evaluation.end - evaluation.first - evaluation.ended
        }
        // Each number is that of one entry.
        let begun = min(evaluation.arrived, max(evaluation.afterSequence, evaluation.arrived - evaluation.requests))
        return evaluation.arrived - begun - min(evaluation.found, evaluation.arrived - begun)
    }

    /// Does several things, side by side if that is worth it, and then what follows.
    private func divide<Result: Sendable>(
        _ jobs: [@Sendable () -> Result], isWorthWhile: Bool, then follow: @escaping @Sendable ([Result]) -> Void
    ) {
        if isWorthWhile { workers.judging.submit(jobs, then: follow) } else { follow(jobs.map { $0() }) }
    }

    private func tell(_ verdict: Verdict, _ evaluation: Evaluation, _ session: Session, settled: Nanoseconds?) {
        let deadline = began + question.wait
        let isOver = evaluation.isForGood || verdict.isFinal || SystemClock.monotonic >= deadline
        guard !isOver else { return leave(.verdict(verdict)) }
        places.release()
        state.withLock { $0.looked = evaluation.at }
        let next = min(deadline, evaluation.at + Self.pause, settled ?? .max)
        wait(for: session, endedAfter: evaluation.end, until: next)
    }

    // MARK: Waiting

    private func wait(for session: Session, endedAfter end: UInt64, until time: Nanoseconds) {
        let wait = EntryWait.begin(for: session, endedAfter: end, until: time, workers.alarms, client) {
            [workers, self] in
            workers.judging.submit { self.wokeUp() }
        }
        let isOver = state.withLock { state in
            // What woke it meanwhile has not found it here.
            guard !wait.isOver else { return true }
            state.waiting = wait
            return false
        }
        if isOver { wait.end(of: session, workers.alarms) }
    }

    private func wokeUp() {
        let waiting = state.withLock { $0.waiting.take() }
        waiting?.end(of: sessions.find(session, at: SystemClock.monotonic), workers.alarms)
        guard !client.isGone() else { return finish(.clientGone) }
        let next = state.withLock { $0.looked } + Self.leastPause
        guard SystemClock.monotonic < next else { return start() }
        _ = workers.alarms.set(at: next) { self.start() }
    }
}
