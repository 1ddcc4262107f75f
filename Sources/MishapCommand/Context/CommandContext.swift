internal import JSONText

/// The environment of a command, passed in so that tests can replace it.
struct CommandContext: Sendable {
    let environment: Environment
    let output: CommandOutput
    let shutdown: ShutdownSource
    /// What runs the command of `exec`.
    var commands = CommandRunner.none
    /// The folder of the scenarios that came with the program; nil if it has none beside it.
    var shippedScenarios: String? = nil

    /// What diagnostics are printed on: standard error.
    var errorPage: DiagnosticRenderer.Page {
        DiagnosticRenderer.Page(columns: output.columns(), isColoured: Style(error: self).isOn)
    }
}
