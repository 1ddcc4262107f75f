public import Catalogue

extension XMLRPC: MatchableDialect {
    /// The method that is called, and whether the request is a multicall that is taken as one.
    public var matchFields: [String] { ["rpc", "batch"] }
    public var indexedField: String? { "rpc" }
}
