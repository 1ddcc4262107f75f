internal import Catalogue
internal import JSONText
internal import Wire

/// JSON-RPC over HTTP: 2.0 with batches, and the envelopes of 1.0 and 1.1 for requests of these versions.
struct JSONRPC: Dialect {
    /// A batch with more elements is refused as a whole, as servers with a limit do.
    static let maximumBatch = 10_000
    /// A request with more commas is refused before it is parsed: its values would fill the memory.
    static let maximumCommas = 1_000_000
    /// Maximum nesting of arrays and objects in a request; deeper is a parse error.
    static let maximumDepth = 512

    let statuses: ErrorStatuses
    private let provider: RateLimitProvider
    /// Whether `"params": null` is refused, which the specification of 2.0 does not allow.
    let isStrict: Bool
    /// The status of the answer to notifications, which has no body.
    private let notificationStatus: Int
    let stockSuccess: Reply

    init() { self.init(Settings(of: Self.settings)) }

    private init(_ settings: Settings) {
        statuses = settings.text(ErrorStatuses.name).flatMap(ErrorStatuses.init) ?? .ok
        provider = settings.text(RateLimitProvider.name).flatMap(RateLimitProvider.init) ?? .infura
        isStrict = settings.flag("strict") ?? false
        notificationStatus = settings.number("notificationStatus") ?? 204
        stockSuccess = Self.reply(settings.json("success") ?? Self.standardSuccess)
    }

    var settings: [Setting] { Self.settings }
    func with(_ settings: Settings) -> any Dialect { JSONRPC(settings) }

    private static let settings = [
        ErrorStatuses.setting,
        RateLimitProvider.setting,
        Setting(
            "strict", .flag, "Whether \"params\": null is refused with -32600; else it is taken as none.",
            standard: .flag(false)),
        Setting(
            "notificationStatus", .number(200...299),
            "The status of the answer to notifications, which has no body: 202 for MCP.", standard: .number(204)),
        Setting(
            "success", .json, "The result where a failure spoils a success and the rule has none, such as \"0x1\".",
            standard: .json(standardSuccess)),
    ]

    private static let standardSuccess = Array(#"{"ok":true}"#.utf8)

    var parameterDefaults: [Cause.Given] {
        (statuses == .ok ? [] : [Cause.Given(ErrorStatuses.name, statuses.rawValue)])
            + (provider == .infura ? [] : [Cause.Given(RateLimitProvider.name, provider.rawValue)])
    }

    var name: String { "jsonrpc" }
    var readsBody: Bool { true }
    var successField: String? { "result" }
    var answersEverything: Bool { true }
    func sample(ofBatch isBatch: Bool) -> Call {
        guard isBatch else { return Call(JSONRPCCall(id: Array("1".utf8))) }
        return Self.whole(["1", "2", "3"].map { Call(JSONRPCCall(id: Array($0.utf8))) }, text: [])
    }

    func sampleRequest(ofBatch isBatch: Bool) -> String? {
        let calls = (1...2).map { #"{"jsonrpc":"2.0","method":"any","id":\#($0)}"# }
        return isBatch ? "[" + calls.joined(separator: ",") + "]" : calls[0]
    }

    /// An error for an unknown method or an invalid request; nil for a notification.
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply? {
        guard let rpc = call.rpc, !rpc.isNotification else { return nil }
        return failure(rpc.isValid ? .methodNotFound : .invalidRequest, for: rpc)
    }

    func internalError(_ request: Request) -> Reply { failure(.internalError, for: statuses.unread) }

    func wrap(_ reply: Reply, for call: Call?, in context: AnswerContext) -> Reply? {
        let rpc = call?.rpc ?? statuses.unread
        let result = reply.content
        let text: [UInt8]
        if let elements = rpc.elements {
            let answers = elements.filter { !$0.isNotification }.map { element in
                element.isValid ? element.success(result) : element.failure(.invalidRequest)
            }
            guard !answers.isEmpty else { return nil }
            text = Self.list(answers)
        } else {
            guard !rpc.isNotification else { return nil }
            text = rpc.success(result)
        }
        var wrapped = reply
        wrapped.replaceBody(text)
        return wrapped
    }

    /// An element of a batch has no head of its own.
    var ignoresHeadsInBatches: Bool { true }

    var noAnswer: Reply { Reply(ResponseHead(status: notificationStatus)) }

    /// The single answer; for a batch the list of all, with status 200. Without a body if there is no answer.
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply {
        let replies = answers.compactMap(\.self)
        guard let first = replies.first else { return noAnswer }
        return reading.isBatch ? Self.reply(Self.list(replies.map(\.content))) : first
    }

    /// Whether the JSON is a list, as a batch and the answer to it are.
    static func isList(_ text: [UInt8]) -> Bool {
        let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        return text.first { !space.contains($0) } == UInt8(ascii: "[")
    }

    static func list(_ answers: [[UInt8]]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: "[")]
        text.reserveCapacity(answers.reduce(2) { $0 + $1.count + 1 })
        for (index, answer) in answers.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text += answer
        }
        text.append(UInt8(ascii: "]"))
        return text
    }

    /// A reply with JSON; the default head is a 200.
    static func reply(_ text: [UInt8], head: ResponseHead = ok) -> Reply {
        Reply(head, body: [Reply.Part(.bytes(text))])
    }

    static let contentType = "application/json"
    private static let ok = ResponseHead(status: 200, fields: [HeaderField("Content-Type", contentType)])

    /// An error of the system itself as the response to one call.
    func failure(_ error: EncodedJSONRPCError, for rpc: JSONRPCCall) -> Reply {
        Self.failure(error, for: rpc, statuses)
    }

    /// - Parameter rpc: The call as `statuses` takes it. An element of a batch has no status of its own.
    static func failure(_ error: EncodedJSONRPCError, for rpc: JSONRPCCall, _ statuses: ErrorStatuses) -> Reply {
        var head = ok
        if !rpc.isElement { head.status = statuses.status(of: error.code, rpc.version) }
        return reply(rpc.failure(error.text(rpc.version)), head: head)
    }
}
