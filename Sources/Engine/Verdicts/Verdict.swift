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
    }

    /// Failed if one has failed, else undecided if one is. Nil without expectations: such a session fails nothing.
    public let outcome: Outcome?
    /// Whether the outcome stays so, whatever comes.
    public let isFinal: Bool
    /// In the order of the expectations.
    public let items: [Item]

    public init(_ items: [Item]) {
        self.items = items
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
