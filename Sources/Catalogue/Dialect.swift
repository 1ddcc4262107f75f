public import Wire

/// A system's way of speaking over HTTP: which calls a request makes, how answers are put together, and
/// what the real gateway says to what nobody scripted.
public protocol Dialect: Sendable {
    /// The name that `system` has in scenario files.
    var name: String { get }
    /// Whether calls are in the body, so that nothing can be decided before it is complete.
    var readsBody: Bool { get }
    /// What a failure spoils where no reply stands beside it.
    var stockSuccess: Reply { get }

    func read(_ request: Request) -> Reading
    /// One response for the answers to all calls of a request, in their order; nil answers say nothing.
    func combine(_ answers: [Reply?], of request: Request) -> Reply
    /// The real gateway's answer to a call that no rule takes; nil for Mishap's own 404.
    func unscripted(_ call: Call) -> Reply?
}

/// What a dialect finds in a request.
public enum Reading: Sendable {
    /// At least one call.
    case calls([Call])
    /// Not of this system: what the real gateway answers. Rules without a field of the system still see it.
    case unreadable(Reply)
}

/// One thing that a request asks for: an element of a batch, or all of the request.
public struct Call: Sendable, Hashable {
    /// Names that the system's match fields look at, such as JSON-RPC's `rpc`.
    public var fields: [String: [UInt8]]
    /// The element's own text, for matchers on its JSON.
    public var text: [UInt8]

    public init(fields: [String: [UInt8]] = [:], text: [UInt8] = []) {
        self.fields = fields
        self.text = text
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
    public func unscripted(_ call: Call) -> Reply? { nil }
}
