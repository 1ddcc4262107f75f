import TestSupport
import Testing

/// Settings of the Graph API hold wherever an answer comes from, and so does what `fail/NAME` and `other` are given.
@Suite(.descriptors) struct GraphSettingsTests {
    private static let rules = #"""
        { "match": { "node": "code" }, "fail": 190 }, { "match": { "node": "named" }, "fail": "www-authenticate" },
        { "match": { "node": "own" }, "fail": "www-authenticate", "with": { "error": "expired", "message": "m" } },
        { "match": { "node": "kept" }, "fail": "www-authenticate", "with": { "statuses": "captured" } },
        { "match": { "node": "other" }, "fail": "other", "with": { "code": 190 } },
        { "match": { "node": "chosen" }, "choose": [ { "fail": "www-authenticate" } ] },
        { "match": { "node": "limited" }, "rateLimit": { "allow": 1, "per": "1h", "then": { "fail": "www-authenticate" } },
          "reply": { "json": {} } },
        { "match": { "node": "below" }, "pass": true },
        { "match": { "node": { "startsWith": "un" } }, "atEnd": "pass", "reply": { "json": {} } }
        """#
    private static let gateway = SharedGateway {
        try RunningGateway([
            "captured": #"{ "system": "graph", "rules": [ \#(rules) ], "otherwise": { "fail": "www-authenticate" } }"#,
            "published": #"""
            { "system": "graph", "settings": { "statuses": "published" }, "rules": [ \#(rules) ],
              "otherwise": { "fail": "www-authenticate" } }
            """#,
            "strict": #"""
            { "system": "graph", "settings": { "strict": true }, "rules": [
                { "match": { "node": { "exists": true } }, "reply": { "json": {} } } ] }
            """#,
            "open": #"""
            { "system": "graph", "cors": true, "rules": [
                { "match": { "node": "code" }, "fail": 190 }, { "match": { "node": "whatsapp" }, "fail": 131000 },
                { "match": { "node": "closed" }, "fail": 190,
                  "with": { "headers": { "Access-Control-Allow-Origin": null } } },
                { "match": { "node": "written" }, "fail": 190,
                  "with": { "headers": { "Access-Control-Allow-Origin": "*" } } },
                { "match": { "batch": true, "query": { "whole": "1" } }, "fail": 190 },
                { "match": { "node": "limited" }, "rateLimit": { "allow": 1, "per": "1h", "then": { "fail": 4 } },
                  "reply": { "json": {} } } ] }
            """#,
            "any": #"""
            { "system": "graph", "rules": [
                { "match": { "batch": true, "query": { "whole": "1" } }, "fail": "other", "with": { "code": -3 } },
                { "match": { "node": "instagram" }, "fail": "other", "with": {
                    "code": -1, "subcode": 2207001, "message": "Instagram server error. Try again later.",
                    "type": "IGApiException", "userTitle": "T", "userMessage": "M", "data": "d", "status": 503 } },
                { "match": { "node": "asked" }, "fail": "other", "with": { "code": "{{request.query.code}}" } },
                { "match": { "node": "plain" }, "fail": "other", "with": { "code": 0, "subcode": -7 } },
                { "match": { "node": "permission" }, "fail": "other", "with": { "code": 250, "transient": false } },
                { "match": { "node": "large" }, "fail": "other", "with": { "code": 10000000000 } },
                { "match": { "node": "known" }, "fail": "other", "with": { "code": 190, "subcode": 460 } },
                { "match": { "node": "whatsapp" }, "fail": "other", "with": {
                    "code": 131051, "data": { "messaging_product": "whatsapp", "details": "d" } } } ] }
            """#,
        ])
    }

    private func ask(_ target: String, _ fields: [String] = [], _ body: String = "") throws -> RawConnection.Received {
        let connection = try RawConnection(port: Self.gateway.get().port)
        let form = [
            "Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)",
        ]
        connection.send(
            ([(body.isEmpty ? "GET " : "POST ") + target + " HTTP/1.1", "Host: a"] + fields
                + (body.isEmpty ? [] : form) + ["", body]).joined(separator: "\r\n"))
        return connection.receiveResponse()
    }

    private static func batch(_ url: String) -> String {
        #"include_headers=false&batch=[{"method":"GET","relative_url":"\#(url)"}]"#
    }

    // MARK: statuses

    @Test(arguments: ["code", "named", "own", "other", "chosen", "below", "nobody"])
    func thePublishedStatusIsSentOnEveryPath(node: String) throws {
        for (scenario, status) in [("captured", 400), ("published", 401)] {
            let answer = try ask("/@\(scenario)/v20.0/\(node)?access_token=E")
            #expect(answer.status == status && answer.body.contains(#""code":190"#), "\(answer.text)")
            let element = try ask("/@\(scenario)/v20.0/?access_token=E", [], Self.batch(node)).body
            #expect(element.hasPrefix(#"[{"code":\#(status),"body":"{\"error\":"#), "\(element)")
        }
    }

    @Test func thePublishedStatusIsSentOverALimitToo() throws {
        for (scenario, status) in [("captured", 400), ("published", 401)] {
            let id = try Self.gateway.get().askForSession(#"{ "scenario": "\#(scenario)" }"#)
            #expect(try ask("/@\(id)/limited").status == 200)
            #expect(try ask("/@\(id)/limited").status == status)
        }
    }

    @Test func aFailureMaySayOtherwise() throws {
        #expect(try ask("/@published/v20.0/kept?access_token=E").status == 400)
        let own = try ask("/@published/v20.0/own?access_token=E").text
        #expect(own.contains("\r\nWWW-Authenticate: OAuth \"Facebook Platform\" \"expired\" \"m\"\r\n"))
        let given = try ask("/", ["Mishap-Fail: graph/www-authenticate; statuses=published"])
        #expect(given.status == 401)
    }

    // MARK: strict

    @Test(arguments: [
        ("4", 104, "An access token is required to request this resource."),
        ("4/feed", 104, "An access token is required to request this resource."),
        ("act_1/insights", 104, "An access token is required to request this resource."),
        ("me", 2500, "An active access token must be used to query information about the current user."),
        ("me/feed", 2500, "An active access token must be used to query information about the current user."),
    ])
    func aStrictGatewayRefusesAsTheRealOne(path: String, code: Int, message: String) throws {
        let answer = try ask("/@strict/v20.0/" + path)
        #expect(answer.status == 400)
        #expect(
            answer.body.hasPrefix(
                #"{"error":{"message":"\#(message)","type":"OAuthException","code":\#(code),"fbtrace_id":"A"#),
            "\(answer.body)")
        #expect(try ask("/@strict/v20.0/\(path)?access_token=E").status == 200)
    }

    // MARK: cors

    private static let origin = "Origin: https://page.example"

    @Test(arguments: ["code", "whatsapp", "nobody", "4", "me/feed"])
    func anErrorIsReadByAPageOfAnotherOrigin(path: String) throws {
        let text = try ask("/@open/v20.0/" + path, [Self.origin]).text
        #expect(text.contains("\r\nAccess-Control-Allow-Origin: https://page.example\r\n"), "\(text)")
        #expect(text.contains("\r\nAccess-Control-Allow-Credentials: true\r\n"))
        #expect(text.ranges(of: "\r\nVary: Origin\r\n").count == 1)
        #expect(text.ranges(of: "Access-Control-Allow-Origin").count == 1)
        // Without an origin, caches are told that there is another answer with one.
        let plain = try ask("/@open/v20.0/" + path).text
        #expect(plain.ranges(of: "\r\nVary: Origin\r\n").count == 1, "\(plain)")
        #expect(plain.contains("\r\nAccess-Control-Allow-Origin: *\r\n") && !plain.contains("Allow-Credentials"))
    }

    @Test func soIsThatOfABatchOfALimitAndOfAField() throws {
        func expectOpen(_ answer: RawConnection.Received) {
            #expect(answer.text.contains("\r\nAccess-Control-Allow-Origin: https://page.example\r\n"))
            #expect(!answer.text.contains("Access-Control-Allow-Origin: *"), "\(answer.text)")
        }
        expectOpen(try ask("/@open/v20.0/?whole=1", [Self.origin], Self.batch("me")))
        expectOpen(try ask("/@open/v20.0/", [Self.origin], Self.batch("code")))
        let id = try Self.gateway.get().askForSession(#"{ "scenario": "open" }"#)
        expectOpen(try ask("/@\(id)/limited", [Self.origin]))
        expectOpen(try ask("/@\(id)/limited", [Self.origin]))
        expectOpen(try ask("/@open/me", [Self.origin, "Mishap-Fail: graph/4"]))
    }

    @Test func whatAScenarioWritesStays() throws {
        #expect(try !ask("/@open/closed", [Self.origin]).text.contains("Access-Control"))
        let written = try ask("/@open/written", [Self.origin]).text
        #expect(written.contains("\r\nAccess-Control-Allow-Origin: *\r\n") && !written.contains("page.example"))
    }

    @Test func withoutItAnErrorIsOpenToAll() throws {
        let text = try ask("/@captured/code", [Self.origin]).text
        #expect(text.contains("\r\nAccess-Control-Allow-Origin: *\r\n") && !text.contains("Vary"))
    }

    // MARK: By name alone

    @Test(arguments: [
        ("190/v20.0/me", "v20.0", #""code":190"#), ("190/463/v3.1/me", "v3.1", #""error_subcode":463"#),
        ("100/33/v20.0/4?access_token=E", "v20.0", "Object with ID '4' does not exist"),
        ("2500/v20.0/4/bogus", "v20.0", "Unknown path components: /bogus"),
        ("x-app-usage/v19.0/me", "v19.0", #"{"id":"1"}"#), ("www-authenticate/v20.0", "v20.0", #""code":190"#),
        ("timed-out/v20.0/me", "v20.0", "The request took too long."),
    ])
    func theVersionIsThatOfThePath(path: String, version: String, part: String) throws {
        let answer = try ask("/__mishap/fail/graph/" + path)
        #expect(answer.text.contains("\r\nfacebook-api-version: \(version)\r\n") && answer.body.contains(part))
        // The journal and what is kept by path do not change it.
        #expect(try ask("/__mishap/fail/graph/" + path).text.contains("\r\nfacebook-api-version: \(version)\r\n"))
    }

    @Test func thereIsNoneWithoutAVersion() throws {
        for path in ["190", "190/", "190/me", "4/20.0/me"] {
            #expect(try !ask("/__mishap/fail/graph/" + path).text.contains("facebook-api-version"), "\(path)")
        }
        let body = Self.batch("me") + "&padding=" + String(repeating: "x", count: 100 << 10)
        let large = try ask("/__mishap/fail/graph/190/v20.0/", [], body)
        #expect(large.text.contains("\r\nfacebook-api-version: v20.0\r\n"))
        let named = try ask("/v20.0/me", ["Mishap-Fail: graph/190"])
        #expect(named.text.contains("\r\nfacebook-api-version: v20.0\r\n"))
        let both = try ask("/__mishap/fail/graph/190/v20.0/me", ["Mishap-Fail: graph/190; message=m"])
        #expect(both.text.contains("\r\nfacebook-api-version: v20.0\r\n") && both.body.contains(#""message":"m""#))
    }

    // MARK: Any code

    /// target, status, error without its trace id
    static let others: [(String, Int, String)] = [
        (
            "instagram", 503,
            #""message":"Instagram server error. Try again later.","type":"IGApiException","code":-1,"error_data":"d","error_subcode":2207001,"error_user_title":"T","error_user_msg":"M""#
        ),
        ("asked?code=-42", 400, #""message":"(#-42) The call failed.","type":"OAuthException","code":-42"#),
        ("plain", 400, #""message":"(#0) The call failed.","type":"OAuthException","code":0,"error_subcode":-7"#),
        (
            "permission", 403,
            #""message":"(#250) The user has not granted the permission that this call needs.","type":"OAuthException","code":250,"is_transient":false"#
        ),
        (
            "large", 400,
            #""message":"(#10000000000) The call failed.","type":"OAuthException","code":10000000000"#
        ),
        (
            "known", 400,
            #""message":"Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.","type":"OAuthException","code":190,"error_subcode":460"#
        ),
        (
            "whatsapp", 400,
            #""message":"(#131051) The call failed.","type":"OAuthException","code":131051,"error_data":{"messaging_product":"whatsapp","details":"d"}"#
        ),
    ]

    @Test(arguments: others) func anyCodeIsSentAloneAndInABatch(target: String, status: Int, error: String) throws {
        let answer = try ask("/@any/v20.0/" + target)
        let body = answer.body.replacing(/A[A-Za-z0-9_-]{22}(?="\}\})/, with: "…")
        #expect(answer.status == status && body == "{\"error\":{\(error),\"fbtrace_id\":\"…\"}}", "\(answer.text)")
        guard !target.contains("?") else { return }
        let list = try ask("/@any/v20.0/", [], Self.batch(target)).body
            .replacing(/A[A-Za-z0-9_-]{22}(?=\\"\}\})/, with: "…")
        let quoted = body.replacing("\"", with: "\\\"")
        #expect(list == #"[{"code":\#(status),"body":"\#(quoted)"}]"#, "\(list)")
    }

    @Test func aBatchAsAWholeAndAFieldTakeAnyCodeToo() throws {
        let whole = try ask("/@any/v20.0/?whole=1", [], Self.batch("me"))
        #expect(
            whole.body.hasPrefix(#"{"error":{"message":"(#-3) The call failed.","type":"OAuthException","code":-3,"#))
        let field = try ask(
            "/v20.0/me", [#"Mishap-Fail: graph/other; code=-5; subcode=9; message="m"; data="\"x\""; transient=true"#])
        #expect(field.body.hasPrefix(#"{"error":{"message":"m","type":"OAuthException","code":-5,"#), "\(field.body)")
        #expect(field.body.contains(#""error_data":"x","error_subcode":9,"is_transient":true,"fbtrace_id""#))
        let named = try ask("/__mishap/fail/graph/other/v20.0/me")
        #expect(
            named.body.hasPrefix(#"{"error":{"message":"(#-1) The call failed.","type":"OAuthException","code":-1,"#))
        let without = try ask("/v20.0/me", ["Mishap-Fail: graph/other; subcode=9"])
        #expect(without.status == 400 && without.body.contains(#"needs \"code\""#), "\(without.body)")
    }
}
