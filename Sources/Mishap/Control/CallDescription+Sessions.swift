internal import Catalogue
internal import JSONText
internal import Wire

/// The calls on sessions.
extension CallDescription {
    private static let label = Parameter(
        "label", "The label of those that are wanted.", example: "TestRetry")
    private static let labelPrefix = Parameter("labelPrefix", "What the labels begin with.", example: "Test")
    private static let resets = Body(
        ObjectShape("reset", "a reset", []), isNeeded: false, example: [:])
    private static let withRules = Parameter(
        "rules", "1 takes the added rules away too.", isOn, example: "1")
    /// 1, or 0.
    private static let isOn = Shape.enumeration(["0", "1"]).with("default", "0")
    private static let noTime = Shape.text.with("default", "0s")

    static let listSessions = CallDescription(
        id: "listSessions", summary: "Lists the sessions: shared ones, private ones, those that were asked for.",
        query: [label, labelPrefix] + .page,
        answers: [.json(200, "Sessions.", .component("sessionPage"))])

    static let createSession = CallDescription(
        id: "createSession", summary: "Gives a session of a scenario, or of one that is given whole.",
        fields: [
            Parameter(
                "Idempotency-Key", "The same call with the same key gives the same session again.",
                .text.with("minLength", 1).with("maxLength", 255))
        ],
        body: Body(
            ObjectShape(
                "newSession", "a session",
                [
                    ObjectField(
                        "scenario", .either([.text, .component("scenario")]),
                        "The name of a scenario, or a scenario as in a file; the default one if there is one."),
                    ObjectField("label", Shape([("type", ["string", "null"]), ("maxLength", 1_024)]), "For lists."),
                    ObjectField("seed", Shape([("type", "integer")]), "In place of the scenario's own."),
                    ObjectField("variables", .map(.scalar), "In place of the values that the scenario declares."),
                    ObjectField("ttl", .text, "How long it lives without a request or call.", standard: "1h"),
                    ObjectField(
                        "expect", ControlShapes.expectations,
                        "What is expected of the client, as in a scenario, beside what that expects."),
                    ObjectField(
                        "bodies", .text,
                        "How many bytes of a body the journal keeps, beside those that expectations read; at most `--max-body`.",
                        standard: "16KiB"),
                    ObjectField(
                        "clock", .enumeration(["manual", "real"]), "The session's clock, if not as the scenario says."),
                    ObjectField(
                        "port", .integer(0...0),
                        "0: a port of its own, as a scenario with `connections` gets unasked."),
                    .later("hosts"),
                ]), example: ["scenario": "tcp/reset", "label": "TestRetry"]),
        answers: [
            Answer(
                status: 201, summary: "The session.",
                content: .of([("application/json", .component("sessionState"))]),
                fields: [Parameter("Location", "The session's path in this interface; its URL with `--advertise`.")],
                givesSession: true),
            .problem(
                422, "The scenario has errors, or another member is wrong."),
            .problem(409, "Its port cannot be listened on."),
            .problem(
                503, "There are as many sessions as may be (`--max-sessions`), or ports (`--session-ports`)."),
        ])

    static let deleteSessions = CallDescription(
        id: "deleteSessions", summary: "Takes away the sessions whose label begins so.",
        query: [
            Parameter("labelPrefix", "What the labels begin with.", example: "TestRetry", isNeeded: true),
            endsBy("1s"),
        ],
        formerQuery: [
            "label":
                "\"label\" is exact in a list, and was a prefix here: say DELETE /__mishap/sessions?labelPrefix=PREFIX"
        ],
        answers: [
            .nothing("They are gone, and so are their requests."),
            .problem(422, "`label` is exact in a list, and deletes nothing: say `labelPrefix`."),
        ])

    private static func endsBy(_ example: JSONValue) -> Parameter {
        Parameter(
            "wait",
            "How long requests have to end by themselves before an RST; at most 60s. By itself a second, and with `settle` as long as that and a second more.",
            Shape.text.with("default", "1s"), example: example)
    }

