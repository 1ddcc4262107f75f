public import Wire

/// A system's way of speaking over HTTP: which calls a request makes, how answers are put together, and
/// what the real gateway says to what nobody scripted.
public protocol Dialect: Sendable {
    /// The name that `system` has in scenario files.
    var name: String { get }
    /// Whether calls are in the body, so that nothing can be decided before it is complete.
    var readsBody: Bool { get }
    /// Whether this request's calls cannot be told before its body is complete.
    func needsBody(of request: Request) -> Bool
    /// Whether the body tells everything that a request asks for, and the path nothing.
    var hasAllInBody: Bool { get }
    /// What a failure spoils where no reply stands beside it.
    var stockSuccess: Reply { get }

    func read(_ request: Request) -> Reading
    /// One response for the answers to all calls of a request, in their order; nil answers say nothing.
    func combine(_ answers: [Reply?], of request: Request) -> Reply
    /// The real gateway's answer to a call that no rule takes; nil for Mishap's own 404. Not asked where there is a
    /// `state`, which answers then.
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply?
    /// Reads what of a call only the state's answer needs, before the session's lock is taken for that.
    func prepare(_ call: inout Call, of request: Request)
    /// What each session begins to remember with; nil where hits and variables are all that there is.
    var state: (any DialectState)? { get }
    /// Whether the system's own answer to this request needs its body, where calls are told without.
    func ownAnswerNeedsBody(of request: Request) -> Bool

    /// What the real gateway says where something went wrong inside of it.
    func internalError(_ request: Request) -> Reply
    /// The field of a reply whose JSON is a success without its envelope, such as `result`.
    var successField: String? { get }
    /// Whether the real gateway has an answer to everything: then a nil of `unscripted` is its silence.
    var answersEverything: Bool { get }
    /// Puts a success into its envelope for a call, or for one that could not be read; nil where the call gets none.
    func wrap(_ reply: Reply, for call: Call?, in context: AnswerContext) -> Reply?
    /// A call to try at load what is done to the answers of calls.
    func sample(ofBatch isBatch: Bool) -> Call
    /// A path with which somebody can try it by hand.
    var samplePath: String { get }
    /// A body with which somebody can try it by hand; nil where none is needed.
    func sampleRequest(ofBatch isBatch: Bool) -> String?

    /// What a scenario can say of the system as a whole.
    var settings: [Setting] { get }
    /// The dialect as a scenario wants it, made once when that is loaded. `settings` has a value for each of them.
    func with(_ settings: Settings) -> any Dialect
    /// Variables of the session that it needs as it is set, so that a scenario without one is refused.
    var variables: [String] { get }
}

/// A system without envelopes and without settings.
extension Dialect {
    public func needsBody(of request: Request) -> Bool { readsBody }
    public func unscripted(_ call: Call, in context: AnswerContext) -> Reply? { nil }
    public func prepare(_ call: inout Call, of request: Request) {}
    public var state: (any DialectState)? { nil }
    public func ownAnswerNeedsBody(of request: Request) -> Bool { false }
    public var hasAllInBody: Bool { false }
    public var samplePath: String { "/any" }
    public func internalError(_ request: Request) -> Reply { Reply(ResponseHead(status: 500)) }
    public var successField: String? { nil }
    public var answersEverything: Bool { false }
    public func wrap(_ reply: Reply, for call: Call?, in context: AnswerContext) -> Reply? { reply }
    public func sample(ofBatch isBatch: Bool) -> Call { Call() }
    public func sampleRequest(ofBatch isBatch: Bool) -> String? { nil }
    public var settings: [Setting] { [] }
    public func with(_ settings: Settings) -> any Dialect { self }
    public var variables: [String] { [] }
}

extension Dialect {
    /// Whether there is anything on top of HTTP.
    public var isSystem: Bool { name != PlainHTTP().name }
}

/// The systems that scenarios can name.
public enum Dialects {
    public static let all: [any Dialect] = [JSONRPC(), XMLRPC(), MTOP(), Salesforce(), GraphAPI(), Documents()]

    /// Answers to the calls of one request that are more bytes together are an internal error.
    public static let mostAnswerBytes = 64 << 20

    /// The system that a failure belongs to by its name; nil for the failures of HTTP and of the network.
    public static func dialect(of failure: Failure) -> (any Dialect)? {
        all.first { failure.name.hasPrefix($0.name + "/") }
    }
}

/// What a dialect finds in a request.
public enum Reading: Sendable {
    /// One call, whose answer is the response.
    case call(Call)
    /// At least one call, whose answers are combined.
    case calls([Call])
    /// A batch: all of it as one call, for rules that ask for that, and its elements.
    case batch(Call, [Call])
    /// Not of this system: what the real gateway answers. Rules without a field of the system still see it.
    case unreadable(Reply)

    /// How many calls there are.
    public var callCount: Int {
        switch self {
        case .call: 1
        case .calls(let calls), .batch(_, let calls): calls.count
        case .unreadable: 0
        }
    }

    /// The request as one call; nil where it could not be read.
    public var whole: Call? {
        switch self {
        case .call(let call): call
        case .calls(let calls): calls.first
        case .batch(let whole, _): whole
        case .unreadable: nil
        }
    }
}

/// One thing that a request asks for: an element of a batch, or all of the request.
public struct Call: Sendable, Hashable {
    /// Names that the system's match fields look at, such as JSON-RPC's `rpc`.
    public var fields: CallFields
    /// The element's own text, for matchers on its JSON.
    public var text: [UInt8]
    /// What JSON-RPC has to know to answer it.
    public var rpc: JSONRPCCall?
    /// What MTOP has to know to answer it.
    public var mtop: MTOPCall?
    /// What the document store has to know to answer it.
    public var document: DocumentCall?
    /// Whether it is a batch that is taken as one request.
    public var isWhole: Bool

    public init(
        fields: CallFields = [:], text: [UInt8] = [], rpc: JSONRPCCall? = nil,
        mtop: MTOPCall? = nil, document: DocumentCall? = nil, isWhole: Bool = false
    ) {
        self.fields = fields
        self.text = text
        self.rpc = rpc
        self.mtop = mtop
        self.document = document
        self.isWhole = isWhole
    }
}

/// HTTP without a system on top of it: a request is one call, and an unscripted one has no answer.
public struct PlainHTTP: Dialect {
    public init() {}
    public var name: String { "http" }
    public var readsBody: Bool { false }
    public var stockSuccess: Reply {
        Reply(status: 200, contentType: "application/json", text: #"{"ok":true}"# + "\n")
    }
    public func read(_ request: Request) -> Reading { .calls([Call()]) }
    public func combine(_ answers: [Reply?], of request: Request) -> Reply {
        answers.compactMap(\.self).first ?? stockSuccess
    }
    public func unscripted(_ call: Call, in context: AnswerContext) -> Reply? { nil }
}
