import TestSupport
import Testing

/// What a scenario without rules answers, byte by byte: a healthy Graph API in which nothing is.
@Suite(.descriptors) struct GraphUnscriptedTests {
    private static let gateway = SharedGateway {
        try RunningGateway(["graph": #"{ "system": "graph", "clock": "manual", "rules": [] }"#])
    }

    private func ask(_ method: String, _ target: String, _ fields: [String] = [], _ body: String = "") throws
        -> RawConnection.Received
    {
        let connection = try RawConnection(port: Self.gateway.get().port)
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        connection.send(
            (["\(method) /@graph\(target) HTTP/1.1", "Host: a"] + fields + length + ["", body])
                .joined(separator: "\r\n"))
        return connection.receiveResponse()
    }

    private static let form = "Content-Type: application/x-www-form-urlencoded"
    private static let user = #"{"id":"1","name":"Ada Lovelace"}"#

    /// method, target behind the version, answer
    static let successes: [(String, String, String)] = [
        ("GET", "me?access_token=E", user), ("GET", "me/?access_token=E", user),
        ("GET", "me?fields=id&access_token=E", #"{"id":"1"}"#),
        (
            "GET", "me?fields=email,first_name,last_name,birthday&access_token=E",
            #"{"email":"ada@example.com","first_name":"Ada","last_name":"Lovelace","id":"1"}"#
        ),
        ("GET", "me?fields=name,id&access_token=E", #"{"name":"Ada Lovelace","id":"1"}"#),
        ("GET", "me?fields=&access_token=E", user),
        ("GET", "me?fields=picture.type(large)%7Burl,width%7D&access_token=E", #"{"id":"1"}"#),
        ("GET", "me/accounts?access_token=E", #"{"data":[]}"#), ("GET", "me/feed?access_token=E", #"{"data":[]}"#),
        ("GET", "me/permissions?access_token=E", #"{"data":[]}"#),
        ("GET", "act_1/insights?access_token=E", #"{"data":[]}"#),
        ("GET", "act_1/campaigns?access_token=E", #"{"data":[]}"#),
        ("GET", "20531316728/posts?access_token=E", #"{"data":[]}"#),
        ("GET", "1_2/comments?access_token=E", #"{"data":[]}"#),
        ("GET", "act_12?access_token=E", #"{"account_id":"12","id":"act_12"}"#),
        ("GET", "search?q=x&type=page&access_token=E", #"{"data":[]}"#),
        ("GET", "search/?type=place&center=1,2&access_token=E", #"{"data":[]}"#),
        ("POST", "me/feed?access_token=E", #"{"id":"1"}"#), ("POST", "act_1/campaigns?access_token=E", #"{"id":"1"}"#),
        ("DELETE", "me/permissions?access_token=E", #"{"success":true}"#),
        ("POST", "me/permissions?method=delete&access_token=E", #"{"success":true}"#),
    ]

    @Test(arguments: successes) func aCallIsAnswered(method: String, target: String, body: String) throws {
        let answer = try ask(method, "/v20.0/" + target)
        #expect(
            answer.withoutDate == """
                HTTP/1.1 200 OK\r
                Content-Type: application/json; charset=UTF-8\r
                facebook-api-version: v20.0\r
                Content-Length: \(body.utf8.count)\r
                \r
                \(body)
                """)
    }

    private static func unsupported(_ verb: String, _ node: String) -> String {
        #""message":"Unsupported \#(verb) request. Object with ID '\#(node)' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api","type":"GraphMethodException","code":100,"error_subcode":33"#
    }

    private static func required(_ name: String) -> String {
        #""message":"(#100) The parameter \#(name) is required.","type":"OAuthException","code":100"#
    }

    private static let needsToken =
        #""message":"An access token is required to request this resource.","type":"OAuthException","code":104"#
    private static let noUser =
        #""message":"An active access token must be used to query information about the current user.","type":"OAuthException","code":2500"#
    private static let noNode = #""message":"No node specified","type":"GraphMethodException","code":100"#

    private static func unknownPath(_ path: String) -> String {
        #""message":"Unknown path components: /\#(path)","type":"OAuthException","code":2500"#
    }

    private static func alias(_ names: String) -> String {
        #""message":"(#803) Some of the aliases you requested do not exist: \#(names)","type":"OAuthException","code":803"#
    }

    /// number in the second list of captures or 0, method, target behind the version, status, error without its trace id
    static let errors: [(Int, String, String, Int, String)] = [
        (39, "POST", "123/messages?access_token=E", 400, unsupported("post", "123")),
        (39, "POST", "123?access_token=E", 400, unsupported("post", "123")),
        (0, "DELETE", "1_2?access_token=E", 400, unsupported("delete", "1_2")),
        (0, "POST", "me?access_token=E", 400, unsupported("post", "me")),
        (42, "GET", "/posts", 400, noNode), (42, "GET", "/posts?access_token=E", 400, noNode),
        (0, "GET", "?ids=&access_token=E", 400, required("ids")),
        (0, "GET", "?ids=4,5&access_token=E", 404, alias("4,5")), (0, "GET", "?ids=4,5", 400, needsToken),
        (0, "GET", "search", 400, required("q")), (0, "GET", "search?access_token=E", 400, required("q")),
        (0, "GET", "search?q=x", 400, needsToken), (0, "GET", "debug_token", 400, required("input_token")),
        (0, "GET", "debug_token?access_token=E", 400, required("input_token")),
        (0, "GET", "oauth/access_token?client_id=1", 400, required("code")),
        (
            0, "GET", "oauth/access_token?client_id=1&grant_type=fb_exchange_token", 400,
            required("fb_exchange_token")
        ),
        (0, "GET", "me", 400, noUser), (0, "GET", "me/feed", 400, noUser), (0, "POST", "me/feed", 400, noUser),
        (0, "GET", "123/feed", 400, needsToken), (0, "POST", "123/messages", 400, needsToken),
        (0, "GET", "act_1/insights", 400, needsToken), (0, "GET", "act_1", 400, needsToken),
        (0, "GET", "me/bogus?access_token=E", 400, unknownPath("bogus")),
        (0, "GET", "4/bogus?access_token=E", 400, unknownPath("bogus")),
        (0, "GET", "act_1/bogus/x?access_token=E", 400, unknownPath("bogus/x")),
        (0, "GET", "act_x?access_token=E", 404, alias("act_x")), (0, "GET", "act_?access_token=E", 404, alias("act_")),
        (0, "GET", "zoe/feed?access_token=E", 404, alias("zoe")),
    ]

    @Test(arguments: errors) func aCallIsRefused(
        number: Int, method: String, target: String, status: Int, error: String
    ) throws {
        let text = try ask(method, "/v20.0/" + target).text.replacing(/A[A-Za-z0-9_-]{22}(?="\}\})/, with: "…")
        #expect(text.hasPrefix("HTTP/1.1 \(status) ") && text.contains("\r\nfacebook-api-version: v20.0\r\n"))
        #expect(text.hasSuffix("\r\n\r\n{\"error\":{\(error),\"fbtrace_id\":\"…\"}}"), "\(number): \(text)")
    }

    @Test func number41TheTokenEndpointWithoutAnApplication() throws {
        for target in [
            "", "?grant_type=client_credentials", "?code=c", "?grant_type=fb_exchange_token&fb_exchange_token=t",
        ] {
            let answer = try ask("GET", "/v20.0/oauth/access_token" + target)
            #expect(answer.status == 400)
            #expect(
                answer.body
                    == #"{"error":{"message":"Missing client_id parameter.","type":"OAuthException","code":101}}"#)
        }
    }

    @Test func aBatchIsAnsweredCallByCall() throws {
        func element(_ method: String, _ url: String) -> String {
            #"{"method":"\#(method)","relative_url":"\#(url)"}"#
        }
        let calls = [
            element("GET", "me"), element("GET", "me/permissions"), element("POST", "me/feed"),
            element("GET", "?ids="), element("GET", "search"), element("GET", "oauth/access_token"),
            element("POST", "7/messages"),
        ]
        let body = "access_token=E&include_headers=false&batch=[\(calls.joined(separator: ","))]"
        let answer = try ask("POST", "/v20.0/", [Self.form], body).body
            .replacing(/A[A-Za-z0-9_-]{22}(?=\\"\}\})/, with: "…")
        func quoted(_ error: String) -> String {
            #"{"error":{\#(error),"fbtrace_id":"…"}}"#.replacing("\"", with: "\\\"")
        }
        #expect(
            answer
                == "["
                + [
                    #"{"code":200,"body":"{\"id\":\"1\",\"name\":\"Ada Lovelace\"}"}"#,
                    #"{"code":200,"body":"{\"data\":[]}"}"#, #"{"code":200,"body":"{\"id\":\"1\"}"}"#,
                    #"{"code":400,"body":"\#(quoted(Self.required("ids")))"}"#,
                    #"{"code":400,"body":"\#(quoted(Self.required("q")))"}"#,
                    #"{"code":400,"body":"{\"error\":{\"message\":\"Missing client_id parameter.\",\"type\":\"OAuthException\",\"code\":101}}"}"#,
                    #"{"code":400,"body":"\#(quoted(Self.unsupported("post", "7")))"}"#,
                ].joined(separator: ",") + "]", "\(answer)")
    }
}
