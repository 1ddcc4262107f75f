internal import Bytes
internal import Engine
internal import Rules
internal import Wire

/// A journal as verdicts read it: records of all shards, of which only the facts are decoded before more is asked for.
struct JudgedRecords: JudgedJournal {
    private let scenario: CompiledScenario
    private let memories: [JournalBlock.Written]
    private let calls: [UInt64: [JudgedEntry.Call]]

    /// In the order in which they arrived. The place of each is that of its record.
    let entries: [JudgedEntry]
    let connections: [JudgedConnection]
    let evicted: UInt64
    /// How many of the entries have not ended.
    let openCount: Int
    /// The latest moment at which anything happened.
    let lastEvent: Nanoseconds

    /// `evicted`: how many entries are missing.
    init(_ parts: [JudgedPart], _ scenario: CompiledScenario, evicted: UInt64) {
        self.scenario = scenario
        self.evicted = evicted
        openCount = parts.reduce(0) { $0 + $1.openCount }
        lastEvent = parts.map(\.lastEvent).max() ?? 0
        calls = parts.reduce(into: [:]) { $0.merge($1.calls) { first, _ in first } }
        memories = parts.flatMap(\.memories)
        connections = parts.flatMap(\.connections).sorted { ($0.accepted, $0.sequence) < ($1.accepted, $1.sequence) }
        entries = [JudgedEntry](merging: parts.map(\.entries), by: JudgedEntry.cameBefore)
    }

    // MARK: On demand

    private func record(_ index: Int) -> JournalRecord {
        JournalRecord(at: entries[index].place)
    }

    func request(_ index: Int, readsBody: Bool) -> Request { record(index).request(decoding: readsBody) }

    func body(_ index: Int) -> JudgedBody {
        let record = record(index)
        let facts = record.facts
        return JudgedBody(
            count: facts.bodyCount, digest: facts.bodyDigest, isWhole: record.hasWholeBody,
            isComplete: !facts.flags.contains(.bodyIncomplete))
    }

    func headers(_ name: [UInt8], _ index: Int) -> [[UInt8]] { record(index).headers(name) }

    func firstWithout(_ name: [UInt8], _ value: [UInt8], among indices: ArraySlice<Int>) -> Int {
        indices.indices.first { !record(indices[$0]).hasHeader(name, value) } ?? indices.endIndex
    }

    func failures(_ index: Int) -> [String] {
        let record = record(index)
        let extras = record.extras
        let calls = extras.calls ?? [JournalExtras.Call(record.facts, extras)]
        let own = calls.compactMap { call in
            call.addedFailure ?? scenario.failureName(rule: call.rule, step: call.step, choice: call.choice)
        }
        return own + [extras.spoiler].compactMap(\.self)
    }

    func calls(_ index: Int) -> [JudgedEntry.Call] { calls[entries[index].sequence] ?? [] }

    func lastConnection(atEndOf index: Int) -> UInt64 {
        // Not known of one that is in flight, whose client has closed.
        let number = record(index).facts.lastConnection
        return number == 0 ? .max : number
    }

    func nearMiss(_ index: Int) -> (nearest: String?, differences: [String]) {
        let extras = record(index).extras
        return (extras.nearest, extras.differences)
    }

    func answerHead(_ index: Int) -> (bytes: [UInt8], isWhole: Bool) {
        let (bytes, isPart) = record(index).answerHead
        return (bytes, !isPart)
    }
}
