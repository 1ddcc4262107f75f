public import Wire

/// What verdicts need of a journal: facts of all entries, and the rest of an entry on demand.
public protocol JudgedJournal: Sendable {
    /// Requests, in the order in which they arrived; those that are still open too.
    var entries: [JudgedEntry] { get }
    /// Connections that ended before a request, by a failure or an alert, in the order in which they were accepted.
    var connections: [JudgedConnection] { get }
    /// How many entries are missing, since the journal is bounded.
    var evicted: UInt64 { get }

    /// The request of an entry, by its index.
    /// `readsBody`: its body is looked at, and so decoded where it has a Content-Encoding.
    func request(_ index: Int, readsBody: Bool) -> Request
    /// Its body, without the request that it belongs to.
    func body(_ index: Int) -> JudgedBody
    /// The values of a header field of its request, in their order; `name` is in lower case.
    func headers(_ name: [UInt8], _ index: Int) -> [[UInt8]]
    /// Where among some entries the first one is whose request does not have a header field once, with exactly this value;
    /// their end if all have it so. `name` is in lower case. It is cheaper to ask than for all values.
    func firstWithout(_ name: [UInt8], _ value: [UInt8], among indices: ArraySlice<Int>) -> Int
    /// The calls of an entry that is a batch.
    func calls(_ index: Int) -> [JudgedEntry.Call]
    /// Names of the failures of an entry's answer: one for each call of a batch.
    func failures(_ index: Int) -> [String]
    /// The head of its answer, as far as it is kept, and whether that is all of what was sent of it.
    func answerHead(_ index: Int) -> (bytes: [UInt8], isWhole: Bool)
    /// The number of the connection that was accepted last when an entry ended: one with a higher number came after that.
    func lastConnection(atEndOf index: Int) -> UInt64
    /// Of a request that no rule took: the rule that it came nearest to, and what differs from what that one wants.
    func nearMiss(_ index: Int) -> (nearest: String?, differences: [String])
}

/// Facts of an entry. Times are of one monotonic clock. Small, since a journal has many.
public struct JudgedEntry: Sendable {
    /// The number of the entry in the journal.
    public var sequence: UInt64 = 0
    public var connection: UInt64 = 0
    /// 0 if it is no hit, as over a rate limit.
    public var hit: UInt64 = 0
    public var arrived: Nanoseconds = 0
    private var endTime = unknown
    private var firstByteTime = unknown
    private var lastByteTime = unknown
    /// The number of the rule that answered, in the scenario of the expectations: as in `EngineAnswer`. Other values are
    /// of no rule.
    public var rule: Int32 = .min
    private var arrivalDoubt: UInt32 = 0
    private var endDoubt: UInt32 = 0
    private var sentStatus: UInt16 = 0
    public var traits: Traits = []
    /// Where the journal has the rest of it, which only the journal can tell.
    public var place: UInt64 = 0

    private static let unknown = Nanoseconds.max

    public struct Traits: OptionSet, Sendable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Rules took calls of it, and not all of it.
        public static let batch = Traits(rawValue: 1)
        /// That is a batch with more calls than are known.
        public static let cutBatch = Traits(rawValue: 2)
        /// Its body is awaited to tell which rule answers it.
        public static let undecided = Traits(rawValue: 4)
        /// No rule, no `otherwise` and no system answered.
        public static let unmatched = Traits(rawValue: 8)
        /// It ended by the client, before its answer was complete.
        public static let gaveUp = Traits(rawValue: 16)
        /// Mishap ended it, for a reset or a deletion.
        public static let cutOff = Traits(rawValue: 32)
    }

    public var isBatch: Bool { traits.contains(.batch) }
    public var gaveUp: Bool { traits.contains(.gaveUp) }

    /// Nil while the request is open.
    public var ended: Nanoseconds? {
        get { endTime == Self.unknown ? nil : endTime }
        set { endTime = newValue ?? Self.unknown }
    }
    /// When the first byte of the answer so far left; nil if none has.
    public var firstByte: Nanoseconds? {
        get { firstByteTime == Self.unknown ? nil : firstByteTime }
        set { firstByteTime = newValue ?? Self.unknown }
    }
    /// When the last byte of the answer so far left; nil if none has.
    public var lastByte: Nanoseconds? {
        get { lastByteTime == Self.unknown ? nil : lastByteTime }
        set { lastByteTime = newValue ?? Self.unknown }
    }
    /// How much earlier or later than `arrived` it may have come: the clock is not read for each request. At most
    /// some 4 s.
    public var clockAge: Nanoseconds {
        get { Nanoseconds(arrivalDoubt) }
        set { arrivalDoubt = UInt32(clamping: newValue) }
    }
    /// How much earlier than `ended` its client may have seen the end; if the client ended it, how much earlier or later that
    /// may have been.
    public var endAge: Nanoseconds {
        get { Nanoseconds(endDoubt) }
        set { endDoubt = UInt32(clamping: newValue) }
    }
    /// The status that was sent; 0 if none was.
    public var status: Int {
        get { Int(sentStatus) }
        set { sentStatus = UInt16(clamping: newValue) }
    }

    public struct Call: Sendable, Hashable {
        public var rule: Int32
        public var hit: UInt64

        public init(rule: Int32, hit: UInt64) {
            self.rule = rule
            self.hit = hit
        }
    }

    public init() {}
}

/// A connection that ended before a request. Times are those of entries.
public struct JudgedConnection: Sendable {
    /// The number of its entry in the journal.
    public let sequence: UInt64
    /// The failure that it had; nil for none.
    public let failure: String?
    /// The alert that its client sent.
    public let alert: TLSAlert?
    public let accepted: Nanoseconds
    public let ended: Nanoseconds
    /// How much earlier or later it may have been accepted, and may have ended, as in `JudgedEntry`.
    public let clockAge: Nanoseconds
    public let endAge: Nanoseconds

    public init(
        sequence: UInt64, failure: String?, alert: TLSAlert? = nil, accepted: Nanoseconds, ended: Nanoseconds,
        clockAge: Nanoseconds = 0, endAge: Nanoseconds = 0
    ) {
        self.sequence = sequence
        self.failure = failure
        self.alert = alert
        self.accepted = accepted
        self.ended = ended
        self.clockAge = clockAge
        self.endAge = endAge
    }
}

/// A body as a journal has it.
public struct JudgedBody: Sendable, Hashable {
    /// Bytes that came.
    public let count: UInt64
    /// Digest of all of them, whether they are kept or not.
    public let digest: UInt64
    /// Whether all of them are kept.
    public let isWhole: Bool
    /// Whether all that the client wanted to send has come.
    public let isComplete: Bool

    public init(count: UInt64, digest: UInt64, isWhole: Bool, isComplete: Bool = true) {
        self.count = count
        self.digest = digest
        self.isWhole = isWhole && isComplete
        self.isComplete = isComplete
    }
}
