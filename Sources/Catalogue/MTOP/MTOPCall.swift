/// What an MTOP request says about its own answer.
public struct MTOPCall: Sendable, Hashable {
    /// In lower case, as the protocol has it; nil where the request names none.
    public var api: [UInt8]?
    public var version: [UInt8]?
    /// The function that a page wants the answer to be handed to (JSONP).
    public var callback: [UInt8]?
    /// Whether it came to the gateway for pages.
    public var isOfPage: Bool
    /// Whether `ret` is a string, and not a list of one.
    public var retIsText: Bool

    public init(
        api: [UInt8]? = nil, version: [UInt8]? = nil, callback: [UInt8]? = nil, isOfPage: Bool = false,
        retIsText: Bool = false
    ) {
        self.api = api
        self.version = version
        self.callback = callback
        self.isOfPage = isOfPage
        self.retIsText = retIsText
    }

    /// Whether it says which API it calls.
    public var isComplete: Bool { api != nil && version != nil }
}
