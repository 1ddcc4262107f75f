internal import ArgumentParser
internal import GatewayServer
internal import Mishap
internal import Scenario

/// Runs the gateway until it is told to stop.
struct ServeCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve scenarios until Ctrl-C.",
        discussion: """
            Standard output gets one line, once it answers: "mishap: listening on http://127.0.0.1:8080". Everything \
            else goes to standard error.

            Each option is an environment variable too: --max-body is MISHAP_MAX_BODY. The option wins.
            """)

    @Argument(help: ArgumentHelp("Scenario files and folders. (default: scenarios/)", valueName: "path"))
    var paths: [String] = []

    @Option(help: "The port to listen on; 0 for any free one. (default: 8080)")
    var port: String?

    @Option(help: "The address or name of this machine to listen on. (default: 127.0.0.1)")
    var host: String?

    @Option(help: ArgumentHelp("The scenario of requests that select none.", valueName: "name"))
    var scenario: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("A seed in place of the scenarios' own.", valueName: "number"))
    var seed: String?

    @Flag(help: "Load the scenarios anew when a file of theirs changes. (default: false)")
    var watch = false

    @Option(
        help: ArgumentHelp(
            "How start, stop and errors are logged: text or json. Requests are in the journal, not in the log. (default: text)",
            valueName: "form"))
    var log: String?

    @Option(
        help: ArgumentHelp(
            "Who may use the control API: loopback, any or off. Health and /__mishap/fail answer everyone. (default: loopback)",
            valueName: "who"))
    var control: String?

    @Option(help: ArgumentHelp("Bound of a request line with its fields. (default: 12KiB)", valueName: "size"))
    var maxHead: String?

    @Option(help: ArgumentHelp("Bound of a request's body. (default: 64MiB)", valueName: "size"))
    var maxBody: String?

    @Option(help: ArgumentHelp("Bound of connections at once. (default: 100000)", valueName: "number"))
    var maxConnections: String?

    func run(_ context: CommandContext) throws -> Int32 {
        let configuration = try configuration(context.environment)
        let form = try context.environment.value("log", log, else: LogForm.text)
        let log = ServeLog(form, context)
        let paths = paths.isEmpty ? ["scenarios/"] : paths
        let seed: Int64? = try context.environment.value("seed", seed)
        let isWatching = try context.environment.value("watch", watch ? "true" : nil, else: Switch(false)).isOn
        let tree = isWatching ? FileTree(paths) : nil
        let loaded = Gateway.load(paths, seed: seed)
        guard !loaded.result.hasErrors else {
            log.refused(loaded.result, isStandardPath: self.paths.isEmpty)
            return 1
        }
        context.end.prepare()
        let gateway: Gateway
        do {
            gateway = try Gateway(loaded, configuration)
        } catch {
            log.failed(error.description)
            return 1
        }
        context.output.print("mishap: listening on \(gateway.url)\n")
        log.started(gateway, loaded.result, paths: paths, configuration)
        let watcher = tree.map { Watcher(gateway, loaded, $0, paths, seed: seed, log) }
        if let watcher {
            log.watching(paths)
            watcher.start()
        }
        let cause = context.end.wait()
        watcher?.stop()
        gateway.stop()
        log.stopped(cause)
        return 0
    }

    private func configuration(_ environment: Environment) throws(UsageError) -> GatewayConfiguration {
        let known = ServerConfiguration()
        let host: Word? = try environment.value("host", host)
        let scenario: Word? = try environment.value("scenario", scenario)
        let server = ServerConfiguration(
            host: host?.text ?? known.host,
            port: try environment.value("port", port, else: PortNumber(known.port)).number,
            maximumHead: try environment.value("max-head", maxHead, else: HeadSize(known.maximumHead)).bytes,
            maximumBody: try environment.value("max-body", maxBody, else: BodySize(known.maximumBody)).bytes,
            maximumConnections: try environment.value(
                "max-connections", maxConnections, else: ConnectionCount(known.maximumConnections)
            ).count)
        return GatewayConfiguration(
            server: server, scenario: scenario?.text,
            control: try environment.value("control", control, else: ControlAccess(.loopback)).access)
    }
}
