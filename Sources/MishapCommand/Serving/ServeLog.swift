internal import Bytes
internal import CLinux
internal import GatewayServer
internal import Glibc
internal import JSONText
internal import Mishap
internal import ScenarioFiles

/// The log of `serve` on standard error: text for people, or a JSON object per line for machines.
struct ServeLog: Sendable {
    private let format: LogFormat
    private let output: CommandOutput
    private let style: Style
    private let page: @Sendable () -> DiagnosticRenderer.Page
    /// Whether the greeting is left out.
    private let isQuiet: Bool

    init(_ format: LogFormat, _ context: CommandContext, isQuiet: Bool = false) {
        self.format = format
        self.isQuiet = isQuiet
        output = context.output
        style = Style(error: context)
        page = { context.errorPage }
    }

    /// The scenarios have errors: logs all of them, their number, and what does not happen for that.
    func refused(_ result: LoadResult, _ consequence: String = "nothing is served") {
        let count = LoadSummary(result.diagnostics)
        switch format {
        case .text:
            output.error(result.text(on: page()) + "\n\(count.errors); \(consequence)\n")
        case .json:
            writeDiagnostics(result)
            write("error", [("message", .string("\(count.errors); \(consequence)"))])
        }
    }

    func failed(_ message: String) {
        switch format {
        case .text: output.message(message)
        case .json: write("error", [("message", .string(message))])
        }
    }

    /// A warning that does not keep the gateway from serving.
    func warned(_ message: String) {
        switch format {
        case .text: output.message("warning: \(message)")
        case .json: write("warning", [("message", .string(message))])
        }
    }

    /// Variables that are probably meant for an option, and are not read.
    func warn(ofMisspeltVariablesIn environment: Environment) {
        let options = Program.mishap.commands.flatMap(\.options)
        for variable in MisspeltVariable.all(in: environment, options) { warned(variable.warning) }
    }

    func noticed(_ message: String) {
        switch format {
        case .text: output.message(message)
        case .json: write("notice", [("message", .string(message))])
        }
    }

    func started(
        _ gateway: Gateway, _ result: LoadResult, paths: [String], _ configuration: GatewayConfiguration,
        _ ports: [ScenarioPort] = []
    ) {
        switch format {
        case .text:
            output.error(result.text(on: page()))
            if isQuiet { return }
            let startup = StartupMessage(
                gateway, at: configuration.advertised, result.scenarios, paths: paths, main: configuration.scenario,
                ports: ports, style: style)
            output.error(startup.text)
        case .json:
            writeDiagnostics(result)
            if isQuiet { return }
            write(
                "start",
                [
                    ("url", .string(gateway.url)), ("httpsUrl", .string(gateway.httpsURL)),
                    ("scenarios", .int(Int64(result.scenarios.count))),
                    ("paths", .array(paths.map { .string($0) })),
                ])
        }
    }

    /// Requests that have ended, a line each.
    func requested(_ requests: [LoggedRequest], missed: Int) {
        var lines = ""
        func add(_ line: String) {
            // Lines of others, from other threads, stay apart where each write is at most this long (PIPE_BUF).
            if !lines.isEmpty, lines.utf8.count + line.utf8.count >= 4_096 {
                output.error(lines)
                lines = ""
            }
            lines += line + "\n"
        }
        for request in requests {
            switch format {
            case .text: add(Self.text(of: request))
            case .json: add(Self.line("request", at: request.arrivedAt, Self.members(of: request)))
            }
        }
        if missed > 0 {
            switch format {
            case .text: add("mishap: \(missed) requests are not in this log, since it is read too slowly")
            case .json: add(Self.line("missed", at: SystemClock.wallMilliseconds, [("requests", .int(Int64(missed)))]))
            }
        }
        output.error(lines)
    }

    /// As in `mishap: shop/pay GET /pay "first" 503 complete 1.234 ms`.
    private static func text(of request: LoggedRequest) -> String {
        let words = [
            request.session, request.method ?? "-", request.target ?? "-", request.rule.map { "\"\($0)\"" } ?? "-",
            request.status.map(String.init) ?? "-", request.ending, request.milliseconds, "ms",
        ]
        return "mishap: " + Terminal.safe(words.joined(separator: " "))
    }

    private static func members(of request: LoggedRequest) -> [(String, JSONValue)] {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return [
            ("session", .string(request.session)), ("method", text(request.method)), ("target", text(request.target)),
            ("rule", text(request.rule)), ("status", request.status.map { .int(Int64($0)) } ?? .null),
            ("ending", .string(request.ending)), ("milliseconds", .number(request.milliseconds)),
        ]
    }

    func watching(_ paths: [String]) {
        if isQuiet { return }
        switch format {
        case .text: output.message("watching \(paths.joined(separator: ", ")) for changes")
        case .json: write("watch", [("paths", .array(paths.map { .string($0) }))])
        }
    }

    /// Scenarios were reloaded and are served: logs warnings, then what changed.
    func reloaded(_ result: LoadResult, _ changes: ReloadedScenarios) {
        switch format {
        case .text: output.error(result.text(on: page()) + "mishap: loaded anew: \(Self.summary(of: changes))\n")
        case .json:
            writeDiagnostics(result)
            let members = [("changed", changes.changed), ("added", changes.added), ("removed", changes.removed)]
            write("reload", members.map { ($0, .array($1.map { .string($0) })) })
        }
    }

    /// Scenarios were reloaded with errors, and the previous ones are still served: logs the errors, then one line.
    func kept(_ result: LoadResult, _ error: GatewayError) {
        let reason = result.hasErrors ? LoadSummary(result.diagnostics).errors : error.description
        let message = "\(reason); kept the last good scenarios"
        switch format {
        case .text: output.error(result.text(on: page()) + "mishap: \(message)\n")
        case .json:
            writeDiagnostics(result)
            write("error", [("message", .string(message))])
        }
    }

    /// For example "changed a, b; new c".
    private static func summary(of changes: ReloadedScenarios) -> String {
        let parts = [("changed", changes.changed), ("new", changes.added), ("gone", changes.removed)]
            .filter { !$1.isEmpty }
            .map { what, names in
                let more = names.count > 8 ? " and \(names.count - 8) more" : ""
                return "\(what) \(names.prefix(8).joined(separator: ", "))\(more)"
            }
        return parts.isEmpty ? "all is as it was" : parts.joined(separator: "; ")
    }

    func stopped(_ cause: String) {
        if isQuiet { return }
        switch format {
        case .text: output.error("mishap: stopped\(cause.isEmpty ? "" : " by \(cause)")\n")
        case .json: write("stop", [("signal", cause.isEmpty ? .null : .string(cause))])
        }
    }

    private func writeDiagnostics(_ result: LoadResult) {
        for diagnostic in result.diagnostics.all {
            guard case .object(let members) = DiagnosticRenderer(result.sources).json(diagnostic) else { continue }
            write("diagnostic", members)
        }
    }

    private func write(_ event: String, _ members: [(String, JSONValue)]) {
        output.error(Self.line(event, at: SystemClock.wallMilliseconds, members) + "\n")
    }

    private static func line(_ event: String, at milliseconds: Int64, _ members: [(String, JSONValue)]) -> String {
        let time = String(decoding: HTTPDate.iso8601(epochMilliseconds: milliseconds), as: UTF8.self)
        let line = JSONValue.object([("time", .string(time)), ("event", .string(event))] + members)
        return String(decoding: line.bytes(), as: UTF8.self)
    }
}
