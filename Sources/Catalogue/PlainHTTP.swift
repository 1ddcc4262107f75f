public import Wire

/// HTTP without a system: a request is one call, and one that no rule matches has no answer of its own.
public struct PlainHTTP: Dialect {
    public init() {}
    public var name: String { "http" }
    public var readsBody: Bool { false }
    public var stockSuccess: Reply {
        Reply(status: 200, contentType: "application/json", text: #"{"ok":true}"# + "\n")
    }

    /// The same with a body of more than so many bytes.
    public func stockSuccess(longerThan count: Int) -> Reply {
        let padding = String(repeating: "x", count: count)
        return Reply(
            status: 200, contentType: "application/json", text: #"{"ok":true,"padding":"\#(padding)"}"# + "\n")
    }

    /// The most that may be asked for.
    public static let longestStockSuccess = 64 << 10

    public func read(_ request: Request) -> Reading { .calls([Call()]) }
}
