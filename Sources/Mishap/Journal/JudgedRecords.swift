internal import Engine
internal import Scenario
internal import Wire

/// A journal as verdicts read it: records of all shards, of which only the facts are decoded before more is asked for.
struct JudgedRecords: JudgedJournal {
    private let generation: UInt16
    private let scenario: CompiledScenario
    /// Numbers of the session's own rules, which come behind those of the scenario.
    private let added: [String: Int32]

    /// Complete once `sort` was called.
    private(set) var entries: [JudgedEntry] = []

    /// Where a record is, and its place among the others.
    private struct Found {
        let arrived: Nanoseconds
        let sequence: UInt64
        let memory: UInt32
        let offset: UInt32
    }
    /// The record of each entry.
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
        found.reserveCapacity(found.count + parts.reduce(0) { $0 + $1.records })
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
        return part.withRecords { add($0, where: isWanted) }
    }

    @inline(__always)
    private mutating func add(
        _ memory: UnsafeRawBufferPointer, where isWanted: (borrowing JournalRecord.Facts) -> Bool
    ) -> UInt64 {
        var count = UInt64(0)
        JournalRecord.forEach(in: memory) { facts, offset in
            guard isWanted(facts.pointee) else { return }
            count += 1
            let flags = facts.pointee.flags
            // What was no request, or what the library refused unseen, is addressed by no expectation.
            guard facts.pointee.generation == generation, flags.isDisjoint(with: [.noRequest, .refused]) else { return }
            // A preflight is answered uncounted.
            guard facts.pointee.rule != EngineAnswer.preflight else { return }
            let (arrived, sequence) = (facts.pointee.arrived, facts.pointee.sequence)
            found.append(
                Found(
                    arrived: arrived, sequence: sequence, memory: UInt32(memories.count - 1), offset: UInt32(offset)))
        }
        return count
    }

    /// Makes the entries, in the order in which they arrived.
    mutating func sort() {
        found.sort { $0.arrived != $1.arrived ? $0.arrived < $1.arrived : $0.sequence < $1.sequence }
        entries.reserveCapacity(found.count)
        for place in found {
            memories[Int(place.memory)].withRecords { add($0, at: Int(place.offset)) }
        }
    }

    @inline(__always)
    private mutating func add(_ memory: UnsafeRawBufferPointer, at offset: Int) {
        let (facts, hasExtras) = JournalRecord.facts(in: memory, at: offset)
        let extras = hasExtras ? JournalRecord(in: memory, at: offset).extras : nil
        if let listed = extras?.calls {
            calls[facts.pointee.sequence] = listed.map { call in
                JudgedEntry.Call(
                    rule: rule(call.rule, call.addedRule),
                    hit: call.step == CompiledScenario.overRateStep ? 0 : call.hit)
            }
        }
        entries.append(entry(facts.pointee, extras))
        lastEvent = max(lastEvent, facts.pointee.arrived, facts.pointee.ended)
    }

    @inline(__always)
    private func entry(_ facts: borrowing JournalRecord.Facts, _ extras: JournalExtras.Content?) -> JudgedEntry {
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
        let (closedAt, firstByte) = (facts.closedAt, facts.firstByte)
        if closedAt > 0, firstByte == 0 || closedAt < firstByte {
            entry.gaveUp = true
            entry.ended = facts.closedAt
            return entry
        }
        guard !facts.flags.contains(.inFlight) else {
            let (hasNoRule, isIncomplete) = (facts.rule == JournalRecord.noRule, facts.flags.contains(.bodyIncomplete))
            entry.isUndecided = hasNoRule && isIncomplete && !entry.isUnmatched && !entry.isBatch
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

    /// Reads the record of an entry, which is at an offset of its memory.
    @inline(__always)
    private func read<Result>(_ index: Int, _ read: (UnsafeRawBufferPointer, Int) -> Result) -> Result {
        let place = found[index]
        return memories[Int(place.memory)].withRecords { read($0, Int(place.offset)) }
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
