internal import Bytes
internal import Catalogue
public import GatewayServer
internal import Rules
public import ScenarioFiles
internal import Synchronization
internal import Systems
public import TLS
internal import Wire

/// A running gateway: scenarios, their sessions, and the server that answers for them.
///
///     let loaded = Gateway.load(["scenarios"])
///     let gateway = try Gateway(loaded, GatewayConfiguration(server: .init(port: 0)))
///     print(gateway.url)
///     gateway.stop()
public final class Gateway: Sendable {
    let server: Server
    let control: ControlAPI
    let configuration: GatewayConfiguration
    let scenarios: ScenarioStore
    let sessions: SessionStore
    private let certificates: Certificates

    /// The names of the scenarios that it runs, sorted.
    public var scenarioNames: [String] { scenarios.names.sorted() }

    public var port: UInt16 { server.port }

    /// Base URL for clients.
    public var url: String { url(ofPort: port) }

    /// The same for clients that speak TLS.
    public var httpsURL: String { url(ofPort: port, .https) }

    func url(ofPort port: UInt16, _ scheme: Scheme = .http) -> String {
        let host = ServerConfiguration.clientHost(configuration.server.host)
        return scheme.prefix + (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
    }

    /// Whether clients that speak TLS are shown a certificate of `TLSOptions.own`.
    package var hasOwnCertificate: Bool { configuration.tls.own != nil }

    /// The certificate of the authority that clients which speak TLS have to trust, in PEM; it is made now if need be.
    ///
    /// - Throws: `certificate` if this system's policy keeps it from being made.
    public var authorityCertificate: [UInt8] {
        get throws(GatewayError) {
            do throws(CertificateError) {
                return try certificates.authority().certificatePEM
            } catch {
                throw .certificate(error)
            }
        }
    }

    /// A warning if the loaded libmicrohttpd is not one of the versions that all tests run with; else nil. A version
    /// that is not tested has passed the self-test when a gateway is up, which does not cover everything.
    public static var libraryWarning: String? { LibraryVersions.warning(for: Server.libraryVersion) }

    /// Loads scenario files and folders, with diagnostics for all errors in them. Links that lead out of
    /// the paths are an error unless `followsLinks`. What this system's policy for TLS forbids a failure is an error too, or a
    /// warning unless `isForServing`.
    public static func load(
        _ paths: [String], overriding overrides: ScenarioOverrides = ScenarioOverrides(), followsLinks: Bool = false,
        isForServing: Bool = true
    ) -> LoadedScenarios {
        var numbering = ScriptNumbering(run: ScenarioLoads.next)
        let source = FingerprintingSource(
            followsLinks ? FileScenarioSource() : FileScenarioSource(within: paths), overriding: overrides)
        let loader = ScenarioLoader(
            source: source, patterns: PCRE2Compiler(), encoder: ZlibEncoder(),
            certificates: GnuTLSChecker(isForServing: isForServing), failures: .all, protocols: Server.protocols)
        let result = loader.load(
            paths, overrides, numbering: &numbering, on: .threads(upTo: ServerConfiguration.usableCores))
        return LoadedScenarios(
            result: result, numbering: numbering, fingerprints: source.fingerprints, filesRead: source.paths,
            files: source.files, overrides: overrides)
    }

    /// The same of one scenario that is given whole; it has no files beside it.
    package static func load(scenario: String) -> LoadedScenarios {
        LoadedScenarios(
            result: GivenScenarios.compile(Array(scenario.utf8), ScenarioOverrides()),
            numbering: ScriptNumbering(run: ScenarioLoads.next), fingerprints: [GivenScenarios.name: 0], filesRead: [])
    }

    /// Starts to listen. Throws if a scenario had an error.
    ///
    /// `onNotice` gets a sentence, on a thread of its own, for events that a person should see: the first time that a
    /// client speaks each other protocol. `requests` gets each request of a session as it ends. `keyLog` gets a line for each
    /// secret of a TLS connection, as Wireshark reads them.
    public init(
        _ loaded: LoadedScenarios, _ configuration: GatewayConfiguration = GatewayConfiguration(),
        logging requests: RequestLog? = nil, onNotice: @escaping @Sendable (String) -> Void = { _ in },
        keyLog: (@Sendable (_ line: [UInt8]) -> Void)? = nil
    ) throws(GatewayError) {
        try Self.check(loaded, configuration)
        let certificates = Certificates(configuration.tls)
        let (scenarios, responders) = (ScenarioStore(overriding: loaded.overrides), ShardResponders())
        let shardCount = configuration.server.shardCount
        let journals = JournalMemory(limit: configuration.journal.bytesInAll, shardCount: shardCount)
        let sessions = SessionStore(
            main: configuration.scenario, configuration.sessions, shardCount: shardCount, responders)
        scenarios.replaceAll(loaded.result.scenarios, loaded.stored) { sessions.apply($0) }
        let control = ControlAPI(
            ControlGuard(configuration.control, token: configuration.token, allowedHosts: configuration.allowedHosts),
            scenarios, sessions, responders, numbering: loaded.numbering,
            shardCount: shardCount, keeping: configuration.keepsVerdicts ? KeptVerdicts() : nil,
            decoding: BodyDecoder(configuration.server), advertising: configuration.advertised,
            certificates: certificates, onNotice: onNotice)
        let responder = GatewayResponder(
            scenarios, sessions, configuration, control, journals, logging: requests)
        do {
            server = try Server(
                configuration.server, responder: responder, tls: TLSServer(certificates, keyLog: keyLog))
        } catch {
            throw .server(error)
        }
        responders.connect(server.visitResponders, countConnections: server.countConnections)
        sessions.ports.connect(PortListeners(of: server, host: configuration.server.host))
        journals.connect { began in
            responders.visit { responder in
                began()
                (responder as? GatewayShardResponder)?.shrinkJournals()
            }
        }
        self.control = control
        self.certificates = certificates
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

    /// Replaces all scenarios at once; if it throws, nothing has changed.
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
        let change = scenarios.replaceAll(loaded.result.scenarios, loaded.stored) { sessions.apply($0) }
        reloads.add(1, ordering: .relaxed)
        return ReloadedScenarios(changed: change.changed, added: change.added, removed: change.removed)
    }

    /// The session of that name; a private one is opened if need be. Nil if there is none.
    func session(named name: String, at now: Nanoseconds) -> Session? {
        guard case .session(let session) = sessions.open(Array(name.utf8), at: now) else { return nil }
        return session
    }

    /// Changes when sessions or scenarios were freed.
    package var freedCount: Int { sessions.privates.freedCount + reloads.load(ordering: .relaxed) }
    private let reloads = Atomic<Int>(0)

    /// Judges the clients of a run: of the sessions that were asked for, deleted ones too if the configuration says so, of those
    /// that got a request, and of the default session where no other got any, or where the configuration names its scenario.
    ///
    /// - Parameters:
    ///   - settle: Nanoseconds without a request after which nothing more is expected.
    ///   - wait: Nanoseconds after which it judges what has come in any case.
    public func runVerdicts(settle: UInt64, within wait: UInt64) -> RunVerdicts {
        control.sessions.runVerdicts(settle: settle, within: wait, judgesDefault: configuration.scenario != nil)
    }

    /// What was exercised since the start, in sessions that were deleted or reset too; nil if the gateway was stopped. Blocks its
    /// thread.
    public func report() -> RunReport? {
        guard !hasStopped.load(ordering: .relaxed) else { return nil }
        let result = Monitor(RunReport?.none)
        control.sessions.reports.all(of: control.sessions.reported) { report in
            result.withLock { $0 = report }
            result.wakeOne()
        }
        return result.wait(seconds: Self.longestReport) {
            $0.map { $0 }
        } else: {
            $0
        }
    }

    private let hasStopped = Atomic<Bool>(false)

    /// Seconds. Of a gateway that is being stopped, no report comes.
    private static let longestReport = 60

    /// Ends every exchange and every connection; returns when nothing of the gateway runs any more.
    public func stop() {
        hasStopped.store(true, ordering: .relaxed)
        control.stop()
        server.stop()
    }
}

/// Loaded scenarios, with their diagnostics.
public struct LoadedScenarios: Sendable {
    public let result: LoadResult
    let numbering: ScriptNumbering
    /// Fingerprint of each scenario, by its name.
    let fingerprints: [String: Int]
    /// Paths of scenario files and of files that they name, including those that could not be read.
    public let filesRead: Set<String>
    /// The file of each scenario, by its name.
    var files: [String: ScenarioFile] = [:]
    /// In place of what the files say.
    var overrides = ScenarioOverrides()

