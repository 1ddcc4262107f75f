internal import Catalogue
internal import GatewayServer
internal import JSONText
internal import Mishap
internal import ScenarioFiles
internal import Systems
internal import TLS

/// Runs a command against a gateway of its own, and judges the client.
enum ExecCommand {
    private static let scenario = Option(
        "scenario", Word.self, value: "name", variable: "MISHAP_SCENARIO", completion: ScenarioPaths.names,
        help: "The scenario of requests that select none. By default the only one there is.")
    private static let settle = Option(
        "settle", SettleTime.self, value: "time", variable: "MISHAP_SETTLE", standard: SettleTime(milliseconds: 300),
        help: "How long no request may come, once the command has ended, before its verdict is final; 0s for at once.")
    private static let seed = Option(
        "seed", Int64.self, value: "number", variable: "MISHAP_SEED", help: "A seed in place of the scenarios' own.")
    private static let followLinks = ScenarioPaths.followLinks(variable: "MISHAP_FOLLOW_LINKS")

    private static let trust = Option(
        switch: "trust", variable: "MISHAP_TRUST",
        help:
            "Have the command trust https of this gateway: SSL_CERT_FILE, REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE name the "
            + "system's authorities and this one, NODE_EXTRA_CA_CERTS this one.")
    private static let require = Option(
        repeatable: "require", Word.self, value: "names", variable: "MISHAP_REQUIRE",
        completion: .names { _, prefix in FailureNames(prefix).candidates },
        help: "Failures, separated by commas, of which each has to leave as planned at least once.")
    private static let report = Option(
        repeatable: "report", ReportPath.self, value: "file", variable: "MISHAP_REPORT", completion: .files,
        help: "Write which failures and rules were exercised, as FILE.json, FILE.md or FILE.txt.")
    private static let notReached = Option(
        switch: "not-reached", variable: "MISHAP_NOT_REACHED",
        help: "In reports, list the failures of the scenarios that no request got.")
    private static let junit = Option(
        "junit", FilePath.self, value: "file", variable: "MISHAP_JUNIT", completion: .files,
        help: "Write the verdicts as XML of JUnit: a test suite for each session, a test case for each expectation.")

    /// Nanoseconds after which it judges what has come, though requests still come.
    private static let longestWait: UInt64 = 10_000_000_000

    static let usageError: Int32 = 125

