public import Catalogue

/// All systems, in the order in which they are listed.
public enum Systems {
    public static let all: [System] = [.jsonRPC, .xmlRPC, .mtop, .salesforce, .graph, .documents, .urlErrors]
}

extension FailureIndex {
    /// All failures and rows, those of the network first.
    public static let all = FailureIndex(System.network + Systems.all)
}
