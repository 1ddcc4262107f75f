internal import Bytes
internal import Catalogue
public import JSONText
internal import Systems
internal import Wire

/// What a run exercised: failures, rules, and what no rule took. Reports of several runs can be added up.
public struct RunReport: Sendable, Hashable {
    /// What became of a failure.
    public struct Failure: Sendable, Hashable {
        /// How often all of its bytes left as planned.
        public var left = 0
        /// How often its client left before that.
        public var clientLeft = 0
        public var next = Next()

        public init() {}
    }

    /// What came on the session within 60 s of a failure's end.
    public struct Next: Sendable, Hashable {
        public var none = 0
        /// A request with the same method and path.
        public var same = 0
        public var other = 0
    }

    public struct Rule: Sendable, Hashable {
        public let scenario: String
        public let rule: String

        public init(scenario: String, rule: String) {
            self.scenario = scenario
            self.rule = rule
        }
    }

    /// By name.
    public var failures: [String: Failure] = [:]
    /// How often each rule answered, which may be never.
    public var rules: [Rule: Int] = [:]
    /// Failures that the scenarios have which were loaded.
    public var planned: Set<String> = []
    /// Whether it lists those of them that no request got.
    public var listsNotReached = false
    /// Entries of requests that no rule took, without secrets: the first `mostUnmatched`.
    public var unmatched: [JSONValue] = []
    public var unmatchedCount = 0
    /// Ids of sessions that were not used for too long.
    public var expired: [String] = []
    /// How many entries the journals have dropped, of which nothing is known.
    public var evicted: UInt64 = 0

    public static let mostUnmatched = 100
    /// The most rules, since scenarios that are given over the control API may have any number.
    static let mostRules = 100_000

    public init() {}

    public mutating func add(_ other: RunReport) {
        for (name, failure) in other.failures {
            failures[name, default: Failure()].left += failure.left
            failures[name, default: Failure()].clientLeft += failure.clientLeft
            failures[name, default: Failure()].next.none += failure.next.none
            failures[name, default: Failure()].next.same += failure.next.same
            failures[name, default: Failure()].next.other += failure.next.other
        }
        for (rule, hits) in other.rules { add(rule, hits: hits) }
        planned.formUnion(other.planned)
        listsNotReached = listsNotReached || other.listsNotReached
        unmatched += other.unmatched.prefix(max(0, Self.mostUnmatched - unmatched.count))
        unmatchedCount += other.unmatchedCount
        expired += other.expired.filter { !expired.contains($0) }
        evicted += other.evicted
    }

    mutating func add(_ rule: Rule, hits: Int) {
        guard rules[rule] != nil || rules.count < Self.mostRules else { return }
        rules[rule, default: 0] += hits
    }

    /// Whether a failure's bytes left as planned at least once. An entry of the catalogue with several causes was, if one of
    /// them was.
    public func isExercised(_ failure: String) -> Bool {
        Self.names(of: failure).contains { failures[$0]?.left ?? 0 > 0 }
    }

    /// Whether it can be told that a client got it. It cannot where the kernel answers: of a state of a port, or an entry of the
    /// catalogue whose only causes are such states.
    public static func isCountable(_ failure: String) -> Bool {
        guard case .causes(let causes)? = FailureIndex.all.entry(failure)?.disposition, !causes.isEmpty else {
            return !portStates.contains(failure)
        }
        return !causes.allSatisfy { portStates.contains($0.failure) }
    }

    private static let portStates = Set(PortState.allCases.filter { $0 != .open }.map { "tcp/\($0.rawValue)" })

    /// Whether a request got it.
    public func isReached(_ failure: String) -> Bool { Self.names(of: failure).contains { failures[$0] != nil } }

    /// How many failures were exercised, how many more began, and how many the catalogue has that this version can cause.
    public var counts: (exercised: Int, begun: Int, all: Int) {
        let exercised = failures.values.count { $0.left > 0 }
        return (exercised, failures.count - exercised, Self.inducible.count)
    }

    /// How often its client left before it struck.
    public func clientLeft(_ failure: String) -> Int {
        Self.names(of: failure).reduce(0) { $0 + (failures[$1]?.clientLeft ?? 0) }
    }

    /// The names that a report may have for it.
    private static func names(of failure: String) -> [String] {
        guard case .causes(let causes)? = FailureIndex.all.entry(failure)?.disposition else { return [failure] }
        return [failure] + causes.map(\.failure)
    }

    /// Rules that answered no request, in the order of their names.
    public var idleRules: [Rule] { sortedRules.filter { $0.hits == 0 }.map(\.rule) }

    var sortedRules: [(rule: Rule, hits: Int)] {
        rules.map { ($0, $1) }.sorted { ($0.rule.scenario, $0.rule.rule) < ($1.rule.scenario, $1.rule.rule) }
    }
}
