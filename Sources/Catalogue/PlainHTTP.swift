public import Wire

/// HTTP without a system on top of it: a request is one call, and an unscripted one has no answer.
public struct PlainHTTP: Dialect {
    public init() {}
    public var name: String { "http" }
    public var readsBody: Bool { false }
    public var stockSuccess: Reply {
        Reply(status: 200, contentType: "application/json", text: #"{"ok":true}"# + "\n")
    }
    public func read(_ request: Request) -> Reading { .calls([Call()]) }
}
