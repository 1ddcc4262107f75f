internal import Catalogue

extension System {
    static let graph = System(
        GraphChapter(), dialect: GraphAPI(),
        families: [
            FailureFamily(
                pattern: "[1-9][0-9]{0,9}(/[1-9][0-9]{0,9})?", member: .anyGraphCode, prefix: "graph/",
                isOfNumbers: true)
        ],
        calls: [
            ("session-expired expired-session token-expired invalid-token", ["graph/190"]),
            ("rate-limit rate-limited throttled too-many-requests", ["graph/4", "graph/17"]),
        ],
        foreign: namesOfGraph)
}
