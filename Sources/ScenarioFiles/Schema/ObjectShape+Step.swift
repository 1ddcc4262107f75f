internal import Catalogue
internal import JSONText

extension ObjectShape {
    static let acts = ["reply", "fail", "choose", "pass"]

    static let step = ObjectShape(
        "step", "a step",
        [
            ObjectField("description", .text, "What the step is for."),
            ObjectField("reply", .defined("reply"), "An answer, part by part."),
            ObjectField("fail", .defined("failure"), "A failure by its name; `mishap catalogue` lists them."),
            ObjectField(
                "with", Shape([("type", "object")]), "What the failure is told; `mishap explain NAME` lists it."),
            ObjectField("choose", .list(.defined("item"), 1...), "One of several steps, by chance."),
            ObjectField("pass", .only(true), "Leaves the request to the rules below; the hit counts."),
            ObjectField("times", .integer(1...1_000_000), "How many hits it lasts.", standard: 1),
            ObjectField("weight", .integer(1...1_000_000), "How likely it is, beside the other items.", standard: 1),
            ObjectField("delay", .defined("delay"), "How long it waits before the first byte."),
            ObjectField("pace", .defined("pace"), "How fast the body goes out."),
            ObjectField("cut", .defined("cut"), "Where the response breaks off, and how the connection ends."),
            ObjectField(
                "keepAlive", .defined("keepAlive"),
                "What becomes of the connection; `raw` closes it without this."),
            ObjectField(
                "readPace", .defined("readPace"), "How fast the request's body is read."),
            ObjectField(
                "set", .map(.scalar, 1...), "Variables that it sets; strings may have placeholders."),
            ObjectField("for", .defined("span"), "How long it lasts, from its first hit on."),
        ],
        [.atLeastOne(of: acts)] + stepConditions)

    /// What holds between the fields of a step, also where they stand in a rule.
    static let stepConditions: [Shape] = [
        .apart("choose", from: ["reply", "fail", "pass"]), .apart("pass", from: ["reply", "keepAlive", "readPace"]),
        .needs("with", "fail"), .apart(["times", "for"]), .defined("failing"),
    ]

    /// A step without the fields that are not allowed in its position.
    static let steps = [
        step.without(["weight"], as: "step"),
        step.without(["times", "for", "choose"], as: "item"),
        step.without(["times", "for", "weight"], as: "onlyStep"),
        step.without(["times", "for", "weight", "choose", "pass"], as: "afterWait"),
        unasked,
    ]

    /// An answer that nobody asked for.
    private static let unasked: ObjectShape = {
        let names = ["description", "reply", "fail", "with"]
        var unasked = step.without(step.fields.map(\.name).filter { !names.contains($0) }, as: "unasked")
        unasked.conditions = [.atLeastOne(of: ["reply", "fail"]), .needs("with", "fail"), .defined("failing")]
        return unasked
    }()

    static let keepAlive = ObjectShape(
        "keepAlive", "\"keepAlive\"",
        [
            ObjectField(
                "idle", .defined("span"), "The time without a request after which the connection ends; 75s at most."),
            ObjectField(
                "requests", .integer(1...1_000_000),
                "The connection ends right behind so many answers, none of which says so."),
            ObjectField(
                "end", .either([.enumeration(["close", "reset"]), .defined("unasked")]),
                "A FIN, an RST, or an answer that nobody asked for with a FIN behind it.", standard: "close"),
            ObjectField(
                "announce", .only(true), "Answers tell the whole seconds of \"idle\": `Keep-Alive: timeout=5`."),
        ],
        [.atLeastOne(of: ["idle", "requests"]), .needs("announce", "idle")],
        instead: Instead(types: ["boolean", "string"], keywords: Array(Shape.span.keywords.dropFirst())))

    static let delay = ObjectShape(
        "delay", "a delay",
        [
            ObjectField(
                "uniform", Shape.pair(.defined("duration")),
                "The shortest and the longest delay, and any between them as likely."),
            ObjectField("lognormal", .defined("lognormal"), "Mostly near the median, now and then much longer."),
            ObjectField("until", .defined("until"), "Until another request has set variables so."),
            ObjectField("atMost", .defined("span"), "How long it waits for that; then it answers anyway."),
            ObjectField("then", .defined("afterWait"), "What answers after that time, in place of the step."),
        ],
        [
            .atLeastOne(of: ["uniform", "lognormal", "until"]), .apart(["uniform", "lognormal", "until"]),
            .needs("until", "atMost"), .needs("atMost", "until"), .needs("then", "until"),
        ],
        instead: Instead(
            types: ["string"],
            keywords: [
                ("pattern", "^[0-9]+(\\.[0-9]+)?(us|ms|s|m|h)$|\\{\\{"),
                ("patternErrorMessage", "A duration has a unit: us, ms, s, m or h, as in \"250ms\"."),
            ]))

