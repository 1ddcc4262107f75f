/// What a command has beside its own options: its surroundings, passed in so that tests can be them.
struct CommandContext: Sendable {
    let environment: Environment
    let output: CommandOutput
    let shutdown: ShutdownSource
}
