internal import Bytes
internal import JSONText
internal import Rules
internal import Wire

/// A request of any session that came, or has ended.
enum LiveEvent: Sendable {
    case arrived(session: String, facts: JournalRecord.Facts, method: [UInt8], target: [UInt8])
    /// `record`: as the journal has it. `sentBody`: what followed the head of the answer, or the beginning of that.
    case ended(session: String, record: [UInt8], sentBody: [UInt8] = [], scenario: CompiledScenario)

    /// Bytes of all but the body of the answer.
    var size: Int {
        switch self {
        case .arrived(_, _, let method, let target): 256 + method.count + target.count
        case .ended(_, let record, _, _): 256 + record.count
        }
    }

    var sentBody: [UInt8] {
        if case .ended(_, _, let body, _) = self { body } else { [] }
    }

    /// The same, of the answer the head alone.
    var withoutSentBody: LiveEvent {
        guard case .ended(let session, let record, _, let scenario) = self else { return self }
        return .ended(session: session, record: record, scenario: scenario)
    }

    var text: [UInt8] {
        switch self {
        case .arrived(let session, let facts, let method, let target):
            let members: [(String, JSONValue)] = [
                ("session", .string(session)), ("seq", .int(Int64(clamping: facts.sequence))),
                ("time", .string(HTTPDate.iso8601(epochMilliseconds: facts.arrivedAt).text)),
                ("connection", .int(Int64(clamping: facts.connection))), ("method", .string(method.text)),
                ("target", .string(target.text)),
            ]
            return Self.text("arrived", .object(members))
        case .ended(let session, let bytes, let sentBody, let scenario):
            var text: [UInt8] = []
            let block = JournalBlock.Written(copying: bytes)
            JournalRecord.forEach(in: block) { record in
                text = Self.ended(session, record, sentBody: sentBody) { _ in scenario }.event
            }
            return text
        }
    }

    /// The session and the number of one that has ended.
    var endedEntry: String? {
        guard case .ended(let session, let bytes, _, _) = self else { return nil }
        var key: String?
        JournalRecord.forEach(in: JournalBlock.Written(copying: bytes)) { record in
            key = Self.entry(session, record.facts.sequence)
        }
        return key
    }

    static func entry(_ session: String, _ sequence: UInt64) -> String { "\(session) \(sequence)" }

    static func ended(
        _ session: String, _ record: JournalRecord, sentBody: [UInt8] = [],
        _ scenarios: (UInt16) -> CompiledScenario
    ) -> (json: JSONValue, event: [UInt8]) {
        guard case .object(let members) = record.json(scenarios, sentBody: sentBody) else { return (.null, []) }
        let json = JSONValue.object([("session", .string(session))] + members)
        return (json, text("ended", json))
    }

    static func gap(_ count: Int) -> [UInt8] { text("gap", ["count": .int(Int64(count))]) }

    private static func text(_ name: String, _ data: JSONValue) -> [UInt8] {
        Array("event: \(name)\ndata: ".utf8) + data.bytes() + [0x0A, 0x0A]
    }
}

/// What waits for one who watches. Of what comes faster than it wants, or than it reads, it gets the number.
struct LiveBuffer: Sendable {
    private var events: [LiveEvent] = []
    /// Bytes of those that wait, and of their answers' bodies, which take no room from events.
    private var size = 0
    private var bodySize = 0
    /// How many were left out since the last that was taken.
    private(set) var missed = 0
    /// The second that is counted, how many came in it, and whether there were too many.
    private var second: Nanoseconds = 0
    private var count = 0
    private var isExceeded = false
    /// Whether the second before was exceeded, too. A tenth of the rate comes in each tenth of a second then, so that there is
    /// something to see all the time.
    private var isPaced = false
    /// Nothing has room before that.
    private(set) var closedUntil: Nanoseconds = 0
    private let rate: Int

    /// Most bytes that wait for a slow reader, and most of answers' bodies beside them.
    static let mostBytes = 256 << 10
    private static let aTenth: Nanoseconds = 100_000_000
    private static let aSecond = 10 * aTenth

    /// - Parameter rate: The most events in a second.
    init(rate: Int) { self.rate = rate }

    var isEmpty: Bool { events.isEmpty && missed == 0 }
    var hasEvents: Bool { !events.isEmpty }

    /// Whether the rate allows an event now. One that it does not allow is counted.
    mutating func hasRoom(at now: Nanoseconds) -> Bool {
        if now >= second + Self.aSecond {
            isPaced = isExceeded && now < second + 2 * Self.aSecond
            (second, count, isExceeded) = (now, 0, false)
        }
        // The clocks of two shards may differ a little.
        let tenths = isPaced ? now < second ? 1 : Int((now - second) / Self.aTenth) + 1 : 10
        guard count >= max(1, rate * tenths / 10) else { return true }
        closedUntil = second + Nanoseconds(tenths) * Self.aTenth
        isExceeded = true
        missed += 1
        return false
    }

    /// Counts what was left out without being asked.
    mutating func miss(_ count: Int) { missed += count }

    /// For one that has room.
    mutating func add(_ event: LiveEvent, at now: Nanoseconds) {
        guard count < rate, size + event.size <= Self.mostBytes else {
            missed += 1
            return
        }
        count += 1
        size += event.size
        let hasRoom = bodySize + event.sentBody.count <= Self.mostBytes
        events.append(hasRoom ? event : event.withoutSentBody)
        if hasRoom { bodySize += event.sentBody.count }
    }

    /// Nil if nothing waits.
    mutating func take() -> (events: [LiveEvent], missed: Int)? {
        guard !events.isEmpty || missed > 0 else { return nil }
        defer { (events, size, bodySize, missed) = ([], 0, 0, 0) }
        return (events, missed)
    }
}
