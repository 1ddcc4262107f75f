internal import Bytes
internal import Engine
internal import Scenario
internal import Wire

/// What the journal of one session says for a report. The journal is read from the blocks of all shards.
struct SessionReport {
    /// For how long after a failure's end what comes counts as its next request.
    private static let nextTime: Nanoseconds = 60_000_000_000

    /// Of an entry, what the next failure's end needs.
    fileprivate struct Came {
        let sequence: UInt64
        let arrived: Nanoseconds
        let ended: Nanoseconds
        /// How much later than `arrived` it may have come.
        let clockAge: Nanoseconds
        /// How much earlier than `ended` its client may have seen the end.
        let endAge: Nanoseconds
        var latestArrival: Nanoseconds { arrived + clockAge }
        var earliestEnd: Nanoseconds { ended - min(ended, endAge) }
        let memory: Int
        let offset: Int
        /// How the failures of its answer ended, by name.
        var failures: [String] = []
        var wasLeft = false
    }

    /// A session's journal, in blocks.
    static func report(
        _ blocks: [JournalBlock.Written], of session: Session, evicted: UInt64
    ) -> RunReport {
        var report = RunReport()
        report.evicted = evicted
        noteRules(of: session, &report)
        var all: [Came] = []
        for (memory, block) in blocks.enumerated() {
            JournalRecord.forEach(in: block.bytes) { facts, offset, hasExtras in
                let facts = facts.pointee
                guard facts.flags.isDisjoint(with: [.noRequest, .refused]), facts.rule != EngineAnswer.preflight else {
                    return
                }
                let extras = hasExtras ? JournalRecord(in: block.bytes, at: offset).extras : nil
                var came = Came(
                    sequence: facts.sequence, arrived: facts.arrived, ended: facts.ended,
                    clockAge: Nanoseconds(facts.clockAge), endAge: Nanoseconds(facts.endAge), memory: memory,
                    offset: offset
                )
                let scenario = session.scenario(ofGeneration: facts.generation)
                let calls = extras?.calls ?? [JournalExtras.Call(facts, extras)]
                let isCounted = facts.generation == session.generation
                for call in calls { came.add(call, scenario, isCounted: isCounted, &report) }
                came.wasLeft = Self.wasLeft(facts)
                if facts.flags.contains(.unmatched) {
                    report.unmatchedCount += 1
                    if report.unmatched.count < RunReport.mostUnmatched {
                        let record = JournalRecord(in: block.bytes, at: offset)
                        report.unmatched.append(Redaction.entry(record.json(session.scenario(ofGeneration:))))
                    }
                }
                all.append(came)
            }
        }
        noteFailures(all, blocks, &report)
        return report
    }

    /// How often the rules of its scenario were taken.
    private static func noteRules(of session: Session, _ report: inout RunReport) {
        guard session.hasScenario else { return }
        let (scenario, state) = (session.scenario, session.isUsed ? session.currentState : nil)
        for (number, rule) in scenario.rules.enumerated() {
            let hits = Int(clamping: state?.hits(of: number) ?? 0)
            report.note(RunReport.Rule(scenario: scenario.name, rule: rule.name), hits: hits)
        }
        guard scenario.otherwise != nil else { return }
        let hits = Int(clamping: state?.hits(of: -1) ?? 0)
        report.note(RunReport.Rule(scenario: scenario.name, rule: "otherwise"), hits: hits)
    }

    /// Whether all of an answer's bytes left as planned.
    private static func wasLeft(_ facts: JournalRecord.Facts) -> Bool {
        guard !facts.flags.contains(.closedEarly) else {
            // Who waits for nothing leaves at some time.
            return Outcome.End(rawValue: facts.end) == .held
        }
        return switch Outcome.End(rawValue: facts.end) {
        case .complete, .closed, .reset, .held: true
        default: false
        }
    }

    private static func noteFailures(_ all: [Came], _ blocks: [JournalBlock.Written], _ report: inout RunReport) {
        // Each request has a higher number than those that it came after, on whichever shard; the clocks of two shards may be
        // of different ages.
        let all = all.sorted { $0.sequence < $1.sequence }
        let latest = runningMaximum(all.map(\.latestArrival))
        for (place, came) in all.enumerated() where !came.failures.isEmpty {
            let next = next(of: place, in: all, latest)
            for name in came.failures {
                if came.wasLeft {
                    report.failures[name, default: RunReport.Failure()].left += 1
                } else {
                    report.failures[name, default: RunReport.Failure()].clientLeft += 1
                }
                guard let next, next.arrived <= came.ended + nextTime else {
                    report.failures[name, default: RunReport.Failure()].next.none += 1
                    continue
                }
                if isAlike(came, next, blocks) {
                    report.failures[name, default: RunReport.Failure()].next.same += 1
                } else {
                    report.failures[name, default: RunReport.Failure()].next.other += 1
                }
            }
        }
    }

    /// The first one behind a place that may have arrived after its end. `latest`: the running maximum of the latest arrivals.
    private static func next(of place: Int, in all: [Came], _ latest: [Nanoseconds]) -> Came? {
        let ended = all[place].earliestEnd
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
    private static func isAlike(_ one: Came, _ other: Came, _ blocks: [JournalBlock.Written]) -> Bool {
        func line(_ came: Came) -> (method: [UInt8], path: [UInt8]) {
            let request = JournalRecord.request(in: blocks[came.memory].bytes, at: came.offset)
            return (Array(request.head[request.method]), Array(request.head[request.path]))
        }
        return line(one) == line(other)
    }
}

extension SessionReport.Came {
    fileprivate mutating func add(
        _ call: JournalExtras.Call, _ scenario: CompiledScenario, isCounted: Bool, _ report: inout RunReport
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
        report.note(RunReport.Rule(scenario: scenario.name, rule: rule), hits: 1)
    }
}

extension JournalExtras.Call {
    fileprivate init(_ facts: JournalRecord.Facts, _ extras: JournalExtras.Content?) {
        self.init(
            rule: facts.rule, step: facts.step, choice: facts.choice, hit: facts.hit, addedRule: extras?.rule,
            addedFailure: extras?.failure)
    }
}