    static let showSession = CallDescription(
        id: "showSession", summary: "Shows how often each rule was taken, and the variables.",
        answers: [.json(200, "The session.", .component("sessionState"))], needsSession: true)

    static let deleteSession = CallDescription(
        id: "deleteSession",
        summary:
            "Takes a session away, and gives the final verdict once its requests have ended. Later requests of it get a 410.",
        query: [
            endsBy("2s"),
            Parameter(
                "settle",
                "It is taken away once no request has come for so long, or `wait` is over, if anything is expected of its client.",
                example: "300ms"),
            asserts,
            Parameter(
                "journal",
                "1: the verdict comes with the first entries of the journal, as text with an excerpt of them.", isOn,
                example: "1"),
            Parameter("limit", "The most entries that come with it.", .limit, example: 100),
        ],
        answers: [
            verdict(
                "The final verdict; of a session that was asked for the same again within 60 s, without a journal."),
            .nothing("It was gone already, and its verdict is not kept any more."), notPassed,
            .problem(409, "It is the shared session of a scenario, which can only be reset."),
        ], needsSession: true)

    private static func verdict(_ summary: String, status: Int = 200) -> Answer {
        Answer(
            status: status, summary: summary,
            content: .of([("application/json", .component("verdict")), ("text/plain", nil)]))
    }

    private static let asserts = Parameter(
        "assert",
        "1: a verdict has the status 412, for `curl -f`, unless it is `passed`, or `none` since nothing was expected.",
        Shape.enumeration(["0", "1", ""]).with("default", "0"), example: "1")
    private static let notPassed = verdict("With `assert`: something is not as it was expected.", status: 412)

    static let showVerdict = CallDescription(
        id: "showVerdict", summary: "Judges the session's client by what its scenario and its request expect.",
        query: [
            Parameter(
                "wait",
                "How long it waits for a verdict that is final; at most 60s. With `settle` alone as long as that and a second more.",
                noTime, example: "2s"),
            Parameter(
                "settle", "The time without a request after which nothing more is expected; at most 60s.",
                example: "300ms"), asserts,
        ],
        answers: [
            verdict("The verdict, as if nothing more came."), notPassed,
            .problem(409, "The session was reset or dropped meanwhile."),
        ], needsSession: true)

    static let verifySession = CallDescription(
        id: "verifySession", summary: "Judges the session's client by what the call expects.",
        query: [
            asserts,
            Parameter(
                "keep", "1: the expectations are added to those of the session, as by `expect`.", isOn, example: "1"),
        ],
        body: Body(
            ObjectShape(
                "verify", "a question",
                [
                    ObjectField(
                        "expect", ControlShapes.expectations, "An expectation as in a scenario, or a list of them.",
                        isNeeded: true),
                    ObjectField(
                        "after", .either([.text, .integer(0...Int.max)]),
                        "Only what has ended after this `next` of a journal counts, or entries with a higher number."),
                    ObjectField(
                        "wait", .text,
                        "How long it waits for a verdict that is final; at most 60s. With `settle` alone as long as that and a second more.",
                        standard: "0s"),
                    ObjectField(
                        "settle", .text,
                        "The time without a request after which nothing more is expected; at most 60s."),
                ]), example: ["expect": ["match": ["path": "/pay"], "requests": 3], "wait": "2s"]),
        answers: [
            verdict("The verdict, as if nothing more came."), notPassed,
            .problem(
                409,
                "The session was reset, dropped, or given another scenario meanwhile; with `keep`, a name is taken."),
            .problem(
                422, "The expectations have errors, or another member is wrong."),
        ], needsSession: true)

    static let resetSession = CallDescription(
        id: "resetSession",
        summary: "Begins anew: hits, variables, store, clock and journal. Its requests end with an RST.",
        query: [withRules], body: resets,
        answers: [
            .nothing("It begins anew, and what it answered has ended.")
        ], needsSession: true)

