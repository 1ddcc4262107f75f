internal import Catalogue

extension System {
    static let graph = System(
        GraphChapter(), dialect: GraphAPI(),
        families: [
            FailureFamily(
                pattern: "[1-9][0-9]{0,9}(/[1-9][0-9]{0,9})?", member: .anyGraphCode, prefix: "graph/",
                isOfNumbers: true)
        ])
}
