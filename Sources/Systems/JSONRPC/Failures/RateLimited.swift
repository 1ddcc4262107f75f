internal import Catalogue
internal import Wire

extension Failure {
    /// Too many calls, as a public gateway of Ethereum says it.
    static let rateLimited = Failure(
        "jsonrpc/rate-limited", "The project has made too many calls, as the gateways of Infura say it.",
        wire: """
            429 with an error object of code -32005, the message "project ID request rate exceeded" and, as `data`, \
            `rate` with `allowed_rps`, `backoff_seconds` and `current_rps`, and a page in `see`. As an element of a \
            batch it has no status of its own. A notification gets no answer. The text is as captured; \
            "exceeded project rate limit" was captured too (status-go 4807), for `message`.
            """,
        reports: .jsonrpc("JSONRPCServerErrorDomain -32005, with the whole error object; the HTTP status is ignored"),
        source: "captured: INFURA/infura 201, ethers.js 640", evidence: .observed, phase: .body,
        parameters: [
            Parameter("message", .text, "The error's message, in place of the stock one."),
            Parameter(
                "backoff", .count(0...1_000_000), "The seconds to wait, in data.rate.backoff_seconds.",
                standard: .count(30)),
            Parameter("data", .json, "All of the error's data, in place of what is in it."),
        ],
        effect: .answerToCall { arguments in
            let rate = #""allowed_rps":10,"backoff_seconds":\#(arguments.count("backoff") ?? 30),"current_rps":13.333"#
            let stock = #"{"rate":{\#(rate)},"see":"https://infura.io/dashboard"}"#
            let error = EncodedJSONRPCError(
                JSONRPCError(
                    code: -32005, message: arguments.text("message") ?? "project ID request rate exceeded",
                    data: arguments.json("data") ?? Array(stock.utf8)))
            return { call, _ in
                let rpc = call?.rpc ?? JSONRPCCall(id: JSONRPCCall.null)
                return rpc.isNotification ? nil : JSONRPC.failure(error, for: rpc, status: 429)
            }
        })
}
