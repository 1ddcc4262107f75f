internal import Catalogue
extension Vocabulary {
    static let expectation = Vocabulary(.expectation)
    /// Which requests an expectation is about.
    static let expectationSubjects = ["rule", "match", "unmatched"]
    /// What it judges of them.
    static let judgements = [
        "requests", "gap", "backoff", "honours", "sameHeader", "newConnectionAfter", "gaveUp", "atOnce",
    ]
    static let requests = Vocabulary(.requests)
    static let gap = Vocabulary(.gap)
    static let gaveUp = Vocabulary(.gaveUp)
    static let backoff = Vocabulary(.backoff)
    static let atOnce = Vocabulary(.atOnce)
}
