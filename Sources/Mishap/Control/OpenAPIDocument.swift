internal import Bytes
internal import Catalogue
internal import JSONText

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
            "components": [
                "schemas": .object(ControlShapes.all.map { ($0.name, $0.shape.json) }),
                "securitySchemes": [
                    "token": [
                        "type": "http", "scheme": "bearer", "description": "The token of `--token`, if it was given.",
                    ]
                ],
            ],
        ]
    }

    // MARK: Paths

    private var paths: JSONValue {
        var paths: [(String, [(String, JSONValue)])] = []
        for route in routes {
            let path = route.openAPIPath
            let place = paths.firstIndex { $0.0 == path } ?? paths.count
            if place == paths.count { paths.append((path, [])) }
            paths[place].1 += route.method.all.map { ($0.lowercased(), operation(route, $0)) }
        }
        return .object(paths.map { ($0.0, .object($0.1)) })
    }

    private func operation(_ route: ControlRoute, _ method: String) -> JSONValue {
        let call = route.description
        let parameters =
            route.path.names.map { Self.pathParameter($0) } + call.query.map { Self.parameter($0, in: "query") }
            + call.fields.map { Self.parameter($0, in: "header") }
        var members: [(String, JSONValue)] = [
            ("operationId", .string(route.method.all.count > 1 && method != "GET" ? call.id + "By" + method : call.id)),
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
        let answers = route.answers.sorted { $0.status < $1.status }.map { ("\($0.status)", answer($0, method)) }
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
            ("name", .string(parameter.name)), ("in", .string(place)), ("required", .bool(parameter.isNeeded)),
            ("description", .string(parameter.summary)),
            ("schema", parameter.shape.json),
        ]
        if let example = parameter.example { members.append(("example", example)) }
        return .object(members)
    }

    private func answer(_ answer: CallDescription.Answer, _ method: String) -> JSONValue {
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
        // An answer to HEAD has no body.
        if method != "HEAD", let content = Self.content(answer.content) { members.append(("content", content)) }
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

    private static func content(_ content: CallDescription.Answer.Content) -> JSONValue? {
        switch content {
        case .nothing: return nil
        case .of(let types):
            return .object(types.map { ($0.type, .object($0.shape.map { [("schema", $0.json)] } ?? [])) })
        case .problem(let more):
            let problem = Shape.component("problem")
            let shape =
                more.isEmpty
                ? problem
                : Shape([("allOf", .array([problem.json, ControlShapes.answer(more).json]))])
            return ["application/problem+json": ["schema": shape.json]]
        }
    }
}

extension Shape {
    /// A reference to one of `ControlShapes.all`.
    static func component(_ name: String) -> Shape { Shape([("$ref", .string("#/components/schemas/" + name))]) }
}

extension ControlRoute {
    /// `/__mishap/sessions/{id}`
    var openAPIPath: String { "/__mishap/" + path.text.replacingDots }

    /// All answers, by status: those of the call, and those that every call of its kind has.
    var answers: [CallDescription.Answer] {
        var all = description.answers
        func add(_ status: Int, _ summary: String, _ more: [ObjectField] = []) {
            guard !all.contains(where: { $0.status == status }) else { return }
            all.append(.problem(status, summary, more))
        }
        switch handler {
        case .perShard: break
        case .failure: add(404, "There is no such failure.")
        case .call:
            add(400, "A parameter is unknown or wrong" + (description.body == nil ? "." : ", or the body is no JSON."))
        }
        if access == .guarded {
            add(401, "The gateway wants its token (`--token`).")
            add(403, "The client is on another machine, or its Host or Origin is foreign.")
            add(
                404, "There is nothing of that name, or the control API is off (`--control`).",
                description.needsSession ? [ControlShapes.scenarioNames] : [])
        }
        if description.needsSession { add(410, "The session was deleted or has expired, or is of another process.") }
        if let bodyLimit, bodyLimit > 0 {
            add(413, "The body has more than \(bodyLimit) bytes.")
        }
        if description.body?.members != nil { add(422, "The body is JSON, but has other members than the call takes.") }
        if method != .read, access == .guarded { add(415, "The body is not `application/json`.") }
        return all
    }
}

extension String {
    /// `{name...}` of a route is `{name}` in OpenAPI.
    fileprivate var replacingDots: String {
        guard hasSuffix("...}") else { return self }
        return String(dropLast(4)) + "}"
    }
}
