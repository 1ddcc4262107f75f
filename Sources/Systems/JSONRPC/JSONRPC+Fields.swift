internal import Catalogue

/// Match fields of a JSON-RPC call.
extension JSONRPC {
    enum Field: Int, CaseIterable {
        case rpc, batch

        var matchField: MatchField {
            switch self {
            case .rpc: MatchField("rpc", "The method that is called.", isOfElement: true)
            case .batch:
                MatchField(
                    "batch", "Takes a batch as one request (true), or only what is not a batch (false).", kind: .batch)
            }
        }
    }

    var matchFields: [MatchField] { Field.allCases.map(\.matchField) }
    var indexedField: Int? { Field.rpc.rawValue }
}
