internal import Catalogue
internal import Wire

extension Failure {
    /// An error object with this code, in the envelope of the request's version.
    static func jsonrpc(_ code: Int) -> Failure {
        let stock = StockError(code)
        return Failure(
            "jsonrpc/\(code)", stock.summary,
            wire: """
                \(code == 429 ? 429 : 200) with an error object of code \(code) and the message "\(stock.message)", and \
                \(code == -32700 ? "an id of null, since nothing was read" : "the id of the request"). \
                \(stock.other.map { "\($0) " } ?? "")`message` and `data` are the error's own. 1.1 answers with 500, \
                and `statuses` gives the statuses of other servers: with `bitcoind` (Bitcoin Core from 28 on) a request \
                that says 2.0 gets 200, and any other is answered in the form of 1.0 with \
                \(ErrorStatuses.bitcoind27.status(of: code, .v10)); with `bitcoind-27` all are. A notification gets \
                \(code == -32700 ? "it too" : "no answer").
                """,
            reports: .jsonrpc(
                "JSONRPCServerErrorDomain \(code), with the whole error object; the HTTP status and the id are ignored"),
            source: stock.source
                ?? JSONRPCFailures.and(JSONRPCFailures.specification + "#error_object")
                + "; statuses of bitcoind: bitcoin/bitcoin#27101",
            evidence: stock.source == nil ? .documented : .observed, phase: .body,
            parameters: JSONRPCFailures.errorParameters, effect: effect(of: code, message: stock.message))
    }

    /// Any code, with a message and data of one's own.
    static let otherJSONRPC = Failure(
        "jsonrpc/other", "The server answers with a code that has no name here.",
        wire: """
            200, or 429 for that code, with an error object of `code`, `message` ("Application error", or that of the \
            code's range) and `data`, which is any JSON, and the id of the request. `statuses` gives the statuses of \
            other servers. A notification gets no answer. `/__mishap/fail/jsonrpc/other` has the code -32000.
            """,
        reports: .jsonrpc("JSONRPCServerErrorDomain and the code, with the whole error object"),
        source: JSONRPCFailures.and(JSONRPCFailures.specification + "#error_object"), phase: .body,
        parameters: [
            Parameter(
                "code", .integer, "The error's code.",
                form: #"{ "fail": "other", "with": { "code": 4001, "message": "User denied", "data": {} } }"#)
        ] + JSONRPCFailures.errorParameters,
        effect: .answerToCall { arguments in
            let code = arguments.count("code") ?? -32000
            return answer(code, StockError(code).message, arguments)
        })

    private static func effect(of code: Int, message: String) -> Effect {
        .answerToCall { answer(code, message, $0) }
    }

    private static func answer(_ code: Int, _ message: String, _ arguments: Arguments) -> ReplyToCall {
        let statuses = ErrorStatuses(arguments)
        let error = EncodedJSONRPCError(
            JSONRPCError(code: code, message: arguments.text("message") ?? message, data: arguments.json("data")))
        // Most are of a call as it is.
        guard code == -32700 || statuses.isBitcoind else {
            return { call, _ in
                guard let rpc = call?.rpc else { return JSONRPC.failure(error, for: statuses.unread, statuses) }
                return rpc.isNotification ? nil : JSONRPC.failure(error, for: rpc, statuses)
            }
        }
        return { call, _ in
            var rpc = call?.rpc.map(statuses.taken) ?? statuses.unread
            // Neither the id nor the version of a request that could not be parsed is known, nor whether it was a
            // notification.
            if code == -32700, rpc.elements == nil {
                let isElement = rpc.isElement
                if statuses.isBitcoind { rpc.version = .v10 }
                rpc = JSONRPCCall(rpc.version, id: JSONRPCCall.null, isValid: false)
                rpc.isElement = isElement
            }
            return rpc.isNotification ? nil : JSONRPC.failure(error, for: rpc, statuses)
        }
    }

    /// Summary and stock message of an error code.
    private struct StockError {
        let summary: String
        let message: String
        /// Where the message was captured; nil if it is the specification's.
        var source: String?
        /// A further message that was captured.
        var other: String?

        init(_ code: Int) {
            switch code {
            case -28:
                source = "captured: hirosystems/bitcoin-indexer#318"
                other = #""Loading block index..." was captured too (leto/hushlist#11), for `message`."#
            case 429:
                source = "captured: Synthetixio/kwenta#40, conduitxyz/node#36"
                other = "`rate-limited` with the `provider` alchemy has its members in Alchemy's order, too."
            default: break
            }
            (summary, message) =
                switch code {
                case -32700: ("The server says that the request is not JSON.", "Parse error")
                case -32600: ("The server says that the JSON is not a request.", "Invalid Request")
                case -32601: ("The server does not know the method.", "Method not found")
                case -32602: ("The server does not take these parameters.", "Invalid params")
                case -32603: ("Something went wrong inside of the server.", "Internal error")
                case -28: ("The node is starting, as bitcoind says it.", "Loading block index…")
                case 429: ("The app has made too many calls, as Alchemy says it.", RateLimitProvider.alchemyMessage)
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
