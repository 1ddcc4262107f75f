internal import Catalogue

/// The HTTP statuses of errors, which the specification of 2.0 does not define, and servers do not agree on. bitcoind has
/// a form of its own, too.
enum ErrorStatuses: String, Sendable, CaseIterable {
    /// 200, as most servers send, and 500 for a request of 1.1.
    case ok
    /// Bitcoin Core from 28 on (bitcoin/bitcoin#27101): 200 for requests that say 2.0; all others are answered in the
    /// form of 1.0, with 500, but 400 for -32600 and 404 for -32601.
    case bitcoind
    /// Bitcoin Core before 28 and its relatives: every request is answered in the form of 1.0, with these statuses.
    case bitcoind27 = "bitcoind-27"
    /// Those of the historical page about JSON-RPC over HTTP: 400 for -32600, 404 for -32601, and 500 for -32700, -32602,
    /// -32603 and -32099 to -32000. A code that is not on it gets 200.
    case overHTTP = "over-http"

    /// The setting, and the parameter of failures for which it gives the default.
    static let name = "statuses"
    static let setting = Setting(name, .word(words), meaning, standard: .text(ok.rawValue))
    static let parameter = Parameter(name, .word(words), meaning, standard: .text(ok.rawValue))

    private static let words = allCases.map(\.rawValue)
    private static let meaning =
        "Which HTTP status an error has: 200 (ok; 500 for 1.1), that of bitcoind from 28 on (200 for a request that says "
        + "2.0; any other is answered in the form of 1.0 with 500, 400 for -32600, 404 for -32601), of bitcoind-27 and "
        + "before (the form of 1.0 and these statuses for every request), or that of the historical page about JSON-RPC "
        + "over HTTP. In a batch it is 200."

    init(_ arguments: Arguments) { self = arguments.text(Self.name).flatMap(Self.init) ?? .ok }

    var isBitcoind: Bool {
        switch self {
        case .bitcoind, .bitcoind27: true
        case .ok, .overHTTP: false
        }
    }

    /// A request whose version was not found out. bitcoind answers it in the form of 1.0.
    var unread: JSONRPCCall { JSONRPCCall(isBitcoind ? .v10 : .v20, id: JSONRPCCall.null, isValid: false) }

    /// The call as the server takes it: bitcoind has its own form for all that does not say 2.0, where an id of null gets
    /// an answer as well.
    func taken(_ call: JSONRPCCall) -> JSONRPCCall {
        guard isBitcoind, call.version != .v20 || self == .bitcoind27 else { return call }
        var call = call
        call.version = .v10
        if call.id == JSONRPCCall.null { call.id = nil }
        return call
    }

    /// The status of an error in the answer to a request of this version.
    func status(of code: Int, _ version: JSONRPCCall.Version) -> Int {
        switch (self, code) {
        case (.bitcoind, _) where version == .v20: 200
        // Alchemy's code is its status.
        case (.ok, 429): 429
        case (.ok, _): version == .v11 ? 500 : 200
        case (_, -32600): 400
        case (_, -32601): 404
        case (.bitcoind, _), (.bitcoind27, _), (.overHTTP, -32700), (.overHTTP, -32603), (.overHTTP, -32602),
            (.overHTTP, -32099 ... -32000):
            500
        case (.overHTTP, _): 200
        }
    }
}
