internal import Catalogue
internal import Wire

/// The gateway whose way it is to say that there were too many calls.
enum RateLimitProvider: String, CaseIterable {
    case infura, alchemy

    /// The setting, and the parameter for which it gives the default.
    static let name = "provider"
    static let setting = Setting(name, .word(words), meaning, standard: .text(infura.rawValue))
    static let parameter = Parameter(name, .word(words), meaning, standard: .text(infura.rawValue))

    private static let words = allCases.map(\.rawValue)
    private static let meaning =
        "Whose words `rate-limited` has: Infura's, -32005 with the seconds to wait in data.rate, or Alchemy's, whose code "
        + "is 429."

    static let alchemyMessage =
        "Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore "
        + "this message. If not, check out https://docs.alchemy.com/reference/throughput"

    /// The error in the form of this gateway.
    fileprivate func error(_ arguments: Arguments) -> FormedError {
        switch self {
        case .infura:
            let rate =
                #""allowed_rps":10,"backoff_seconds":\#(arguments.count("backoff") ?? 30),"current_rps":13.333"#
            let stock = #"{"rate":{\#(rate)},"see":"https://infura.io/dashboard"}"#
            return FormedError(
                JSONRPCError(
                    code: -32005, message: arguments.text("message") ?? "project ID request rate exceeded",
                    data: arguments.json("data") ?? Array(stock.utf8)), .standard)
        case .alchemy:
            return FormedError(
                JSONRPCError(
                    code: 429, message: arguments.text("message") ?? Self.alchemyMessage,
                    data: arguments.json("data")), .idFirst)
        }
    }
}

extension Failure {
    /// Too many calls, as public gateways of Ethereum say it.
    static let rateLimited = Failure(
        "jsonrpc/rate-limited", "The project has made too many calls, as the gateways of Infura or Alchemy say it.",
        wire: """
            429 by `provider`: infura: an error object of code -32005, the message "project ID request rate exceeded" \
            and, as `data`, `rate` with `allowed_rps`, `backoff_seconds` and `current_rps`, and a page in `see`; alchemy: \
            `jsonrpc`, `id` and an error object of code 429 and the message "\(RateLimitProvider.alchemyMessage)". As an \
            element of a batch it has no status of its own. A notification gets no answer. The texts are as captured; \
            "exceeded project rate limit" was captured of Infura too (status-go 4807), for `message`.
            """,
        reports: .jsonrpc("JSONRPCServerErrorDomain and the code, with the whole error object; the status is ignored"),
        source: "captured: INFURA/infura 201, ethers.js 640; Alchemy's: Synthetixio/kwenta#40, conduitxyz/node#36",
        evidence: .observed, phase: .body,
        parameters: [
            RateLimitProvider.parameter,
            Parameter("message", .text, "The error's message, in place of the stock one."),
            Parameter(
                "backoff", .count(0...1_000_000), "The seconds to wait, in data.rate.backoff_seconds.",
                onlyIf: Parameter.Condition(parameter: RateLimitProvider.name, word: "infura"), standard: .count(30)),
            Parameter("data", .json, "All of the error's data, in place of what is in it."),
        ],
        effect: .answerToCall { arguments in
            let provider = arguments.text(RateLimitProvider.name).flatMap(RateLimitProvider.init) ?? .infura
            return provider.error(arguments).answer(status: 429)
        })
}
