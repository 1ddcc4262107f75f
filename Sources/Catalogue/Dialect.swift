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

    /// What a match can ask of a call, in the order of `Call.fields`.
    var matchFields: [MatchField] { get }
    /// The one of them by which rules are told apart soonest, by its place: what the call asks for. Rules that want a
    /// value of it are found by that value, however many there are.
    var indexedField: Int? { get }

    func read(_ request: Request) -> Reading
    /// One response for the answers to all calls of a request, in their order; nil answers say nothing. `reading` is
    /// what `read` made of the request.
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply
    /// The real gateway's answer to a call that no rule takes; nil for Mishap's own 404. Not asked where there is a
    /// `state`, which answers then.
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply?
    /// Reads what of a call only the state's answer needs, before the session's lock is taken for that.
    func prepare(_ call: inout Call, of request: Request)
    /// What each session begins to remember with; nil where hits and variables are all that there is.
    var state: (any DialectState)? { get }
    /// How a scenario says what sessions remember; nil where there is nothing to say.
    var stateSyntax: (any StateSyntax)? { get }
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
    public var matchFields: [MatchField] { [] }
    public var indexedField: Int? { nil }
    public func needsBody(of request: Request) -> Bool { readsBody }
    public func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply {
        answers.compactMap(\.self).first ?? stockSuccess
    }
    public func unscripted(_ call: Call, in context: AnswerContext) -> Reply? { nil }
    public func prepare(_ call: inout Call, of request: Request) {}
    public var state: (any DialectState)? { nil }
    public var stateSyntax: (any StateSyntax)? { nil }
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
    public var isSystem: Bool { !(self is PlainHTTP) }

    /// The match field that takes a batch as one request; nil where there are no batches.
    public var batchField: MatchField? {
        matchFields.first { if case .batch = $0.kind { true } else { false } }
    }
}
