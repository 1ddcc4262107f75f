internal import GatewayServer
internal import Mishap
internal import ScenarioFiles

/// Runs the gateway until it is told to stop.
enum ServeCommand {
    private static let known = ServerConfiguration()
    private static let knownSessions = SessionBounds()

    private static let port = Option(
        "port", PortNumber.self, value: "number", variable: "MISHAP_PORT", standard: PortNumber(known.port),
        help: "The port to listen on; 0 for any free one.")
    private static let host = Option(
        "host", Word.self, value: "host", variable: "MISHAP_HOST", standard: Word(known.host),
        help: "The address or name of this machine to listen on; localhost is 127.0.0.1 and ::1.")
    private static let scenario = Option(
        "scenario", Word.self, value: "name", variable: "MISHAP_SCENARIO", completion: ScenarioPaths.names,
        help: "The scenario of requests that select none. By default the only one there is.")
    private static let seed = Option(
        "seed", Int64.self, value: "number", variable: "MISHAP_SEED", help: "A seed in place of the scenarios' own.")
    private static let cors = Option(
        switch: "cors", variable: "MISHAP_CORS",
        help: "Let pages of all origins use every scenario from a browser, as with \"cors\": true.")
    private static let watch = Option(
        switch: "watch", variable: "MISHAP_WATCH", help: "Load the scenarios anew when a file of theirs changes.")
    private static let log = Option(
        "log", LogFormat.self, value: "form", variable: "MISHAP_LOG", standard: .text,
        help: "How start, stop and errors are logged: text or json. Requests are in the journal; see --log-requests.")
    private static let followLinks = ScenarioPaths.followLinks(variable: "MISHAP_FOLLOW_LINKS")
    private static let control = Option(
        "control", ControlAccess.self, value: "who", variable: "MISHAP_CONTROL", standard: ControlAccess(.loopback),
        help: "Who may use the control API: loopback, any or off. Health, ca.pem and /__mishap/fail answer everyone.")
    private static let token = Option(
        "token", AccessToken.self, value: "token", variable: "MISHAP_TOKEN",
        help: "Every call of the control API needs \"Authorization: Bearer TOKEN\"; health, ca.pem and fail do not. "
            + "Other users of the machine see options, and no variables.")
    private static let allowHost = Option(
        repeatable: "allow-host", HostName.self, value: "name", variable: "MISHAP_ALLOW_HOST",
        help: "A host name by which the control API may be reached, and whose pages may use it.")
    private static let advertise = Option(
        "advertise", AdvertisedURL.self, value: "url", variable: "MISHAP_ADVERTISE",
        help: "The URL by which clients reach this gateway, for answers of the control API; its host counts as "
            + "--allow-host and --cert-host. By default the Host of each call.")
    private static let maxHead = Option(
        "max-head", HeadSize.self, value: "size", variable: "MISHAP_MAX_HEAD", standard: HeadSize(known.maximumHead),
        help: "Bound of a request line with its fields.")
    private static let maxBody = Option(
        "max-body", BodySize.self, value: "size", variable: "MISHAP_MAX_BODY", standard: BodySize(known.maximumBody),
        help: "Bound of a request's body.")
    private static let maxBodies = Option(
        "max-bodies", BodySize.self, value: "size", variable: "MISHAP_MAX_BODIES",
        standard: BodySize(known.maximumBodiesInAll),
        help: "Bound of all requests' bodies together; what does not fit waits 5 s, then it is a 503.")
    private static let bodyTimeout = Option(
        "body-timeout", WaitingTime.self, value: "time", variable: "MISHAP_BODY_TIMEOUT",
        standard: WaitingTime(seconds: known.deadlines.body / 1_000_000_000),
        help: "How long nothing may come of a request's body that is not whole; then it is a 408 and a close.")
    private static let maxConnections = Option(
        "max-connections", PositiveCount.self, value: "number", variable: "MISHAP_MAX_CONNECTIONS",
        standard: PositiveCount(known.maximumConnections), help: "Bound of connections at once.")
    private static let maxSessions = Option(
        "max-sessions", PositiveCount.self, value: "number", variable: "MISHAP_MAX_SESSIONS",
        standard: PositiveCount(knownSessions.count),
        help: "Bound of sessions at once, private ones and those that were asked for.")
    private static let journalBytes = Option(
        "journal-bytes", JournalSize.self, value: "size", variable: "MISHAP_JOURNAL_BYTES",
        standard: JournalSize(JournalBounds().bytesInAll),
        help: "Bound of all journals together; beyond it the oldest entries go.")

