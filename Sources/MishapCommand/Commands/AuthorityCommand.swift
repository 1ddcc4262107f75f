internal import Mishap
internal import TLS

/// Prints the certificate that clients have to trust.
enum AuthorityCommand {
    private static let url = Option(
        "url", GatewayURL.self, value: "url",
        help: "The gateway whose certificate it is. By default \(GatewayAddress.standard.url), or as MISHAP_HOST and "
            + "MISHAP_PORT say.")

    static let command = Command(
        name: "ca",
        summary: "Print the certificate that clients have to trust for https.",
        discussion: Discussion(
            """
            Each gateway speaks https on the port of http, with certificates of an authority of its own. Give a client the \
            authority's certificate, and it trusts the gateway:

              mishap ca > ca.pem
              curl --cacert ca.pem https://localhost:8080/

            It is asked of the gateway that runs, or read from the --ca-file that serve and exec are given too, which is made \
            if it is not there. With --url the gateway is asked in any case.
            """),
        options: [url.description, CertificateOptions.authority.description],
        run: run)

    private static func run(_ values: Values, _ context: CommandContext) throws(UsageError) -> Int32 {
        let url = try values[url]
        if url == nil, let path = try values[CertificateOptions.authority]?.text {
            do throws(AuthorityFile.Failure) {
                context.output.print(String(decoding: try AuthorityFile.authority(path).certificatePEM, as: UTF8.self))
                return 0
            } catch {
                context.output.message("--ca-file \(error)")
                return 1
            }
        }
        let address = if let url { url.address } else { try ServeCommand.address(values) }
        switch HealthProbe(address).certificate(within: 2_000) {
        case .success(let certificate):
            context.output.print(certificate)
            return 0
        case .failure(let problem):
            context.output.message(
                "\(address.url) \(problem.message). Start mishap serve first, or name the --ca-file that it will have: "
                    + "a certificate made now would be of no use, since each gateway makes its own authority")
            return 1
        }
    }
}

/// The URL of a gateway that is asked.
struct GatewayURL: OptionValue, Hashable {
    let address: GatewayAddress
    static let takes = "where a gateway listens, such as http://127.0.0.1:8080"
    var text: String { address.url }

    init?(text: String) {
        guard let address = try? GatewayAddress(text) else { return nil }
        self.address = address
    }

    static func meant(by text: String) -> String? {
        (try? GatewayAddress(text, takesHTTPS: true))?.inTheClear.url
    }
}