    /// A delay within an answer.
    static let chunkDelay = {
        var shape = delay.without(["then"], as: "chunkDelay")
        shape.instead = Instead(types: ["string"], keywords: Array(Shape.duration.keywords.dropFirst()))
        return shape
    }()
    static let interimDelay = chunkDelay.without(["until", "atMost"], as: "interimDelay")

    static let until = ObjectShape(
        "until", "what a delay waits for",
        [ObjectField("variables", .map(.defined("textValue"), 1...), "What the variables must be.", isNeeded: true)])

    static let lognormal = ObjectShape(
        "lognormal", "a lognormal delay",
        [
            ObjectField("median", .defined("duration"), "Half of the delays are shorter.", isNeeded: true),
            ObjectField(
                "sigma", Shape.number.with("minimum", 0).with("maximum", 10),
                "How far they spread: 0 not at all, 0.5 like a network, 2 wildly.", isNeeded: true),
        ])

    static let pace = ObjectShape(
        "pace", "a pace",
        [
            ObjectField(
                "bytes", .either([.bytes(1...1_000_000_000), .pair(.bytes(1...1_000_000_000))]),
                "Bytes of body written at once; of two, any size between them by chance.", isNeeded: true),
            ObjectField("every", .defined("span"), "The silence between two writes.", isNeeded: true),
        ],
        instead: Instead(
            types: ["string"],
            keywords: [
                ("pattern", "^(?=[0.]*[1-9])[0-9]+(\\.[0-9]+)?([KMG]i?)?B/s$"),
                ("patternErrorMessage", "A rate is bytes a second, as in \"5KB/s\"."),
            ]))

    static let readPace = ObjectShape(
        "readPace", "a pace of reading",
        [
            ObjectField("bytes", .bytes(1...1_000_000_000), "Bytes read at once, at most.", isNeeded: true),
            ObjectField("every", .defined("span"), "The time from one read to the next.", isNeeded: true),
        ], instead: pace.instead)

    static let cut = ObjectShape(
        "cut", "a cut",
        [
            ObjectField(
                "after", .defined("cutPlace"),
                "Bytes of body (120, \"10KB\"), a share of it (\"50%\"), a time (\"2s\"), \"head\", \"status\", or bytes of the head.",
                isNeeded: true),
            ObjectField(
                "end", .enumeration(["close", "close-notify", "reset", "stall"]),
                "How the connection ends: a FIN, over TLS without or with a close_notify before it, an RST, or silence.",
                isNeeded: true),
            ObjectField(
                "for", .defined("duration"), "How long a stall is; then the rest follows. Without it, for ever."),
            ObjectField(
                "pause", .defined("duration"),
                "How long a reset waits once the client's system has acknowledged what came before; \"20ms\" without it."
            ),
        ],
        [
            .when(.may([("end", .enumeration(["close", "close-notify", "reset"]))]), .none(of: ["for"])),
            .when(.may([("end", .enumeration(["close", "close-notify", "stall"]))]), .none(of: ["pause"])),
        ])

    static let cutPlace = ObjectShape(
        "cutPlace", "a place to cut",
        [ObjectField("head", .bytes(0...1_000_000), "Bytes of the head that go out.", isNeeded: true)],
        instead: Instead(
            types: ["integer", "string"],
            keywords: [
                ("minimum", 0), ("maximum", 4_000_000_000),
                (
                    "pattern",
                    "^(head|status|([0-9]{1,2}|0[0-9]{2}|100)%|[0-9]+(\\.[0-9]+)?(([KMG]i?)?B|us|ms|s|m|h))$"
                ),
                (
                    "patternErrorMessage",
                    "A place is bytes of body, a share of it (\"50%\"), a time (\"2s\"), \"head\" or \"status\"."
                ),
            ]))
}