    fileprivate var stored: ScenarioStore.Files {
        ScenarioStore.Files(fingerprints: fingerprints, sources: files)
    }
}

/// Names of the scenarios that a reload changed, sorted.
public struct ReloadedScenarios: Sendable, Hashable {
    /// Their shared sessions began again.
    public internal(set) var changed: [String] = []
    public internal(set) var added: [String] = []
    public internal(set) var removed: [String] = []

    /// Whether nothing changed.
    public var isEmpty: Bool { changed.isEmpty && added.isEmpty && removed.isEmpty }
}

/// Why a gateway could not be started or reloaded.
public enum GatewayError: Error, Sendable, CustomStringConvertible {
    /// With the diagnostics as text.
    case scenariosHaveErrors(String)
    case unknownScenario(String, nearest: String?)
    case server(ServerError)
    /// No port could be opened for a scenario.
    case listening(scenario: String, ServerError)
    /// The scenario has a port of its own already.
    case listensAlready(scenario: String, port: UInt16)
    /// There are as many ports of their own as may be.
    case tooManyPorts
    /// There is no certificate for clients that speak TLS.
    case certificate(CertificateError)

    public var description: String {
        switch self {
        case .listening(let scenario, let error): "no port for \(scenario): \(error.cause)"
        case .listensAlready(let scenario, let port): "\(scenario) has a port of its own already, \(port)"
        case .tooManyPorts: "there are \(SessionPorts.most) ports of their own, as many as may be"
        case .certificate(let error): error.description
        case .scenariosHaveErrors(let text): text
        case .unknownScenario(let name, let nearest):
            "there is no scenario \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .server(let error): error.description
        }
    }
}
