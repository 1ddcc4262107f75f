internal import Catalogue

/// What an MTOP request says about its own answer.
struct MTOPCall: Sendable, Hashable {
    /// In lower case, as the protocol has it; nil where the request names none.
    var api: [UInt8]?
    var version: [UInt8]?
    /// The function that a page wants the answer to be handed to (JSONP).
    var callback: [UInt8]?
    /// Whether it came to the gateway for pages.
    var isH5: Bool
    /// Whether `ret` is a string, and not a list of one.
    var retIsText: Bool

    init(
        api: [UInt8]? = nil, version: [UInt8]? = nil, callback: [UInt8]? = nil, isH5: Bool = false,
        retIsText: Bool = false
    ) {
        self.api = api
        self.version = version
        self.callback = callback
        self.isH5 = isH5
        self.retIsText = retIsText
    }

    /// Whether it says which API it calls.
    var isComplete: Bool { api != nil && version != nil }
}

extension Call {
    /// What MTOP has to know to answer it.
    var mtop: MTOPCall? { (payload as? Payload<MTOPCall>)?.value }
}
