public import Catalogue

extension JSONRPC: MatchableDialect {
    /// The method that is called, and whether the request is a batch that is taken as one.
    public var matchFields: [String] { ["rpc", "batch"] }
    public var indexedField: String? { "rpc" }

    public func words(ofMatchField name: String) -> String {
        name == "batch"
            ? "Takes a batch as one request (true), or only what is no batch (false)." : "The method that is called."
    }
}
