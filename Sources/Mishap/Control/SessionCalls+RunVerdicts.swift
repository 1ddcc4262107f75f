internal import Engine
internal import GatewayServer
internal import ScenarioFiles
internal import Wire

/// Verdicts at the end of a run.
extension SessionCalls {
    /// Seconds for a verdict beside the time that it waits for requests.
    private static let spareSeconds = 30

    /// Judges the sessions that were asked for and those that got a request, and the default one if no session got any. With
    /// `judgesDefault` it is judged even if only others did, unless it has been judged before, when it was reset. Waits until no
    /// request has come for the time `settle`, but no longer than `wait`.
    ///
    /// Blocks its thread.
    func runVerdicts(settle: Nanoseconds, within wait: Nanoseconds, judgesDefault: Bool) -> RunVerdicts {
        let now = SystemClock.monotonic
        sessions.dropExpired(at: now, always: true)
        let seconds = Int(wait / 1_000_000_000) + Self.spareSeconds
        let before = kept?.all(within: seconds) ?? RunVerdicts()
        let all = sessions.all(at: now) + [sessions.unclaimed.current, sessions.failed.current]
        let requests = before.requests + all.reduce(0) { $0 + $1.requestCount }
        let main: Session? =
            if case .session(let session) = sessions.lookUp(Array(Session.mainName.utf8), at: now) { session } else {
                nil
            }
        let wasJudged = before.sessions.contains { $0.session == main?.name }
        let isDefaultJudged = requests == 0 || judgesDefault && !wasJudged
        let judged = all.filter { session in
            guard session.hasScenario else { return false }
            let isAsked = session.id != nil && !session.hasBegunAnew
            return isAsked || session.requestCount > 0 || isDefaultJudged && session === main
        }
        let verdicts = verdicts(on: judged, settle: settle, within: wait, seconds)
        // What was taken away meanwhile was judged then.
        var run = kept?.all(within: seconds) ?? RunVerdicts()
        run.requests = max(requests, run.requests)
        run.sessions += verdicts.found
        run.missing += verdicts.missing
        if kept != nil { run.missing += sessions.privates.madeRoomCount }
        return run
    }

    private func verdicts(
        on judged: [Session], settle: Nanoseconds, within wait: Nanoseconds, _ seconds: Int
    ) -> (found: [SessionVerdict], missing: Int) {
        let results = Monitor([SessionVerdict]?.none)
        var question = VerdictReading.Question { VerdictCalls.expectations(of: $0) }
        (question.settle, question.wait) = (settle, wait)
        let expecting = judged.filter { !VerdictCalls.expectations(of: $0).all.isEmpty }
        let labels = expecting.reduce(into: [:]) { labels, session in labels[session.name] = label(of: session) }
        judge(expecting, question, labels: labels, start: { reading, _ in reading.start() }) { verdicts in
            results.withLock { $0 = verdicts.compactMap(\.self) }
            results.wakeOne()
        }
        // Of a gateway that is being stopped, nothing comes.
        return results.wait(seconds: seconds) {
            $0.map { ($0, 0) }
        } else: { _ in
            ([], expecting.count)
        }
    }

    func label(of session: Session) -> String? {
        session.id.flatMap { sessions.asked.entry($0.description)?.label }
    }

    /// Judges sessions that were taken away, whose requests have ended, if verdicts are kept; then calls a function, on any
    /// thread. `KeptVerdicts.begin` was called for each. A session that was reset has begun anew only, if nothing had come.
    func keepVerdicts(
        on ended: [Session], labels: [String: String] = [:], areReset: Bool = false,
        _ then: @escaping @Sendable () -> Void = {}
    ) {
        guard let kept else { return then() }
        let question = VerdictReading.Question { VerdictCalls.expectations(of: $0) }
        judge(ended, question, labels: labels, start: { $0.judgeForGood($1) }) { verdicts in
            for (session, verdict) in zip(ended, verdicts) {
                kept.end(isToldOf(session, isReset: areReset) ? verdict : nil, requests: session.endedCount)
            }
            then()
        }
    }

    /// Whether the verdict on a session that was taken away counts.
    func isToldOf(_ session: Session, isReset: Bool = false) -> Bool {
        session.endedCount > 0 || session.id != nil && !isReset && !session.hasBegunAnew
    }

    /// Judges sessions side by side, and calls `then` with the verdicts, in the order of the sessions, on any thread: nil of a
    /// session that has gone meanwhile, or of whose client nothing is expected.
    private func judge(
        _ judged: [Session], _ question: VerdictReading.Question, labels: [String: String],
        start: (VerdictReading, Session) -> Void, _ then: @escaping @Sendable ([SessionVerdict?]) -> Void
    ) {
        guard !judged.isEmpty else { return then([]) }
        let results = JobResults<SessionVerdict?>(count: judged.count)
        for (number, session) in judged.enumerated() {
            let reference = SessionReference(to: session, named: Array(session.name.utf8))
            let reading = VerdictReading(question, of: reference, sessions, responders, verdictPlaces, .staying) {
                result in
                var verdict: SessionVerdict?
                if case .verdict(let found) = result {
                    verdict = SessionVerdict(found, on: session, label: labels[session.name])
                }
                if let all = results.add(verdict, number) { then(all) }
            }
            start(reading, session)
        }
    }
}
