internal import JSONText
public import Wire

/// The Graph API: nodes and edges by their paths, an envelope for errors, and batches of up to 50 requests in one.
public struct GraphAPI: Dialect {
    /// More requests than this in a batch are refused whole.
    public static let maximumBatch = 50

    /// Whether a request without an access token is refused before any rule that asks for what it is about.
    let isStrict: Bool

    public init() { self.init(isStrict: false) }
    private init(isStrict: Bool) { self.isStrict = isStrict }

    public var settings: [Setting] {
        [
            Setting(
                "strict", .flag,
                "Whether requests without an access token, or with one that cannot be one, are refused.",
                standard: .flag(false))
        ]
    }

    public func with(_ settings: Settings) -> any Dialect { GraphAPI(isStrict: settings.flag("strict") ?? false) }

    public var name: String { "graph" }
    public var readsBody: Bool { true }
    public var answersEverything: Bool { true }
    public var stockSuccess: Reply { Self.reply(Array(#"{"id":"1"}"#.utf8)) }

    public func sample(ofBatch isBatch: Bool) -> Call {
        guard isBatch else { return Call(fields: ["batch": Array("false".utf8)]) }
        return GraphBatch.whole(Array(Self.sampleBatch.utf8))
    }

    public func sampleRequest(ofBatch isBatch: Bool) -> String? { isBatch ? "batch=" + Self.sampleBatch : nil }

    private static let sampleBatch =
        "["
        + Array(repeating: #"{"method":"GET","relative_url":"me"}"#, count: 3)
        .joined(separator: ",") + "]"

    /// A success is no more than its JSON; one for a batch that is taken as one request is the answer to each in it.
    public func wrap(_ reply: Reply, for call: Call?, in context: AnswerContext) -> Reply? {
        guard let call, call.isWhole else { return reply }
        var wrapped = reply
        let answers = (0..<GraphBatch.count(call)).map { _ in Optional(reply) }
        wrapped.replaceBody(GraphBatch.list(answers, withHeaders: GraphBatch.includesHeaders(context.request)))
        return wrapped
    }

    /// The one answer; for a batch the list of all of them, each with its status, fields and body.
    public func combine(_ answers: [Reply?], of request: Request) -> Reply {
        // Only a batch has another number of answers than one.
        guard answers.count != 1 || GraphBatch(request) != nil else { return answers[0] ?? stockSuccess }
        return Self.reply(GraphBatch.list(answers, withHeaders: GraphBatch.includesHeaders(request)))
    }

    /// JSON as the Graph API sends it.
    static func reply(_ text: [UInt8], status: Int = 200) -> Reply {
        Reply(
            ResponseHead(status: status, fields: [json]),
            body: [Reply.Part(.bytes(text))])
    }

    static let json = HeaderField("Content-Type", "application/json; charset=UTF-8")
}
