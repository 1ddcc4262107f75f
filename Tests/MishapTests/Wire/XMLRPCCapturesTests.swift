import TestSupport
import Testing

/// What servers of XML-RPC were captured to send, byte by byte on the wire, by its number in the second list of captures: 70
/// to 74. 69 needs nothing: the text of -32700 is as captured, and the white space of WordPress has no meaning in XML.
@Suite(.descriptors) struct XMLRPCCapturesTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "empty": #"{ "system": "xmlrpc", "rules": [] }"#,
            "named": #"""
            { "system": "xmlrpc", "rules": [
                { "match": { "rpc": "wp.getUsersBlogs" }, "fail": "wrong-password" },
                { "match": { "rpc": "supervisor.startProcess" }, "fail": "bad-name" },
                { "match": { "rpc": "own" }, "fail": "bad-name", "with": { "message": "BAD_NAME: a & b" } },
                { "match": { "rpc": "missing" }, "fail": -32601 },
                { "match": { "rpc": "text" }, "fail": "other", "with": { "code": "Server.Busy", "message": "wait" } },
                { "match": { "rpc": "number" }, "fail": "other", "with": { "code": -2147483648, "status": 503 } },
                { "match": { "rpc": "made" }, "fail": "other", "with": { "code": "{{request.json/params/0}}" } } ] }
            """#,
            "whole": #"{ "system": "xmlrpc", "rules": [ { "match": { "batch": true }, "fail": -32601 } ] }"#,
        ])
    }

    private func post(_ target: String, _ body: String, _ field: String = "") throws -> RawConnection.Received {
        let connection = try RawConnection(port: Self.gateway.get().port)
        connection.send(
            "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Type: text/xml\r\n\(field)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        return connection.receiveResponse()
    }

    private static func call(_ method: String, _ values: String...) -> String {
        let params = values.map { "<param><value>\($0)</value></param>" }.joined()
        return "<methodCall><methodName>\(method)</methodName><params>\(params)</params></methodCall>"
    }

    private static func multicall(_ methods: String...) -> String {
        let calls = methods.map {
            "<value><struct><member><name>methodName</name><value>\($0)</value></member>"
                + "<member><name>params</name><value><array><data/></array></value></member></struct></value>"
        }.joined()
        return call("system.multicall", "<array><data>\(calls)</data></array>")
    }

    /// The struct of a fault; the code with its element.
    private static func fault(_ code: String, _ message: String) -> String {
        "<value><struct><member><name>faultCode</name><value>\(code)</value></member>"
            + "<member><name>faultString</name><value><string>\(message)</string></value></member></struct></value>"
    }

    private static func response(_ code: String, _ message: String, status: String = "200 OK") -> String {
        let body =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<methodResponse><fault>\(fault(code, message))</fault></methodResponse>"
        return "HTTP/1.1 \(status)\r\nContent-Type: text/xml\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func wire(_ target: String, _ body: String, _ field: String = "") throws -> String {
        try post(target, body, field).text.replacing(/Date: [^\r]*\r\n/, with: "")
    }

    @Test func capture70AnUnknownMethodIsNamed() throws {
        let answer = Self.response(
            "<int>-32601</int>", "server error. requested method demo.sayHello does not exist.")
        #expect(try wire("/@empty/", Self.call("demo.sayHello")) == answer)
        #expect(try wire("/__mishap/fail/xmlrpc/-32601/RPC2", Self.call("demo.sayHello")) == answer)
        #expect(
            try wire("/@named/", Self.call("missing"))
                == Self.response("<int>-32601</int>", "server error. requested method missing does not exist."))
        // Any text can be the name within a multicall.
        let element = try post("/@empty/", Self.multicall("a &lt; b")).body
        #expect(element.contains("<string>server error. requested method a &lt; b does not exist.</string>"))
        #expect(
            try wire("/@whole/", Self.multicall("a", "b"))
                == Self.response("<int>-32601</int>", "server error. requested method system.multicall does not exist.")
        )
        // Of what is no call there is no name.
        #expect(
            try wire("/__mishap/fail/xmlrpc/-32601/RPC2", "<")
                == Self.response("<int>-32601</int>", "server error. requested method not found"))
    }

    @Test func capture71AWrongPasswordIsAFaultForEachCallOfAMulticall() throws {
        let fault = Self.fault("<int>403</int>", "Incorrect username or password.")
        #expect(
            try wire("/@named/", Self.call("wp.getUsersBlogs", "admin", "wrong"))
                == Self.response("<int>403</int>", "Incorrect username or password."))
        let both = try post("/@named/", Self.multicall("wp.getUsersBlogs", "wp.getUsersBlogs"))
        #expect(both.status == 200 && both.body.contains("<array><data>\(fault)\(fault)</data></array>"))
    }

    @Test func capture72AProcessThatSupervisorDoesNotKnow() throws {
        let start = Self.call("supervisor.startProcess", "web &amp; mail", "<boolean>1</boolean>")
        #expect(try wire("/@named/", start) == Self.response("<int>10</int>", "BAD_NAME: web &amp; mail"))
        #expect(
            try wire("/@named/", Self.call("supervisor.startProcess"))
                == Self.response("<int>10</int>", "BAD_NAME: worker"))
        #expect(try wire("/@named/", Self.call("own", "x")) == Self.response("<int>10</int>", "BAD_NAME: a &amp; b"))
    }

    @Test(arguments: [
        (
            "expired-token", "32000",  // 73
            "The cookies or token provide were not valid or have expired. You may login again to get new cookies or a new token."
        ), ("login-required", "410", "You must log in before using this part of Gentoo's Bugzilla."),
        (
            "traceback", "1",  // 74
            "Traceback (most recent call last):\n  File \"/usr/lib/python3/dist-packages/odoo/addons/base/controllers/rpc.py\", line 93, in xmlrpc_2\n    response = self._xmlrpc(service)\n  File \"/usr/lib/python3/dist-packages/odoo/models.py\", line 4610, in search\n    raise ValueError(\"Invalid field %r in leaf %r\" % (field, leaf))\nValueError: Invalid field 'nmae' in leaf ('nmae', '=', 'Ada')\n"
        ),
    ])
    func captures73And74EachHasAName(name: String, code: String, message: String) throws {
        #expect(
            try wire("/__mishap/fail/xmlrpc/\(name)/RPC2", Self.call("any"))
                == Self.response("<int>\(code)</int>", message))
    }

    // MARK: Any other

    @Test func aTextCanBeTheCode() throws {
        #expect(
            try wire("/@named/", Self.call("text")) == Self.response("<string>Server.Busy</string>", "wait"))
        #expect(
            try wire("/@named/", Self.call("number"))
                == Self.response("<int>-2147483648</int>", "application error", status: "503 Service Unavailable"))
        let both = try post("/@named/", Self.multicall("text", "missing")).body
        #expect(both.contains("<array><data>\(Self.fault("<string>Server.Busy</string>", "wait"))<value>"))
    }

    @Test(arguments: [
        ("<int>7</int>", "<int>7</int>"), ("<string>a&lt;b</string>", "<string>a&lt;b</string>"),
        ("<array><data/></array>", "<string>[]</string>"), ("<double>1.5</double>", "<string>1.5</string>"),
    ])
    func aRequestCanMakeTheCode(value: String, code: String) throws {
        #expect(try wire("/@named/", Self.call("made", value)) == Self.response(code, "application error"))
    }

    @Test func theFieldOfARequestCanNameIt() throws {
        #expect(
            try wire("/any", Self.call("a"), "Mishap-Fail: xmlrpc/other; code=Server.Busy; message=\"a b\"\r\n")
                == Self.response("<string>Server.Busy</string>", "a b"))
        #expect(
            try wire("/any", Self.call("a"), "Mishap-Fail: xmlrpc/other; code=-7\r\n")
                == Self.response("<int>-7</int>", "application error"))
        let refused = try post("/any", Self.call("a"), "Mishap-Fail: xmlrpc/other\r\n")
        #expect(refused.status == 400 && refused.body.contains(#"\"xmlrpc/other\" needs \"code\""#))
        #expect(
            try wire("/__mishap/fail/xmlrpc/other/RPC2", Self.call("a"))
                == Self.response("<int>1</int>", "application error"))
    }
}
