public import Catalogue

/// The systems of this version, in the order in which they are listed: here, and nowhere else.
public enum Systems {
    public static let all: [System] = [.jsonRPC, .xmlRPC, .mtop, .salesforce, .graph, .documents, .urlErrors]
}

extension FailureIndex {
    /// Everything that this version knows.
    public static let all = FailureIndex(System.network + Systems.all)
}
