internal import Engine
internal import Scenario
internal import Wire

/// A journal as verdicts read it: records of all shards, of which only the facts are decoded before more is asked for.
struct JudgedRecords: JudgedJournal {
    private let generation: UInt16
    private let scenario: CompiledScenario
    /// Numbers of the session's own rules, which come behind those of the scenario.
    private let added: [String: Int32]

    /// In the order in which they arrived, once `sort` was called.
    private(set) var entries: [JudgedEntry] = []
    /// How many of them have not ended.
    private(set) var openCount = 0

    /// Where the record of an entry is.
    private struct Found {
        let memory: UInt32
        let offset: UInt32
    }
    private var found: [Found] = []
    private var memories: [JournalBlock.Written] = []
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

    /// Adds the records that have ended, as far as their numbers are in a range. Returns how many these are.
    mutating func add(
        _ parts: [JournalBlock.Written], endedAfter first: UInt64, upTo end: UInt64, afterSequence: UInt64
    ) -> UInt64 {
        let records = parts.reduce(0) { $0 + $1.records }
        found.reserveCapacity(found.count + records)
        entries.reserveCapacity(entries.count + records)
        var count: UInt64 = 0
        for part in parts {
            count += add(part) { facts in
                facts.completion > first && facts.completion <= end && facts.sequence > afterSequence
            }
        }
        return count
    }

    /// Adds records in flight, and those that have ended meanwhile.
    mutating func add(_ windows: [[UInt8]], _ found: [(place: JournalRecord.Place, window: Int)]) {
        for (window, bytes) in windows.enumerated() where !bytes.isEmpty {
            let sequences = Set(found.lazy.filter { $0.window == window }.map(\.place.sequence))
            _ = add(JournalBlock.Written(copying: bytes, records: sequences.count)) { sequences.contains($0.sequence) }
        }
    }

    @inline(__always)
    private mutating func add(
        _ part: JournalBlock.Written, where isWanted: (borrowing JournalRecord.Facts) -> Bool
    ) -> UInt64 {
        memories.append(part)
        let memory = UInt32(memories.count - 1)
        var count = UInt64(0)
        JournalRecord.forEach(in: part.bytes) { facts, offset, hasExtras in
            guard isWanted(facts.pointee) else { return }
            count += 1
            let flags = facts.pointee.flags
            // What was no request, or what the library refused unseen, is addressed by no expectation.
            guard facts.pointee.generation == generation, flags.isDisjoint(with: [.noRequest, .refused]) else { return }
            // A preflight is answered uncounted.
            guard facts.pointee.rule != EngineAnswer.preflight else { return }
            found.append(Found(memory: memory, offset: UInt32(offset)))
            let extras = hasExtras ? JournalRecord(in: part.bytes, at: offset).extras : nil
            if let extras { note(extras, facts.pointee.sequence) }
            let entry = entry(facts.pointee, extras)
            if entry.ended == nil { openCount += 1 }
            lastEvent = max(lastEvent, facts.pointee.arrived, facts.pointee.ended)
            entries.append(entry)
        }
        return count
    }

    private mutating func note(_ extras: JournalExtras.Content, _ sequence: UInt64) {
        guard let listed = extras.calls else { return }
        calls[sequence] = listed.map { call in
            JudgedEntry.Call(
                rule: rule(call.rule, call.addedRule),
                hit: call.step == CompiledScenario.overRateStep ? 0 : call.hit)
        }
    }

    /// Puts the entries into the order in which they arrived.
    mutating func sort() {
        var order = entries.enumerated().map { Key(arrived: $1.arrived, sequence: $1.sequence, index: UInt32($0)) }
        order.sort { $0.arrived != $1.arrived ? $0.arrived < $1.arrived : $0.sequence < $1.sequence }
        entries = order.map { entries[Int($0.index)] }
        found = order.map { found[Int($0.index)] }
    }