    static let resetAll = CallDescription(
        id: "resetAll", summary: "Resets every session.", query: [withRules], body: resets,
        answers: [.nothing("All begin anew.")])

    static let swapScenario = CallDescription(
        id: "swapScenario",
        summary:
            "Gives a session another scenario at once. Hits, limits, variables and store begin anew, added rules go, the journal goes on, and requests in flight keep their answers.",
        body: Body(
            ObjectShape(
                "swap", "a swap",
                [
                    ObjectField(
                        "scenario", .either([.text, .component("scenario")]),
                        "The name of a scenario, or a scenario as in a file.", isNeeded: true)
                ]), example: ["scenario": "tcp/reset"]),
        answers: [
            .json(200, "The session.", .component("sessionState")),
            .problem(
                409,
                "No scenario is the default, it has had 65535 since its last reset, or it lacks a port that this one needs."
            ),
            .problem(
                422, "The scenario has errors, or there is none of that name."),
            .problem(503, "Other calls change the session all the time."),
        ], needsSession: true)

    private static let noPort = Answer.problem(409, "It has no port of its own.")

    static let putPort = CallDescription(
        id: "putPort",
        summary:
            "Puts the session's own port into a state; `open` leaves it to `connections`.",
        body: Body(
            ObjectShape(
                "port", "a port", [ObjectField("state", ControlShapes.portState, "The state.", isNeeded: true)]),
            example: ["state": "refuse"]),
        answers: [
            .json(200, "The session.", .component("sessionState")), noPort,
            .problem(422, "There is no such state."),
        ], needsSession: true)

    static let closeConnections = CallDescription(
        id: "closeConnections",
        summary: "Ends the connections to its own port.",
        body: Body(
            ObjectShape(
                "ends", "an end of connections",
                [
                    ObjectField(
                        "end", .enumeration(["close", "reset"]), "By a FIN, or by an RST.", standard: "close"),
                    ObjectField(
                        "idle", .flag, "Only those without a request.", standard: "false"),
                ]), isNeeded: false, example: ["end": "reset"]),
        answers: [
            .json(
                200, "They have ended.",
                ControlShapes.answer([ControlShapes.member("closed", ControlShapes.count, "How many.")])),
            noPort, .problem(422, "There is no such end."),
        ], needsSession: true)

    static let setVariables = CallDescription(
        id: "setVariables", summary: "Sets some of the session's variables.",
        body: Body(.map(.scalar), example: ["token": "abc"]),
        answers: [
            .json(200, "All variables.", .map(.anything)),
            .problem(422, "The scenario has no such variable, or the value is none that a variable can have."),
        ], needsSession: true)

    static let advanceClock = CallDescription(
        id: "advanceClock", summary: "Moves the clock of a scenario that has `\"clock\": \"manual\"`.",
        body: Body(
            ObjectShape(
                "advance", "an advance",
                [ObjectField("advance", .text, "A duration.", isNeeded: true)]), example: ["advance": "30s"]),
        answers: [
            .json(
                200, "The time now.",
                ControlShapes.answer([ControlShapes.member("now", ControlShapes.time, "On the session's clock.")])),
            .problem(409, "The session has the machine's clock."),
        ], needsSession: true)

    private static func some(_ part: String) -> Shape { .either([.component(part), .list(.component(part))]) }
    private static func rules(_ summary: String) -> Shape {
        ControlShapes.answer([ControlShapes.member("rules", .list(.text), summary)] + ControlShapes.warnings)
    }
    /// Of calls that add something to a session.
    private static let changes = [
        Answer.problem(
            422, "What was sent has errors, or is too much."),
        .problem(503, "Other calls change the session all the time."),
    ]

