public import Wire

/// A failure of the catalogue, with the source that documents it.
public struct Failure: Sendable {
    /// `system/code`.
    public internal(set) var name: String
    /// What happens, in one sentence for developers of clients.
    public let summary: String
    /// What is sent, byte by byte where that matters.
    public var wire: String { makeWire() }
    /// What clients report, as far as it was observed.
    public var reports: [ClientReport] { makeReports() }
    /// The specification, document or measurement that it is based on.
    public let source: String
    public let evidence: Evidence
    public let phase: Phase
    /// The parameters of `with`, beside those of every failure of this kind.
    public internal(set) var ownParameters: [Parameter]
    /// The reply that a spoiler changes if the step has none; nil for the system's stock success.
    public let stock: Reply?
    /// Whether it needs a body to spoil. With a reply without a body, loading the scenario fails, since nothing would
    /// happen.
    public let needsBody: Bool
    /// Whether it changes the content of the body, which then has to be in memory as a whole.
    public let rewritesBody: Bool
    /// Whether it is about the coding of the body, which the reply then leaves to it.
    public let breaksCoding: Bool
    /// Whether it sends an interim response (1xx), and nothing after it.
    public let isInterim: Bool
    /// Whether it changes the response to a batch, so that the rule must match whole batches.
    public let needsBatch: Bool
    /// What it needs of the path to the client beyond what its script shows.
    public let ownPathNeeds: Set<PathNeed>
    // Made when they are asked for, which no start does.
    private let makeWire: @Sendable () -> String
    private var makeReports: @Sendable () -> [ClientReport]
    /// Whether its defaults were replaced by `presetting(_:)`.
    var isPreset = false
    /// Why it would have no effect on a reply with these arguments; nil if it has.
    public let objection: @Sendable (Arguments, Reply) -> Objection?
    public let effect: Effect
    private let ownStrike: ConnectionStrike?
    /// What is wrong with the TLS of a connection that it strikes, by its arguments; nil if it leaves that alone.
    public let tlsFault: (@Sendable (Arguments) -> TLSFault)?
    /// What it does where it stands in `connections`; nil for one that needs a request.
    public var strike: ConnectionStrike? { if case .connection(let strike) = effect { strike } else { ownStrike } }

    public init(
        _ name: String, _ summary: String, wire: @autoclosure @escaping @Sendable () -> String,
        reports: @autoclosure @escaping @Sendable () -> [ClientReport] = [], source: String,
        evidence: Evidence = .documented, phase: Phase = .body, parameters: [Parameter] = [],
        stock: Reply? = nil, needsBody: Bool = false, rewritesBody: Bool = false, breaksCoding: Bool = false,
        isInterim: Bool = false, needsBatch: Bool = false, pathNeeds: Set<PathNeed> = [],
        objection: @escaping @Sendable (Arguments, Reply) -> Objection? = { _, _ in nil }, effect: Effect,
        strike: ConnectionStrike? = nil, tls fault: (@Sendable (Arguments) -> TLSFault)? = nil
    ) {
        self.name = name
        self.summary = summary
        makeWire = wire
        makeReports = reports
        self.source = source
        self.evidence = evidence
        self.phase = phase
        self.ownParameters = parameters
        self.stock = stock
        self.needsBody = needsBody
        self.rewritesBody = rewritesBody
        self.breaksCoding = breaksCoding
        self.isInterim = isInterim
        self.needsBatch = needsBatch
        ownPathNeeds = pathNeeds
        self.objection = objection
        self.effect = effect
        ownStrike = fault == nil ? strike : .tls
        tlsFault = fault
    }

    /// The same with other defaults, of which no client's words are known.
    func variant(_ given: Cause.Given, named name: String) -> Failure? {
        guard var failure = presetting([given]) else { return nil }
        failure.name = name
        failure.makeReports = { [] }
        return failure
    }

    /// Why a failure would not happen as described. Reported when a scenario is loaded.
    public struct Objection: Sendable, Hashable {
        /// The parameter that is wrong; nil if it is the reply.
        public let parameter: String?
        public let message: String

        package init(_ message: String, of parameter: String? = nil) {
            self.message = message
            self.parameter = parameter
        }
    }

    /// How well a fact is established.
    public enum Evidence: String, Sendable, CaseIterable {
        /// By a provider or a specification.
        case documented
        /// Seen in public captures, or measured with a real client.
        case observed
        /// Our assumption, since no document is known.
        case assumed
    }

    /// When it happens.
    public enum Phase: String, Sendable, CaseIterable {
        case connection, handshake, head, body
    }

    /// What a real client reports for this failure.
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
        /// A spoiler that needs to know the call of a system which the reply answers, where there is one.
        case spoilerOfCall(@Sendable (Arguments, Call?, inout Reply) -> Void)
        case ending(@Sendable (Arguments) -> WireScript)
        /// An ending, and with this parameter given a spoiler: the answer comes after all.
        indirect case endingUnless(
            String, ending: @Sendable (Arguments) -> WireScript, spoiler: @Sendable (Arguments, inout Reply) -> Void)
        /// It strikes before there is a request.
        case connection(ConnectionStrike)
    }

    /// All parameters of `with`. Answers always have `status`, `headers`, `message` and `json`.
    public var parameters: [Parameter] {
        guard kind == .answer else { return ownParameters }
        return ownParameters
            + Parameter.ofEveryAnswer.filter { shared in !ownParameters.contains { $0.name == shared.name } }
    }
}
