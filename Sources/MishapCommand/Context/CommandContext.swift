/// The environment of a command, passed in so that tests can replace it.
struct CommandContext: Sendable {
    let environment: Environment
    let output: CommandOutput
    let shutdown: ShutdownSource
    /// What runs the command of `exec`.
    var commands = CommandRunner.none
}
