internal import GatewayServer
internal import JSONText
internal import Mishap
internal import Scenario

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

    /// Nanoseconds after which it judges what has come, though requests still come.
    private static let longestWait: UInt64 = 10_000_000_000

    static let usageError: Int32 = 125

    static let command = Command(
        name: "exec",
        summary: "Run a command against a gateway of its own, and judge the client.",
        discussion: Discussion(
            """
              mishap exec --scenario graph/transient -- npm test

            A gateway listens on a free port for as long as the command runs, which has its address in MISHAP_URL, for the \
            client, and that of the control API in MISHAP_CONTROL_URL, for the tests. The command has the terminal, standard \
            input and output for itself; what mishap says goes to standard error.

            When it has ended, the clients are judged by what the scenarios expect: in the sessions that the tests asked for, \
            in those that got a request, and in the default session.

            The exit code is the command's own, or 128 and the number of the signal that ended it. It is 3 where the command \
            passed and a verdict did not, or is undecided; 125 where mishap could not start or was misused, 126 where the \
            command could not be run, and 127 where it was not found.

            Signals that another process sends to mishap are passed on; a second Ctrl-C ends it at once. What the command \
            leaves running is named, and not ended.
            """),
        arguments: [ScenarioPaths.argument],
        options: [scenario.description, settle.description, seed.description, followLinks.description],
        planned: ["trust", "proxy", "require", "report", "junit"],
        verbatim: Argument(name: "command", count: .one, help: "The command, with its arguments."),
        usageErrorExitCode: usageError,
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        let log = ServeLog(.text, context, isQuiet: true)
        let (settle, seed) = (try values[settle].nanoseconds, try values[seed])
        let configuration = GatewayConfiguration(
            server: ServerConfiguration(port: 0), scenario: try values[scenario]?.text, keepsVerdicts: true)
        let loaded = Gateway.load(
            ScenarioPaths.paths(values.arguments), seed: seed, followsLinks: try values[followLinks])
        guard !loaded.result.hasErrors else {
            log.refused(loaded.result, isStandardPath: values.arguments.isEmpty)
            return usageError
        }
        context.commands.prepare()
        let gateway: Gateway
        do {
            gateway = try Gateway(loaded, configuration) { log.noticed($0) }
        } catch {
            log.failed(error.description)
            return usageError
        }
        defer { gateway.stop() }
        if let warning = Gateway.libraryWarning { log.warned(warning) }
        context.output.error(loaded.result.text)
        let end = context.commands.run(
            values.verbatim, ["MISHAP_URL": gateway.url, "MISHAP_CONTROL_URL": gateway.url + "/__mishap"])
        let report = ExecReport(
            end: end, verdicts: end.hasRun ? gateway.runVerdicts(settle: settle, within: longestWait) : RunVerdicts(),
            leftBehind: context.commands.leftBehind(), program: String(decoding: values.verbatim[0], as: UTF8.self))
        context.output.error(report.text(Style(error: context)))
        return report.exitCode
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
