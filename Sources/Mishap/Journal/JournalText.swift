internal import Catalogue
internal import JSONText
internal import Rules

/// A page of a journal, or a live one, as text, made part by part from windows of the shards' records.
///
/// It holds one window of each shard, and what one entry has more than fits into a part. Entries come in the order in which
/// they ended, so that the number of the last one is all that must be remembered. A page has those that had ended when it
/// began; if it begins with the number of a request, those that were in flight then follow, though some have ended since.
struct JournalText: Sendable {
    enum Step: Sendable {
        /// Get these records of each shard, `add` them, and go on.
        case gather(JournalWindow.Wanted)
        case part([UInt8])
        /// Nothing more for now: go on when an entry has ended, with `goOn(upTo:)`. What there is so far is to be sent.
        case wait([UInt8])
        case last([UInt8])
    }

    /// Bytes of a part; the last may have fewer.
    static let partSize = 128 << 10
    /// Bytes of all shards' windows together.
    private static let windowSize = 128 << 10

    private enum Phase {
        /// Records that have ended.
        case endings
        /// Requests in flight.
        case arrivals
        /// What follows the entries.
        case end
        case over
    }

    let query: JournalQuery
    private let journal: UInt32
    /// How many entries had ended when it began, or went on.
    private(set) var end: UInt64
    /// The number of the last request when it began.
    private let arrived: UInt64
    /// The last entry that was looked at, by its number among those that have ended.
    private var last: UInt64
    private var phase = Phase.endings
    private var text: [UInt8] = []
    /// The part of an entry that did not fit into the last part.
    private var rest: ArraySlice<UInt8> = []
    private(set) var entryCount = 0

    /// The records of the phase.
    private var pages: JournalPages
    private let shardCount: Int
    /// Only entries with a higher sequence number are asked for.
    private let sequence: UInt64
    private var inFlight = 0
    private var evicted: UInt64 = 0
    /// Requests on which a pattern of `match` may still use up its steps; then nothing is taken any more.
    private var patternsLeft = Self.mostPatterns
    private static let mostPatterns = 20
    /// Whether there are more in the order of arrival, of which there is no next page.
    private var isCut = false

    /// `first`: entries that had ended when the session began; `end`: those that have ended by now; `arrived`: the number
    /// of the last request.
    init(
        _ query: JournalQuery, of journal: UInt32, from first: UInt64 = 0, upTo end: UInt64, arrived: UInt64 = .max,
        shardCount: Int
    ) {
        self.arrived = arrived
        self.query = query
        self.journal = journal
        self.end = end
        // A cursor may be of before a reset.
        let start: UInt64 = if case .cursor(let cursor) = query.start { max(first, cursor.endings) } else { first }
        last = min(start, end)
        self.shardCount = shardCount
        if case .number(let number) = query.start { sequence = number } else { sequence = 0 }
        pages = Self.pages(query, after: last, upTo: end, sequence, shardCount)
        if query.form == .document { text = Array("{\n  \"entries\": [".utf8) }
    }

    /// Where the next page begins.
    var next: JournalCursor { JournalCursor(query.isByArrival ? end : last, of: journal) }

    /// Whether nothing was found that was asked for.
    var isEmpty: Bool { entryCount == 0 }

    /// Goes on with what has ended meanwhile.
    mutating func goOn(upTo end: UInt64) {
        self.end = end
        phase = .endings
        patternsLeft = Self.mostPatterns
        pages = Self.pages(query, after: last, upTo: end, sequence, shardCount)
    }

    /// What has ended.
    private static func pages(
        _ query: JournalQuery, after last: UInt64, upTo end: UInt64, _ sequence: UInt64, _ shardCount: Int
    ) -> JournalPages {
        query.isByArrival
            ? JournalPages(
                after: sequence, upTo: .max, order: .finished(after: last, upTo: end), size: windowSize,
                shardCount: shardCount)
            : JournalPages(after: last, upTo: end, afterSequence: sequence, size: windowSize, shardCount: shardCount)
    }

    /// Goes on until something is needed, or a part is there. `scenarios` gives the session's scenario in a generation;
    /// without it the session is gone, and what was not read of it is evicted. `waits`: whether more is to be waited for.
    mutating func next(_ scenarios: ((UInt16) -> CompiledScenario)?, waits: Bool) -> Step {
        if scenarios == nil, phase == .endings || phase == .arrivals {
            if phase == .endings {
                evicted += end - last
                skip(to: end)
            }
            phase = .end
        }
        while true {
            let room = Self.partSize - text.count
            text += rest.prefix(room)
            rest = rest.dropFirst(room)
            guard rest.isEmpty else { return .part(takeText()) }
            switch phase {
            case .endings, .arrivals:
                if let step = goOn(scenarios, waits: waits) { return step }
            case .end:
                phase = .over
                if query.form == .document { rest = closing[...] }
            case .over: return .last(takeText())
            }
        }
    }

