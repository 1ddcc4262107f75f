internal import Catalogue

/// The HTTP statuses of errors, which the specification of 2.0 does not define, and servers do not agree on.
enum ErrorStatuses: String, Sendable, CaseIterable {
    /// 200, as most servers send, and 500 for a request of 1.1.
    case ok
    /// Those of bitcoind and its relatives: 500, with 400 for -32600 and 404 for -32601.
    case bitcoind
    /// Those of the historical page about JSON-RPC over HTTP: 400 for -32600, 404 for -32601, and 500 for -32700, -32602,
    /// -32603 and -32099 to -32000. A code that is not on it gets 200.
    case overHTTP = "over-http"

    /// The setting, and the parameter of failures for which it gives the default.
    static let name = "statuses"
    static let setting = Setting(name, .word(words), meaning, standard: .text(ok.rawValue))
    static let parameter = Parameter(name, .word(words), meaning, standard: .text(ok.rawValue))

    private static let words = allCases.map(\.rawValue)
    private static let meaning =
        "Which HTTP status an error has: 200 (ok; 500 for 1.1), that of bitcoind (500; 400 for -32600, 404 for -32601), "
        + "or that of the historical page about JSON-RPC over HTTP. In a batch it is 200."

    /// Nil for that of the version.
    func status(of code: Int) -> Int? {
        switch (self, code) {
        case (.ok, _): nil
        case (_, -32600): 400
        case (_, -32601): 404
        case (.bitcoind, _), (.overHTTP, -32700), (.overHTTP, -32603), (.overHTTP, -32602),
            (.overHTTP, -32099 ... -32000):
            500
        case (.overHTTP, _): 200
        }
    }
}
