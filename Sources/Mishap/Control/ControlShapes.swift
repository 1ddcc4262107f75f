internal import Catalogue
internal import JSONText
internal import Wire

/// Shapes of what the control API answers, for its description.
enum ControlShapes {
    /// Those that several answers have, by name.
    static let all: [(name: String, shape: Shape)] = [
        ("problem", answer(problem)), ("diagnostic", answer(diagnostic)), ("session", answer(session)),
        ("sessionState", .all([.component("session"), answer(sessionState + warnings)])),
        ("sessionPage", page("sessions", of: "session", "In an order that stays.")),
        ("scenarioSummary", answer(scenario + warnings)),
        ("scenarioPage", page("scenarios", of: "scenarioSummary", "By name.")),
        ("journalEntry", answer(JournalEntryShape.fields)), ("journalPage", answer(journalPage)),
        ("latestEntries", answer(latestEntries)), ("verdict", answer(verdict + endedVerdict)),
        ("report", answer(report)),
    ]

    /// Names in paths.
    static let pathNames: [String: String] = [
        "id": "`~ID`, `NAME~KEY`, the name of a scenario (its shared session), or `default`.",
        "name": "A name, percent-encoded where it must be.",
        "failure": "The name of a failure, as `mishap catalogue` lists it, and any path behind it.",
        "system": "A system of the catalogue.",
        "code": "The rest of a failure's name.",
    ]

    /// An object that is answered. Later versions may add members, so that others are allowed.
    static func answer(_ fields: [ObjectField]) -> Shape {
        Shape(
            [("type", "object"), ("properties", .object(fields.map { ($0.name, $0.json) }))]
                + required(fields.filter(\.isNeeded).map(\.name)))
    }

    private static func required(_ names: [String]) -> [(String, JSONValue)] {
        names.isEmpty ? [] : [("required", .array(names.map { .string($0) }))]
    }

    /// A member that is always there.
    static func member(_ name: String, _ shape: Shape, _ summary: String) -> ObjectField {
        ObjectField(name, shape, summary, isNeeded: true)
    }

    static let textOrNull = Shape([("type", ["string", "null"])])
    static let count = Shape([("type", "integer"), ("minimum", 0)])
    static let time = Shape([("type", "string"), ("format", "date-time")])
    /// Most have this form; a list that goes on has the value for `after`.
    static func page(_ name: String, of element: String, _ summary: String) -> Shape {
        answer([
            member(name, .list(.component(element)), summary),
            member("next", textOrNull, "The value of `after` for those that follow; null if there are none."),
        ])
    }

    // MARK: Objects

    private static let journalPage = [
        member(
            "entries", .list(.component("journalEntry")),
            "In the order in which they ended; without a cursor those in flight then follow."),
        member("next", .text, "The value of `after` for those that follow."),
        member("inFlight", count, "Requests that have not ended."),
        member("evicted", count, "Entries that were dropped for room."),
        ObjectField("truncated", .flag, "With `order=arrival`: there are more than `limit`."),
    ]

    private static let latestEntries = [
        member("entries", .list(.component("journalEntry")), "Entries that have ended, the latest last.")
    ]

    private static let problem = [
        member("type", .text, "Always `about:blank`: the status says what kind of problem it is."),
        member("title", .text, "The usual phrase of the status."),
        member("status", .integer(400...599), "The status of the response."),
        member("detail", .text, "What is wrong, and often what was probably meant."),
        ObjectField(
            "scenarios", .list(.text),
            "The first 200 names of scenarios, if the scenario of the session is not known."),
        ObjectField(
            "diagnostics", .list(.component("diagnostic")),
            "Errors and warnings of what was sent, as `mishap check --json` has them."),
        ObjectField(
            "text", .text, "The same as a compiler prints it, with the line and a caret under what is meant."),
    ]

    private static let diagnostic = [
        member("file", .text, "What was read; `scenario` for a body."),
        ObjectField("line", count, "From 1."), ObjectField("column", count, "In characters (Unicode scalars), from 1."),
        ObjectField("endLine", count, "Where it ends."), ObjectField("endColumn", count, "Behind its last byte."),
        ObjectField("pointer", .text, "RFC 6901, from the root of what was sent; where that is JSON."),
        member("severity", .enumeration(["error", "warning"]), "A scenario with errors is not taken."),
        member("message", .text, "A sentence."),
    ]

    static let expectations = Shape.either([.component("expectation"), .list(.component("expectation"))])

    private static let next = answer([
        member("none", count, "How often nothing came."), member("same", count, "The same method and path."),
        member("other", count, "Another request."),
    ])

