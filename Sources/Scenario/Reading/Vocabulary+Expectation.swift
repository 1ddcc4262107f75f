internal import Catalogue
extension Vocabulary {
    static let expectation = Vocabulary(.expectation)
    /// The fields that select the requests of an expectation.
    static let expectationSubjects = ["rule", "match", "unmatched"]
    /// The fields that judge those requests.
    static let judgements = [
        "requests", "gap", "backoff", "honours", "sameHeader", "newConnectionAfter", "gaveUp", "atOnce",
    ]
    static let requests = Vocabulary(.requests)
    static let gap = Vocabulary(.gap)
    static let gaveUp = Vocabulary(.gaveUp)
    static let backoff = Vocabulary(.backoff)
    static let atOnce = Vocabulary(.atOnce)
}
