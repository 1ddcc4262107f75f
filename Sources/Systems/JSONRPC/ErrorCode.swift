internal import Catalogue
internal import Wire

extension Failure {
    /// An error object with this code, in the envelope of the request's version.
    static func jsonrpc(_ code: Int) -> Failure {
        let stock = StockError(code)
        return Failure(
            "jsonrpc/\(code)", stock.summary,
            wire: """
                200 with an error object of code \(code) and the message "\(stock.message)", and \
                \(code == -32700 ? "an id of null, since nothing was read" : "the id of the request"). `message` and \
                `data` are the error's own. 1.1 answers with 500, and `statuses` gives the statuses of other servers. A \
                notification gets \(code == -32700 ? "it too" : "no answer").
                """,
            reports: .jsonrpc(
                "JSONRPCServerErrorDomain \(code), with the whole error object; the HTTP status and the id are ignored"),
            source: JSONRPCFailures.and(JSONRPCFailures.specification + "#error_object"), phase: .body,
            parameters: [
                Parameter("message", .text, "The error's message, in place of the stock one."),
                Parameter("data", .json, "JSON that tells more, in the error's data."),
                ErrorStatuses.parameter,
            ],
            effect: .answerToCall { arguments in
                let statuses = arguments.text(ErrorStatuses.name).flatMap(ErrorStatuses.init) ?? .ok
                let error = EncodedJSONRPCError(
                    JSONRPCError(
                        code: code, message: arguments.text("message") ?? stock.message, data: arguments.json("data")))
                return { call, _ in
                    var rpc = call?.rpc ?? JSONRPCCall(id: JSONRPCCall.null)
                    // The id of a request that could not be parsed is not known, nor whether it was a notification.
                    if code == -32700, rpc.elements == nil {
                        rpc = JSONRPCCall(rpc.version, id: JSONRPCCall.null, isValid: false)
                    }
                    return rpc.isNotification
                        ? nil : JSONRPC.failure(error, for: rpc, status: statuses.status(of: code))
                }
            })
    }

    /// Summary and stock message of an error code.
    private struct StockError {
        let summary: String
        let message: String

        init(_ code: Int) {
            (summary, message) =
                switch code {
                case -32700: ("The server says that the request is not JSON.", "Parse error")
                case -32600: ("The server says that the JSON is not a request.", "Invalid Request")
                case -32601: ("The server does not know the method.", "Method not found")
                case -32602: ("The server does not take these parameters.", "Invalid params")
                case -32603: ("Something went wrong inside of the server.", "Internal error")
                case -32300: ("The transport failed, by the codes of XML-RPC.", "Transport error")
                case -32400: ("The system failed, by the codes of XML-RPC.", "System error")
                case -32500: ("The application failed, by the codes of XML-RPC.", "Application error")
                case -32701: ("The request has an encoding that is not supported.", "Unsupported encoding")
                case -32702:
                    ("The request has a character that its encoding does not have.", "Invalid character for encoding")
                case -32099 ... -32000:
                    ("An error of the server's own, as with any code from -32099 to -32000.", "Server error")
                case -32768 ... -32100:
                    ("A code that the specification keeps for itself, and gives no meaning.", "Server error")
                default: ("An error of the application.", "Application error")
                }
        }
    }
}
