extension Vocabulary {
    static let expectation = Vocabulary(
        "an expectation", expectationSubjects + judgements + ["order"])
    /// Which requests an expectation is about.
    static let expectationSubjects = ["rule", "match", "unmatched"]
    /// What it judges of them.
    static let judgements = [
        "requests", "gap", "backoff", "honours", "sameHeader", "newConnectionAfter", "gaveUp", "atOnce",
    ]
    static let requests = Vocabulary("\"requests\"", ["atLeast", "atMost"])
    static let gap = Vocabulary("\"gap\"", ["atLeast", "atMost"])
    static let gaveUp = Vocabulary("\"gaveUp\"", ["atLeast", "atMost"])
    static let backoff = Vocabulary("\"backoff\"", ["factorAtLeast"])
    static let atOnce = Vocabulary("\"atOnce\"", ["atMost"])
}
