public import Scenario
public import Wire

/// What verdicts need of a journal: facts of all entries, and the rest of an entry on demand.
public protocol JudgedJournal {
    /// Requests, in the order in which they arrived; those that are still open too.
    var entries: [JudgedEntry] { get }
    /// How many entries are missing, since the journal is bounded.
    var evicted: UInt64 { get }

    /// The request of an entry, by its index.
    func request(_ index: Int) -> JudgedRequest
    /// Names of the failures of an entry's answer: one for each call of a batch.
    func failures(_ index: Int) -> [String]
    /// The head of its answer, as far as it is kept.
    func answerHead(_ index: Int) -> [UInt8]
}

/// Facts of an entry. Times are of one monotonic clock.
public struct JudgedEntry: Sendable {
    /// The number of the entry in the journal.
    public var sequence: UInt64 = 0
    public var connection: UInt64 = 0
    /// The number of the rule that answered, in the scenario of the expectations: as in `EngineAnswer`. Other values are
    /// of no rule.
    public var rule: Int32 = .min
    /// 0 if it is no hit, as over a rate limit.
    public var hit: UInt64 = 0
    /// The calls of a batch that rules took.
    public var calls: [Call] = []
    /// Whether no rule, no `otherwise` and no system answered.
    public var isUnmatched = false
    public var arrived: Nanoseconds = 0
    /// Nil while the request is open.
    public var ended: Nanoseconds?
    /// When the first and the last byte of the answer so far left; nil if none has.
    public var firstByte: Nanoseconds?
    public var lastByte: Nanoseconds?
    /// How much earlier or later than these times things may have happened: clocks are not read for each of them.
    public var clockAge: Nanoseconds = 0
    /// Whether it ended by the client, before its answer was complete.
    public var gaveUp = false
    /// The status that was sent; 0 if none was.
    public var status = 0

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

/// A request as a journal has it.
public struct JudgedRequest {
    public let content: RequestContent
    /// Bytes of body that came.
    public let bodyCount: UInt64
    /// Digest of all of them, whether they are kept or not.
    public let bodyDigest: UInt64

    public init(_ request: Request, bodyCount: UInt64, bodyDigest: UInt64) {
        content = RequestContent(request)
        self.bodyCount = bodyCount
        self.bodyDigest = bodyDigest
    }

    /// Whether all of the body is there.
    var hasWholeBody: Bool { UInt64(content.request.body.count) == bodyCount }
}
