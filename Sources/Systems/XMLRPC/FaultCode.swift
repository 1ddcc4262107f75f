internal import Catalogue
internal import JSONText
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
            // Of a call that could not be read; else the method is named.
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
        if code == -32601 { return methodNotFound }
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
            evidence: .documented, parameters: [XMLRPCFailures.message],
            effect: .answer { arguments in
                XMLRPC.reply(XMLRPCEnvelope.fault(XMLRPCFault(code, arguments.text("message"))))
            })
    }

    /// Its text names the method, as WordPress's does.
    private static let methodNotFound = Failure(
        "xmlrpc/-32601", FaultCode(-32601).summary,
        wire: """
            200 with a `methodResponse` whose `fault` has a faultCode of -32601 and a faultString of "server error. \
            requested method NAME does not exist.", with the method of the call, or `message`; where the call could not \
            be read, "\(FaultCode(-32601).message)". In a multicall the fault stands in the place of its call.
            """,
        reports: .xmlrpc("Fault, with faultCode -32601"),
        source: XMLRPCFailures.and(XMLRPCFailures.codes + "; text captured: vinkla/headache#6"), evidence: .observed,
        parameters: [XMLRPCFailures.message],
        effect: .answerToCall { arguments in
            if let message = arguments.text("message") {
                let reply = XMLRPC.failure(XMLRPCFault(-32601, message))
                return { _, _ in reply }
            }
            let unread = XMLRPC.failure(XMLRPCFault(-32601))
            return { call, _ in call?.method.map { XMLRPC.failure(.methodNotFound($0)) } ?? unread }
        })

    /// Any code, a text too.
    static let otherXMLRPC = Failure(
        "xmlrpc/other", "The server answers with a fault that has no name here.",
        wire: """
            200 with a `methodResponse` whose `fault` has a faultCode of `code`, an `<int>`, or a `<string>` where it is a \
            text, and a faultString of `message`, or "application error". In a multicall the fault stands in the place of \
            its call. `/__mishap/fail/xmlrpc/other` has the code 1.
            """,
        reports: .xmlrpc("Fault, with the faultCode as it was sent: a text is equal to no number"),
        source: XMLRPCFailures.codes + "; codes as text: LordVeovis/xmlrpc#16", evidence: .observed,
        parameters: [
            Parameter(
                "code", .json, limit: .integerOrText,
                "The faultCode: any integer of 32 bits, or any text.",
                form: #"{ "fail": "other", "with": { "code": "Server.Busy", "message": "try again" } }"#),
            XMLRPCFailures.message,
        ],
        effect: .answer { arguments in
            XMLRPC.failure(
                XMLRPCFault(faultCode(arguments.json("code")), arguments.text("message") ?? FaultCode(1).message))
        })

    /// What placeholders have made of the code may be any JSON.
    private static func faultCode(_ json: [UInt8]?) -> XMLRPCFault.Code {
        guard let json, case .success(let node) = JSONParser.parse(json) else { return .number(1) }
        if let number = node.number?.int, Int32(exactly: number) != nil { return .number(number) }
        return .text(node.utf8 ?? json)
    }
}
