internal import Catalogue
internal import JSONText
internal import ScenarioFiles
internal import Systems
internal import Wire

/// What the control API says of itself.
struct ControlDocument: Sendable {
    /// All calls but these.
    private let others: [ControlRoute]

    init(_ others: [ControlRoute]) { self.others = others }

    var routes: [ControlRoute] {
        func route(
            _ path: PathPattern, _ description: CallDescription,
            _ handler: @escaping @Sendable (ControlCall) throws(ControlRefusal) -> ControlAnswer
        ) -> ControlRoute { ControlRoute(.read, path, .guarded, bodyLimit: 0, description, .call(handler)) }
        return others + [
            route("", .listCalls, listing), route("openapi.json", .describeCalls, openAPI),
            route("schema", .showSchema, schema),
        ]
    }

    /// `GET /__mishap/`
    private func listing(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let links = [
            "ca.pem", "catalogue", "health", "metrics", "openapi.json", "report", "scenarios", "schema", "sessions",
        ]
        return .json(
            200,
            [
                "mishap": .string(MishapVersion.text), "api": 1,
                "links": .object(
                    links.map { (String($0.prefix { $0 != "." }), .string("\(call.base)/__mishap/\($0)")) }),
                "calls": .array(routes.map { .string($0.shown) }),
            ])
    }

    /// `GET openapi.json`. Made anew for each call, which are few.
    private func openAPI(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let text = JSONWriter.bytes(OpenAPIDocument(routes: routes).json, pretty: true, joinsPlain: true) + [0x0A]
        return .reply(ControlAnswer.script(200, "application/json", text))
    }

    /// `GET schema`. Made anew for each call, too.
    private func schema(_ call: ControlCall) throws(ControlRefusal) -> ControlAnswer {
        _ = try call.query()
        let text = ScenarioSchema(.all).text
        return .reply(ControlAnswer.script(200, "application/schema+json", Array(text.utf8)))
    }
}
