internal import JSONText
internal import Scenario

/// The answer to a journal request as JSON, made part by part from windows of the shards' records.
///
/// It holds one window of each shard, and what one entry has more than fits into a part. It has the entries that there
/// were when it began: those in flight may have ended meanwhile, and those that were evicted meanwhile are missing and
/// are counted. Entries come in the order of their numbers, so that the last number is all that it must remember.
struct JournalText: Sendable {
    enum Step: Sendable {
        /// Get these records of each shard, `add` them, and go on.
        case gather(JournalWindow.Wanted)
        case part([UInt8])
        case last([UInt8])
    }

    /// Bytes of a part; the last may have fewer.
    static let partSize = 128 << 10
    /// Bytes of all shards' windows together.
    private static let windowSize = 128 << 10

    private let query: JournalQuery
    /// Number of the last entry when it began.
    private let end: UInt64
    private var text = Array(#"{"entries":["#.utf8)
    /// The part of an entry that did not fit into the last part.
    private var rest: ArraySlice<UInt8> = []
    private var isFirstEntry = true

    private var windows: [[UInt8]] = []
    /// Records in the windows that are not written yet, last first.
    private var records: [(number: UInt64, window: Int, offset: Int)] = []
    private var wanted: JournalWindow.Wanted
    private let share: Int
    private var isFirstWindow = true
    /// True if there are no more records to get.
    private var isComplete = false
    /// True once what follows the entries is written.
    private var isClosed = false
    /// Records evicted before it began, and records since then that it has not seen yet.
    private var evicted: UInt64 = 0
    private var missing = 0

    init(_ query: JournalQuery, upTo end: UInt64, shardCount: Int) {
        self.query = query
        self.end = end
        share = Self.windowSize / max(1, shardCount)
        wanted = JournalWindow.Wanted(after: query.after, upTo: end, size: share)
    }

    /// Goes on until something is needed, or a part is there. `scenarios` gives the session's scenario in a generation;
    /// without it the session is gone, and what was not read of it is evicted.
    mutating func next(_ scenarios: ((UInt16) -> CompiledScenario)?) -> Step {
        text.reserveCapacity(Self.partSize)
        if scenarios == nil {
            records = []
            isComplete = true
        }
        while true {
            let room = Self.partSize - text.count
            text += rest.prefix(room)
            rest = rest.dropFirst(room)
            guard rest.isEmpty else { return .part(takeText()) }
            if let scenarios, let record = records.popLast() {
                missing -= 1
                write(JournalRecord(in: windows[record.window], at: record.offset), scenarios)
            } else if !isComplete {
                windows = []
                return .gather(wanted)
            } else if !isClosed {
                isClosed = true
                rest = Array("],\"evicted\":\(Int64(clamping: evicted) + Int64(max(0, missing)))}\n".utf8)[...]
            } else {
                return .last(takeText())
            }
        }
    }

    private mutating func takeText() -> [UInt8] {
        // Without what the entry has written already.
        rest = Array(rest)[...]
        defer { text = [] }
        return text
    }

    private mutating func write(_ record: JournalRecord, _ scenarios: (UInt16) -> CompiledScenario) {
        if let rule = query.rule, !record.has(rule: rule, scenarios) { return }
        rest = ((isFirstEntry ? [] : [UInt8(ascii: ",")]) + record.json(scenarios).bytes())[...]
        isFirstEntry = false
    }

    /// Adds the windows of all shards that were asked for last.
    mutating func add(_ windows: [JournalWindow]) {
        if isFirstWindow {
            isFirstWindow = false
            evicted = windows.reduce(0) { $0 + $1.evicted }
            missing = windows.reduce(0) { $0 + $1.count }
        }
        // From the first number on that one of the shards has left out, the others may have given too much.
        let next = windows.compactMap(\.next).min()
        self.windows = windows.map(\.bytes)
        records = windows.indices.flatMap { window in
            JournalRecord.places(in: windows[window].bytes).map { ($0.number, window, $0.offset) }
        }
        records = records.filter { $0.number < next ?? .max }.sorted { $0.number > $1.number }
        guard let next else {
            isComplete = wanted.upTo == end
            wanted = JournalWindow.Wanted(after: wanted.upTo, upTo: end, size: share)
            return
        }
        // A record of more bytes than a shard's share is got by itself.
        wanted =
            records.isEmpty
            ? JournalWindow.Wanted(after: wanted.after, upTo: next)
            : JournalWindow.Wanted(after: next - 1, upTo: end, size: share)
    }
}
