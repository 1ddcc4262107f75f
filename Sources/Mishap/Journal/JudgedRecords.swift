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
    /// The calls of batches, by the number of the entry.
    private var calls: [UInt64: [JudgedEntry.Call]] = [:]
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

    /// Adds the records of a copy that have ended, as far as their numbers are in a range. Returns how many these are.
    mutating func add(_ copy: JournalCopy, endedAfter first: UInt64, upTo end: UInt64, afterSequence: UInt64) -> UInt64
    {
        add(copy.bytes) { facts in
            facts.completion > first && facts.completion <= end && facts.sequence > afterSequence
        }
    }

    /// Adds records in flight, and those that have ended meanwhile.
    mutating func add(_ windows: [[UInt8]], _ found: [(place: JournalRecord.Place, window: Int)]) {
        for (window, bytes) in windows.enumerated() {
            let sequences = Set(found.lazy.filter { $0.window == window }.map(\.place.sequence))
            _ = add(bytes) { sequences.contains($0.sequence) }
        }
    }

    @inline(__always)
    private mutating func add(_ bytes: [UInt8], where isWanted: (borrowing JournalRecord.Facts) -> Bool) -> UInt64 {
        guard !bytes.isEmpty else { return 0 }
        if entries.isEmpty { entries.reserveCapacity(bytes.count / 64) }
        memories.append(bytes)
        var (offset, count) = (0, UInt64(0))
        while offset < bytes.count {
            let (facts, size, hasExtras) = JournalRecord.facts(in: bytes, at: offset)
            defer { offset += size }
            guard isWanted(facts) else { continue }
            count += 1
            // What was no request, or what the library refused unseen, is addressed by no expectation.
            guard facts.generation == generation, facts.flags.isDisjoint(with: [.noRequest, .refused]) else { continue }
            // A preflight is answered uncounted.
            guard facts.rule != EngineAnswer.preflight else { continue }
            add(facts, at: offset, hasExtras: hasExtras)
        }
        return count
    }

    private mutating func add(_ facts: borrowing JournalRecord.Facts, at offset: Int, hasExtras: Bool) {
        let place = (memories.count - 1, offset)
        places.append(place)
        let extras = hasExtras ? JournalRecord(in: memories[place.0], at: offset).extras : nil
        if let listed = extras?.calls {
            calls[facts.sequence] = listed.map { call in
                JudgedEntry.Call(
                    rule: rule(call.rule, call.addedRule),
                    hit: call.step == CompiledScenario.overRateStep ? 0 : call.hit)
            }
        }
        entries.append(entry(copy facts, extras))
        lastEvent = max(lastEvent, facts.arrived, facts.ended)
    }

    /// Puts the entries in the order in which they arrived, which they nearly are.
    mutating func sort() {
        var order = entries.indices.map { (arrived: entries[$0].arrived, sequence: entries[$0].sequence, index: $0) }
        order.sort { $0.arrived != $1.arrived ? $0.arrived < $1.arrived : $0.sequence < $1.sequence }
        entries = order.map { entries[$0.index] }
        places = order.map { places[$0.index] }
    }

    private func entry(_ facts: JournalRecord.Facts, _ extras: JournalExtras.Content?) -> JudgedEntry {
        var entry = JudgedEntry()
        entry.sequence = facts.sequence
        entry.connection = facts.connection
        entry.rule = rule(facts.rule, extras?.rule)
        entry.hit = facts.step == CompiledScenario.overRateStep ? 0 : facts.hit
        entry.isBatch = extras?.calls != nil
        entry.isCutBatch = extras?.callCount != nil
        entry.isUnmatched = facts.flags.contains(.unmatched)
        entry.arrived = facts.arrived
        entry.clockAge = Nanoseconds(facts.clockAge)
        if facts.firstByte > 0 { (entry.firstByte, entry.lastByte) = (facts.firstByte, facts.lastByte) }
        entry.status = Int(facts.status)
        // A client that closes while its answer is delayed has given up; one that closes only its side of the connection
        // looks the same.
        if facts.closedAt > 0, facts.firstByte == 0 || facts.closedAt < facts.firstByte {
            entry.gaveUp = true
            entry.ended = facts.closedAt
            return entry
        }
        guard !facts.flags.contains(.inFlight) else {
            let isOpen = facts.rule == JournalRecord.noRule && !facts.flags.contains(.unmatched)
            let isIncomplete = facts.flags.contains(.bodyIncomplete)
            entry.isUndecided = isOpen && isIncomplete && !entry.isBatch
            return entry
        }
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

    func request(_ index: Int) -> Request {
        let (memory, offset) = places[index]
        return JournalRecord.request(in: memories[memory], at: offset)
    }

    func body(_ index: Int) -> JudgedBody {
        let (memory, offset) = places[index]
        let (facts, kept) = JournalRecord.bodyFacts(in: memories[memory], at: offset)
        return JudgedBody(
            count: facts.bodyCount, digest: facts.bodyDigest, isWhole: UInt64(kept) == facts.bodyCount,
            isComplete: !facts.flags.contains(.bodyIncomplete))
    }

    func headers(_ name: [UInt8], _ index: Int) -> [[UInt8]] {
        let (memory, offset) = places[index]
        return JournalRecord.headers(name, in: memories[memory], at: offset)
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

    func calls(_ index: Int) -> [JudgedEntry.Call] { calls[entries[index].sequence] ?? [] }

    func answerHead(_ index: Int) -> [UInt8] { record(index).sentHead }
}
