internal import Bytes
internal import JSONText
internal import Rules
internal import Wire

/// A request of any session that came, or has ended.
enum LiveEvent: Sendable {
    case arrived(session: String, facts: JournalRecord.Facts, method: [UInt8], target: [UInt8])
    /// `record`: as the journal has it.
    case ended(session: String, record: [UInt8], scenario: CompiledScenario)

    var size: Int {
        switch self {
        case .arrived(_, _, let method, let target): 256 + method.count + target.count
        case .ended(_, let record, _): 256 + record.count
        }
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
        case .ended(let session, let bytes, let scenario):
            var text: [UInt8] = []
            let block = JournalBlock.Written(copying: bytes)
            JournalRecord.forEach(in: block) { record in
                text = Self.ended(session, record) { _ in scenario }.event
            }
            return text
        }
    }

    /// The session and the number of one that has ended.
    var endedEntry: String? {
        guard case .ended(let session, let bytes, _) = self else { return nil }
        var key: String?
        JournalRecord.forEach(in: JournalBlock.Written(copying: bytes)) { record in
            key = Self.entry(session, record.facts.sequence)
        }
        return key
    }

    static func entry(_ session: String, _ sequence: UInt64) -> String { "\(session) \(sequence)" }

    static func ended(
        _ session: String, _ record: JournalRecord, _ scenarios: (UInt16) -> CompiledScenario
    ) -> (json: JSONValue, event: [UInt8]) {
        guard case .object(let members) = record.json(scenarios) else { return (.null, []) }
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
    /// Bytes of those that wait.
    private var size = 0
    /// How many were left out since the last that was taken.
    private var missed = 0
    /// The second that is counted, and how many came in it.
    private var second: Nanoseconds = 0
    private var count = 0
    private let rate: Int

    /// Most bytes that wait for a slow reader.
    static let mostBytes = 256 << 10
    private static let aSecond: Nanoseconds = 1_000_000_000

    /// - Parameter rate: The most events in a second.
    init(rate: Int) { self.rate = rate }

    var isEmpty: Bool { events.isEmpty && missed == 0 }

    /// Whether the rate allows an event now. One that it does not allow is counted.
    mutating func hasRoom(at now: Nanoseconds) -> Bool {
        // The clocks of two shards may differ a little.
        if now >= second + Self.aSecond { (second, count) = (now, 0) }
        if count >= rate { missed += 1 }
        return count < rate
    }

    /// For one that has room.
    mutating func add(_ event: LiveEvent, at now: Nanoseconds) {
        guard count < rate, size + event.size <= Self.mostBytes else {
            missed += 1
            return
        }
        count += 1
        events.append(event)
        size += event.size
    }

    /// Nil if nothing waits.
    mutating func take() -> (events: [LiveEvent], missed: Int)? {
        guard !events.isEmpty || missed > 0 else { return nil }
        defer { (events, size, missed) = ([], 0, 0) }
        return (events, missed)
    }
}
