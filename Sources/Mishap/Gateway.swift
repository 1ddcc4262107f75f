internal import Bytes
internal import Catalogue
public import GatewayServer
public import Scenario
internal import Wire

/// A running gateway: scenarios, their sessions, and the server that answers for them.
///
///     let loaded = Gateway.load(["scenarios"])
///     let gateway = try Gateway(loaded, GatewayConfiguration(server: .init(port: 0)))
///     print(gateway.url)
///     gateway.stop()
public final class Gateway: Sendable {
    private let server: Server
    private let control: ControlDesk
    private let host: String
    /// The names of the scenarios that it runs, sorted.
    public let scenarioNames: [String]

    public var port: UInt16 { server.port }

    /// Where clients are pointed at.
    public var url: String {
        let host = host == "0.0.0.0" || host == "::" ? "127.0.0.1" : host
        return "http://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    /// Loads scenario files and folders, and says all that is wrong with any of them. `seed` takes the place of
    /// the scenarios' own.
    public static func load(_ paths: [String], seed: Int64? = nil) -> LoadedScenarios {
        var numbering = ScriptNumbering()
        let loader = ScenarioLoader(source: FileScenarioSource(), patterns: PCRE2Compiler(), dialects: Dialects.all)
        return LoadedScenarios(result: loader.load(paths, seed: seed, numbering: &numbering), numbering: numbering)
    }

    /// Listens and answers from here on. Nothing is served of scenarios that had an error.
    public init(
        _ loaded: LoadedScenarios, _ configuration: GatewayConfiguration = GatewayConfiguration()
    ) throws(GatewayError) {
        guard !loaded.result.hasErrors else { throw .scenariosHaveErrors(loaded.result.text) }
        let scenarios = loaded.result.scenarios
        let names = scenarios.map(\.name).sorted()
        if let wanted = configuration.scenario, !names.contains(wanted) {
            throw .unknownScenario(wanted, nearest: EditDistance.nearest(to: wanted, among: names))
        }
        let world = World(scenarios, main: configuration.scenario)
        let responder = GatewayResponder(world: world, configuration: configuration, numbering: loaded.numbering)
        do {
            server = try Server(configuration.server, responder: responder)
        } catch {
            throw .server(error)
        }
        let control = responder.control
        control.connect(server.laneCaller)
        self.control = control
        host = configuration.server.host
        scenarioNames = names
    }

    /// Ends every exchange and every connection; returns when nothing of the gateway runs any more.
    public func stop() {
        control.stop()
        server.stop()
    }
}

/// Scenarios as they were loaded, with everything that was found wrong with them.
public struct LoadedScenarios: Sendable {
    public let result: LoadResult
    let numbering: ScriptNumbering
}

/// Why a gateway could not be started.
public enum GatewayError: Error, Sendable, CustomStringConvertible {
    /// With the diagnostics as they are shown.
    case scenariosHaveErrors(String)
    case unknownScenario(String, nearest: String?)
    case server(ServerError)

    public var description: String {
        switch self {
        case .scenariosHaveErrors(let text): text
        case .unknownScenario(let name, let nearest):
            "there is no scenario \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .server(let error): error.description
        }
    }
}
