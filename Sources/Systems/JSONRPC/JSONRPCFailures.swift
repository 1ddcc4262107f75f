internal import Catalogue

/// The failures of JSON-RPC: its error codes, and envelopes that are invalid or unexpected.
enum JSONRPCFailures {
    static let all: [Failure] = [
        .jsonrpc(-32700),
        .jsonrpc(-32600),
        .jsonrpc(-32601),
        .jsonrpc(-32602),
        .jsonrpc(-32603),
        // Stands for any other code by its number.
        .jsonrpc(-32000),
        .rateLimited,
        // The envelope of one response.
        .wrongID,
        .missingID,
        .resultAndError,
        .neither,
        .wrongVersion,
        .stringCode,
        .resultOfWrongType,
        // The response to a batch.
        .missingElement,
        .reordered,
        .singleError,
    ]

    /// A failure such as `jsonrpc/-32042`: any error code by its number.
    static func code(named name: String) -> Failure? {
        let prefix = "jsonrpc/"
        guard name.hasPrefix(prefix), let code = Int(name.dropFirst(prefix.count)), name == prefix + String(code)
        else { return nil }
        return .jsonrpc(code)
    }

    /// What each error object takes beside its code.
    static let errorParameters = [
        Parameter("message", .text, "The error's message, in place of the stock one."),
        Parameter("data", .json, "JSON that tells more, in the error's data."),
        ErrorStatuses.parameter,
    ]

    static let specification = "https://www.jsonrpc.org/specification"
    /// A client library for iOS whose source is public.
    static let client = "AliJSONRPC 1.2"
    static func and(_ specification: String) -> String { "\(specification); source of \(client)" }
}

extension [Failure.ClientReport] {
    static func jsonrpc(_ report: String) -> [Failure.ClientReport] {
        [Failure.ClientReport(JSONRPCFailures.client, report)]
    }
}
