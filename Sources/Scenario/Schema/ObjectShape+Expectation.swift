internal import Catalogue
internal import JSONText

extension ObjectShape {
    static let expectation = ObjectShape(
        "expectation", "an expectation",
        [
            ObjectField("rule", .text, "The requests that this rule answers."),
            ObjectField("match", .defined("match"), "The requests that this match takes, whatever answers them."),
            ObjectField("unmatched", .only(true), "The requests that no rule takes."),
            ObjectField("requests", .defined("requests"), "How many of them come."),
            ObjectField("gap", .defined("gap"), "How long the client waits from an answer's end to the next of them."),
            ObjectField("backoff", .defined("backoff"), "Each gap is longer than the one before."),
            ObjectField(
                "honours", .enumeration(["Retry-After"]), "None comes before the time that the answer asks for."),
            ObjectField("sameHeader", .token, "All of them have the same value of this header."),
            ObjectField(
                "newConnectionAfter", .text, "After this failure the next one comes by a connection of its own."),
            ObjectField("gaveUp", .defined("gaveUp"), "How long it takes until the client closes without an answer."),
            ObjectField("atOnce", .defined("atOnce"), "How many are open at the same time."),
            ObjectField(
                "order", .list(.text, 2...), "Names of rules whose first hits come in this order; it stands alone."),
        ],
        [
            .apart(Vocabulary.expectationSubjects),
            .apart("order", from: Vocabulary.expectationSubjects + Vocabulary.judgements),
            .when(
                Shape([("not", ["required": ["order"]])]),
                Shape([
                    (
                        "allOf",
                        .array([
                            Shape.atLeastOne(of: Vocabulary.expectationSubjects).json,
                            Shape.atLeastOne(of: Vocabulary.judgements).json,
                        ])
                    )
                ])),
        ])

    static let requests = ObjectShape(
        "requests", "\"requests\"", bounds(.integer(0...1_000_000_000), .integer(0...1_000_000_000)),
        [.atLeastOne(of: ["atLeast", "atMost"])],
        instead: Instead(types: ["integer"], keywords: [("minimum", 0), ("maximum", 1_000_000_000)]))

    static let gap = ObjectShape("gap", "\"gap\"", times, [.atLeastOne(of: ["atLeast", "atMost"])])
    static let gaveUp = ObjectShape("gaveUp", "\"gaveUp\"", times, [.atLeastOne(of: ["atLeast", "atMost"])])

    static let backoff = ObjectShape(
        "backoff", "\"backoff\"",
        [
            ObjectField(
                "factorAtLeast", Shape.number.with("minimum", 1).with("maximum", 1000), "By this factor at least.",
                isNeeded: true)
        ])

    static let atOnce = ObjectShape(
        "atOnce", "\"atOnce\"",
        [ObjectField("atMost", .integer(1...1_000_000_000), "No more than these.", isNeeded: true)])

    private static let times = bounds(.defined("duration"), .defined("span"))

    private static func bounds(_ least: Shape, _ most: Shape) -> [ObjectField] {
        [ObjectField("atLeast", least, "No less than this."), ObjectField("atMost", most, "No more than this.")]
    }
}
