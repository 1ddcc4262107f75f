public import Catalogue

extension XMLRPC: MatchableDialect {
    /// The method that is called, and whether the request is a multicall that is taken as one.
    public var matchFields: [String] { ["rpc", "batch"] }
    public var indexedField: String? { "rpc" }

    public func words(ofMatchField name: String) -> String {
        name == "batch"
            ? "Takes a multicall as one request (true), or only what is none (false)." : "The method that is called."
    }
}
