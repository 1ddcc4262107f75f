/// The records of a journal, of all shards, in the order of their numbers, got window by window: each window has what fits
/// into a bound, of which each shard gives a part.
struct JournalPages: Sendable {
    /// The records that are wanted next: gather them of each shard, and `add` them.
    private(set) var wanted: JournalWindow.Wanted
    /// True if there are no more records to get.
    private(set) var isComplete = false
    /// Records that were not taken yet, last first.
    private var records: [JournalRecord] = []
    /// Their memory.
    private var blocks: [JournalBlock.Written] = []
    private let share: Int
    private let end: UInt64

    /// `size`: bytes of all shards' windows together. Those with numbers beyond `after`, up to `end`.
    init(
        after: UInt64, upTo end: UInt64, order: JournalWindow.Wanted.Order = .endings, afterSequence: UInt64 = 0,
        size: Int, shardCount: Int
    ) {
        share = size / max(1, shardCount)
        self.end = end
        wanted = JournalWindow.Wanted(
            after: after, upTo: end, size: share, order: order, afterSequence: afterSequence)
    }

    /// Takes the next record, which is valid until the next call.
    mutating func next() -> JournalRecord? {
        // Who waits for more holds no memory of the last.
        if records.isEmpty { blocks = [] }
        return records.popLast()
    }

    /// Takes all records that are there, and their memory.
    mutating func takeAll() -> (records: [JournalRecord], blocks: [JournalBlock.Written]) {
        defer { (records, blocks) = ([], []) }
        return (records.reversed(), blocks)
    }

    /// Adds the windows of all shards that were asked for last.
    mutating func add(_ windows: [JournalWindow]) {
        // From the first number on that one of the shards has left out, the others may have given too much.
        let next = windows.compactMap(\.next).min()
        var found: [(number: UInt64, record: JournalRecord)] = []
        blocks = windows.map { JournalBlock.Written(copying: $0.bytes) }
        for block in blocks {
            JournalRecord.forEach(in: block) { record in
                // One in flight has no number of an ending, and comes in this order all the same.
                let number = if case .endings = wanted.order { record.facts.completion } else { record.facts.sequence }
                if number < next ?? .max { found.append((number, record)) }
            }
        }
        records = found.sorted { $0.number > $1.number }.map(\.record)
        guard let next else {
            isComplete = wanted.upTo == end
            (wanted.after, wanted.upTo, wanted.size) = (wanted.upTo, end, share)
            return
        }
        // A record of more bytes than a shard's share is got by itself.
        (wanted.after, wanted.upTo, wanted.size) =
            records.isEmpty ? (wanted.after, next, .max) : (next - 1, end, share)
    }
}
