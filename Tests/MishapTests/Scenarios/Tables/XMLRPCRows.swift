/// The shipped scenarios of XML-RPC.
enum XMLRPCRows {
    /// These end otherwise, or differ from one request to the next, or are those of plain HTTP.
    static let apart = [
        "cut-off", "empty-body", "html", "moved", "network-error", "reset-then-success", "slow", "tour", "unauthorized",
        "unavailable",
    ]

    /// `content` is what stands inside of the `methodResponse`.
    private static func row(
        _ name: String, _ content: String, call: String = XMLRPCRows.call, status: String = "200 OK",
        type: String = "text/xml"
    ) -> ScenarioRow {
        row(name, bytes: Array(response(content).utf8), call: call, status: status, type: type)
    }

    /// Sent twice: the second answer is like the first.
    private static func row(
        _ name: String, bytes: [UInt8], call: String = XMLRPCRows.call, status: String = "200 OK",
        type: String = "text/xml"
    ) -> ScenarioRow {
        let head = "HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(bytes.count)\r\n\r\n"
        let exchange = ScenarioExchange(
            ScenarioRequest("POST", "/RPC2", ["Content-Type: text/xml"], call),
            ScenarioAnswer(.bytes(Array(head.utf8) + bytes), .kept))
        return ScenarioRow("xmlrpc/\(name)", [exchange, exchange])
    }

    static func response(_ content: String) -> String { "\(opening)\(content)</methodResponse>" }
    private static let opening = #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<methodResponse>"
    static let call =
        "<?xml version='1.0'?>\n<methodCall>\n<methodName>any</methodName>\n<params>\n</params>\n</methodCall>\n"
    static let multicall: String = {
        let element =
            "<value><struct><member><name>methodName</name><value><string>any</string></value></member>"
            + "<member><name>params</name><value><array><data></data></array></value></member></struct></value>"
        return "<methodCall><methodName>system.multicall</methodName><params><param><value><array><data>"
            + element + element + "</data></array></value></param></params></methodCall>"
    }()

    static func fault(_ code: Int, _ message: String) -> String {
        "<fault><value><struct><member><name>faultCode</name><value><int>\(code)</int></value></member>"
            + "<member><name>faultString</name><value><string>\(message)</string></value></member></struct></value></fault>"
    }

    /// A fault of one or both of its members.
    private static func fault(_ members: [(String, String)]) -> String {
        "<fault><value><struct>"
            + members.map { "<member><name>\($0.0)</name><value>\($0.1)</value></member>" }.joined()
            + "</struct></value></fault>"
    }

    static func result(_ value: String) -> String { "<params><param><value>\(value)</value></param></params>" }
    static func list(_ values: String...) -> String { "<array><data>\(values.joined())</data></array>" }
    private static let order =
        "<struct><member><name>order</name><value><int>1042</int></value></member><member><name>items</name><value>"
        + list("<value><string>A-7</string></value>", "<value><string>B-1</string></value>")
        + "</value></member></struct>"
    static let ok = "<struct><member><name>ok</name><value><boolean>1</boolean></value></member></struct>"
    private static var document: String { response(result(order)) }

    /// The faults, each with a code of its own.
    static let codes: [ScenarioRow] = [
        row("parse-error", fault(-32700, "parse error. not well formed")),
        row("unsupported-encoding", fault(-32701, "parse error. unsupported encoding")),
        row("invalid-character", fault(-32702, "parse error. invalid character for encoding")),
        row("not-conforming", fault(-32600, "server error. invalid xml-rpc. not conforming to spec")),
        row("method-not-found", fault(-32601, "server error. requested method any does not exist.")),
        row("invalid-params", fault(-32602, "server error. parameter 2 must be a date")),
        row("internal-error", fault(-32603, "server error. internal xml-rpc error")),
        row(
            "application-error",
            fault(-32500, "Order 1042 was shipped already: &lt;cannot&gt; change &amp; ship again")),
        row("system-error", fault(-32400, "system error: no space left on device")),
        row("transport-error", fault(-32300, "transport error: no answer from the database")),
        row("server-error", fault(-32000, "overloaded, try again in 2 seconds")),
        row(
            "fault-with-500", fault(-32603, "server error. internal xml-rpc error"), status: "500 Internal Server Error"
        ),
    ]