    private mutating func goOn(_ scenarios: ((UInt16) -> CompiledScenario)?, waits: Bool) -> Step? {
        if entryCount >= query.limit {
            phase = .end
            isCut = query.isByArrival && (pages.next() != nil || !pages.isComplete)
        } else if let scenarios, let record = pages.next() {
            write(record, scenarios)
        } else if !pages.isComplete {
            var wanted = pages.wanted
            // Only documents say how many there are.
            wanted.countsInFlight = query.form == .document || phase == .arrivals
            return .gather(wanted)
        } else if phase == .endings {
            skip(to: end)
            if waits, query.form == .events { return .wait(takeText()) }
            if waits, isEmpty { return .wait([]) }
            guard case .number = query.start, query.form != .events, !query.isByArrival else {
                phase = .end
                return nil
            }
            phase = .arrivals
            pages = JournalPages(
                after: sequence, upTo: arrived, order: .arrivals(endedAfter: end), size: Self.windowSize,
                shardCount: shardCount)
        } else {
            phase = .end
        }
        return nil
    }

    private mutating func takeText() -> [UInt8] {
        // Without what the entry has written already.
        rest = Array(rest)[...]
        defer { text = [] }
        return text
    }

    // MARK: Writing

    private mutating func write(_ record: JournalRecord, _ scenarios: (UInt16) -> CompiledScenario) {
        if phase == .endings, !query.isByArrival { skip(before: record.facts.completion) }
        guard isWanted(record, scenarios) else { return }
        let isFirst = isEmpty
        entryCount += 1
        // One that has ended since the page began is told as ended by the next.
        let entry = record.json(scenarios, isInFlight: phase == .arrivals)
        switch query.form {
        case .document: append(isFirst ? "\n    " : ",\n    ", Self.indented(entry))
        case .lines: append("", entry.bytes() + [0x0A])
        case .events: append("id: \(next)\ndata: ", entry.bytes() + [0x0A, 0x0A])
        }
    }

    private mutating func append(_ beginning: String, _ more: [UInt8]) { rest = (rest + beginning.utf8 + more)[...] }

    private mutating func isWanted(_ record: JournalRecord, _ scenarios: (UInt16) -> CompiledScenario) -> Bool {
        if query.onlyUnmatched, !record.facts.flags.contains(.unmatched) { return false }
        if let rule = query.rule, !record.has(rule: rule, scenarios) { return false }
        return query.match.map { takes($0, record, scenarios) } ?? true
    }

    /// Of a body that is not kept whole, as far as the head tells.
    private mutating func takes(
        _ match: MatchProgram, _ record: JournalRecord, _ scenarios: (UInt16) -> CompiledScenario
    ) -> Bool {
        guard record.facts.flags.isDisjoint(with: [.noRequest, .refused]), patternsLeft > 0 else { return false }
        let dialect = scenarios(record.facts.generation).dialect
        let request = record.request(decoding: match.readsBody || dialect.isSystem)
        var budget = MatchBudget()
        var isTaken = match.takes(request, dialect, &budget)
        if !isTaken, !record.hasWholeBody, match.readsBody(dialect) { isTaken = match.mayTake(request, &budget) }
        if budget.isUsedUp { patternsLeft -= 1 }
        return isTaken
    }

    /// Two levels deep.
    private static func indented(_ entry: JSONValue) -> [UInt8] {
        let text = entry.bytes(pretty: true)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + text.count / 4)
        var rest = text[...]
        // Never within a string.
        while let end = rest.firstIndex(of: 0x0A) {
            bytes += rest[...end]
            bytes += [0x20, 0x20, 0x20, 0x20]
            rest = rest[(end + 1)...]
        }
        return bytes + rest
    }

    private var closing: [UInt8] {
        Array(
            """
            \(isEmpty ? "" : "\n  ")],
              "next": "\(next)",
              "inFlight": \(inFlight),
              "evicted": \(Int64(clamping: evicted))\(isCut ? ",\n  \"truncated\": true" : "")
            }

            """.utf8)
    }

    /// The entries have numbers without gaps: those between two records were evicted, unless only some are asked for.
    private mutating func skip(before number: UInt64) {
        skip(to: number - 1)
        last = number
    }

    private mutating func skip(to number: UInt64) {
        let missing = number - last
        last = number
        guard missing > 0, query.form == .events, sequence == 0 else { return }
        append("event: gap\nid: \(next)\ndata: {\"count\":\(missing)}\n\n", [])
    }

    // MARK: Windows

    /// Adds the windows of all shards that were asked for last.
    mutating func add(_ windows: [JournalWindow]) {
        inFlight = windows.reduce(0) { $0 + $1.inFlight }
        evicted = windows.reduce(0) { $0 + $1.evicted }
        pages.add(windows)
    }
}
