internal import Catalogue

extension Vocabulary {
    static let expectation = Vocabulary(.expectation)
    /// The fields that select the requests of an expectation.
    static let expectationSubjects = ["rule", "match", "unmatched"]
    /// The fields that narrow or divide those requests.
    static let expectationScopes = ["countBy", "after", "within"]
    /// The fields that judge those requests.
    static let judgements = [
        "requests", "gap", "backoff", "honours", "every", "same", "distinct", "connections", "newConnection", "gaveUp",
        "atOnce",
    ]
    static let after = Vocabulary(.after)
    static let requests = Vocabulary(.requests)
    static let gap = Vocabulary(.gap)
    static let gaveUp = Vocabulary(.gaveUp)
    static let backoff = Vocabulary(.backoff)
    static let factor = Vocabulary(.factor)
    static let honours = Vocabulary(.honours)
    static let late = Vocabulary(.late)
    static let connections = Vocabulary(.connections)
    static let atOnce = Vocabulary(.atOnce)
}
