import Foundation

/// What the gateway says about the client of a session.
public struct Verdict: Sendable {
    public enum Outcome: String, Sendable {
        case passed, failed, undecided
        /// Nothing was expected.
        case none
    }

    public struct Judgement: Sendable {
        public let name: String?
        public let outcome: Outcome
        /// What was seen, with the numbers of the journal's entries.
        public let reason: String
        /// The expectation itself.
        public let expectation: JSON
    }

    public let outcome: Outcome
    /// Whether it stays so, whatever comes.
    public let isFinal: Bool
    public let expectations: [Judgement]
    /// How many requests nothing took.
    public let unmatchedCount: Int
    /// All that the gateway said.
    public let json: JSON

    init(_ json: JSON) {
        self.json = json
        outcome = json["outcome"]?.string.flatMap(Outcome.init) ?? .none
        isFinal = json["final"]?.bool ?? false
        unmatchedCount = json["unmatchedCount"]?.int ?? 0
        expectations = (json["expectations"]?.array ?? []).map {
            Judgement(
                name: $0["name"]?.string, outcome: $0["outcome"]?.string.flatMap(Outcome.init) ?? .none,
                reason: $0["reason"]?.string ?? "", expectation: $0["expectation"] ?? .null)
        }
    }

    var hasPassed: Bool { outcome == .passed || outcome == .none }

    /// The lines of a verdict with its journal, without the first, which is the outcome.
    var excerpt: String {
        let lines = (json["text"]?.string ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        return lines.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
