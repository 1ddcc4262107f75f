public import Rules

/// The expectations of a session, judged over its journal at one moment.
public struct Verdict: Sendable, Hashable {
    public enum Outcome: String, Sendable, Hashable, CaseIterable {
        case passed, failed
        /// What the journal has does not tell.
        case undecided
    }

    /// How one expectation came out.
    public struct Item: Sendable {
        public let expectation: Expectation
        /// As if nothing more came.
        public let outcome: Outcome
        /// Whether it stays so, whatever comes.
        public let isFinal: Bool
        /// What was seen, with the numbers of entries.
        public let reason: String
        /// Numbers of the entries that it rests on, in their order: at most the first 50.
        public let entries: [UInt64]

        public init(
            _ expectation: Expectation, _ outcome: Outcome, isFinal: Bool, reason: String, entries: [UInt64] = []
        ) {
            self.expectation = expectation
            self.outcome = outcome
            self.isFinal = isFinal
            self.reason = reason
            self.entries = entries
        }
    }

    /// A request that no rule and no system took.
    public struct Unmatched: Sendable, Hashable {
        /// The number of its entry.
        public let entry: UInt64
        public let method: String
        public let target: String
        /// The rule that it came nearest to.
        public let nearest: String?
        /// All that differs from what that one wants.
        public let differences: [String]

        public init(entry: UInt64, method: String, target: String, nearest: String?, differences: [String]) {
            self.entry = entry
            self.method = method
            self.target = target
            self.nearest = nearest
            self.differences = differences
        }
    }

    /// Failed if one has failed, else undecided if one is. Nil without expectations: such a session fails nothing.
    public let outcome: Outcome?
    /// Whether the outcome stays so, whatever comes.
    public let isFinal: Bool
    /// In the order of the expectations.
    public let items: [Item]
    /// The first requests that no rule and no system took, in the order in which they arrived.
    public let unmatched: [Unmatched]
    /// How many there were.
    public let unmatchedCount: Int
    /// Numbers of requests whose answers Mishap ended, for a reset or a deletion: at most the first 50.
    public let cutOff: [UInt64]
    /// From where in the journal it counts, as the journal calls it; nil for all of it.
    public let from: String?

    public init(
        _ items: [Item], unmatched: [Unmatched] = [], unmatchedCount: Int = 0, cutOff: [UInt64] = [],
        from: String? = nil
    ) {
        self.from = from
        self.items = items
        self.unmatched = unmatched
        self.unmatchedCount = unmatchedCount
        self.cutOff = cutOff
        let failed = items.filter { $0.outcome == .failed }
        if items.isEmpty {
            (outcome, isFinal) = (nil, true)
        } else if !failed.isEmpty {
            // Others do not change that any more.
            (outcome, isFinal) = (.failed, failed.contains { $0.isFinal })
        } else {
            outcome = items.contains { $0.outcome == .undecided } ? .undecided : .passed
            isFinal = items.allSatisfy(\.isFinal)
        }
    }

    public static func == (one: Verdict, other: Verdict) -> Bool {
        one.outcome == other.outcome && one.isFinal == other.isFinal
            && one.items.map(\.summary) == other.items.map(\.summary)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(items.map(\.summary)) }
}

extension Verdict.Item {
    fileprivate var summary: String { "\(outcome) \(isFinal) \(reason)" }
}