    private static let listen = Option(
        repeatable: "listen", PortOfScenario.self, value: "name=port", variable: "MISHAP_LISTEN",
        completion: ScenarioPaths.names,
        help:
            "A scenario's own port, on which it needs no name; 0 for any free one. What has \"connections\" needs one.")
    static let sessionPorts = Option(
        "session-ports", PortRange.self, value: "ports", variable: "MISHAP_SESSION_PORTS",
        help: "Ports for sessions that ask for one of their own, such as 9000-9099. By default any free ones.")

    private static let quiet = Option(
        switch: "quiet", variable: "MISHAP_QUIET", help: "Errors and warnings only, beside the line with the address.")
    private static let logRequests = Option(
        switch: "log-requests", variable: "MISHAP_LOG_REQUESTS",
        help:
            "Log a line for each request that a session got, as it ends: session, method, target, rule, status, ending, milliseconds."
    )
    private static let untilStdinCloses = Option(
        switch: "until-stdin-closes", variable: "MISHAP_UNTIL_STDIN_CLOSES",
        help: "End when standard input ends, as with a test runner that holds it and dies.")

    static let command = Command(
        name: "serve",
        summary: "Serve scenarios until Ctrl-C.",
        discussion: Discussion(
            """
            Standard output gets one line, once it answers: "mishap: listening on http://127.0.0.1:8080". With --listen \
            a line for each follows, as in "mishap: tcp/refuse on http://127.0.0.1:9001". Everything else goes to \
            standard error.

            https is spoken on the same port. Clients have to trust the authority that issues its certificates: mishap ca \
            prints it, and so does GET /__mishap/ca.pem.

            Each option is an environment variable too; the option wins. A variable that is set to nothing is not \
            set, but for MISHAP_TOKEN, where that is an error.
            """),
        arguments: [
            ScenarioPaths.servedArgument(
                otherwise: "those that were installed with the program, or none: sessions bring their own")
        ],
        options: [
            port.description, host.description, scenario.description, listen.description, sessionPorts.description,
            seed.description, cors.description,
            watch.description,
            followLinks.description, log.description, control.description, token.description,
            allowHost.description, advertise.description,
        ] + CertificateOptions.descriptions + [
            maxHead.description, maxBody.description,
            maxBodies.description, bodyTimeout.description, maxConnections.description, maxSessions.description,
            journalBytes.description, logRequests.description, quiet.description, untilStdinCloses.description,
        ],
        planned: ["map", "proxy-auth"],
        absent: ["tls": "TLS is spoken on the same port, whoever begins with it"],
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        var configuration = try configuration(values)
        let certificates = try CertificateOptions(values, advertised: try values[advertise]?.host)
        let listens = try listens(values)
        let log = ServeLog(try values[log], context, isQuiet: try values[quiet])
        log.warn(ofMisspeltVariablesIn: context.environment)
        let isMissing = ScenarioPaths.isMissing(values.arguments)
        let shipped = isMissing ? context.shippedScenarios : nil
        let paths = shipped.map { [$0] } ?? ScenarioPaths.served(values.arguments)
        let overrides = ScenarioOverrides(seed: try values[seed], hasCORS: try values[cors])
        let followsLinks = try values[followLinks]
        if try values[watch], isMissing {
            log.warned("there is no folder scenarios to watch, and no path was given")
        }
        let tree = try values[watch] && !isMissing ? FileTree(paths, followsLinks: followsLinks) : nil
        let loaded = Gateway.load(paths, overriding: overrides, followsLinks: followsLinks)
        guard !loaded.result.hasErrors else {
            log.refused(loaded.result)
            return 1
        }
        let keyLog: KeyLogFile?
        do {
            (configuration.tls, keyLog) = try certificates.read()
        } catch {
            log.failed(error.message)
            return 1
        }
        context.shutdown.prepare()
        if try values[untilStdinCloses], !context.shutdown.endWithInput() {
            log.failed("there is no thread to wait for the end of standard input")
            return 1
        }
        let requests = try values[logRequests] ? RequestLog { log.requested($0, missed: $1) } : nil
        MemoryTrimmer.trimAfterLoading()
        let gateway: Gateway
        var ports: [ScenarioPort] = []
        do {
            gateway = try Gateway(
                loaded, configuration, logging: requests, onNotice: { log.noticed($0) }, keyLog: keyLog.map { $0.write }
            )
        } catch {
            log.failed(error.description)
            return 1
        }
        do {
            for wanted in listens { ports.append(try gateway.listen(wanted.scenario, port: wanted.port.number)) }
        } catch {
            gateway.stop()
            log.failed("--listen: \(error)")
            return 1
        }
        if let warning = Gateway.libraryWarning { log.warned(warning) }
        let lines = ["listening on \(gateway.url)"] + ports.map { "\($0.scenario) on \($0.url)" }
        context.output.print(lines.map { "mishap: \($0)\n" }.joined())
        if let name = gateway.defaultWithoutPort {
            log.warned("\(name) has \"connections\", and answers on a port of its own only: --listen \(name)=0")
        }
        log.started(gateway, loaded.result, paths: paths, configuration, ports)
        let watcher = tree.map {
            Watcher(gateway, loaded, $0, paths, overriding: overrides, followsLinks: followsLinks, log)
        }
        if let watcher {
            log.watching(paths)
            watcher.start()
        }
        MemoryTrimmer.start(gateway)
        let cause = context.shutdown.wait()
        watcher?.stop()
        gateway.stop()
        guard let requests else {
            log.stopped(cause)
            return 0
        }
        // Bounded: who does not read what is said would keep this process for ever.
        requests.end(within: 300) { missed in
            if missed > 0 { log.requested([], missed: missed) }
            log.stopped(cause)
        }
        return 0
    }

