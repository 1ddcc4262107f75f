internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

extension ObjectShape {
    static let expectation = ObjectShape(
        "expectation", "an expectation",
        [
            ObjectField(
                "name", Shape.text.with("minLength", 1), "What the verdict calls it. No two expectations share one."),
            ObjectField("description", .text, "What the expectation is for."),
            ObjectField("rule", .text, "The requests that this rule answers."),
            ObjectField("match", .defined("match"), "The requests that this match takes, whatever answers them."),
            ObjectField("unmatched", .only(true), "The requests that no rule takes."),
            ObjectField(
                "failure",
                .either([.enumeration(Vocabulary.countableFailuresOfTCP), Shape.text.with("pattern", "^tls/")]),
                "The connections that ended before a request, by this failure."),
            ObjectField(
                "countBy", .placeholder,
                "Requests with different values of this, such as \"{{request.path.id}}\", are judged separately."),
            ObjectField("after", .defined("after"), "Only requests that come after the end of this are judged."),
            ObjectField(
                "within", .defined("span"),
                "Only requests that come within this time are judged: from the end of \"after\", or from the first."),
            ObjectField("requests", .defined("requests"), "How many of them come."),
            ObjectField(
                "gap", .either([.defined("gap"), .list(.defined("gap"), 1...)]),
                "How long the client waits from an answer's end to the next of them; a list is of the first gap, the second and so on, and the last stays."
            ),
            ObjectField("backoff", .defined("backoff"), "Each gap is longer than the one before."),
            ObjectField("honours", .defined("honours"), "None comes before the time that a header asks for."),
            ObjectField(
                "every", Shape.defined("match").with("minProperties", 1), "Each of them meets this match."),
            ObjectField("same", .list(.requestPart, 1...), "These parts are the same in all of them."),
            ObjectField("distinct", .list(.requestPart, 1...), "These parts are different in each of them."),
            ObjectField(
                "connections", .defined("connectionsOrNone"),
                "How many connections they come by, or how many ended by the failure."),
            ObjectField("newConnection", .only(true), "The first of them comes by a connection of its own."),
            ObjectField("gaveUp", .defined("gaveUp"), "How long it takes until the client closes without an answer."),
            ObjectField("atOnce", .defined("atOnce"), "How many are open at the same time."),
            ObjectField(
                "order", .list(.text, 2...), "Names of rules whose first hits come in this order; it stands alone."),
            ObjectField(
                "alert", .enumeration(TLSAlert.names.map(\.name)),
                "The connections that ended before a request, by this TLS alert of the client."),
        ],
        [
            .apart(Vocabulary.expectationSubjects.filter { $0 != "alert" }),
            .apart("alert", from: ["rule", "match", "unmatched"] + Vocabulary.apartFromFailure),
            .apart(
                "order",
                from: Vocabulary.expectationSubjects + Vocabulary.expectationScopes + Vocabulary.judgements),
            .needs("newConnection", "after"), .apart("failure", from: Vocabulary.apartFromFailure),
            .when(
                .none(of: ["failure", "alert"]),
                Shape([("properties", .object([("connections", Shape.defined("connections").json)]))])),
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
        "requests", "\"requests\"",
        bounds(.integer(0...1_000_000_000), .integer(0...1_000_000_000)) + [
            ObjectField("per", .defined("span"), "The bounds are of any window of this time.")
        ],
        [.atLeastOne(of: ["atLeast", "atMost"])],
        instead: Instead(types: ["integer"], keywords: [("minimum", 0), ("maximum", 1_000_000_000)]))

    static let gap = ObjectShape("gap", "\"gap\"", times, [.atLeastOne(of: ["atLeast", "atMost"])])
    static let gaveUp = ObjectShape(
        "gaveUp", "\"gaveUp\"",
        times + [
            ObjectField(
                "from", .enumeration(Expectation.Moment.allCases.map(\.rawValue)),
                "Since the request was complete, since the head of the answer left, or since its last byte so far.",
                standard: .string(Expectation.Moment.request.rawValue))
        ],
        [.atLeastOne(of: ["atLeast", "atMost"])])

    static let after = ObjectShape(
        "after", "\"after\"",
        [
            ObjectField("rule", .text, "An answer of this rule."),
            ObjectField("hit", .integer(1...1_000_000_000), "Which hit of the rule: 1 is the first."),
            ObjectField("failure", .defined("failure"), "The first answer that is this failure."),
            ObjectField("gaveUp", .only(true), "The first request whose client closed without an answer."),
        ],
        [
            .atLeastOne(of: ["rule", "failure", "gaveUp"]), .apart(["rule", "failure", "gaveUp"]),
            .needs("rule", "hit"), .needs("hit", "rule"),
        ])

    static let backoff = ObjectShape(
        "backoff", "\"backoff\"",
        [
            ObjectField("first", .defined("span"), "The first gap; by itself as it was."),
            ObjectField(
                "factor", .defined("factor"), "Each gap is so many times the one before; a number is the least.",
                isNeeded: true),
            ObjectField(
                "tolerance",
                .either([
                    .defined("duration"), .form("^[0-9]{1,2}%$", "A share of the gap is 0% to 99%, in whole percent."),
                ]), "By how much a gap may miss what is expected."),
            ObjectField("cap", .defined("span"), "No gap has to be longer than this."),
        ])

    static let factor = ObjectShape(
        "factor", "\"factor\"", bounds(multiple, multiple), [.atLeastOne(of: ["atLeast", "atMost"])],
        instead: Instead(types: ["number"], keywords: [("minimum", 1), ("maximum", 1000)]))

    private static let multiple = Shape.number.with("minimum", 1).with("maximum", 1000)

    static let honours = ObjectShape(
        "honours", "\"honours\"",
        [
            ObjectField("header", .token, "The header that tells the time, such as Retry-After.", isNeeded: true),
            ObjectField("late", .defined("late"), "How long after that time the request may come."),
        ],
        instead: Instead(types: ["string"], keywords: Array(Shape.token.keywords.dropFirst())))

    static let late = ObjectShape(
        "late", "\"late\"", [ObjectField("atMost", .defined("span"), "No later than this.", isNeeded: true)])

    static let connections = ObjectShape(
        "connections", "\"connections\"", bounds(.integer(1...1_000_000_000), .integer(1...1_000_000_000)),
        [.atLeastOne(of: ["atLeast", "atMost"])],
        instead: Instead(types: ["integer"], keywords: [("minimum", 1), ("maximum", 1_000_000_000)]))

    /// The same for connections without a request.
    static let connectionsOrNone = ObjectShape(
        "connectionsOrNone", "\"connections\"", bounds(.integer(0...1_000_000_000), .integer(0...1_000_000_000)),
        [.atLeastOne(of: ["atLeast", "atMost"])],
        instead: Instead(types: ["integer"], keywords: [("minimum", 0), ("maximum", 1_000_000_000)]))

    static let atOnce = ObjectShape(
        "atOnce", "\"atOnce\"", bounds(.integer(1...1_000_000_000), .integer(1...1_000_000_000)),
        [.atLeastOne(of: ["atLeast", "atMost"])])

    private static let times = bounds(.defined("duration"), .defined("span"))

    private static func bounds(_ least: Shape, _ most: Shape) -> [ObjectField] {
        [ObjectField("atLeast", least, "No less than this."), ObjectField("atMost", most, "No more than this.")]
    }
}

extension Shape {
    /// A part of a request, as a placeholder has it behind `request.`.
    fileprivate static let requestPart = Shape.form(
        "^(body|path|method|target|json(/([^~]|~[01])*)?|headers\\.[!#$%&'*+.^_`|~0-9A-Za-z-]+|(query|cookies|form)\\..+)$",
        "A part of a request is \"body\", \"path\", \"headers.X-Id\", \"query.page\", \"json/id\" and so on.")
}
