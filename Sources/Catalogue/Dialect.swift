public import Wire

/// The protocol of a system over HTTP: how calls are read from a request, how answers are combined into a response, and
/// how the real gateway answers calls that no rule matches.
public protocol Dialect: Sendable {
    /// The value of `system` in scenario files.
    var name: String { get }
    /// Whether calls are in the body, so that a decision needs the complete body.
    var readsBody: Bool { get }
    /// Whether reading this request's calls needs its complete body.
    func needsBody(of request: Request) -> Bool
    /// The reply that a spoiler changes if the step has no reply of its own.
    var stockSuccess: Reply { get }

    /// The fields of a call that rules can match, in the order of `Call.fields`.
    var matchFields: [MatchField] { get }
    /// The index of the match field that distinguishes rules best, such as the method. Rules that require a value of it
    /// are found through an index, however many there are.
    var indexedField: Int? { get }

    func read(_ request: Request) -> Reading
    /// Combines the answers to all calls of a request, in their order, into one response. An answer of nil is left out.
    ///
    /// - Parameter reading: The result of `read` for this request.
    func combine(_ answers: [Reply?], to reading: Reading, of request: Request) -> Reply
    /// The real gateway's answer to a call that no rule matches; nil for Mishap's own 404. Not called if there is a
    /// `state`, which answers instead.
    func unscripted(_ call: Call, in context: AnswerContext) -> Reply?
    /// Reads the parts of a call that only the state needs, before the session's lock is taken.
    func prepare(_ call: inout Call, of request: Request)
    /// The initial state of a session; nil if it has no state beside hits and variables.
    var state: (any DialectState)? { get }
    /// How scenarios describe the state; nil if they cannot.
    var stateSyntax: (any StateSyntax)? { get }
    /// Whether the system takes the body of this request as it came, whatever its Content-Encoding.
    func keepsEncodedBody(of request: Request) -> Bool
    /// Whether the system's own answer to this request needs the body, although its calls can be read without it.
    func ownAnswerNeedsBody(of request: Request) -> Bool

    /// The response where no call of a request gets an answer.
    var noAnswer: Reply { get }
    /// Whether an answer in a batch has no status and fields of its own.
    var ignoresHeadsInBatches: Bool { get }
    /// The real gateway's answer to an internal error.
    func internalError(_ request: Request) -> Reply
    /// The field of a reply in a scenario whose JSON is a success without its envelope, such as `result`.
    var successField: String? { get }
    /// Whether the real gateway answers every call: then nil from `unscripted` means that it sends no answer.
    var answersEverything: Bool { get }
    /// Wraps a success in the envelope for a call, or for one that could not be read; nil if the call gets no answer.
    func wrap(_ reply: Reply, for call: Call?, in context: AnswerContext) -> Reply?
    /// What a response of the system has in its head that depends on the request, and that no reply of a scenario needs
    /// to say; nil if there is nothing such. A field that the reply has, or removes, is left as it is.
    var requestFields: (@Sendable (Call?, Request) -> [HeaderField])? { get }
    /// A sample call, with which answers are tried when a scenario is loaded.
    func sample(ofBatch isBatch: Bool) -> Call
    /// A path to try the system by hand.
    var samplePath: String { get }
    /// A body to try the system by hand; nil if none is needed.
    func sampleRequest(ofBatch isBatch: Bool) -> String?

    /// The settings that a scenario can change.
    var settings: [Setting] { get }
    /// The dialect with the settings of a scenario, made once when it is loaded. `settings` has a value for each
    /// setting.
    func with(_ settings: Settings) -> any Dialect
    /// Other defaults that the settings give to parameters of the system's own failures, by the parameters' names. They
    /// apply where a failure has such a parameter.
    var parameterDefaults: [Cause.Given] { get }
    /// Session variables that it needs with its settings; a scenario that lacks one is refused.
    var variables: [String] { get }
}

/// Defaults: a system without envelopes and settings.
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
    public func keepsEncodedBody(of request: Request) -> Bool { false }
    public var noAnswer: Reply { Reply(ResponseHead(status: 204)) }
    public var ignoresHeadsInBatches: Bool { false }
    public var samplePath: String { "/any" }
    public func internalError(_ request: Request) -> Reply { Reply(ResponseHead(status: 500)) }
    public var successField: String? { nil }
    public var answersEverything: Bool { false }
    public func wrap(_ reply: Reply, for call: Call?, in context: AnswerContext) -> Reply? { reply }
    public var requestFields: (@Sendable (Call?, Request) -> [HeaderField])? { nil }
    public func sample(ofBatch isBatch: Bool) -> Call { Call() }
    public func sampleRequest(ofBatch isBatch: Bool) -> String? { nil }
    public var settings: [Setting] { [] }
    public func with(_ settings: Settings) -> any Dialect { self }
    public var parameterDefaults: [Cause.Given] { [] }
    public var variables: [String] { [] }
}

extension Dialect {
    /// Whether this is a system, and not plain HTTP.
    public var isSystem: Bool { !(self is PlainHTTP) }

    /// The match field for whole batches; nil if the system has no batches.
    public var batchField: MatchField? {
        matchFields.first { if case .batch = $0.kind { true } else { false } }
    }
}
