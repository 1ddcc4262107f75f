public import Wire

/// What a scenario expects of the client, to be judged over a session's journal.
public struct Expectation: Sendable {
    public enum Kind: Sendable {
        /// All that is judged of the requests that it is about.
        case judged(Subject, [Judgement])
        /// The first hits of these rules came in this order; -1 is `otherwise`.
        case order([Int32])
    }

    /// Which entries of the journal it is about.
    public enum Subject: Sendable {
        /// Those that the rule of this number answered; -1 is `otherwise`. Where the rule has `countBy`, each of its
        /// values is judged apart.
        case rule(Int32)
        /// Those whose method, target, headers and body the match takes. Of a system's fields, a batch has those of
        /// each of its calls.
        case match(MatchProgram)
        /// Those that neither a rule nor `otherwise` took.
        case unmatched
    }

    /// Times run from the end of one answer on the wire to the arrival of the next request of the same rule.
    public enum Judgement: Sendable, Hashable {
        /// How many there were.
        case requests(Bounds<Int>)
        /// From an answer to the next request.
        case gap(Bounds<Nanoseconds>)
        /// Each gap is at least so many times the one before it.
        case backoff(factorAtLeast: Double)
        /// No request comes before the time that an answer's `Retry-After` gave.
        case honoursRetryAfter
        /// The header, in lower case, has the same value in all of them.
        case sameHeader([UInt8])
        /// After this failure, which leaves the connection open, the next request comes on another one.
        case newConnectionAfter(failure: String)
        /// From the complete request to the client's close.
        case gaveUp(Bounds<Nanoseconds>)
        /// So many of them were open at one time, at most.
        case atOnce(atMost: Int)
    }

    /// A least, a most, or both.
    public struct Bounds<Value: Comparable & Hashable & Sendable>: Sendable, Hashable {
        public let atLeast: Value?
        public let atMost: Value?

        public init(atLeast: Value?, atMost: Value?) {
            self.atLeast = atLeast
            self.atMost = atMost
        }
    }

    public let kind: Kind
    /// As the scenario writes it, for those who tell what came of it.
    public let sourceText: String
}
