internal import Bytes
internal import Engine
internal import Rules
internal import Wire

/// What the journal of one session says for a report. The journal is read from the blocks of all shards.
struct SessionReport {
    /// For how long after a failure's end what comes counts as its next request.
    private static let nextTime: Nanoseconds = 60_000_000_000

    /// Of an entry, what the next failure's end needs.
    fileprivate struct Came {
        let sequence: UInt64
        let arrived: Nanoseconds
        /// Nil while it is in flight, unless its client has closed.
        let ended: Nanoseconds?
        /// How much later than `arrived` it may have come.
        let clockAge: Nanoseconds
        /// How much earlier than `ended` its client may have seen the end.
        let endAge: Nanoseconds
        let record: JournalRecord
        let strike: Strike
        /// How the failures of its answer ended, by name.
        var failures: [String] = []

        init(_ record: JournalRecord) {
            let facts = record.facts
            sequence = facts.sequence
            arrived = facts.arrived
            ended = facts.clientEnd
            clockAge = Nanoseconds(facts.clockAge)
            endAge = Nanoseconds(facts.endAge)
            self.record = record
            strike = Strike(facts)
        }

        var latestArrival: Nanoseconds { arrived + clockAge }
    }

    /// What became of an answer.
    fileprivate enum Strike {
        /// All of its bytes left as planned.
        case left
        /// Its client left before that.
        case clientLeft
        /// It is in flight, or Mishap has ended it, for a reset or its own end.
        case neither

        init(_ facts: borrowing JournalRecord.Facts) {
            let isInFlight = facts.flags.contains(.inFlight)
            let end = Outcome.End(rawValue: facts.end)
            if !isInFlight, end == .held {
                // Who waits for nothing leaves at some time.
                self = .left
            } else if facts.flags.contains(.closedEarly) {
                self = .clientLeft
            } else if isInFlight || end == .cancelled {
                self = .neither
            } else {
                self = end == .abandoned ? .clientLeft : .left
            }
        }
    }

    /// The entries of a session's journal, as they are read.
    struct Entries: Sendable {
        private let session: Session
        private var all: [Came] = []
        private var memories: [JournalBlock.Written] = []
        private var sum = RunReport()
        /// How many entries were added, of which some are of no request.
        private(set) var count = 0

        /// Whether it is the session of `/__mishap/fail`.
        private let isOfFailures: Bool

        init(_ session: Session) {
            self.session = session
            isOfFailures = session.name == Session.failedName
        }

        /// Adds the records of a block that had ended by then.
        mutating func add(_ block: JournalBlock.Written, upTo end: UInt64) {
            memories.append(block)
            JournalRecord.forEach(in: block) { if $0.facts.completion <= end { add($0) } }
        }

        mutating func add(_ records: [JournalRecord], in blocks: [JournalBlock.Written]) {
            memories += blocks
            for record in records { add(record) }
        }

        private mutating func add(_ record: JournalRecord) {
            count += 1
            let facts = record.facts
            if facts.flags.contains(.noRequest), record.hasExtras, let failure = record.extras.failure {
                // Of a connection that ended before a request.
                var came = Came(record)
                came.failures = [failure]
                all.append(came)
            }
            guard facts.flags.isDisjoint(with: [.noRequest, .refused]), facts.rule != EngineAnswer.preflight else {
                return
            }
            if isOfFailures, DoctorRequests.isOne(record.request) { return }
            let extras = record.hasExtras ? record.extras : nil
            var came = Came(record)
            let scenario = session.scenario(ofGeneration: facts.generation)
            let calls = extras?.calls ?? [JournalExtras.Call(facts, extras)]
            let isCounted = facts.generation == session.generation
            if let spoiler = extras?.spoiler { came.failures.append(spoiler) }
            let title = isCounted ? session.scenarioTitle : scenario.name
            for call in calls { came.add(call, scenario, titled: title, isCounted: isCounted, &sum) }
            if facts.flags.contains(.unmatched) {
                sum.unmatchedCount += 1
                if sum.unmatched.count < RunReport.mostUnmatched {
                    sum.unmatched.append(
                        Redaction.entry(record.json(session.scenario(ofGeneration:), readsBody: false)))
                }
            }
            all.append(came)
        }

        /// Adds them to a report.
        func report(to report: inout RunReport) {
            report.add(sum)
            withExtendedLifetime(memories) { SessionReport.addFailures(all, &report) }
        }
    }

