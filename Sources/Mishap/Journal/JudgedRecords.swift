internal import Engine
internal import Scenario
internal import Wire

/// A journal as verdicts read it: records of all shards, of which only the facts are decoded before more is asked for.
struct JudgedRecords: JudgedJournal {
    private let generation: UInt16
    private let scenario: CompiledScenario
    /// Numbers of the session's own rules, which come behind those of the scenario.
    private let added: [String: Int32]

    private(set) var entries: [JudgedEntry] = []
    /// Where the record of each entry is.
    private var places: [(memory: Int, offset: Int)] = []
    private var memories: [[UInt8]] = []
    var evicted: UInt64 = 0
    /// The latest moment at which anything happened.
    private(set) var lastEvent: Nanoseconds = 0

    /// Entries of one generation of a session.
    init(generation: UInt16, _ scenario: CompiledScenario, beside rules: RulesOfSession) {
        self.generation = generation
        self.scenario = scenario
        let numbers = rules.names.enumerated().map { ($1, Int32(scenario.rules.count + $0)) }
        added = Dictionary(numbers, uniquingKeysWith: { first, _ in first })
    }

    /// Bytes of what is kept.
    var size: Int { memories.reduce(0) { $0 + $1.count } }

    /// Adds the records of some windows.
    mutating func add(_ windows: [[UInt8]], _ found: [(place: JournalRecord.Place, window: Int)]) {
        let first = memories.count
        memories += windows
        entries.reserveCapacity(entries.count + found.count)
        for (place, window) in found {
            let (facts, hasExtras) = JournalRecord.facts(in: memories[first + window], at: place.offset)
            // What was no request, or what the library refused unseen, is addressed by no expectation.
            guard facts.generation == generation, facts.flags.isDisjoint(with: [.noRequest, .refused]) else { continue }
            places.append((first + window, place.offset))
            entries.append(entry(facts, hasExtras ? record(places.count - 1).extras : nil))
            lastEvent = max(lastEvent, facts.arrived, facts.ended)
        }
    }

    /// Puts the entries in the order in which they arrived.
    mutating func sort() {
        let order = entries.indices.sorted { one, other in
            let (a, b) = (entries[one], entries[other])
            return a.arrived != b.arrived ? a.arrived < b.arrived : a.sequence < b.sequence
        }
        entries = order.map { entries[$0] }
        places = order.map { places[$0] }
    }

    private func entry(_ facts: JournalRecord.Facts, _ extras: JournalExtras.Content?) -> JudgedEntry {
        var entry = JudgedEntry()
        entry.sequence = facts.sequence
        entry.connection = facts.connection
        entry.rule = rule(facts.rule, extras?.rule)
        entry.hit = facts.step == CompiledScenario.overRateStep ? 0 : facts.hit
        entry.calls = (extras?.calls ?? []).map { call in
            JudgedEntry.Call(
                rule: rule(call.rule, call.addedRule),
                hit: call.step == CompiledScenario.overRateStep ? 0 : call.hit)
        }
        entry.isUnmatched = facts.flags.contains(.unmatched)
        entry.arrived = facts.arrived
        entry.clockAge = Nanoseconds(facts.clockAge)
        if facts.firstByte > 0 { (entry.firstByte, entry.lastByte) = (facts.firstByte, facts.lastByte) }
        entry.status = Int(facts.status)
        guard !facts.flags.contains(.inFlight) else { return entry }
        entry.ended = facts.ended
        switch Outcome.End(rawValue: facts.end) {
        case .abandoned: entry.gaveUp = true
        case .held: entry.gaveUp = facts.flags.contains(.clientClosed)
        default: break
        }
        return entry
    }

    /// The number of a rule among those of the expectations.
    private func rule(_ number: Int32, _ addedName: String?) -> Int32 {
        if number == JournalRecord.addedRule { return addedName.flatMap { added[$0] } ?? .min }
        return number >= EngineAnswer.otherwise ? number : .min
    }

    // MARK: On demand

    private func record(_ index: Int) -> JournalRecord {
        JournalRecord(in: memories[places[index].memory], at: places[index].offset)
    }

    func request(_ index: Int) -> JudgedRequest {
        let record = record(index)
        return JudgedRequest(
            record.restoredRequest, bodyCount: record.facts.bodyCount, bodyDigest: record.facts.bodyDigest)
    }

    func failures(_ index: Int) -> [String] {
        let record = record(index)
        let calls =
            record.extras.calls ?? [
                JournalExtras.Call(
                    rule: record.facts.rule, step: record.facts.step, choice: record.facts.choice,
                    hit: record.facts.hit, addedRule: record.extras.rule, addedFailure: record.extras.failure)
            ]
        return calls.compactMap { call in
            call.addedFailure ?? scenario.failureName(rule: call.rule, step: call.step, choice: call.choice)
        }
    }

    func answerHead(_ index: Int) -> [UInt8] { record(index).sentHead }
}
