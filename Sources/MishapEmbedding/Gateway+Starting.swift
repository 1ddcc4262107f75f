internal import Bytes
internal import GatewayServer
internal import JSONText
@_exported public import Mishap

/// A gateway in the process of its tests.
///
///     let gateway = try await Gateway.start(scenario: #"{ "rules": [ { "fail": 503 } ] }"#)
///     let session = try await gateway.session(expect: #"{ "rule": "rule 1", "requests": 2 }"#)
///     …
///     let verdict = try await session.end()
///     gateway.stop()
extension Gateway {
    /// Starts a gateway on a free port of this machine, which serves this scenario, or none: then sessions bring theirs.
    ///
    /// - Parameter scenario: As in a file; it has no files beside it.
    /// - Throws: `scenariosHaveErrors` with the errors as `mishap check` prints them.
    public static func start(
        scenario: String? = nil, _ configuration: GatewayConfiguration = .embedded
    ) async throws(GatewayError) -> Gateway {
        try await start(scenario.map { load(scenario: $0) } ?? load([]), configuration)
    }

    /// The same with the scenarios of files and folders.
    public static func start(
        paths: [String], _ configuration: GatewayConfiguration = .embedded
    ) async throws(GatewayError) -> Gateway {
        try await start(load(paths), configuration)
    }

    private static func start(
        _ loaded: LoadedScenarios, _ configuration: GatewayConfiguration
    ) async throws(GatewayError) -> Gateway {
        // It takes some milliseconds, which are not the caller's executor's.
        let result = await Task.detached { () -> Result<Gateway, GatewayError> in
            do throws(GatewayError) {
                return .success(try Gateway(loaded, configuration))
            } catch {
                return .failure(error)
            }
        }.value
        return try result.get()
    }

    /// Opens a session for one test, which goes with `end()`.
    ///
    /// - Parameters:
    ///   - scenario: As in a file, or nil for that of the gateway. It may lack rules, which are added to the session.
    ///   - named: The name of a scenario of the gateway, in place of that.
    ///   - expect: What is expected of the client, as in a scenario, beside what that expects.
    ///   - label: What lists call it.
    public func session(
        scenario: String? = nil, named name: String? = nil, expect: String? = nil, label: String? = nil
    ) async throws(GatewayCallError) -> GatewaySession {
        var members: [String] = []
        if let label { members.append("\"label\": \(JSONValue.string(label).bytes().text)") }
        if let expect { members.append("\"expect\": \(expect)") }
        if let scenario = scenario ?? name.map({ JSONValue.string($0).bytes().text }) {
            members.append("\"scenario\": \(scenario)")
        }
        let answer = try await call("POST", "sessions", "{ \(members.joined(separator: ", ")) }")
        return GatewaySession(of: self, try answer.json())
    }

    /// A call of the control API, as `docs/control-api.md` describes it, without a connection: `path` is below `/__mishap/`.
    ///
    /// - Throws: Where the status is 300 or more.
    public func call(
        _ method: String, _ path: String, _ body: String? = nil
    ) async throws(GatewayCallError) -> ControlAnswerText {
        try await answer(method, path, body).get()
    }

    func answer(_ method: String, _ path: String, _ body: String? = nil) async -> Result<
        ControlAnswerText, GatewayCallError
    > {
        let call = prepare(method, path, body.map { Array($0.utf8) })
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in call.begin { continuation.resume(returning: $0) } }
        } onCancel: {
            call.cancel()
        }
        let text = answer.content.text
        return answer.status < 300
            ? .success(ControlAnswerText(status: answer.status, text: text))
            : .failure(GatewayCallError(status: answer.status, problem: text))
    }
}

extension GatewayConfiguration {
    /// Any free port of this machine, and one thread: tests have few requests at once, and many gateways.
    public static var embedded: GatewayConfiguration {
        GatewayConfiguration(server: ServerConfiguration(host: "127.0.0.1", port: 0, shards: 1))
    }
}

/// The answer to a call of the control API.
public struct ControlAnswerText: Sendable, Hashable {
    public let status: Int
    /// JSON, or empty.
    public let text: String

    func json() throws(GatewayCallError) -> JSONNode {
        do throws(JSONSyntaxError) {
            return try JSONParser.parse(Array(text.utf8)).get()
        } catch {
            throw GatewayCallError(status: status, message: "the answer is no JSON: \(error.message)", text: text)
        }
    }
}

/// A call of the control API that was refused.
public struct GatewayCallError: Error, Sendable, Hashable, CustomStringConvertible {
    public let status: Int
    /// What is wrong; of a scenario, a rule or an expectation each error at its place, as `mishap check` prints them.
    public let message: String
    /// The problem document, as JSON.
    public let text: String

    init(status: Int, message: String, text: String) {
        (self.status, self.message, self.text) = (status, message, text)
    }

    init(status: Int, problem: String) {
        let node = try? JSONParser.parse(Array(problem.utf8)).get()
        let message = node?["text"]?.string ?? node?["detail"]?.string ?? "status \(status)"
        self.init(status: status, message: message, text: problem)
    }

    public var description: String { message }
}