    /// How often the rules of its scenario were taken. `idleToo`: those that were not, too.
    static func addRules(of session: Session, idleToo: Bool, _ report: inout RunReport) {
        let (scenario, state) = (session.scenario, session.isUsed ? session.currentState : nil)
        if idleToo { report.planned.formUnion(scenario.failureNames) }
        for (number, rule) in scenario.rules.enumerated() {
            let hits = Int(clamping: state?.hits(ofOwn: number) ?? 0)
            guard hits > 0 || idleToo else { continue }
            report.add(RunReport.Rule(scenario: session.scenarioTitle, rule: rule.name), hits: hits)
        }
        guard scenario.otherwise != nil else { return }
        let hits = Int(clamping: state?.hits(of: -1) ?? 0)
        guard hits > 0 || idleToo else { return }
        report.add(RunReport.Rule(scenario: session.scenarioTitle, rule: "otherwise"), hits: hits)
    }

    fileprivate static func addFailures(_ all: [Came], _ report: inout RunReport) {
        // Each request has a higher number than those that it came after, on whichever shard; the clocks of two shards may be
        // of different ages.
        let all = all.sorted { $0.sequence < $1.sequence }
        let latest = runningMaximum(all.map(\.latestArrival))
        for (place, came) in all.enumerated() {
            for name in came.failures {
                switch came.strike {
                case .left: report.failures[name, default: RunReport.Failure()].left += 1
                case .clientLeft: report.failures[name, default: RunReport.Failure()].clientLeft += 1
                case .neither: report.failures[name, default: RunReport.Failure()].next.none += 0
                }
            }
            guard let ended = came.ended, !came.failures.isEmpty else { continue }
            let earliest = ended - min(ended, came.endAge)
            let next = next(of: place, in: all, latest, since: earliest)
            let isInTime = next.map { $0.arrived <= ended + nextTime } ?? false
            let isSame = isInTime && next.map { isAlike(came.record, $0.record) } ?? false
            for name in came.failures {
                report.failures[name, default: RunReport.Failure()].next.count(isInTime: isInTime, isSame: isSame)
            }
        }
    }

    /// The first one behind a place that may have arrived after the earliest end of the one there. `latest`: the running maximum
    /// of the latest arrivals.
    private static func next(
        of place: Int, in all: [Came], _ latest: [Nanoseconds], since ended: Nanoseconds
    ) -> Came? {
        var (low, high) = (place + 1, all.count)
        // Mostly nothing up to the place has arrived after its end, and the maximum first reaches that with the one sought.
        while latest[place] < ended, low < high {
            let middle = (low + high) / 2
            if latest[middle] < ended { low = middle + 1 } else { high = middle }
        }
        return all[low...].first { $0.latestArrival >= ended }
    }

    private static func runningMaximum(_ times: [Nanoseconds]) -> [Nanoseconds] {
        var most: Nanoseconds = 0
        return times.map { time in
            most = max(most, time)
            return most
        }
    }

    /// Whether two requests have the same method and path.
    private static func isAlike(_ one: JournalRecord, _ other: JournalRecord) -> Bool {
        func line(_ record: JournalRecord) -> (method: [UInt8], path: [UInt8]) {
            let request = record.request
            return (Array(request.head[request.method]), Array(request.head[request.path]))
        }
        return line(one) == line(other)
    }
}

extension RunReport.Next {
    fileprivate mutating func count(isInTime: Bool, isSame: Bool) {
        if !isInTime { none += 1 } else if isSame { same += 1 } else { other += 1 }
    }
}

extension SessionReport.Came {
    fileprivate mutating func add(
        _ call: JournalExtras.Call, _ scenario: CompiledScenario, titled title: String, isCounted: Bool,
        _ report: inout RunReport
    ) {
        if let failure = call.addedFailure
            ?? scenario.failureName(rule: call.rule, step: call.step, choice: call.choice)
        {
            failures.append(failure)
        }
        // The scenario's own rules count their hits themselves, also those that `pass`.
        guard call.step >= 0, call.addedRule != nil || !isCounted,
            let rule = call.addedRule ?? scenario.rule(numbered: call.rule)?.name
        else { return }
        report.add(RunReport.Rule(scenario: title, rule: rule), hits: 1)
    }
}
