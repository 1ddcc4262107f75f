public import Wire

/// An expectation about the client, to be judged over the journal of a session.
public struct Expectation: Sendable {
    public enum Kind: Sendable {
        /// Judgements about the requests of the subject; all must hold.
        case judged(Subject, [Judgement])
        /// The first hits of these rules come in this order; -1 is `otherwise`.
        case order([Int32])
    }

    /// The entries of the journal that it is about.
    public enum Subject: Sendable {
        /// Requests answered by the rule with this number; -1 is `otherwise`. If the rule has `countBy`, each of its
        /// values is judged separately.
        case rule(Int32)
        /// Requests whose method, target, headers and body match. A batch has the system's fields of each of its calls.
        case match(MatchProgram)
        /// Requests that neither a rule nor `otherwise` took.
        case unmatched
    }

    /// Times run from the end of an answer on the wire to the arrival of the next request of the same rule.
    public enum Judgement: Sendable, Hashable {
        /// Number of requests.
        case requests(Bounds<Int>)
        /// Time from an answer to the next request.
        case gap(Bounds<Nanoseconds>)
        /// Each gap is at least this many times the one before.
        case backoff(factorAtLeast: Double)
        /// No request comes before the time given by the `Retry-After` of an answer.
        case honoursRetryAfter
        /// This header field, named in lower case, has the same value in all requests.
        case sameHeader([UInt8])
        /// After this failure, which leaves the connection open, the next request comes on another connection.
        case newConnectionAfter(failure: String)
        /// Time from the complete request to the close by the client.
        case gaveUp(Bounds<Nanoseconds>)
        /// At most this many requests are open at the same time.
        case atOnce(atMost: Int)
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

    public let kind: Kind
    /// JSON of the expectation in the scenario, for reports.
    public let sourceText: String
}