    static let command = Command(
        name: "exec",
        summary: "Run a command against a gateway of its own, and judge the client.",
        discussion: Discussion(
            """
              mishap exec --scenario graph/is-transient -- npm test

            A gateway listens on a free port for as long as the command runs, which has its address in MISHAP_URL, for the \
            client, and that of the control API in MISHAP_CONTROL_URL, for the tests. A scenario with "connections" has a port \
            of its own, which MISHAP_URL then is. MISHAP_HTTPS_URL is the same port with https, and MISHAP_CA a file with the \
            certificate that clients have to trust for it, or do with --trust. The command has the terminal, standard \
            input and output for itself; what mishap says goes to standard error.

            When it has ended, the clients are judged by what the scenarios expect: in the sessions that the tests asked for, \
            in those that got a request, and in the default session where no other got one, or where --scenario names it. What \
            came before a reset is judged by itself.

            The exit code is the command's own, or 128 and the number of the signal that ended it. It is 3 where the command \
            passed and a verdict did not, or is undecided; 125 where mishap could not start or was misused, 126 where the \
            command could not be run, and 127 where it was not found.

            Signals that another process sends to mishap are passed on; a second Ctrl-C ends it at once. What the command \
            leaves running is named, and not ended.
            """),
        arguments: [ScenarioPaths.servedArgument(otherwise: "sessions bring their own")],
        options: [
            scenario.description, ServeCommand.sessionPorts.description, settle.description, seed.description,
            followLinks.description,
            require.description, report.description, notReached.description, junit.description, trust.description,
        ] + CertificateOptions.descriptions,
        planned: ["proxy"],
        verbatim: Argument(name: "command", count: .one, help: "The command, with its arguments."),
        usageErrorExitCode: usageError,
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        let log = ServeLog(.text, context, isQuiet: true)
        let (settle, seed) = (try values[settle].nanoseconds, try values[seed])
        let certificates = try CertificateOptions(values)
        var configuration = GatewayConfiguration(
            server: ServerConfiguration(port: 0), scenario: try values[scenario]?.text,
            // No session goes unjudged since it was not used for a while.
            sessions: SessionBounds(idle: .max, ports: try values[ServeCommand.sessionPorts]?.ports),
            keepsVerdicts: true)
        let paths = ScenarioPaths.served(values.arguments)
        let loaded = Gateway.load(
            paths, overriding: ScenarioOverrides(seed: seed),
            followsLinks: try values[followLinks])
        guard !loaded.result.hasErrors else {
            log.refused(loaded.result, "the command was not run")
            return usageError
        }
        if paths.isEmpty { log.noticed("no scenarios: sessions bring their own, or mishap exec PATH -- COMMAND") }
        log.warn(ofMisspeltVariablesIn: context.environment)
        let required = try requiredFailures(try values[require])
        let (isTrusted, keyLog): (Bool, KeyLogFile?)
        let outputs: ExecOutputs
        do {
            isTrusted = try values[trust]
            (configuration.tls, keyLog) = try certificates.read()
            outputs = try ExecOutputs(reports: try values[report], junit: try values[junit]?.text)
        } catch let error as OutputFile.Failure {
            log.failed(error.message)
            return usageError
        } catch let error as CertificateOptions.Failure {
            log.failed(error.message)
            return usageError
        } catch let error as UsageError {
            throw error
        } catch {
            preconditionFailure("no other error: \(error)")
        }
        context.commands.prepare()
        MemoryTrimmer.trimAfterLoading()
        let gateway: Gateway
        do {
            gateway = try Gateway(
                loaded, configuration, onNotice: { log.noticed($0) }, keyLog: keyLog.map { $0.write })
        } catch {
            log.failed(error.description)
            return usageError
        }
        defer { gateway.stop() }
        let (url, httpsURL): (String, String)
        do {
            let port = try gateway.defaultWithoutPort.map { (name) throws(GatewayError) in try gateway.listen(name) }
            (url, httpsURL) = port.map { ($0.url, $0.httpsURL) } ?? (gateway.url, gateway.httpsURL)
        } catch {
            log.failed(error.description)
            return usageError
        }
        var files: TrustFiles?
        do {
            // One's own is first, as some programs read no other.
            let own = configuration.tls.own?.lastCertificatePEM ?? []
            files = try TrustFiles(own + (try gateway.authorityCertificate), isTrusted: isTrusted, context.environment)
        } catch {
            let reason = (error as? OutputFile.Failure)?.message ?? "\(error)"
            guard !isTrusted else {
                log.failed("--trust: \(reason)")
                return usageError
            }
            // Most commands never speak TLS.
            log.noticed("the command has no MISHAP_CA: \(reason)")
        }
        defer { files?.remove() }
        for notice in files?.notices ?? [] { log.noticed(notice) }
        MemoryTrimmer.start(gateway)
        if let warning = Gateway.libraryWarning { log.warned(warning) }
        context.output.error(loaded.result.text(on: context.errorPage))
        var variables = [
            "MISHAP_URL": url, "MISHAP_HTTPS_URL": httpsURL, "MISHAP_CONTROL_URL": gateway.url + "/__mishap",
        ]
        variables.merge(files?.variables ?? [:]) { $1 }
        let end = context.commands.run(values.verbatim, variables) { [files] in files?.remove() }
        let verdicts = end.hasRun ? gateway.runVerdicts(settle: settle, within: longestWait) : RunVerdicts()
        var exercised = required.isEmpty && !outputs.needsReport ? RunReport() : gateway.report() ?? RunReport()
        exercised.listsNotReached = try values[notReached]
        let report = ExecReport(
            end: end, verdicts: verdicts, required: required.map { RequiredFailure($0, in: exercised) },
            leftBehind: context.commands.leftBehind(), program: String(decoding: values.verbatim[0], as: UTF8.self))
        context.output.error(report.text(Style(error: context)))
        let problems = outputs.write(exercised, report)
        for problem in problems { log.failed(problem) }
        return problems.isEmpty || report.exitCode != 0 ? report.exitCode : usageError
    }

    /// The names in lists, each of which this version has to be able to cause.
    private static func requiredFailures(_ lists: [Word]) throws(UsageError) -> [String] {
        var names: [String] = []
        for name in lists.flatMap({ $0.text.split(separator: "," as Character) }).map(String.init) {
            guard let entry = FailureIndex.all.entry(name) else {
                if let planned = FailureIndex.planned[name] { throw .notImplemented(planned.name) }
                throw .wrongValue(
                    of: "--require", name, takes: "names of failures, which mishap catalogue lists",
                    choices: FailureIndex.all.names)
            }
            guard FailureIndex.all.canInduce(entry) else {
                if case .planned = entry.disposition { throw .notImplemented(entry.name) }
                throw .wrongValue(
                    of: "--require", name, takes: "failures that a server can cause, and not this one", near: nil)
            }
            if case .port? = FailureIndex.all[entry.name]?.strike {
                throw .wrongValue(
                    of: "--require", name,
                    takes: "failures that can be counted, and not this one, for which the kernel answers", near: nil)
            }
            if !names.contains(entry.name) { names.append(entry.name) }
        }
        return names
    }
}

extension CommandEnd {
    fileprivate var hasRun: Bool {
        switch self {
        case .exited, .signalled: true
        case .notFound, .notExecutable, .notStarted: false
        }
    }
}