    private static let report = [
        member(
            "failures",
            .list(
                answer([
                    member("name", .text, "As in the catalogue."),
                    member("left", count, "How often all of its bytes left as planned."),
                    member("clientLeft", count, "How often its client left before that."),
                    member("next", next, "What came next on the session, within 60 s of its end."),
                ])), "Those that requests got, by name."),
        ObjectField(
            "notReached", .list(.text), "Failures of the scenarios that no request got; with `notReached=1`."),
        ObjectField(
            "notCountable", .list(.text),
            "Those that the kernel causes, so that nobody counts them; with `notReached=1`."),
        member(
            "rules",
            .list(
                answer([
                    member("scenario", .text, "Its name."), member("rule", .text, "The rule's name."),
                    member("hits", count, "How often it was taken."),
                ])), "Rules of all scenarios, and rules that were added to sessions and taken."),
        member(
            "unmatched", .list(Shape([("type", "object")])),
            "Journal entries of the first 100 requests that no rule took, without credentials, cookies and tokens, and with 200 characters of a body."
        ),
        member("unmatchedCount", count, "How many there were."),
        member("expired", .list(.text), "Ids of sessions that were not used for too long."),
        member("evicted", count, "Entries that journals dropped for room: nothing of them is counted, but for hits."),
    ]

    private static let verdict = [
        member(
            "outcome", .enumeration(["passed", "failed", "undecided", "none"]),
            "Failed if one has failed, else undecided if one is; `none` if nothing is expected."),
        member("final", Shape([("type", "boolean")]), "Whether it stays so, whatever comes."),
        member(
            "expectations",
            .list(
                answer([
                    member("name", textOrNull, "The name of the expectation."),
                    member("outcome", .enumeration(["passed", "failed", "undecided"]), "As if nothing more came."),
                    member("final", Shape([("type", "boolean")]), "Whether it stays so, whatever comes."),
                    member("reason", .text, "What was seen, with the numbers of entries."),
                    member(
                        "entries", .list(count),
                        "Numbers of the entries that it rests on, at most the first 50."),
                    member("expectation", .anything, "The expectation itself."),
                ])), "The expectations, in their order."),
        member(
            "unmatched",
            .list(
                answer([
                    member("entry", count, "The number of its entry."), member("method", .text, "Its method."),
                    member("target", .text, "Its target, without the session's prefix and without secrets."),
                    member("nearest", textOrNull, "The rule that it came nearest to."),
                    member("differences", .list(.text), "All that differs from what that one wants."),
                ])), "The first 20 requests that no rule and no system took."),
        member("unmatchedCount", count, "How many there were."),
        ObjectField(
            "from", .text, "From where on it counts, as a `next` of the journal, if the journal was emptied."),
    ]

    private static let endedVerdict = [
        ObjectField(
            "cutOff", .list(count),
            "Numbers of requests whose answers a DELETE has ended with the session; where there are any."),
        ObjectField(
            "text", .text, "The verdict and an excerpt of the journal, as lines; of a DELETE with `journal=1`."),
        ObjectField(
            "journal",
            answer([
                member("entries", .list(.component("journalEntry")), "In the order in which they ended."),
                member("evicted", count, "Entries that were dropped for room."),
                member("truncated", Shape([("type", "boolean")]), "Whether there are more than `limit`."),
            ]), "Of a DELETE with `journal=1`."),
    ]

    private static let session = [
        member("id", .text, "The session's name in paths and fields."),
        member(
            "scenario", .text,
            "The name of its scenario; of one that was given whole its `name`, its label, or `given`."),
        member("label", textOrNull, "What the test calls it."),
        member("url", .text, "The address for the client under test."),
        member("httpsUrl", .text, "The same in TLS."),
        ObjectField("port", count, "Its own port."),
        member("requests", count, "Requests so far, those included that no rule took."),
        member("created", time, "When it began."),
    ]

    static let portState = Shape.enumeration(PortState.allCases.map(\.rawValue))

    private static let sessionState = [
        ObjectField("portState", portState, "The state of that port."),
        member("unmatched", count, "Requests that no rule took."),
        member(
            "rules",
            .list(
                answer([
                    member("name", .text, "The rule's name; `otherwise` is one of them if the scenario has it."),
                    member("hits", count, "How often it was taken."),
                ])), "The rules with their hits: first those that were added, then those of the scenario."),
        member("queued", count, "Answers that wait in the queue."),
        member("variables", .map(.anything), "The variables and their values."),
        member(
            "clock", .enumeration(["real", "manual"]), "Whether its clock is the machine's, or moves only when told."),
        member("now", time, "The time on the session's clock."),
    ]

    static let warnings = [
        ObjectField(
            "warnings", .list(.component("diagnostic")),
            "Of what was sent, as `mishap check --json` has them; where something was, and there are any.")
    ]

    private static let scenario = [
        member("name", .text, "The scenario's name."),
        member("description", textOrNull, "Its own description."),
        member("system", textOrNull, "The system of its calls; null for plain HTTP."),
        member("url", .text, "The address of its shared session."), member("httpsUrl", .text, "The same in TLS."),
    ]
}
