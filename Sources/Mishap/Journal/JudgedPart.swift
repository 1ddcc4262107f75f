internal import Bytes
internal import Engine
internal import Rules
internal import Wire

/// A part of a journal as verdicts read it: the facts of its records, which stay where they are.
struct JudgedPart: Sendable {
    /// In the order in which they arrived. The place of each is that of its record.
    private(set) var entries: [JudgedEntry] = []
    private(set) var connections: [JudgedConnection] = []
    private(set) var memories: [JournalBlock.Written] = []
    /// The calls of batches, by the number of the entry.
    private(set) var calls: [UInt64: [JudgedEntry.Call]] = [:]
    /// How many of the entries have not ended.
    private(set) var openCount = 0
    /// The latest moment at which anything happened.
    private(set) var lastEvent: Nanoseconds = 0
    /// How many records were wanted, of which some may be of no request.
    private(set) var found: UInt64 = 0

    /// What tells which rules the records are about.
    struct Numbering: Sendable {
        let generation: UInt16
        /// Numbers of the session's own rules, which come behind those of the scenario.
        private let added: [String: Int32]

        init(generation: UInt16, _ scenario: CompiledScenario, beside rules: RulesOfSession) {
            self.generation = generation
            let numbers = rules.names.enumerated().map { ($1, Int32(scenario.rules.count + $0)) }
            added = Dictionary(numbers, uniquingKeysWith: { first, _ in first })
        }

        /// The number of a rule among those of the expectations.
        fileprivate func rule(_ number: Int32, _ addedName: String?) -> Int32 {
            if number == JournalRecord.addedRule { return addedName.flatMap { added[$0] } ?? .min }
            return number >= EngineAnswer.otherwise ? number : .min
        }
    }

    /// The records that have ended, as far as their numbers are in a range.
    init(
        _ blocks: [JournalBlock.Written], _ numbering: Numbering, endedAfter first: UInt64, upTo end: UInt64,
        afterSequence: UInt64
    ) {
        entries.reserveCapacity(blocks.reduce(0) { $0 + $1.records })
        memories = blocks
        for block in blocks {
            JournalRecord.forEach(in: block) { record in
                let (number, sequence) = (record.facts.completion, record.facts.sequence)
                if number > first, number <= end, sequence > afterSequence { add(record, numbering) }
            }
        }
        entries.sortNearlySorted(entries.indices, by: JudgedEntry.cameBefore)
    }

    /// Records in flight, and those that have ended meanwhile.
    init(_ records: [JournalRecord], in blocks: [JournalBlock.Written], _ numbering: Numbering) {
        memories = blocks
        for record in records { add(record, numbering) }
        entries.sortNearlySorted(entries.indices, by: JudgedEntry.cameBefore)
    }

    /// A record in one of the memories.
    @inline(__always)
    private mutating func add(_ record: JournalRecord, _ numbering: Numbering) {
        found += 1
        let facts = record.facts
        guard facts.generation == numbering.generation else { return }
        if facts.flags.contains(.noRequest) { return addConnection(record) }
        // What was refused before it was read is addressed by no expectation.
        guard !facts.flags.contains(.refused) else { return }
        // A preflight is answered uncounted.
        guard facts.rule != EngineAnswer.preflight else { return }
        let extras = record.hasExtras ? record.extras : nil
        if let listed = extras?.calls { calls[facts.sequence] = listed.map { numbering.call($0) } }
        var entry = JudgedEntry(facts, extras, numbering)
        entry.place = record.place
        if entry.ended == nil { openCount += 1 }
        lastEvent = max(lastEvent, facts.arrived, facts.ended)
        entries.append(entry)
    }
}

extension JudgedPart {
    /// What was no request is addressed by its failure and its client's alert alone.
    private mutating func addConnection(_ record: JournalRecord) {
        guard record.hasExtras else { return }
        let extras = record.extras
        guard extras.failure != nil || extras.alert != nil else { return }
        let facts = record.facts
        lastEvent = max(lastEvent, facts.arrived, facts.ended)
        connections.append(
            JudgedConnection(
                sequence: facts.sequence, failure: extras.failure, alert: extras.alert, accepted: facts.arrived,
                ended: facts.ended, clockAge: Nanoseconds(facts.clockAge), endAge: Nanoseconds(facts.endAge)))
    }
}

extension JudgedPart.Numbering {
    fileprivate func call(_ call: JournalExtras.Call) -> JudgedEntry.Call {
        JudgedEntry.Call(
            rule: rule(call.rule, call.addedRule), hit: CompiledScenario.isBeyondLimit(step: call.step) ? 0 : call.hit)
    }
}

extension JudgedEntry {
    static func cameBefore(_ one: JudgedEntry, _ other: JudgedEntry) -> Bool {
        one.arrived != other.arrived ? one.arrived < other.arrived : one.sequence < other.sequence
    }

    @inline(__always)
    fileprivate init(
        _ facts: borrowing JournalRecord.Facts, _ extras: JournalExtras.Content?, _ numbering: JudgedPart.Numbering
    ) {
        self.init()
        sequence = facts.sequence
        connection = facts.connection
        rule = numbering.rule(facts.rule, extras?.rule)
        hit = CompiledScenario.isBeyondLimit(step: facts.step) ? 0 : facts.hit
        if let extras {
            if extras.calls != nil { traits.insert(.batch) }
            if extras.callCount != nil { traits.insert(.cutBatch) }
        }
        if facts.flags.contains(.unmatched) { traits.insert(.unmatched) }
        if facts.flags.contains(.cutOff) { traits.insert(.cutOff) }
        arrived = facts.arrived
        clockAge = Nanoseconds(facts.clockAge)
        if facts.firstByte > 0 { (firstByte, lastByte) = (facts.firstByte, facts.lastByte) }
        status = Int(facts.status)
        if facts.gaveUp { traits.insert(.gaveUp) }
        ended = facts.clientEnd
        endAge = Nanoseconds(facts.endAge)
        if ended == nil, facts.rule == JournalRecord.noRule, facts.flags.contains(.bodyIncomplete),
            traits.isDisjoint(with: [.unmatched, .batch])
        {
            traits.insert(.undecided)
        }
    }
}

extension JournalRecord.Facts {
    /// Whether the client ended it, before its answer was complete. A client that closes while its answer is delayed has given
    /// up; one that closes only its side of the connection looks the same.
    var gaveUp: Bool {
        if flags.contains(.closedEarly) { return true }
        guard !flags.contains(.inFlight) else { return false }
        return switch Outcome.End(rawValue: end) {
        case .abandoned: true
        case .held: flags.contains(.clientClosed)
        default: false
        }
    }

    /// When it was over for the client; nil while it is not.
    var clientEnd: Nanoseconds? {
        if flags.contains(.closedEarly) { return closedAt }
        guard !flags.contains(.inFlight) else { return nil }
        // The end is noticed only at the next write, and came earlier.
        return gaveUp && closedAt > 0 ? min(ended, closedAt) : ended
    }
}
