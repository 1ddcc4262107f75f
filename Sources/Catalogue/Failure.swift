public import Wire

/// An entry of the catalogue: a failure that happens by name, with where it is known from.
public struct Failure: Sendable {
    /// `system/code`.
    public let name: String
    /// What happens, in one sentence that a developer of a client understands.
    public let summary: String
    /// What goes over the wire, byte by byte where that matters.
    public let wire: String
    /// What clients make of it, as far as it was seen.
    public let reports: [ClientReport]
    /// Specification, document or measurement that this rests on.
    public let source: String
    public let evidence: Evidence
    public let phase: Phase
    /// What `with` takes, beyond what every failure of this kind takes.
    public let ownParameters: [Parameter]
    /// What a spoiler spoils where no reply stands beside it, in place of the system's stock success.
    public let stock: Reply?
    /// Whether there must be a body to spoil: beside a reply without one nothing would happen, so that
    /// it is an error where the scenario is loaded.
    public let needsBody: Bool
    /// Whether it makes another body of the one there is, for which all of that has to be in memory.
    public let rewritesBody: Bool
    /// Whether it is done to the response of a batch, so that a rule has to take batches as one request.
    public let needsBatch: Bool
    /// Whether other values hold where nothing is said than it was written with.
    var isPreset = false
    /// Why it would not happen to a reply with these arguments; nil where it does.
    public let objection: @Sendable (Arguments, Reply) -> Objection?
    public let effect: Effect

    public init(
        _ name: String, _ summary: String, wire: String, reports: [ClientReport] = [], source: String,
        evidence: Evidence = .documented, phase: Phase = .body, parameters: [Parameter] = [],
        stock: Reply? = nil, needsBody: Bool = false, rewritesBody: Bool = false,
        needsBatch: Bool = false,
        objection: @escaping @Sendable (Arguments, Reply) -> Objection? = { _, _ in nil }, effect: Effect
    ) {
        self.name = name
        self.summary = summary
        self.wire = wire
        self.reports = reports
        self.source = source
        self.evidence = evidence
        self.phase = phase
        self.ownParameters = parameters
        self.stock = stock
        self.needsBody = needsBody
        self.rewritesBody = rewritesBody
        self.needsBatch = needsBatch
        self.objection = objection
        self.effect = effect
    }

    /// Why something else than the failure would happen, found where a scenario is loaded.
    public struct Objection: Sendable, Hashable {
        /// The parameter that is to blame; nil where it is the reply.
        public let parameter: String?
        public let message: String

        package init(_ message: String, of parameter: String? = nil) {
            self.message = message
            self.parameter = parameter
        }
    }

    public enum Kind: String, Sendable, CaseIterable {
        /// Has a status and a body.
        case answer
        /// Spoils a reply: the one beside it, or the system's stock success.
        case spoiler
        /// Sends no response.
        case ending
    }

    /// How well it is known, kept apart for ever.
    public enum Evidence: String, Sendable, CaseIterable {
        /// A provider or a specification says so.
        case documented
        /// Seen in public captures, or measured with a real client.
        case observed
        /// Our convention, where nobody publishes it.
        case assumed
    }

    /// When it strikes.
    public enum Phase: String, Sendable, CaseIterable {
        case connection, handshake, head, body
    }

    /// What a real client said when this happened to it.
    public struct ClientReport: Sendable, Hashable {
        public let client: String
        public let report: String

        public init(_ client: String, _ report: String) {
            self.client = client
            self.report = report
        }
    }

    public typealias ReplyToCall = @Sendable (Call?, AnswerContext) -> Reply?

    public enum Effect: Sendable {
        /// The same reply for each request, made at load.
        case answer(@Sendable (Arguments) -> Reply)
        /// A reply that repeats something of the request, made for each.
        case answerToRequest(@Sendable (Arguments, Request) -> Reply)
        /// A reply in the envelope of one call of a system, made for each; nil where the call gets none. What only the
        /// arguments decide is made first, where a scenario is loaded.
        case answerToCall(@Sendable (Arguments) -> ReplyToCall)
        case spoiler(@Sendable (Arguments, inout Reply) -> Void)
        case ending(@Sendable (Arguments) -> WireScript)
    }

    public var kind: Kind {
        switch effect {
        case .answer, .answerToRequest, .answerToCall: .answer
        case .spoiler: .spoiler
        case .ending: .ending
        }
    }

    /// All that `with` takes here. An answer always takes `status`, `headers` and `message`.
    public var parameters: [Parameter] {
        let own = Set(ownParameters.map(\.name))
        return ownParameters + (kind == .answer ? Parameter.ofEveryAnswer.filter { !own.contains($0.name) } : [])
    }
}
