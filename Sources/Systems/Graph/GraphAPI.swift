internal import Catalogue
internal import JSONText
internal import Wire

/// The Graph API: nodes and edges by their paths, an envelope for errors, and batches of up to 50 requests.
struct GraphAPI: Dialect {
    /// A batch with more requests is refused as a whole.
    static let maximumBatch = 50

    /// Whether a request without a valid access token is refused before any rule with fields of the Graph API sees it.
    let isStrict: Bool
    /// Whether errors come with the statuses that the provider publishes, where others were captured.
    let hasPublishedStatuses: Bool

    init() { self.init(isStrict: false, hasPublishedStatuses: false) }

    private init(isStrict: Bool, hasPublishedStatuses: Bool) {
        self.isStrict = isStrict
        self.hasPublishedStatuses = hasPublishedStatuses
    }

    private static let captured = "captured"
    static let published = "published"

    /// The parameter of errors for which the setting of that name gives the default.
    static let statuses = Parameter(
        "statuses", .word([captured, published]),
        "Whether the status is that of captures, or the one that is published.",
        standard: .text(captured))

    var settings: [Setting] {
        [
            Setting(
                "strict", .flag,
                "Whether requests without an access token, or with one that cannot be one, are refused.",
                standard: .flag(false)),
            Setting(
                Self.statuses.name, .word([Self.captured, Self.published]),
                "Whether errors come with the statuses of captures, or with those that the provider publishes where they "
                    + "differ: 500 for 3, 401 for 190, and 403 for 368.",
                standard: .text(Self.captured)),
        ]
    }

    func with(_ settings: Settings) -> any Dialect {
        GraphAPI(
            isStrict: settings.flag("strict") ?? false,
            hasPublishedStatuses: settings.text(Self.statuses.name) == Self.published)
    }

    var parameterDefaults: [Cause.Given] {
        hasPublishedStatuses ? [Cause.Given(Self.statuses.name, Self.published)] : []
    }

    var name: String { "graph" }
    var readsBody: Bool { true }
    var answersEverything: Bool { true }
    var stockSuccess: Reply { Self.reply(Array(#"{"id":"1"}"#.utf8)) }

    func sample(ofBatch isBatch: Bool) -> Call {
        guard isBatch else { return Call(fields: CallFields([Field.batch: Array("false".utf8)])) }
        return GraphBatch.whole(Array(Self.sampleBatch.utf8), count: 3, includesHeaders: true)
    }

    func sampleRequest(ofBatch isBatch: Bool) -> String? { isBatch ? "batch=" + Self.sampleBatch : nil }

    private static let sampleBatch =
        "["
        + Array(repeating: #"{"method":"GET","relative_url":"me"}"#, count: 3)
        .joined(separator: ",") + "]"

    /// The version that was asked for.
    var requestFields: (@Sendable (Call?, Request) -> [HeaderField])? {
        { call, request in GraphPath.versionField(call, request).map { [$0] } ?? [] }
    }

    /// A success is its JSON without an envelope. For a batch that is matched as one call, it is repeated for each
    /// request.
    func wrap(_ reply: Reply, for call: Call?, in context: AnswerContext) -> Reply? {
        var wrapped = reply
        if let version = GraphPath.versionField(call, context.request) { wrapped.head.addIfMissing(version) }
        guard let call, call.isWhole else { return wrapped }
        let answers = Array(repeating: Optional(reply), count: call.count)
        wrapped.replaceBody(GraphBatch.list(answers, withHeaders: call.graphBatch?.includesHeaders ?? true))
        return wrapped
    }

    /// The single answer; for a batch the list of all, each with its status, fields and body.
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply {
        guard case .batch(let whole, _) = reading else { return answers.first.flatMap(\.self) ?? stockSuccess }
        var reply = Self.reply(GraphBatch.list(answers, withHeaders: whole.graphBatch?.includesHeaders ?? true))
        if let version = GraphPath.versionField(whole, request) { reply.head.addIfMissing(version) }
        return reply
    }

    /// JSON with the Content-Type of the Graph API.
    static func reply(_ text: [UInt8], status: Int = 200) -> Reply {
        Reply(
            ResponseHead(status: status, fields: [json]),
            body: [Reply.Part(.bytes(text))])
    }

    static let json = HeaderField("Content-Type", "application/json; charset=UTF-8")
}
