/// Asks a running gateway whether it answers: for health checks in containers that have no curl.
enum HealthCommand {
    static let command = Command(
        name: "health",
        summary: "Ask a running gateway whether it answers: exit code 0 or 1.",
        discussion: Discussion("Waits for 2 seconds at most."),
        arguments: [
            Argument(
                name: "url", count: .atMostOne,
                standard: "\(GatewayAddress.standard.url), or as MISHAP_HOST and MISHAP_PORT say",
                help: "Where it listens.")
        ],
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        let address =
            if let url = values.arguments.first {
                try GatewayAddress(url)
            } else {
                try ServeCommand.address(values)
            }
        switch HealthProbe(address).ask(within: 2_000) {
        case .success:
            context.output.print("healthy: \(address.url)\n")
            return 0
        case .failure(let problem):
            context.output.error("unhealthy: \(address.url) \(problem.message)\n")
            return 1
        }
    }
}
