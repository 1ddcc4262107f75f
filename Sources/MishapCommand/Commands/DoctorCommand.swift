internal import JSONText

/// Tells what of the failures arrives here as it was sent, and what stands between.
enum DoctorCommand {
    private static let json = Option(switch: "json", help: "A JSON object, and nothing on standard error.")

    static let command = Command(
        name: "doctor",
        summary: "Ask a gateway for failures, and tell which of them arrive here as they were sent.",
        discussion: Discussion(
            """
            Containers' published ports, tunnels and proxies turn resets into ends, and write heads anew. Run it where your \
            client runs, with the URL that your client has:

              mishap doctor http://localhost:8080

            It tells too whether TLS arrives at that host and port, and with whose certificate. It takes 8 seconds at most, \
            and leaves nothing in reports. Exit code 0 if all arrives, 1 if something changes, 2 if nothing could be tried.
            """),
        arguments: [
            Argument(
                name: "url", count: .atMostOne,
                standard: "\(GatewayAddress.standard.url), or as MISHAP_HOST and MISHAP_PORT say",
                help: "Where the gateway listens, as the client has it.")
        ],
        options: [json.description],
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        let asJSON = try values[json]
        let address =
            if let url = values.arguments.first {
                try GatewayAddress(url)
            } else {
                try ServeCommand.address(values)
            }
        return ask(address, asJSON: asJSON, context)
    }

    /// Asks a gateway, and prints what it found or why it found nothing; the exit code.
    static func ask(
        _ address: GatewayAddress, asJSON: Bool, _ context: CommandContext, _ times: DoctorTimes = .standard
    ) -> Int32 {
        switch DoctorVisit(address, times).ask() {
        case .success(let report):
            context.output.print(asJSON ? pretty(report.json) : report.text(Style(output: context)))
            return report.exitCode
        case .failure(let problem):
            if asJSON {
                context.output.print(pretty(nothing(address, problem)))
            } else {
                context.output.message("\(address.url) \(problem.message)")
            }
            return 2
        }
    }

    private static func pretty(_ value: JSONValue) -> String {
        String(decoding: value.bytes(pretty: true), as: UTF8.self) + "\n"
    }

    /// The same shape, in which `problem` says why there are no rows.
    private static func nothing(_ address: GatewayAddress, _ problem: DoctorVisit.Problem) -> JSONValue {
        [
            "url": .string(address.url), "address": problem.address.map { .string($0) } ?? .null, "gateway": .null,
            "rows": [], "changed": [], "between": .null, "help": [], "https": .null,
            "problem": .string(problem.message),
        ]
    }
}
