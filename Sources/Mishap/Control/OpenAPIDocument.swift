internal import Bytes
internal import Catalogue
internal import JSONText
internal import ScenarioFiles

/// The description of the control API in the form of OpenAPI 3.1, made from its routes.
struct OpenAPIDocument {
    let routes: [ControlRoute]

    var json: JSONValue {
        [
            "openapi": "3.1.0",
            "info": [
                "title": "Mishap's control API", "version": .string(MishapVersion.text),
                "summary": "Sessions, scenarios and journals of a running gateway.",
                "description":
                    "Errors are problem documents (RFC 9457). A `/` in the name of a scenario is `--` or `%2F` in a path.",
                "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
            ],
            "servers": [["url": "/", "description": "The gateway that this document is from."]],
            // With and without a token: which of the two is an option of the gateway.
            "security": [["token": []], [:]],
            "paths": paths,
            "tags": .array(Self.tags.map { ["name": .string($0.name), "description": .string($0.summary)] }),
            "components": [
                "schemas": .object(
                    ControlShapes.all.map { ($0.name, $0.shape.json) }
                        + ScenarioOutline.definitions(prefix: Shape.components).map { ($0.name, $0.shape.json) }),
                "parameters": .object(
                    ControlShapes.pathNames.sorted { $0.key < $1.key }.map { ($0.key, Self.pathParameter($0.key)) }),
                "responses": [
                    "problem": [
                        "description": .string(
                            ControlRoute.usual.map { "\($0.status): \($0.summary)" }.joined(separator: "\n")),
                        "content": ["application/problem+json": ["schema": Shape.component("problem").json]],
                    ]
                ],
                "securitySchemes": [
                    "token": [
                        "type": "http", "scheme": "bearer", "description": "The token of `--token`, if it was given.",
                    ]
                ],
            ],
        ]
    }

    /// The groups of calls. A path belongs to the first of those that it begins with.
    private static let tags: [(name: String, summary: String, paths: [String])] = [
        (
            "verdicts", "How the client behaved.",
            ["sessions/{id}/verdict", "sessions/{id}/verify", "sessions/{id}/expect"]
        ),
        ("journals", "What came in, and what went out.", ["sessions/{id}/journal", "journal"]),
        ("sessions", "A scenario with a state of its own.", ["sessions", "reset"]),
        ("scenarios", "Which requests get which answers.", ["scenarios", "check", "schema"]),
        ("catalogue", "The failures that there are.", ["catalogue", "fail"]),
        ("gateway", "The gateway itself.", [""]),
    ]

    private static func tag(of route: ControlRoute) -> String {
        tags.first { $0.paths.contains { route.path.text.hasPrefix($0) } }?.name ?? ""
    }

    // MARK: Paths

    private var paths: JSONValue {
        var paths: [(String, [(String, JSONValue)])] = []
        for route in routes {
            let path = route.openAPIPath
            let place = paths.firstIndex { $0.0 == path } ?? paths.count
            if place == paths.count { paths.append((path, [])) }
            // What takes any method is described once, and HEAD is as GET, without the content.
            paths[place].1.append((route.method.all[0].lowercased(), operation(route)))
        }
        return .object(paths.map { ($0.0, .object($0.1)) })
    }

    private func operation(_ route: ControlRoute) -> JSONValue {
        let call = route.description
        let parameters =
            route.path.names.map { ["$ref": .string("#/components/parameters/" + $0)] }
            + call.query.map { Self.parameter($0, in: "query") }
            + call.fields.map { Self.parameter($0, in: "header") }
        var members: [(String, JSONValue)] = [
            ("operationId", .string(call.id)), ("tags", .array([.string(Self.tag(of: route))])),
            ("summary", .string(call.summary)),
        ]
        if route.access == .everybody { members.append(("security", .array([.object([])]))) }
        if !parameters.isEmpty { members.append(("parameters", .array(parameters))) }
        if let body = call.body {
            members.append(
                (
                    "requestBody",
                    [
                        "required": .bool(body.isNeeded),
                        "content": [
                            "application/json": ["schema": body.shape.json, "example": body.example]
                        ],
                    ]
                ))
        }
        let own = route.answers.filter { !route.usualStatuses.contains($0.status) }
        var answers = own.sorted { $0.status < $1.status }.map { ("\($0.status)", answer($0)) }
        if !route.usualStatuses.isEmpty { answers.append(("4XX", ["$ref": "#/components/responses/problem"])) }
        let other: [(String, JSONValue)] =
            call.answersAnything ? [("default", ["description": "Whatever was asked for, or no answer at all."])] : []
        members.append(("responses", .object(answers + other)))
        return .object(members)
    }

