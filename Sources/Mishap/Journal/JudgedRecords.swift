internal import Bytes
internal import Engine
internal import Rules
internal import Wire

/// A journal as verdicts read it: records of all shards, of which only the facts are decoded before more is asked for.
struct JudgedRecords: JudgedJournal {
    private let scenario: CompiledScenario
    private let memories: [JournalBlock.Written]
    private let calls: [UInt64: [JudgedEntry.Call]]

    /// In the order in which they arrived. The place of each is the offset of its record, behind the number of its memory.
    let entries: [JudgedEntry]
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
        var firstMemories = [0]
        for part in parts { firstMemories.append(firstMemories[firstMemories.count - 1] + part.memories.count) }
        memories = parts.flatMap(\.memories)
        entries = [JudgedEntry](merging: parts.map(\.entries), by: JudgedEntry.cameBefore) { entry, part in
            entry.place += UInt64(firstMemories[part]) << 32
        }
    }

    // MARK: On demand

    /// Reads the record of an entry, which is at an offset of its memory.
    @inline(__always)
    private func read<Result>(_ index: Int, _ read: (UnsafeRawBufferPointer, Int) -> Result) -> Result {
        let place = entries[index].place
        return read(memories[Int(place >> 32)].bytes, Int(UInt32(truncatingIfNeeded: place)))
    }

    private func record(_ index: Int) -> JournalRecord { read(index) { JournalRecord(in: $0, at: $1) } }

    func request(_ index: Int, readsBody: Bool) -> Request {
        read(index) { memory, offset in
            let request = JournalRecord.request(in: memory, at: offset)
            // As the rules saw it. What is not kept whole cannot be decoded.
            if readsBody, !request.body.isEmpty, request.body.count == request.bodyCount,
                case .success(let coding)? = BodyDecoder.coding(of: request),
                case .success(let decoded) = Self.decoder.decode(request.body, coding)
            {
                request.decodeBody(to: decoded.bytes)
            }
            return request
        }
    }

    /// One body at a time, each of at most `longestBody` bytes that came.
    private static let decoder = BodyDecoder(maximumBody: 2 << 20, room: DecodedRoom(size: .max / 2))

    func body(_ index: Int) -> JudgedBody {
        let (facts, kept) = read(index) { JournalRecord.bodyFacts(in: $0, at: $1) }
        return JudgedBody(
            count: facts.bodyCount, digest: facts.bodyDigest, isWhole: UInt64(kept) == facts.bodyCount,
            isComplete: !facts.flags.contains(.bodyIncomplete))
    }

    func headers(_ name: [UInt8], _ index: Int) -> [[UInt8]] {
        read(index) { JournalRecord.headers(name, in: $0, at: $1) }
    }

    func firstWithout(_ name: [UInt8], _ value: [UInt8], among indices: ArraySlice<Int>) -> Int {
        indices.indices.first { place in
            !read(indices[place]) { JournalRecord.hasHeader(name, value, in: $0, at: $1) }
        } ?? indices.endIndex
    }

    func failures(_ index: Int) -> [String] {
        let record = record(index)
        let calls =
            record.extras.calls ?? [
                JournalExtras.Call(
                    rule: record.facts.rule, step: record.facts.step, choice: record.facts.choice,
                    hit: record.facts.hit, addedRule: record.extras.rule, addedFailure: record.extras.failure)
            ]
        let own = calls.compactMap { call in
            call.addedFailure ?? scenario.failureName(rule: call.rule, step: call.step, choice: call.choice)
        }
        return own + [record.extras.spoiler].compactMap(\.self)
    }

    func calls(_ index: Int) -> [JudgedEntry.Call] { calls[entries[index].sequence] ?? [] }

    func answerHead(_ index: Int) -> (bytes: [UInt8], isWhole: Bool) {
        let record = record(index)
        return (record.sentHead, !record.isSentHeadPart)
    }
}
