internal import Catalogue
internal import Wire

/// Summary and stock message of a fault code, from the list of codes (`XMLRPCFailures.codes`).
struct FaultCode {
    let summary: String
    /// The default faultString.
    let message: String

    /// Codes that are listed by their own number, and were tested with a client.
    static let measured: Set = [
        -32700, -32701, -32702, -32600, -32601, -32602, -32603, -32500, -32400, -32300, -32000,
    ]

    init(_ code: Int) {
        (summary, message) =
            switch code {
            case -32700: ("The server says that the request is not well-formed XML.", "parse error. not well formed")
            case -32701:
                ("The server does not know the encoding of the request.", "parse error. unsupported encoding")
            case -32702:
                (
                    "The request has bytes that are no character of its encoding.",
                    "parse error. invalid character for encoding"
                )
            case -32600:
                (
                    "The server says that the XML is not a call.",
                    "server error. invalid xml-rpc. not conforming to spec"
                )
            case -32601: ("The server does not know the method.", "server error. requested method not found")
            case -32602: ("The server does not take these parameters.", "server error. invalid method parameters")
            case -32603: ("Something went wrong inside of the server.", "server error. internal xml-rpc error")
            case -32500: ("Something went wrong inside of the application.", "application error")
            case -32400: ("The machine of the server is in trouble: disk, memory.", "system error")
            case -32300: ("The server could not reach what it needs.", "transport error")
            case -32099 ... -32000:
                ("An error of the server's own, as with any code from -32099 to -32000.", "server error")
            case -32768 ... -32100: ("A code that is reserved, and has no meaning.", "server error")
            default: ("An error of the application.", "application error")
            }
    }
}

extension Failure {
    /// A fault with this code.
    static func xmlrpc(_ code: Int) -> Failure {
        let listed = FaultCode(code)
        return Failure(
            "xmlrpc/\(code)", listed.summary,
            wire: """
                200 with a `methodResponse` whose `fault` has a faultCode of \(code) and a faultString of \
                "\(listed.message)", or `message`. In a multicall the fault stands in the place of its call.
                """,
            reports: .xmlrpc("Fault, with faultCode \(code)"),
            source: FaultCode.measured.contains(code)
                ? XMLRPCFailures.and(XMLRPCFailures.codes) : XMLRPCFailures.codes,
            evidence: .documented,
            parameters: [
                Parameter(
                    "message", .text,
                    "The faultString, in place of the stock one; characters that XML does not allow become U+FFFD.")
            ],
            effect: .answer { arguments in
                XMLRPC.reply(XMLRPCEnvelope.fault(XMLRPCFault(code, arguments.text("message"))))
            })
    }
}