    /// The address at which `serve` listens with these options and variables.
    static func address(_ values: Values) throws(UsageError) -> GatewayAddress {
        GatewayAddress(listeningOn: try values[host].text, port: try values[port].number)
    }

    private static func listens(_ values: Values) throws(UsageError) -> [PortOfScenario] {
        let listens = try values[listen]
        for (place, one) in listens.enumerated() {
            for other in listens[..<place] {
                if one.scenario == other.scenario { throw .sameTwice(other.text, one.text, what: "scenario") }
                if one.port.number > 0, one.port == other.port { throw .sameTwice(other.text, one.text, what: "port") }
            }
            if one.port.number > 0, one.port == (try values[port]) {
                throw .sameTwice("--port \(one.port.text)", "--listen \(one.text)", what: "port")
            }
        }
        return listens
    }

    private static func configuration(_ values: Values) throws(UsageError) -> GatewayConfiguration {
        var server = ServerConfiguration(
            host: try values[host].text, port: try values[port].number, maximumHead: try values[maxHead].bytes,
            maximumBody: try values[maxBody].bytes, maximumBodiesInAll: try values[maxBodies].bytes,
            maximumConnections: try values[maxConnections].count)
        server.deadlines.body = try values[bodyTimeout].nanoseconds
        let sessions = SessionBounds(count: try values[maxSessions].count, ports: try values[sessionPorts]?.ports)
        let advertised = try values[advertise]
        return GatewayConfiguration(
            server: server, scenario: try values[scenario]?.text, control: try values[control].access,
            token: try values[token]?.text,
            allowedHosts: try values[allowHost].map(\.text) + [advertised?.host].compactMap(\.self),
            advertised: advertised?.text,
            journal: JournalBounds(bytesInAll: try values[journalBytes].bytes), sessions: sessions)
    }
}
