import JSONText
import TLS
import Wire

@testable import Mishap

extension ControlContract {
    /// The document of this build, made of its own routes.
    static let ofThisBuild: ControlContract = {
        let responders = ShardResponders()
        let control = ControlAPI(
            ControlGuard(.any), ScenarioStore(),
            SessionStore(main: nil, SessionBounds(), shardCount: 1, responders), responders,
            numbering: ScriptNumbering(),
            certificates: Certificates(now: { 0 }))
        let usual = control.routes.map { route in
            (Operation(method: route.method.all[0], path: route.openAPIPath), route.usualStatuses)
        }
        return ControlContract(
            document: OpenAPIDocument(routes: control.routes).json, usual: Dictionary(uniqueKeysWithValues: usual))
    }()

    /// What of a call's answer is not described; nil for a call that there is not.
    func problems(
        _ method: String, _ path: String, _ called: RunningGateway.Called, seen: (String) -> Void = { _ in }
    ) -> [String]? {
        guard let operation = operation(method, "/__mishap/" + path), let status = called.status else { return nil }
        return problems(operation, status: status, type: called.type, body: called.text, seen: seen)
    }
}
