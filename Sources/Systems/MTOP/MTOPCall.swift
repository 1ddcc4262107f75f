internal import Catalogue

/// What the answer to a request depends on.
struct MTOPCall: Sendable, Hashable {
    /// In lower case; nil if the request names none.
    var api: [UInt8]?
    var version: [UInt8]?
    /// The function that the answer is passed to (JSONP); nil without one.
    var callback: [UInt8]?
    /// Whether it came by the gateway for web pages (H5), whose requests are signed with a token in a cookie.
    var isH5: Bool
    /// True if `ret` is a string, false if it is a list of one.
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

    /// Whether it names the API and its version.
    var isComplete: Bool { api != nil && version != nil }
}

extension Call {
    /// The API, version and callback of the request.
    var mtop: MTOPCall? { (payload as? Payload<MTOPCall>)?.value }
}
