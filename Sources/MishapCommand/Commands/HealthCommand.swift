internal import ArgumentParser

/// Asks a running gateway whether it answers: for probes of containers, which have no curl.
struct HealthCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Ask a running gateway whether it answers: exit code 0 or 1.",
        discussion: "Waits for 2 seconds at most.")

    @Argument(
        help: ArgumentHelp(
            "Where it listens. (default: http://127.0.0.1:8080, or as MISHAP_HOST and MISHAP_PORT say)",
            valueName: "url"))
    var url: String?

    func run(_ context: CommandContext) throws -> Int32 {
        let address = try url.map(GatewayAddress.init) ?? .standard(context.environment)
        switch HealthProbe(address).ask(within: 2_000) {
        case .success:
            context.output.print("healthy: \(address.url)\n")
            return 0
        case .failure(let problem):
            context.output.error("unhealthy: \(address.url) \(problem.words)\n")
            return 1
        }
    }
}
