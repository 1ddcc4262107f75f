internal import Engine
internal import GatewayServer
internal import Rules

/// How the client of a session behaved.
public struct SessionVerdict: Sendable, Hashable {
    public enum Outcome: Sendable, Hashable {
        case passed, failed
        /// What the journal has does not tell.
        case undecided
    }

    /// How one expectation came out.
    public struct Item: Sendable, Hashable {
        /// The expectation's name, or its description, or itself.
        public let title: String
        public let outcome: Outcome
        /// What was seen, with the numbers of entries.
        public let reason: String

        public init(title: String, outcome: Outcome, reason: String) {
            self.title = title
            self.outcome = outcome
            self.reason = reason
        }
    }

    /// The session's name: that of its scenario, `SCENARIO~KEY` or `~ID`.
    public let session: String
    public let scenario: String
    /// What the test called it that asked for it.
    public let label: String?
    /// How many requests it got.
    public let requests: UInt64
    /// From when the session was made to the verdict.
    public let milliseconds: Int64
    /// In the order of the expectations, of which there is at least one.
    public let items: [Item]
    /// The first lines on what no rule took and on what was cut off, unless all passed.
    public let remarks: [String]

    public init(
        session: String, scenario: String, label: String? = nil, requests: UInt64, milliseconds: Int64 = 0,
        items: [Item], remarks: [String] = []
    ) {
        self.milliseconds = milliseconds
        self.session = session
        self.scenario = scenario
        self.label = label
        self.requests = requests
        self.items = items
        self.remarks = remarks
    }

    /// Failed if one item has failed, else undecided if one is.
    public var outcome: Outcome {
        if items.contains(where: { $0.outcome == .failed }) { return .failed }
        return items.contains { $0.outcome == .undecided } ? .undecided : .passed
    }

    /// Thousands of verdicts are kept for the end of a run.
    private static let mostRemarks = 5
    private static let longestRemark = 500

    private static func cut(_ text: String) -> String {
        text.count > longestRemark ? text.prefix(longestRemark) + "…" : text
    }

    /// Nil if nothing is expected of the session's client.
    init?(_ verdict: Verdict, on session: Session, label: String?) {
        guard !verdict.items.isEmpty else { return nil }
        self.init(
            session: session.name, scenario: session.scenarioTitle, label: label, requests: session.requestCount,
            milliseconds: max(0, SystemClock.wallMilliseconds - session.created),
            items: verdict.items.map { item in
                let outcome: Outcome =
                    switch item.outcome {
                    case .passed: .passed
                    case .failed: .failed
                    case .undecided: .undecided
                    }
                return Item(title: item.title, outcome: outcome, reason: item.reason)
            }, remarks: verdict.remarks.prefix(Self.mostRemarks).map { Self.cut($0) })
    }
}

/// How all clients of a run behaved.
public struct RunVerdicts: Sendable, Hashable {
    /// First those that were deleted, reset or have expired, in that order, then the others.
    public var sessions: [SessionVerdict] = []
    /// How many more passed, which are not listed for room.
    public var morePassed = 0
    /// How many sessions went of which it is not known how their clients behaved.
    public var missing = 0
    /// Requests of all sessions, those included of whose clients nothing is expected.
    public var requests: UInt64 = 0

    public init() {}
}
