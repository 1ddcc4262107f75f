/// The shipped scenarios of JSON-RPC.
enum JSONRPCRows {
    static let call = #"{"jsonrpc":"2.0","method":"user.get","params":[42],"id":7.0}"#
    static let batch =
        #"[{"jsonrpc":"2.0","method":"a","id":"x"},{"jsonrpc":"2.0","method":"b"},{"jsonrpc":"2.0","method":"c","id":2}]"#

    private static func row(
        _ name: String, _ body: String, call: String = JSONRPCRows.call, status: String = "200 OK",
        type: String? = "application/json"
    ) -> ScenarioRow {
        row(name, bytes: Array(body.utf8), call: call, status: status, type: type)
    }

    private static func row(
        _ name: String, bytes: [UInt8], call: String = JSONRPCRows.call, status: String = "200 OK",
        type: String? = "application/json"
    ) -> ScenarioRow {
        ScenarioRow("jsonrpc/\(name)", exchanges(bytes: bytes, call: call, status: status, type: type))
    }

    private static func exchanges(_ body: String, call: String = JSONRPCRows.call) -> [ScenarioExchange] {
        exchanges(bytes: Array(body.utf8), call: call, status: "200 OK", type: "application/json")
    }

    /// Sent twice: the second answer is like the first.
    private static func exchanges(bytes: [UInt8], call: String, status: String, type: String?) -> [ScenarioExchange] {
        let fields =
            (type.map { ["Content-Type: \($0)"] } ?? [])
            + (status == "204 No Content" ? [] : ["Content-Length: \(bytes.count)"])
        let head = (["HTTP/1.1 \(status)"] + fields + ["", ""]).joined(separator: "\r\n")
        let exchange = ScenarioExchange(
            ScenarioRequest("POST", "/rpc", ["Content-Type: application/json"], call),
            ScenarioAnswer(.bytes(Array(head.utf8) + bytes), .kept))
        return [exchange, exchange]
    }

    static func error(_ code: Int, _ message: String, _ data: String = "", id: String = "7.0") -> String {
        #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"\#(data)},"id":\#(id)}"#
    }

    static func success(_ id: String) -> String { #"{"jsonrpc":"2.0","result":{"ok":true},"id":\#(id)}"# }

    /// A success with a result that need not be JSON.
    private static func result(_ text: String) -> String { #"{"jsonrpc":"2.0","result":\#(text),"id":7.0}"# }

    static let all: [ScenarioRow] = [
        row("parse-error", error(-32700, "Parse error", id: "null")),
        row("invalid-request", error(-32600, "Invalid Request")),
        ScenarioRow(
            "jsonrpc/method-not-found",
            exchanges(error(-32601, "Method not found"))
                + exchanges(
                    error(-32601, "Method not found", id: "1"), call: #"{"jsonrpc":"2.0","method":"nope","id":1}"#)),
        row(
            "invalid-params",
            error(-32602, "Invalid params", #","data":{"field":"amount","reason":"must be positive"}"#)),
        row("internal-error", error(-32603, "Internal error")),
        row("server-error", error(-32000, "Overloaded", #","data":{"retryAfter":2}"#)),
        ScenarioRow(
            "jsonrpc/rate-limited",
            exchanges(
                bytes: Array(
                    error(
                        -32005, "project ID request rate exceeded",
                        #","data":{"rate":{"allowed_rps":10,"backoff_seconds":1,"current_rps":13.333},"#
                            + #""see":"https://infura.io/dashboard"}"#
                    ).utf8), call: call, status: "429 Too Many Requests", type: "application/json")
                + exchanges(#"{"jsonrpc":"2.0","result":"0x10","id":7.0}"#)),
        row("error-with-500", error(-32603, "Internal error"), status: "500 Internal Server Error"),
        row(
            "wrong-id", #"{"jsonrpc":"2.0","result":{"ok":true},"id":"7-other"}"#,
            call: #"{"jsonrpc":"2.0","method":"a","id":"7"}"#),
        row("missing-id", #"{"jsonrpc":"2.0","result":{"ok":true}}"#),
        row(
            "result-and-error",
            #"{"jsonrpc":"2.0","result":{"ok":true},"error":{"code":-32603,"message":"Internal error"},"id":7.0}"#),
        row("neither", #"{"jsonrpc":"2.0","id":7.0}"#),
        row("wrong-version", #"{"jsonrpc":"3.0","result":{"ok":true},"id":7.0}"#),
        row("string-code", #"{"jsonrpc":"2.0","error":{"code":"-32603","message":"Internal error"},"id":7.0}"#),
        row("result-of-wrong-type", #"{"jsonrpc":"2.0","result":"not an object","id":7.0}"#),
        row("missing-element", "[\(success("\"x\""))]", call: batch),
        row("reordered", "[\(success("2")),\(success("\"x\""))]", call: batch),
        row("single-error", error(-32600, "Invalid Request", id: "null"), call: batch),
        row("leading-zero", result("01")),
        row("bare-value", #""hello""#),
        row("control-character", result("\"a\u{1}b\"")),
        row("lone-surrogate", result(#""\ud800""#)),
        row("too-deep", result(String(repeating: "[", count: 600) + String(repeating: "]", count: 600))),
        row("unknown-escape", result(#""\q""#)),
        row("trailing-comma", result("[1,]")),
        row("trailing-garbage", #"{"result":1} x"#),
        row("truncated", #"{"result":"#),
        row("no-content", "", status: "204 No Content", type: nil),
        row("invalid-utf8", bytes: Array(#"{"result":""#.utf8) + [0xFF] + Array(#""}"#.utf8)),
        row("utf-16", bytes: [0xFF, 0xFE] + #"{"result":1}"#.utf8.flatMap { [$0, 0] }),
        row("byte-order-mark", "\u{FEFF}" + #"{"result":1}"#),
        row("array-reply", "[]"), row("healthy", success("7.0")),
    ]
    /// These end otherwise, or differ from one request to the next.
    static let apart = ["html", "mcp", "network-error", "three-resets", "tour", "two-resets"]
}
