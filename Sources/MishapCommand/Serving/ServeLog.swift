internal import Bytes
internal import Glibc
internal import JSONText
internal import Mishap
internal import Scenario

/// The log of `serve` on standard error: text for people, or a JSON object per line for machines.
struct ServeLog: Sendable {
    private let format: LogFormat
    private let output: CommandOutput
    private let style: Style
    /// Whether the greeting is left out.
    private let isQuiet: Bool

    init(_ format: LogFormat, _ context: CommandContext, isQuiet: Bool = false) {
        self.format = format
        self.isQuiet = isQuiet
        output = context.output
        style = Style(error: context)
    }

    /// The scenarios have errors: logs all of them, their number, and that nothing is served.
    func refused(_ result: LoadResult, isStandardPath: Bool) {
        let count = LoadSummary(result.diagnostics)
        switch format {
        case .text:
            output.error(result.text + "\n\(count.errors); nothing is served\n")
            if isStandardPath, result.diagnostics.fileNames == ["scenarios/"] {
                output.error("A path may be given: mishap serve PATH\n")
            }
        case .json:
            writeDiagnostics(result)
            write("error", [("message", .string("\(count.errors); nothing is served"))])
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

    func noticed(_ message: String) {
        switch format {
        case .text: output.message(message)
        case .json: write("notice", [("message", .string(message))])
        }
    }

    func started(
        _ gateway: Gateway, _ result: LoadResult, paths: [String], _ configuration: GatewayConfiguration
    ) {
        switch format {
        case .text:
            output.error(result.text)
            if isQuiet { return }
            let startup = StartupMessage(
                gateway, result.scenarios, paths: paths, main: configuration.scenario, style: style)
            output.error(startup.text)
        case .json:
            writeDiagnostics(result)
            if isQuiet { return }
            write(
                "start",
                [
                    ("url", .string(gateway.url)), ("scenarios", .int(Int64(result.scenarios.count))),
                    ("paths", .array(paths.map { .string($0) })),
                ])
        }
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
        case .text: output.error(result.text + "mishap: loaded anew: \(Self.summary(of: changes))\n")
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
        case .text: output.error(result.text + "mishap: \(message)\n")
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
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let milliseconds = Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
        let time = String(decoding: HTTPDate.iso8601(epochMilliseconds: milliseconds), as: UTF8.self)
        let line = JSONValue.object([("time", .string(time)), ("event", .string(event))] + members)
        output.error(String(decoding: line.bytes(), as: UTF8.self) + "\n")
    }
}
