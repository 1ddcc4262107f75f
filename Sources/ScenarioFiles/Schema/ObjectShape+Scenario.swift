internal import Catalogue
internal import JSONText
internal import Rules
internal import Wire

extension ObjectShape {
    static let scenario = ObjectShape(
        "scenario", "a scenario",
        [
            ObjectField("$schema", .text, "The address of this schema, for editors."),
            ObjectField("description", .text, "What the scenario is, in a sentence."),
            ObjectField("seed", .integer(Int.min...Int.max), "What every draw of chance begins with.", standard: 0),
            ObjectField(
                "clock", .enumeration(["real", "manual"]),
                "The clock of a session: the machine's, or one that is told.",
                standard: "real"),
            ObjectField(
                "rules", .list(.defined("rule")),
                "Which requests get which answers: the first rule that matches takes the request."),
            ObjectField("otherwise", .defined("onlyStep"), "The answer to what no rule takes."),
            ObjectField("system", .text, "The system that the gateway speaks; plain HTTP where there is none."),
            ObjectField(
                "variables", .map(.scalar, names: .variableName),
                "The variables of a session, with what they begin as."),
            ObjectField("cors", .only(true), "Lets pages of other origins use it from a browser."),
            ObjectField(
                "keepAlive", .defined("keepAlive"), "What becomes of connections behind answers.", standard: true),
            ObjectField("settings", Shape([("type", "object")]), "What the system can be told."),
            ObjectField("extends", .text, "A scenario whose rules follow those of this one."),
            ObjectField("expect", .list(.defined("expectation")), "What clients should have done."),
            ObjectField(
                "connections", .list(.defined("connection"), 1...),
                "What becomes of connections to a port of its own; the last entry stays."
            ),
            .later("protocols", "it needs HTTP/2"),
        ],
        [
            .atLeastOne(of: ["rules", "otherwise", "extends", "system", "connections"]),
            .when(.none(of: ["extends", "system"]), .may([("rules", Shape([("minItems", 1)]))])),
        ])

    static let connection = ObjectShape(
        "connection", "an entry of \"connections\"",
        [
            ObjectField("description", .text, "What the entry is for."),
            ObjectField(
                "fail", .defined("connectionFailure"), "A failure of the connection or of the port, by its name."),
            ObjectField("with", Shape([("type", "object")]), "The failure's parameters."),
            ObjectField("accept", .only(true), "The connection is accepted, and its requests are answered."),
            ObjectField("delay", .defined("duration"), "The time from the accept in which nothing happens yet."),
            ObjectField("times", .integer(1...1_000_000), "How many connections it lasts.", standard: 1),
            ObjectField(
                "for", .defined("span"),
                "How long it lasts: a state of the port from its beginning, connections from the first on. A port without it stays so until the control API opens it."
            ),
            ObjectField(
                "keepAlive", .defined("keepAlive"), "What becomes of the connection before and between requests."),
            ObjectField("readPace", .defined("readPace"), "How fast bytes are read from it."),
            ObjectField("tls", .defined("connectionTLS"), "How its TLS is to be."),
            .later("http2", "it needs HTTP/2"),
        ],
        [
            .atLeastOne(of: ["accept", "fail"]), .apart(["accept", "fail"]), .needs("with", "fail"),
            .apart(["times", "for"]),
            .when(
                .may([("fail", Shape([("type", "string"), ("not", Shape([("pattern", "^tls/")]).json)]))]),
                .when(Shape([("required", ["fail"])]), .none(of: ["keepAlive", "readPace", "tls"]))),
        ])

    static let connectionTLS = ObjectShape(
        "connectionTLS", "the TLS of a connection",
        [
            ObjectField(
                "versions", different(.enumeration(TLSInfo.Version.spoken.map(\.name))),
                "The versions that are spoken.",
                standard: .array(TLSInfo.Version.spoken.map { .string($0.name) })),
            ObjectField(
                "alpn", different(.text).with("maxItems", 8), "The protocols that are spoken, the preferred one first.",
                standard: ["http/1.1"]),
            ObjectField(
                "clientCA", .text,
                "A PEM file with the authorities that must have issued the client's certificate, beside the scenario or below a folder called files."
            ),
            ObjectField(
                "clientCertificate", .enumeration(["optional", "required"]),
                "Whether the client may go without a certificate; required beside clientCA if nothing is said, else it is not asked for one."
            ),
        ], [Shape([("minProperties", 1)])])

    private static func different(_ element: Shape) -> Shape { .list(element, 1...).with("uniqueItems", true) }

    /// A rule; one of a single step can have the fields of that step.
    static let rule: ObjectShape = {
        let ofStep = step.fields.filter { !["description", "weight"].contains($0.name) }
        return ObjectShape(
            "rule", "a rule", ruleFields + ofStep,
            [
                .atLeastOne(of: ["steps"] + acts), .apart("steps", from: ofStep.map(\.name)),
                .when(.may([("atEnd", .only("stay"))]), .none(of: ["times", "for"])),
                .when(
                    .may([("atEnd", .only("stay")), ("steps", Shape([("maxItems", 1)]))]),
                    .may([("steps", Shape([("items", Shape.none(of: ["times", "for"]).json)]))])),
            ] + stepConditions)
    }()

    private static let ruleFields = [
        ObjectField(
            "name", Shape.text.with("minLength", 1),
            "What the journal calls it; \"rule 1\" and so on where nothing is said. No two rules share one."),
        ObjectField("description", .text, "What the rule is for."),
        ObjectField(
            "match", .defined("match"), "Which requests it takes: all that is given must hold. Without it, all."),
        ObjectField(
            "steps", .list(.defined("step"), 1...),
            "What the requests get, one step after the other. A rule of one step can have its fields itself instead."),
        ObjectField(
            "atEnd", .enumeration(CompiledRule.End.allCases.map(\.rawValue)),
            "What follows the last step: it stays, the steps begin anew, or the rule no longer matches.",
            standard: .string(CompiledRule.End.stay.rawValue)),
        ObjectField(
            "countBy", .placeholder,
            "Hits and limits are kept for each value of this, such as \"{{request.path.id}}\"."),
        ObjectField(
            "rateLimit", .defined("rateLimit"), "How many requests it takes in a time, and what others get."),
        ObjectField(
            "atOnce", .defined("atOnceLimit"), "How many of its answers are on their way at once, and what others get."),
    ]

    static let atOnceLimit = ObjectShape(
        "atOnceLimit", "a limit of answers at once",
        [
            ObjectField(
                "allow", .integer(1...1_000_000), "How many answers are on their way at once.", isNeeded: true),
            ObjectField("then", .defined("onlyStep"), "What requests over the limit get; status 503 without it."),
        ])

    static let rateLimit = ObjectShape(
        "rateLimit", "a rate limit",
        [
            ObjectField("allow", .integer(1...1_000_000), "How many requests a window lets through.", isNeeded: true),
            ObjectField(
                "per", .defined("span"), "How long a window is; the first request opens it.", isNeeded: true),
            ObjectField("then", .defined("onlyStep"), "What requests over the limit get; status 429 without it."),
        ])
}