    static let all: [ScenarioRow] =
        [row("healthy", result(ok))] + codes + [
            row("fault-without-code", fault([("faultString", "<string>server error</string>")])),
            row("fault-without-string", fault([("faultCode", "<int>-32603</int>")])),
            row(
                "string-code",
                fault([("faultCode", "<string>-32603</string>"), ("faultString", "<string>server error</string>")])),
            row("fault-of-wrong-type", "<fault><value><string>server error</string></value></fault>"),
            row("params-and-fault", result(order) + fault(-32603, "server error. internal xml-rpc error")),
            row("neither", ""),
            row("empty-params", "<params/>"),
            row(
                "two-params",
                "<params><param><value>\(order)</value></param><param><value>\(order)</value></param></params>"),
            row("result-of-wrong-type", result("<string>not a struct</string>")),
            row("unknown-type", result("<money>9.99</money>")),
            row("malformed-value", result("<int>12abc</int>")),
            row("int-out-of-range", result("<i4>4294967296</i4>")),
            row("untyped-value", result("42")),
            row("nil", result("<nil/>")),
            row(
                "too-deep",
                "<params><param>" + String(repeating: "<value><array><data>", count: 1200)
                    + String(repeating: "</data></array></value>", count: 1200) + "</param></params>"),
            row("truncated-xml", bytes: Array(document.utf8.prefix(document.utf8.count / 2))),
            row("text-before-xml", bytes: Array("\r\n\(document)".utf8)),
            row("text-after-xml", bytes: Array("\(document)\n<!-- 0.042 s -->\nDone.\n".utf8)),
            row("bare-ampersand", result("<string>fish & chips <fresh></string>")),
            row("control-character", result("<string>a\u{8}b</string>")),
            row(
                "wrong-encoding",
                bytes: Array("\(opening)<params><param><value><string>Z".utf8) + [0xFC]
                    + Array("rich</string></value></param></params></methodResponse>".utf8)),
            row("doctype", bytes: Array(bomb.utf8)),
            row("missing-element", result(list("<value>\(list("<value>\(ok)</value>"))</value>")), call: multicall),
            row("bare-results", result(list("<value>\(ok)</value>", "<value>\(ok)</value>")), call: multicall),
            row(
                "single-fault", fault(-32601, "server error. requested method system.multicall does not exist."),
                call: multicall),
            row("html-type", result(order), type: "text/html; charset=utf-8"),
            row("types", result(types)),
            row(
                "multicall",
                result(
                    list(
                        "<value>\(fault(-32601, "server error. requested method any does not exist.").dropFirst(14).dropLast(16))</value>",
                        "<value>\(fault(-32601, "server error. requested method any does not exist.").dropFirst(14).dropLast(16))</value>"
                    )), call: multicall),
        ]

    private static let bomb: String = {
        let names = ["a", "b", "c", "d", "e", "f", "g"]
        let entities = zip(names, names.dropFirst()).map { smaller, larger in
            "<!ENTITY \(larger) \"\(String(repeating: "&\(smaller);", count: 10))\">"
        }
        return #"<?xml version="1.0" encoding="UTF-8"?>"# + "\n<!DOCTYPE methodResponse [<!ENTITY a \"lol\">"
            + entities.joined() + "]>\n<methodResponse>" + result("<string>&g;</string>") + "</methodResponse>"
    }()

    private static let types: String = {
        let inner = "<struct><member><name>name</name><value><string>Ada</string></value></member></struct>"
        let members = [
            ("int", "<int>-7</int>"), ("double", "<double>1500.0</double>"), ("boolean", "<boolean>1</boolean>"),
            ("string", "<string>fish &amp; chips</string>"),
            (
                "array",
                list("<value><int>1</int></value>", "<value><string>two</string></value>", "<value>\(list())</value>")
            ),
            ("struct", inner), ("date", "<dateTime.iso8601>20300101T00:00:00</dateTime.iso8601>"),
            ("bytes", "<base64>SGVsbG8=</base64>"),
        ]
        return "<struct>"
            + members.map { "<member><name>\($0.0)</name><value>\($0.1)</value></member>" }.joined() + "</struct>"
    }()
}
