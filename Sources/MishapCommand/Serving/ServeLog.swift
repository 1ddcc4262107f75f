internal import Bytes
internal import Glibc
internal import JSONText
internal import Mishap
internal import Scenario

/// What `serve` writes to standard error: for people or, a JSON object on a line, for machines.
struct ServeLog {
    private let form: LogForm
    private let output: CommandOutput
    private let style: Style

    init(_ form: LogForm, _ context: CommandContext) {
        self.form = form
        output = context.output
        style = Style(error: context)
    }

    /// Scenarios with errors: all of them, then how many, and that nothing is served.
    func refused(_ result: LoadResult, isStandardPath: Bool) {
        let count = LoadSummary(result.diagnostics)
        switch form {
        case .text:
            output.error(result.text + "\n\(count.errors); nothing is served\n")
            if isStandardPath, result.diagnostics.fileNames == ["scenarios/"] {
                output.error("A path may be given: mishap serve PATH\n")
            }
        case .json:
            for diagnostic in result.diagnostics.all {
                let line = DiagnosticRenderer(result.sources).json(diagnostic)
                guard case .object(let members) = line else { continue }
                write("diagnostic", members)
            }
            write("error", [("message", .string("\(count.errors); nothing is served"))])
        }
    }

    func failed(_ message: String) {
        switch form {
        case .text: output.error("mishap: \(message)\n")
        case .json: write("error", [("message", .string(message))])
        }
    }

    func started(
        _ gateway: Gateway, _ result: LoadResult, paths: [String], _ configuration: GatewayConfiguration
    ) {
        switch form {
        case .text:
            output.error(result.text)
            let words = StartWords(
                gateway, result.scenarios, paths: paths, main: configuration.scenario, style: style)
            output.error(words.text)
        case .json:
            for diagnostic in result.diagnostics.all {
                guard case .object(let members) = DiagnosticRenderer(result.sources).json(diagnostic) else { continue }
                write("diagnostic", members)
            }
            write(
                "start",
                [
                    ("url", .string(gateway.url)), ("scenarios", .int(Int64(result.scenarios.count))),
                    ("paths", .array(paths.map { .string($0) })),
                ])
        }
    }

    func stopped(_ cause: String) {
        switch form {
        case .text: output.error("mishap: stopped\(cause.isEmpty ? "" : " by \(cause)")\n")
        case .json: write("stop", [("signal", cause.isEmpty ? .null : .string(cause))])
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
