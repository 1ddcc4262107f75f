internal import Bytes
internal import Catalogue
internal import Wire

/// The login by SOAP, by which jsforce begins. Nothing else of SOAP is emulated.
extension Salesforce {
    static let soapRoot = Array("/services/Soap/".utf8)

    func soap(_ call: Call, _ context: AnswerContext) -> Reply {
        guard context.request.head[context.request.method].elementsEqual("POST".utf8) else {
            return Self.onlyPOST(context.request)
        }
        return soapLogin(context)
            ?? SalesforceErrors.answer("UNKNOWN_EXCEPTION", message: "SOAP is not emulated but for login")
            .reply(to: call, context.request)
    }

    /// As captured (Cognigy/Extensions#26, tsmztech/mcp-server-salesforce#1), but for the elements around the text.
    private static func onlyPOST(_ request: Request) -> Reply {
        let path = Failure.escaped(request.text(request.path))
        return Reply(
            status: 405, contentType: "text/html;charset=utf-8",
            text: """
                <html><head><title>Error 405 Only POST allowed</title></head><body><h2>HTTP ERROR: 405</h2>\
                <p>Problem accessing \(path). Reason:<pre>    Only POST allowed</pre></p></body></html>

                """)
    }

    /// The answer to a login; nil for any other call.
    private func soapLogin(_ context: AnswerContext) -> Reply? {
        let request = context.request
        guard Self.loginElements.contains(where: { $0.isFound(in: request.body[...]) }) else { return nil }
        let url = Self.url(of: request)
        let path = request.text(request.path)
        let parts = path.split(separator: "/")
        let isEnterprise = parts.count > 2 && parts[2] == "c"
        let version = parts.count > 3 ? parts[3] : "62.0"
        let server = "\(url)/services/Soap/\(isEnterprise ? "c" : "u")/\(version)/\(Self.organization)"
        let token = Failure.escaped(accessToken(context))
        return Self.soap(
            200,
            """
            <loginResponse xmlns="urn:\(isEnterprise ? "enterprise" : "partner").soap.sforce.com"><result>\
            <metadataServerUrl>\(Failure.escaped(url))/services/Soap/m/\(version)/\(Self.organization)</metadataServerUrl>\
            <passwordExpired>false</passwordExpired><sandbox>false</sandbox>\
            <serverUrl>\(Failure.escaped(server))</serverUrl><sessionId>\(token)</sessionId>\
            <userId>\(Self.user)</userId><userInfo><organizationId>\(Self.organization)</organizationId>\
            <userId>\(Self.user)</userId><userName>ada@example.com</userName></userInfo></result></loginResponse>
            """)
    }

    /// A fault, with status 500 as SOAP 1.1 demands.
    static func soapFault(_ error: SalesforceError) -> Reply {
        let (code, message) = (Failure.escaped(error.code), Failure.escaped(error.message))
        // As captured in a public client's test: the fault of a login has no prefix at its code.
        let isLogin = error.code == "INVALID_LOGIN"
        let (prefix, detail) = isLogin ? ("", "LoginFault") : ("sf:", "UnexpectedErrorFault")
        return soap(
            500,
            """
            <soapenv:Fault><faultcode>\(prefix)\(code)</faultcode><faultstring>\(code): \(message)</faultstring>\
            <detail><sf:\(detail) xsi:type="sf:\(detail)"><sf:exceptionCode>\(code)</sf:exceptionCode>\
            <sf:exceptionMessage>\(message)</sf:exceptionMessage></sf:\(detail)></detail></soapenv:Fault>
            """)
    }

    private static func soap(_ status: Int, _ body: String) -> Reply {
        Reply(
            status: status, contentType: "text/xml;charset=UTF-8",
            text: """
                <?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope \
                xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:sf="urn:fault.partner.soap.sforce.com" \
                xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body>\(body)</soapenv:Body></soapenv:Envelope>
                """)
    }

    private static let loginElements = ["<login ", "<login>", ":login ", ":login>"].map {
        ByteSearch(Array($0.utf8), ignoreCase: false)
    }
}