    static let addRules = CallDescription(
        id: "addRules", summary: "Adds a rule, or a list of them, above all others of the session, or below them.",
        query: [
            Parameter(
                "at", "`end`: below the rules of the scenario, and above its `otherwise`.", .enumeration(["end"]),
                example: "end")
        ],
        body: Body(
            some("rule"), example: ["name": "down", "match": ["path": "/orders"], "fail": "http/status/503"]),
        answers: [
            .json(
                201, "They are there for the next request.",
                rules("Their names; `added 1` and so on for those without.")),
            .problem(
                409, "A name is taken, or the session has no scenario."),
        ] + changes, needsSession: true)

    static let putRule = CallDescription(
        id: "putRule",
        summary:
            "Puts a rule in the place of the added one of that name, whose hits it goes on with; if there is none, above all others.",
        body: Body(.component("rule"), example: ["match": ["path": "/orders"], "reply": ["status": 200]]),
        answers: [
            .json(200, "It is there for the next request.", rules("Its name.")),
            .json(201, "The same; there was none of that name.", rules("Its name.")),
            .problem(409, "It is a rule of the scenario."),
        ] + changes, needsSession: true)

    static let removeRule = CallDescription(
        id: "removeRule", summary: "Takes away a rule that was added.",
        answers: [
            .nothing("It is gone; the same again."), .problem(409, "It is a rule of the scenario."),
            .problem(503, "Other calls change the session all the time."),
        ], needsSession: true)

    static let enqueue = CallDescription(
        id: "enqueue",
        summary:
            "Adds an answer, or a list of them, to the queue. The next requests that no rule takes get them, in their order; then come `otherwise` and the system.",
        body: Body(some("step"), example: [["fail": "http/status/503"], ["reply": ["json": ["ok": true]]]]),
        answers: [
            .json(
                201, "They wait for the next requests.",
                ControlShapes.answer(
                    [ControlShapes.member("queued", ControlShapes.count, "How many wait.")] + ControlShapes.warnings)),
            .problem(409, "The session has no scenario."),
        ] + changes, needsSession: true)

    static let addExpectations = CallDescription(
        id: "addExpectations",
        summary:
            "Adds an expectation, or a list of them, to those that the session's client is judged by. A reset keeps them, another scenario takes them away.",
        body: Body(
            ControlShapes.expectations,
            example: ["name": "retries", "match": ["path": "/orders"], "requests": 3]),
        answers: [
            .json(
                201, "They are judged with the others.",
                ControlShapes.answer([
                    ControlShapes.member("expectations", .list(ControlShapes.textOrNull), "Their names.")
                ])),
            .problem(
                409, "A name is taken, or the session has no scenario."),
        ] + changes, needsSession: true)

    static let matchRequest = CallDescription(
        id: "matchRequest", summary: "Tells which rule and step would answer a request, which takes no hit.",
        body: Body(
            ObjectShape(
                "match", "a request",
                [
                    ObjectField("method", .text, "The method.", standard: "GET"),
                    ObjectField(
                        "target", .text, "The request target, with or without the session's prefix.", isNeeded: true),
                    ObjectField(
                        "headers",
                        .list(
                            Shape([("type", "array"), ("items", ["type": "string"]), ("minItems", 2), ("maxItems", 2)])),
                        "Pairs of a name and a value. Host and Content-Length are added where they are missing."),
                    ObjectField(
                        "headersEncoding", .enumeration(["latin1"]), "A character for each byte of the headers."),
                    ObjectField("body", .text, "The body.", standard: ""),
                    ObjectField("bodyEncoding", .enumeration(["base64"]), "For a body that is no text."),
                    ObjectField(
                        "protocol", .enumeration(HTTPVersion.allCases.map(\.name)), "The version.", standard: "HTTP/1.1"
                    ),
                    ObjectField(
                        "tls", Shape([("type", "object"), ("required", ["version"])]),
                        "The TLS of its connection, as in an entry; without it, in the clear."),
                ]), example: ["method": "POST", "target": "/pay", "headers": [["Accept", "*/*"]], "body": "{}"]),
        answers: [
            .json(
                200, "What would answer it.",
                ControlShapes.answer([
                    ControlShapes.member("rule", ControlShapes.textOrNull, "Null if no rule answers."),
                    ControlShapes.member(
                        "step", Shape([("type", ["integer", "null"]), ("minimum", 1)]), "Its step, from 1."),
                    ControlShapes.member(
                        "failure", ControlShapes.textOrNull,
                        "The failure that the step is, or that `Mishap-Fail` names."),
                    ControlShapes.member(
                        "nearest", ControlShapes.textOrNull, "The nearest of the rules that do not match."),
                    ControlShapes.member("differences", .list(.text), "All that differs from what that one wants."),
                ])),
            .problem(422, "No client can send such a request, or a member is wrong."),
        ], needsSession: true)

