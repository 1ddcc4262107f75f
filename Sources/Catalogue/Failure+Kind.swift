extension Failure {
    /// What a failure is to an exchange, which decides where it can stand and what can stand beside it.
    public enum Kind: String, Sendable, CaseIterable {
        /// A response with a status and a body.
        case answer
        /// Changes a reply: that of the step, or the system's stock success.
        case spoiler
        /// No response is sent.
        case ending
        /// Strikes a connection, before there is a request that a rule could match.
        case connection
    }

    /// Where a scenario names a failure.
    public enum Place: Sendable, CaseIterable {
        /// A step of a rule, and all that stands for one.
        case rule
        /// An entry of `connections`.
        case connections

        /// Whether failures of this kind can happen there.
        public func carries(_ kind: Kind) -> Bool { (kind == .connection) == (self == .connections) }

        /// Whether the failure can happen there; one that can in a rule may have a strike too.
        public func carries(_ failure: Failure) -> Bool {
            self == .connections ? failure.strike != nil : carries(failure.kind)
        }
    }

    /// The parameter with which an ending is a spoiler; nil for all others.
    public var spoilsWith: String? { if case .endingUnless(let parameter, _, _) = effect { parameter } else { nil } }

    public var kind: Kind {
        switch effect {
        case .answer, .answerToRequest, .answerToCall: .answer
        case .spoiler, .spoilerOfCall: .spoiler
        case .ending, .endingUnless: .ending
        case .connection: .connection
        }
    }
}
