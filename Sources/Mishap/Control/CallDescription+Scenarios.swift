internal import Catalogue
internal import JSONText

/// The calls on scenarios, and on the control API itself.
extension CallDescription {
    private static let scenario = Shape.component("scenario")
    private static let tag = Parameter("ETag", "Which text it is.")
    private static let ifMatch = Parameter("If-Match", "Only if the scenario is still the one of this ETag.")
    private static let changed = Answer.problem(412, "The scenario is not, or no longer, what If-Match says.")
    private static let given: JSONValue = ["rules": [["fail": "http/status/503"]]]

    static let listScenarios = CallDescription(
        id: "listScenarios", summary: "Lists the scenarios.", query: .page,
        answers: [.json(200, "Scenarios.", .component("scenarioPage"))])

    static let showScenario = CallDescription(
        id: "showScenario", summary: "Gives the text of a scenario, as it was read.",
        answers: [
            .json(200, "The text.", scenario, [tag]),
            .problem(409, "Its file has changed or gone since it was loaded."),
        ])

    static let putScenario = CallDescription(
        id: "putScenario", summary: "Serves a scenario, beside the others or in the place of one.",
        fields: [ifMatch], body: Body(scenario, example: given),
        answers: [
            .json(200, "It is in the place of another one.", .component("scenarioSummary"), [tag, location]),
            .json(201, "It is new.", .component("scenarioSummary"), [tag, location]),
            changed, .problem(422, "The scenario has errors."),
        ])
    private static let location = Parameter("Location", "Its path in this interface; its URL with `--advertise`.")

    static let deleteScenario = CallDescription(
        id: "deleteScenario", summary: "Serves a scenario no longer; running sessions keep it.", fields: [ifMatch],
        answers: [.nothing("It is gone; the same again."), changed])

    static let checkScenario = CallDescription(
        id: "checkScenario", summary: "Tells the errors and warnings of a scenario, and keeps nothing.",
        body: Body(.anything, isNeeded: false, example: given),
        answers: [
            .json(
                200, "What is wrong with it, if anything.",
                ControlShapes.answer([
                    ControlShapes.member("valid", .flag, "False if it has errors."),
                    ControlShapes.member(
                        "diagnostics", .list(.component("diagnostic")), "As `mishap check --json` has them."),
                ]))
        ])

    static let showSchema = CallDescription(
        id: "showSchema",
        summary:
            "Gives the JSON Schema of scenarios, as `mishap schema` prints it, with all failures and what each takes.",
        answers: [
            Answer(
                status: 200, summary: "The schema (draft 2020-12), about a megabyte.",
                content: .of([("application/schema+json", nil)]))
        ])

    // MARK: The catalogue

    private static let entry = Shape([("type", "object"), ("description", "All that is known about it.")])
    private static let unknownFailure = Answer.problem(404, "There is no such system or failure.")

    static let listCatalogue = CallDescription(
        id: "listCatalogue", summary: "Lists the failures of all systems, as `mishap catalogue --json` does.",
        answers: [.json(200, "Failures, and settings of systems.", .list(entry))])

    static let listFailures = CallDescription(
        id: "listFailures", summary: "Lists the failures of one system.",
        answers: [.json(200, "Failures, and the system's settings.", .list(entry)), unknownFailure])

    static let showFailure = CallDescription(
        id: "showFailure", summary: "Tells all that is known about a failure.",
        answers: [.json(200, "The failure.", entry), unknownFailure])

    // MARK: The gateway

    static let showMetrics = CallDescription(
        id: "showMetrics", summary: "Counts requests, endings and latencies since the start, for Prometheus.",
        answers: [Answer(status: 200, summary: "The metrics.", content: .of([("text/plain", nil)]))])

    static let showReport = CallDescription(
        id: "showReport",
        summary:
            "Tells which failures and rules were exercised since the start, in deleted sessions too. A private session that made room for others is not in it.",
        query: [
            Parameter(
                "notReached", "1: it lists the failures of the scenarios that no request got.",
                Shape.enumeration(["0", "1"]).with("default", "0"), example: "1")
        ],
        answers: [.json(200, "The report; `mishap report merge` adds up several.", .component("report"))])

    static let health = CallDescription(
        id: "health", summary: "Answers if the gateway does.",
        answers: [
            .json(
                200, "It does.",
                ControlShapes.answer([
                    ControlShapes.member("status", .only("ok"), "Always the same."),
                    ControlShapes.member("mishap", .text, "The version."),
                ]), [Parameter("Mishap-Shard", "The number of the thread that answered.", ControlShapes.count)])
        ])

    static let showAuthority = CallDescription(
        id: "showAuthority", summary: "Gives the certificate that clients which speak TLS have to trust.",
        answers: [
            Answer(
                status: 200, summary: "The authority's certificate, in PEM.",
                content: .of([(AuthorityCall.contentType, nil)]))
        ])

    static let fail = CallDescription(
        id: "fail", summary: "Fails in the way that the path names, every time.",
        fields: [
            Parameter(
                "Mishap-Fail", "The same name, and parameters: `tcp/reset-mid-body; after=40` (RFC 9651).")
        ],
        answers: [.problem(404, "There is no such failure.")], answersAnything: true)

    static let listCalls = CallDescription(
        id: "listCalls", summary: "Lists the calls that there are; to a browser the page, which needs no token.",
        answers: [
            Answer(
                status: 200, summary: "What there is.",
                content: .of([
                    (
                        "application/json",
                        ControlShapes.answer([
                            ControlShapes.member("mishap", .text, "The version."),
                            ControlShapes.member("api", .only(1), "The version of this interface."),
                            ControlShapes.member("links", .map(.text), "Where to go on."),
                            ControlShapes.member("calls", .list(.text), "Method and path of each call."),
                        ])
                    ), ("text/html", nil),
                ]))
        ])

    static let describeCalls = CallDescription(
        id: "describeCalls", summary: "Describes the calls: this document.",
        answers: [.json(200, "OpenAPI 3.1.", Shape([("type", "object")]))])
}