    static let emptyJournal = CallDescription(
        id: "emptyJournal",
        summary:
            "Empties the journal for whoever reads it: expectations count what ends from there on. Hits and reports stay.",
        answers: [.nothing("It is empty, but for requests in flight.")], needsSession: true)

    static let readJournal = CallDescription(
        id: "readJournal", summary: "Shows what came in, which rule answered, what was sent and how it ended.",
        query: [
            Parameter(
                "after",
                "The `next` of a page before: entries that have ended since. Or the number of an entry: those with a higher one, and those in flight."
            ),
            Parameter("limit", "The most entries of a page.", .limit, example: 100),
            Parameter("rule", "Only requests that this rule answered, or of which it answered a call."),
            Parameter("unmatched", "1: only requests that no rule and no system answered.", isOn),
            Parameter(
                "match",
                "Only requests that this match takes: JSON as in a rule, percent-encoded. Of a body that is not kept whole, as far as the head tells."
            ),
            Parameter(
                "order",
                "`arrival`: what has ended, in the order in which it came, without `after`.",
                Shape.enumeration(["ending", "arrival"]).with("default", "ending")),
            Parameter(
                "wait", "How long a page without entries waits for one; at most 60s.", noTime, example: "500ms"),
        ],
        fields: [Parameter("Last-Event-ID", "Where a live journal goes on, in place of `after`.")],
        answers: [
            Answer(
                status: 200, summary: "A page of the journal, or a live one.",
                content: .of([
                    ("application/json", .component("journalPage")), ("application/x-ndjson", nil),
                    ("text/event-stream", nil),
                ]),
                fields: [
                    Parameter(
                        "Mishap-Next", "The value of `after` for those that follow, in a header or a trailer of NDJSON."
                    )
                ]),
            .problem(
                422, "The match has errors, or `order=arrival` is with `after` or live."),
        ], needsSession: true)
}

extension CallDescription {
    static let watchJournals = CallDescription(
        id: "watchJournals",
        summary:
            "Shows what has ended in all sessions, or with `live` what happens: events `arrived` and `ended`, and `gap` with the number of those that were too many.",
        query: [
            Parameter("live", "1: as it happens.", .enumeration(["", "0", "1"]).with("default", "0"), example: "1"),
            Parameter(
                "limit",
                "The most entries that have ended, as far as they have 2 MiB; a live one begins with them, and by itself with none.",
                .limit, example: 100),
            Parameter(
                "rate", "The most events in a second of a live one.", .integer(1...10_000).with("default", 200),
                example: 200),
        ],
        answers: [
            Answer(
                status: 200, summary: "Entries, each with its `session`.",
                content: .of([
                    ("application/json", .component("latestEntries")), ("text/event-stream", nil),
                ])),
            .problem(422, "`rate` is for a live journal."), .problem(503, "16 watch all sessions already."),
        ])
}

extension [CallDescription.Parameter] {
    /// Those of a list.
    static let page: [CallDescription.Parameter] = [
        CallDescription.Parameter("after", "The `next` of the page before."),
        CallDescription.Parameter("limit", "The most that are listed.", .limit, example: 100),
    ]
}

extension Shape {
    /// The most elements of a page.
    fileprivate static let limit = integer(1...10_000).with("default", 1_000)
}