    /// What entries are sorted by.
    private struct Key {
        let arrived: Nanoseconds
        let sequence: UInt64
        /// The entry's place before.
        let index: UInt32
    }

    @inline(__always)
    private func entry(_ facts: borrowing JournalRecord.Facts, _ extras: JournalExtras.Content?) -> JudgedEntry {
        var entry = JudgedEntry()
        entry.sequence = facts.sequence
        entry.connection = facts.connection
        entry.rule = rule(facts.rule, extras?.rule)
        entry.hit = facts.step == CompiledScenario.overRateStep ? 0 : facts.hit
        if let extras {
            if extras.calls != nil { entry.traits.insert(.batch) }
            if extras.callCount != nil { entry.traits.insert(.cutBatch) }
        }
        if facts.flags.contains(.unmatched) { entry.traits.insert(.unmatched) }
        entry.arrived = facts.arrived
        entry.clockAge = Nanoseconds(facts.clockAge)
        if facts.firstByte > 0 { (entry.firstByte, entry.lastByte) = (facts.firstByte, facts.lastByte) }
        entry.status = Int(facts.status)
        // A client that closes while its answer is delayed has given up; one that closes only its side of the connection
        // looks the same.
        if facts.closedAt > 0 {
            entry.traits.insert(.gaveUp)
            entry.ended = facts.closedAt
            entry.endAge = Nanoseconds(facts.endAge)
            return entry
        }
        guard !facts.flags.contains(.inFlight) else {
            if facts.rule == JournalRecord.noRule, facts.flags.contains(.bodyIncomplete),
                entry.traits.isDisjoint(with: [.unmatched, .batch])
            {
                entry.traits.insert(.undecided)
            }
            return entry
        }
        entry.ended = facts.ended
        switch Outcome.End(rawValue: facts.end) {
        case .abandoned: entry.traits.insert(.gaveUp)
        case .held: if facts.flags.contains(.clientClosed) { entry.traits.insert(.gaveUp) }
        default: break
        }
        if entry.gaveUp { entry.endAge = Nanoseconds(facts.endAge) }
        return entry
    }

    /// The number of a rule among those of the expectations.
    private func rule(_ number: Int32, _ addedName: String?) -> Int32 {
        if number == JournalRecord.addedRule { return addedName.flatMap { added[$0] } ?? .min }
        return number >= EngineAnswer.otherwise ? number : .min
    }

    // MARK: On demand

    /// Reads the record of an entry, which is at an offset of its memory.
    @inline(__always)
    private func read<Result>(_ index: Int, _ read: (UnsafeRawBufferPointer, Int) -> Result) -> Result {
        let place = found[index]
        return read(memories[Int(place.memory)].bytes, Int(place.offset))
    }

    private func record(_ index: Int) -> JournalRecord { read(index) { JournalRecord(in: $0, at: $1) } }

    func request(_ index: Int) -> Request { read(index) { JournalRecord.request(in: $0, at: $1) } }

    func body(_ index: Int) -> JudgedBody {
        let (facts, kept) = read(index) { JournalRecord.bodyFacts(in: $0, at: $1) }
        return JudgedBody(
            count: facts.bodyCount, digest: facts.bodyDigest, isWhole: UInt64(kept) == facts.bodyCount,
            isComplete: !facts.flags.contains(.bodyIncomplete))
    }

    func headers(_ name: [UInt8], _ index: Int) -> [[UInt8]] {
        read(index) { JournalRecord.headers(name, in: $0, at: $1) }
    }

    func hasHeader(_ name: [UInt8], _ value: [UInt8], _ index: Int) -> Bool {
        read(index) { JournalRecord.hasHeader(name, value, in: $0, at: $1) }
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

    func answerHead(_ index: Int) -> (bytes: [UInt8], isWhole: Bool) {
        let record = record(index)
        return (record.sentHead, !record.isSentHeadPart)
    }
}
