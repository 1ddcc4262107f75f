public import Wire

/// An expectation about the client, to be judged over the journal of a session.
public struct Expectation: Sendable {
    public enum Kind: Sendable {
        /// Judgements about the entries of the scope; all must hold.
        case judged(Scope, [Judgement])
        /// The first hits of these rules come in this order; -1 is `otherwise`.
        case order([Int32])
        /// Connections that ended before a request: how many there are, and the times from the end of one to the moment at which
        /// the next is accepted, as in `Judgement.gap`.
        case failedConnections(FailedConnection, count: Bounds<Int>?, gaps: [Bounds<Nanoseconds>])
    }

    /// Which connections that ended before a request; all that is given holds.
    public struct FailedConnection: Sendable, Hashable {
        /// The name of the failure that they had.
        public let failure: String?
        /// The alert that their clients sent.
        public let alert: TLSAlert?

        public init(failure: String?, alert: TLSAlert? = nil) {
            self.failure = failure
            self.alert = alert
        }
    }

    /// The entries of the journal that are judged, and which of them together.
    public struct Scope: Sendable {
        public let subject: Subject
        /// Entries with different values of this are judged separately.
        public let countBy: TextTemplate?
        /// Only what arrives after the end of this is judged.
        public let after: Event?
        /// Only what arrives within this time is judged: from the end of `after`, or from the first request of the scope.
        public let within: Nanoseconds?

        public init(subject: Subject, countBy: TextTemplate?, after: Event?, within: Nanoseconds?) {
            self.subject = subject
            self.countBy = countBy
            self.after = after
            self.within = within
        }
    }

    /// The entries of the journal that it is about.
    public enum Subject: Sendable {
        /// Requests answered by the rule with this number; -1 is `otherwise`, and a number behind those of the scenario's
        /// rules is one of `RulesOfSession`. If the rule has `countBy`, each of its
        /// values is judged separately, unless the expectation has a `countBy` of its own.
        case rule(Int32)
        /// Requests whose method, target, headers and body match. A batch has the system's fields of each of its calls.
        case match(MatchProgram)
        /// Requests that neither a rule nor `otherwise` took.
        case unmatched
    }

    /// The exchange that `after` counts from: the first of its kind.
    public enum Event: Sendable, Hashable {
        /// This hit of the rule with this number, as in `Subject.rule`.
        case hit(rule: Int32, hit: Int)
        /// An answer that is one of these failures: the causes of one code, or a single failure.
        case failure([String])
        /// A request whose client closed without an answer.
        case gaveUp
    }

    /// Gap n, counted from 1, is `first` times `factor` to the power of n - 1, but no longer than `cap`; less, or more, by
    /// `tolerance` is allowed.
    public struct Backoff: Sendable, Hashable {
        /// Nil: the first gap, as it was.
        public let first: Nanoseconds?
        public let factor: Bounds<Double>
        public let tolerance: Tolerance
        public let cap: Nanoseconds?

        public enum Tolerance: Sendable, Hashable {
            case time(Nanoseconds)
            /// Of the gap that is expected, from 0 to 1.
            case share(Double)
        }

        public init(
            first: Nanoseconds? = nil, factor: Bounds<Double>, tolerance: Tolerance = .time(0), cap: Nanoseconds? = nil
        ) {
            self.first = first
            self.factor = factor
            self.tolerance = tolerance
            self.cap = cap
        }
    }

    /// Times run from the end of an answer on the wire to the arrival of the next request of the scope. With `after`,
    /// the first runs from the end of that exchange.
    public enum Judgement: Sendable, Hashable {
        /// Number of requests; with `per`, in any window of that time.
        case requests(Bounds<Int>, per: Nanoseconds?)
        /// Time from an answer to the next request: bounds of the first gap, the second and so on. The last bounds stay.
        case gap([Bounds<Nanoseconds>])
        /// Gaps grow.
        case backoff(Backoff)
        /// No request comes before the time given by this header field of an answer, named in lower case, nor later than
        /// that time by more than `late`.
        case honours(header: [UInt8], late: Nanoseconds?)
        /// Each request matches.
        case every(RequiredMatch)
        /// These parts have the same value in all requests. A missing part fails it.
        case same([RequestPart])
        /// Each of these parts has another value in each request.
        case distinct([RequestPart])
        /// How many connections the requests came on.
        case connections(Bounds<Int>)
        /// The first request of the scope comes on another connection than the exchange of `after`.
        case newConnection
        /// Each request ends with the client's close, that long after a moment.
        case gaveUp(Bounds<Nanoseconds>, from: Moment)
        /// How many requests are open at the same time, at most at any moment, and at least at one.
        case atOnce(Bounds<Int>)
    }

    /// A match that requests have to meet. Equal to itself only.
    public final class RequiredMatch: Sendable, Hashable {
        public let match: MatchProgram

        public init(_ match: MatchProgram) { self.match = match }

        public static func == (one: RequiredMatch, other: RequiredMatch) -> Bool { one === other }

        public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    /// A moment of an exchange.
    public enum Moment: String, Sendable, CaseIterable {
        /// The request is complete.
        case request
        /// The head of the answer, or its last byte so far, has left.
        case head, lastByte
    }

    /// A minimum, a maximum, or both; inclusive.
    public struct Bounds<Value: Comparable & Hashable & Sendable>: Sendable, Hashable {
        public let atLeast: Value?
        public let atMost: Value?

        public init(atLeast: Value?, atMost: Value?) {
            self.atLeast = atLeast
            self.atMost = atMost
        }
    }

    /// Unique among the expectations of the scenario.
    public let name: String?
    public let description: String?
    public let kind: Kind
    /// JSON of the expectation in the scenario, for reports.
    public let sourceText: String

    public init(name: String?, description: String?, kind: Kind, sourceText: String) {
        self.name = name
        self.description = description
        self.kind = kind
        self.sourceText = sourceText
    }
}

extension Expectation {
    /// The same about rules with other numbers.
    public func renumbered(_ number: (Int32) -> Int32) -> Expectation {
        let kind: Kind
        switch self.kind {
        case .order(let rules): kind = .order(rules.map(number))
        case .failedConnections: kind = self.kind
        case .judged(let scope, let judgements):
            var (subject, after) = (scope.subject, scope.after)
            if case .rule(let rule) = subject { subject = .rule(number(rule)) }
            if case .hit(let rule, let hit)? = after { after = .hit(rule: number(rule), hit: hit) }
            kind = .judged(
                Scope(subject: subject, countBy: scope.countBy, after: after, within: scope.within), judgements)
        }
        return Expectation(name: name, description: description, kind: kind, sourceText: sourceText)
    }
}
