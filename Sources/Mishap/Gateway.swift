internal import Bytes
internal import Catalogue
public import GatewayServer
public import Scenario
internal import Systems
internal import Synchronization
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
    private let configuration: GatewayConfiguration
    private let scenarios: ScenarioStore
    private let sessions: SessionStore

    /// The names of the scenarios that it runs, sorted.
    public var scenarioNames: [String] { scenarios.names.sorted() }

    public var port: UInt16 { server.port }

    /// Where clients are pointed at.
    public var url: String {
        let host = ServerConfiguration.clientHost(configuration.server.host)
        return "http://" + (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    /// What whoever starts a gateway should know of the libmicrohttpd that is loaded; nil for the versions that all tests
    /// run with. Any other has passed a self-test once a gateway is up, and what that does not try may be different.
    public static var libraryWarning: String? { LibraryVersions.warning(for: Server.libraryVersion) }

    /// Loads scenario files and folders, and says all that is wrong with any of them. `seed` takes the place of
    /// the scenarios' own. Links that lead out of the paths are an error unless `followsLinks`.
    public static func load(_ paths: [String], seed: Int64? = nil, followsLinks: Bool = false) -> LoadedScenarios {
        var numbering = ScriptNumbering(run: loads.add(1, ordering: .relaxed).newValue)
        let source = NotingSource(followsLinks ? FileScenarioSource() : FileScenarioSource(within: paths), seed: seed)
        let loader = ScenarioLoader(
            source: source, patterns: PCRE2Compiler(), failures: .all, transport: Server.features)
        let result = loader.load(paths, seed: seed, numbering: &numbering)
        return LoadedScenarios(
            result: result, numbering: numbering, fingerprints: source.fingerprints, filesRead: source.paths)
    }

    /// Each time that scenarios are loaded their scripts have numbers of their own: what shards keep by them stays true.
    private static let loads = Atomic<UInt32>(0)

    /// Listens and answers from here on. Nothing is served of scenarios that had an error.
    ///
    /// `onNotice` is told, in a sentence and on a thread of its own, what somebody who watches should know: that a client
    /// speaks another protocol, the first time for each.
    public init(
        _ loaded: LoadedScenarios, _ configuration: GatewayConfiguration = GatewayConfiguration(),
        onNotice: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(GatewayError) {
        try Self.check(loaded, configuration)
        let (scenarios, lanes) = (ScenarioStore(), Lanes())
        let sessions = SessionStore(
            main: configuration.scenario, privates: configuration.privateSessions,
            laneCount: configuration.server.shardCount, lanes)
        scenarios.replaceAll(loaded.result.scenarios, fingerprints: loaded.fingerprints) { sessions.apply($0) }
        let control = ControlDesk(
            configuration.control, scenarios, sessions, lanes, numbering: loaded.numbering, onNotice: onNotice)
        let responder = GatewayResponder(scenarios, sessions, configuration, control)
        do {
            server = try Server(configuration.server, responder: responder)
        } catch {
            throw .server(error)
        }
        lanes.connect(server.laneCaller)
        self.control = control
        self.configuration = configuration
        self.scenarios = scenarios
        self.sessions = sessions
    }

    private static func check(
        _ loaded: LoadedScenarios, _ configuration: GatewayConfiguration
    ) throws(GatewayError) {
        guard !loaded.result.hasErrors else { throw .scenariosHaveErrors(loaded.result.text) }
        let names = loaded.result.scenarios.map(\.name)
        if let wanted = configuration.scenario, !names.contains(wanted) {
            throw .unknownScenario(wanted, nearest: EditDistance.nearest(to: wanted, among: names))
        }
    }

    /// Serves these scenarios in place of those that it serves, all at once or, where it throws, not at all.
    ///
    ///     let loaded = Gateway.load(["scenarios"])
    ///     print(loaded.result.text)
    ///     try gateway.reload(loaded)
    ///
    /// Shared sessions of scenarios that changed begin again, their hits and their journal with them; those of
    /// scenarios that did not change go on. Private sessions keep the scenario that they began with, and requests that
    /// are being answered the answer that was decided. When this returns, every new request gets the new scenarios.
    @discardableResult
    public func reload(_ loaded: LoadedScenarios) throws(GatewayError) -> ReloadedScenarios {
        try Self.check(loaded, configuration)
        let change = scenarios.replaceAll(loaded.result.scenarios, fingerprints: loaded.fingerprints) {
            sessions.apply($0)
        }
        return ReloadedScenarios(changed: change.changed, added: change.added, removed: change.removed)
    }

    /// The session that goes by a name, which is opened where it is a private one; nil where none does.
    func session(named name: String, at now: Nanoseconds) -> Session? {
        guard case .session(let session) = sessions.open(Array(name.utf8), at: now) else { return nil }
        return session
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
    /// What each scenario was made of, by its name.
    let fingerprints: [String: Int]
    /// Scenario files and the files that they name, also those that could not be read.
    public let filesRead: Set<String>
}

/// What became of a gateway's scenarios when they were loaded anew, by their names, sorted.
public struct ReloadedScenarios: Sendable, Hashable {
    /// Their shared sessions began again.
    public internal(set) var changed: [String] = []
    public internal(set) var added: [String] = []
    public internal(set) var removed: [String] = []

    /// Whether all is as it was.
    public var isEmpty: Bool { changed.isEmpty && added.isEmpty && removed.isEmpty }
}

/// Why a gateway could not be started, or cannot take other scenarios.
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
