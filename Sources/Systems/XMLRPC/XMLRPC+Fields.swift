internal import Catalogue

/// Match fields of an XML-RPC call.
extension XMLRPC {
    enum Field: Int, CaseIterable {
        case rpc, batch

        var matchField: MatchField {
            switch self {
            case .rpc: MatchField("rpc", "The method that is called.", isOfElement: true)
            case .batch:
                MatchField(
                    "batch", "Takes a multicall as one request (true), or only what is not a multicall (false).",
                    kind: .batch)
            }
        }
    }

    var matchFields: [MatchField] { Field.allCases.map(\.matchField) }
    var indexedField: Int? { Field.rpc.rawValue }
}
