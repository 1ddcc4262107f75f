import TestSupport
import Testing

/// Statuses that RFC 9110 lets nobody send without a certain field.
@Suite(.descriptors) struct DemandedFieldTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "null": #"""
            { "rules": [
                { "match": { "path": "/401" }, "fail": 401, "with": { "headers": { "WWW-Authenticate": null } } },
                { "match": { "path": "/405" }, "fail": 405, "with": { "headers": { "Allow": null } } },
                { "match": { "path": "/407" }, "fail": 407, "with": { "headers": { "Proxy-Authenticate": null } } },
                { "match": { "path": "/426" }, "fail": 426, "with": { "headers": { "Upgrade": null } } },
                { "match": { "path": "/other" }, "fail": 405, "with": { "status": 406 } },
                { "match": { "path": "/own" }, "fail": 401, "with": { "headers": { "WWW-Authenticate": "Digest" } } } ] }
            """#
        ])
    }

    /// Two answers on one connection, without the date.
    private func twice(_ method: String, _ target: String) throws -> [String] {
        let connection = try RawConnection(port: Self.gateway.get().port)
        return (0..<2).map { _ in
            connection.send("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
            return connection.receiveResponse().text.replacing(/Date: .{29}\r\n/, with: "")
        }
    }

    @Test(arguments: [
        (401, "Unauthorized", "WWW-Authenticate: Bearer realm=\"Mishap\"\r\n"),
        (405, "Method Not Allowed", "Allow: POST, PUT, PATCH, DELETE, OPTIONS\r\n"),
        (407, "Proxy Authentication Required", "Proxy-Authenticate: Basic realm=\"Mishap\"\r\n"),
        (426, "Upgrade Required", "Upgrade: HTTP/3.0\r\nConnection: Upgrade\r\n"),
    ])
    func theFieldIsThere(status: Int, phrase: String, fields: String) throws {
        let body = #"{"type":"about:blank","title":"\#(phrase)","status":\#(status)}"# + "\n"
        func answer(_ fields: String) -> String {
            "HTTP/1.1 \(status) \(phrase)\r\n\(fields)Content-Type: application/problem+json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        #expect(try twice("GET", "/__mishap/fail/http/status/\(status)/any") == [answer(fields), answer(fields)])
        #expect(try twice("GET", "/@null/\(status)") == [answer(""), answer("")])
    }

    @Test(arguments: [
        ("POST", "GET, HEAD, PUT, PATCH, DELETE, OPTIONS"), ("OPTIONS", "GET, HEAD, POST, PUT, PATCH, DELETE"),
        ("BREW", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),
    ])
    func whatIsRefusedIsNotAllowed(method: String, allowed: String) throws {
        for answer in try twice(method, "/__mishap/fail/http/status/405/any") {
            #expect(answer.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\nAllow: \(allowed)\r\n"))
        }
    }

    @Test func otherStatusesAndFieldsOfOnesOwn() throws {
        #expect(try twice("GET", "/@null/other").allSatisfy { $0.hasPrefix("HTTP/1.1 406 ") && !$0.contains("Allow:") })
        #expect(
            try twice("GET", "/@null/own").allSatisfy {
                $0.contains("\r\nWWW-Authenticate: Digest\r\n") && !$0.contains("Bearer")
            })
    }

    @Test func tooLargeIsTenMegabytes() throws {
        let connection = try RawConnection(port: Self.gateway.get().port)
        connection.send("HEAD /__mishap/fail/http/too-large/any HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        #expect(connection.receive(within: .seconds(60)).text.contains("\r\nContent-Length: 10000000\r\n"))
    }
}
