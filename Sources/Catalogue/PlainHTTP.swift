public import Wire

/// HTTP without a system: a request is one call, and one that no rule matches has no answer of its own.
public struct PlainHTTP: Dialect {
    public init() {}
    public var name: String { "http" }
    public var readsBody: Bool { false }
    public var stockSuccess: Reply {
        Reply(status: 200, contentType: "application/json", text: #"{"ok":true}"# + "\n")
    }
    public func read(_ request: Request) -> Reading { .calls([Call()]) }
}