    private static func pathParameter(_ name: String) -> JSONValue {
        [
            "name": .string(name), "in": "path", "required": true,
            "description": .string(ControlShapes.pathNames[name] ?? name),
            "schema": ["type": "string", "minLength": 1],
        ]
    }

    private static func parameter(_ parameter: CallDescription.Parameter, in place: String) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("name", .string(parameter.name)), ("in", .string(place)), ("description", .string(parameter.summary)),
            ("schema", parameter.shape.json),
        ]
        if parameter.isNeeded { members.append(("required", true)) }
        if let example = parameter.example { members.append(("example", example)) }
        return .object(members)
    }

    private func answer(_ answer: CallDescription.Answer) -> JSONValue {
        if case .problem = answer.content {
            return ["$ref": "#/components/responses/problem", "description": .string(answer.summary)]
        }
        var members: [(String, JSONValue)] = [("description", .string(answer.summary))]
        if !answer.fields.isEmpty {
            members.append(
                (
                    "headers",
                    .object(
                        answer.fields.map {
                            ($0.name, ["description": .string($0.summary), "schema": $0.shape.json])
                        })
                ))
        }
        if case .of(let types) = answer.content {
            let media = types.map { ($0.type, JSONValue.object($0.shape.map { [("schema", $0.json)] } ?? [])) }
            members.append(("content", .object(media)))
        }
        if answer.givesSession { members.append(("links", links)) }
        return .object(members)
    }

    /// The calls that take the session of an answer.
    private var links: JSONValue {
        .object(
            routes.filter(\.description.needsSession).map { route in
                (
                    route.description.id,
                    [
                        "operationId": .string(route.description.id),
                        "parameters": ["id": "$response.body#/id"],
                    ]
                )
            })
    }
}

extension Shape {
    /// A reference to one of `ControlShapes.all`.
    static func component(_ name: String) -> Shape { Shape([("$ref", .string(components + name))]) }

    static let components = "#/components/schemas/"
}

extension ControlRoute {
    /// `/__mishap/sessions/{id}`
    var openAPIPath: String { "/__mishap/" + path.text.replacingDots }

    /// What is the same for all calls that have these statuses, unless they say something else.
    static let usual: [(status: Int, summary: String)] = [
        (400, "A parameter is unknown or wrong, or the body is no JSON."),
        (401, "The gateway wants its token (`--token`)."),
        (403, "The client is on another machine, or its Host or Origin is foreign."),
        (404, "There is nothing of that name, or the control API is off (`--control`)."),
        (410, "The session was deleted or has expired, or is of another process."),
        (413, "The body has more bytes than the call takes: 16 MiB, or 1 KiB where it has little to say."),
        (415, "The body is not `application/json`."),
        (422, "The body is JSON, but has other members than the call takes."),
    ]

    /// The statuses that it has as all calls of its kind, and says nothing else of.
    var usualStatuses: [Int] {
        var statuses: [Int] = []
        if case .call = handler { statuses.append(400) }
        if access == .guarded { statuses += [401, 403, 404] }
        if description.needsSession { statuses.append(410) }
        if let bodyLimit, bodyLimit > 0 { statuses.append(413) }
        if method != .read, access == .guarded { statuses.append(415) }
        if description.body?.members != nil { statuses.append(422) }
        return statuses.filter { status in !description.answers.contains { $0.status == status } }
    }

    /// All answers: those of the call, and those that every call of its kind has.
    var answers: [CallDescription.Answer] {
        description.answers
            + usualStatuses.compactMap { status in
                Self.usual.first { $0.status == status }.map { .problem(status, $0.summary) }
            }
    }
}

extension String {
    /// `{name...}` of a route is `{name}` in OpenAPI.
    fileprivate var replacingDots: String {
        guard hasSuffix("...}") else { return self }
        return String(dropLast(4)) + "}"
    }
}
