internal import Catalogue

extension Vocabulary {
    static let expectation = Vocabulary(.expectation)
    /// The fields that select the requests of an expectation, or connections without any.
    static let expectationSubjects = ["rule", "match", "unmatched", "failure", "alert"]
    /// The fields that narrow or divide those requests.
    static let expectationScopes = ["countBy", "after", "within"]
    /// The fields that judge those requests.
    static let judgements = [
        "requests", "gap", "backoff", "honours", "every", "same", "distinct", "connections", "newConnection", "gaveUp",
        "atOnce",
    ]
    /// Those of them that judge connections without a request.
    static let judgementsOfConnections = ["connections", "gap"]
    /// What cannot stand beside `failure`.
    static let apartFromFailure = expectationScopes + judgements.filter { !judgementsOfConnections.contains($0) }
    /// The failures that end connections before a request, so that expectations can be about them.
    static func countableFailures(_ failures: FailureIndex) -> [String] {
        countableFailuresOfTCP + (failures.chapter(of: "tls/")?.names ?? [])
    }
    static let countableFailuresOfTCP = [
        "tcp/reset-on-accept", "tcp/close-on-accept", "tcp/reset-on-first-byte", "tcp/silent",
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
