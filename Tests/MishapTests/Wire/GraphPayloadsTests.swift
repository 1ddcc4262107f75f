import Catalogue
import Systems
import TestSupport
import Testing

/// What real servers of the Graph API were seen to send, byte by byte on the wire: each status, body and field that was
/// captured, by the number of its entry in the list of captures.
@Suite(.descriptors) struct GraphPayloadsTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "main": #"""
            { "system": "graph", "clock": "manual", "rules": [
                { "match": { "node": "c4" }, "fail": 4 }, { "match": { "node": "c2" }, "fail": 2 },
                { "match": { "node": "c32" }, "fail": 32 }, { "match": { "node": "c17" }, "fail": 17 },
                { "match": { "node": "c613" }, "fail": 613 }, { "match": { "node": "c1" }, "fail": 1 },
                { "match": { "node": "c190" }, "fail": 190 }, { "match": { "node": "c102" }, "fail": 102 },
                { "match": { "node": "c463" }, "fail": "190/463" }, { "match": { "node": "c460" }, "fail": "190/460" },
                { "match": { "node": "c458" }, "fail": "190/458" }, { "match": { "node": "c467" }, "fail": "190/467" },
                { "match": { "node": "c493" }, "fail": "190/493" }, { "match": { "node": "c104" }, "fail": 104 },
                { "match": { "node": "proof" }, "fail": "invalid-appsecret-proof" },
                { "match": { "node": "77" }, "fail": "100/33" }, { "match": { "node": "c2500" }, "fail": 2500 },
                { "match": { "node": "ada" }, "fail": 803 }, { "match": { "node": "c200" }, "fail": 200 },
                { "match": { "node": "c3" }, "fail": 3 }, { "match": { "node": "c100" }, "fail": 100 },
                { "match": { "node": "c80004" }, "fail": 80004 }, { "match": { "node": "c368" }, "fail": 368 },
                { "match": { "node": "order" }, "fail": 100, "with": {
                    "subcode": 33, "transient": true, "userTitle": "T", "userMessage": "M", "data": [1] } },
                { "match": { "node": "order4" }, "fail": 4, "with": { "subcode": 9, "data": {} } },
                { "match": { "node": "insights" }, "fail": "x-fb-ads-insights-throttle", "reply": { "json": {} } },
                { "match": { "node": "c80007" }, "fail": 80007 }, { "match": { "node": "c80008" }, "fail": 80008 },
                { "match": { "node": "c80014" }, "fail": 80014 },
                { "match": { "node": { "startsWith": "y" } }, "fail": "100/33" },
                { "match": { "node": "me" }, "fail": 190, "with": { "statuses": "published" } } ] }
            """#,
            "published": #"""
            { "system": "graph", "settings": { "statuses": "published", "strict": true }, "rules": [
                { "match": { "node": "c3" }, "fail": 3 }, { "match": { "node": "c10" }, "fail": 10 },
                { "match": { "node": "c190" }, "fail": 190 }, { "match": { "node": "c463" }, "fail": "190/463" },
                { "match": { "node": "c250" }, "fail": 250 }, { "match": { "node": "c368" }, "fail": 368 },
                { "match": { "node": "c102" }, "fail": 102 }, { "match": { "node": "never" }, "fail": 1 } ] }
            """#,
        ])
    }

    /// The answer with points in the place of what is drawn.
    private func answer(_ target: String, _ scenario: String = "main", fields: [String] = []) throws -> String {
        try sent("GET", "/@\(scenario)\(target)", fields)
    }

    private func sent(_ method: String, _ target: String, _ fields: [String] = [], _ body: String = "") throws -> String
    {
        let connection = try RawConnection(port: Self.gateway.get().port)
        let length = body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"]
        connection.send(
            (["\(method) \(target) HTTP/1.1", "Host: a"] + fields + length + ["", body]).joined(separator: "\r\n"))
        return connection.receiveResponse().text.replacing(/A[A-Za-z0-9_-]{22}(?=\r\n|\\?"\}\})/, with: "…")
            .replacing(/x-fb-trace-id: [A-Za-z0-9+\/]{11}(?=\r\n)/, with: "x-fb-trace-id: ……")
    }

    private static let validating = "Error validating access token: "

    /// entry, node, status, and the object of the error without the trace id
    static let errors: [(Int, String, Int, String)] = [
        (
            1, "c4", 403,
            #""message":"(#4) Application request limit reached","type":"OAuthException","is_transient":true,"code":4"#
        ),
        (
            1, "c2", 500,
            #""message":"An unexpected error has occurred. Please retry your request later.","type":"OAuthException","is_transient":true,"code":2"#
        ),
        (1, "c32", 400, #""message":"(#32) Page request limit reached","type":"OAuthException","code":32"#),
        (
            32, "c17", 400,
            #""message":"(#17) User request limit reached","type":"OAuthException","is_transient":true,"code":17"#
        ),
        (
            1, "c613", 400,
            #""message":"(#613) Calls to this api have exceeded the rate limit.","type":"OAuthException","code":613"#
        ),
        (
            2, "c190", 400,
            #""message":"Invalid OAuth access token - Cannot parse access token","type":"OAuthException","code":190"#
        ),
        (
            2, "c102", 400,
            #""message":"(#102) The session key is invalid or no longer valid.","type":"OAuthException","code":102"#
        ),
        (
            4, "c463", 400,
            #""message":"\#(validating)Session has expired on Monday, 31-Dec-29 15:00:00 PST. The current time is Monday, 31-Dec-29 16:00:00 PST.","type":"OAuthException","code":190,"error_subcode":463"#
        ),
        (
            4, "c460", 400,
            #""message":"\#(validating)The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.","type":"OAuthException","code":190,"error_subcode":460"#
        ),
        (
            4, "c458", 400,
            #""message":"\#(validating)The user has not authorized application 123456.","type":"OAuthException","code":190,"error_subcode":458"#
        ),
        (
            4, "c467", 400,
            #""message":"\#(validating)The session is invalid because the user logged out.","type":"OAuthException","code":190,"error_subcode":467"#
        ),
        (
            4, "c493", 400,
            #""message":"The access token is invalid since the user hasn't engaged the app in longer than 90 days.","type":"OAuthException","code":190,"error_subcode":493"#
        ),
        (
            5, "c104", 400,
            #""message":"An access token is required to request this resource.","type":"OAuthException","code":104"#
        ),
        (
            5, "4", 400,
            #""message":"An access token is required to request this resource.","type":"OAuthException","code":104"#
        ),
        (
            5, "proof", 400,
            #""message":"Invalid appsecret_proof provided in the API argument","type":"GraphMethodException","code":100"#
        ),
        (6, "77", 400, unsupported("77")), (6, "78?access_token=E", 400, unsupported("78")),
        (6, "c2500/bogus", 400, #""message":"Unknown path components: /bogus","type":"OAuthException","code":2500"#),
        (6, "zoe/bogus", 400, #""message":"Unknown path components: /bogus","type":"OAuthException","code":2500"#),
        (
            7, "order", 400,
            #""message":"Invalid parameter","type":"OAuthException","code":100,"error_data":[1],"error_subcode":33,"is_transient":true,"error_user_title":"T","error_user_msg":"M""#
        ),
        (
            7, "order4", 403,
            #""message":"(#4) Application request limit reached","type":"OAuthException","is_transient":true,"code":4,"error_data":{},"error_subcode":9"#
        ),
        (8, "c200", 403, #""message":"(#200) Permissions error","type":"OAuthException","code":200"#),
        (
            8, "c3", 400,
            #""message":"(#3) Application does not have the capability to make this API call.","type":"OAuthException","code":3"#
        ),
        (8, "c100", 400, #""message":"Invalid parameter","type":"OAuthException","code":100"#),
        (
            8, "c80004", 400,
            #""message":"(#80004) There have been too many calls to this ad-account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.","type":"OAuthException","code":80004"#
        ),
        (
            8, "c368", 400,
            #""message":"The action attempted has been deemed abusive or is otherwise disallowed","type":"OAuthException","code":368"#
        ),
        (8, "ada", 404, alias("ada")), (8, "bob", 404, alias("bob")),
        (
            10, "me", 401,
            #""message":"Invalid OAuth access token - Cannot parse access token","type":"OAuthException","code":190"#
        ),
    ]

    private static func unsupported(_ node: String) -> String {
        #""message":"Unsupported get request. Object with ID '\#(node)' does not exist, cannot be loaded due to missing permissions, or does not support this operation. Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api","type":"GraphMethodException","code":100,"error_subcode":33"#
    }

    private static func alias(_ node: String) -> String {
        #""message":"(#803) Some of the aliases you requested do not exist: \#(node)","type":"OAuthException","code":803"#
    }

    @Test(arguments: errors) func anErrorIsAsItWasCaptured(entry: Int, node: String, status: Int, error: String) throws
    {
        let text = try answer("/v20.0/" + node)
        #expect(text.hasPrefix("HTTP/1.1 \(status) "))
        #expect(text.hasSuffix("\r\n\r\n{\"error\":{\(error),\"fbtrace_id\":\"…\"}}"), "entry \(entry): \(text)")
    }

    @Test(arguments: [
        ("c190", #""invalid_token" "Invalid OAuth access token - Cannot parse access token""#),
        (
            "c463",
            #""invalid_token" "Error validating access token: Session has expired on Monday, 31-Dec-29 15:00:00 PST. The current time is Monday, 31-Dec-29 16:00:00 PST.""#
        ),
        ("c104", #""invalid_token" "An access token is required to request this resource.""#),
        ("c100", #""invalid_request" "Invalid parameter""#),
        ("c1", #""unknown_error" "An unknown error has occurred.""#),
    ])
    func entry3TheHeadOfAnOrdinaryError(node: String, challenge: String) throws {
        let text = try answer("/v19.0/" + node)
        #expect(text.contains("\r\nContent-Type: application/json; charset=UTF-8\r\n"))
        #expect(text.contains("\r\nWWW-Authenticate: OAuth \"Facebook Platform\" \(challenge)\r\n"))
        for field in [
            "Cache-Control: no-store", "Pragma: no-cache", "Expires: Sat, 01 Jan 2000 00:00:00 GMT",
            "Access-Control-Allow-Origin: *", "facebook-api-version: v19.0", "x-fb-rev: 1000000000",
            "x-fb-request-id: …",
            "x-fb-trace-id: ……",
        ] {
            #expect(text.contains("\r\n\(field)\r\n"), "\(field)")
        }
        #expect(text.contains(/\r\nX-FB-Debug: [A-Za-z0-9+\/]{86}==\r\n/))
    }

    @Test func entry3TheRequestIDIsThatOfTheBodyAndTheVersionThatOfThePath() throws {
        let connection = try RawConnection(port: Self.gateway.get().port)
        connection.send("GET /@main/c4 HTTP/1.1\r\nHost: a\r\n\r\n")
        let text = connection.receiveResponse().text
        let head = try #require(
            text.firstMatch(of: /\r\nx-fb-request-id: (A[A-Za-z0-9_-]{22})\r\nx-fb-trace-id: ([A-Za-z0-9+\/]{11})\r\n/))
        #expect(text.hasSuffix("\"fbtrace_id\":\"\(head.1)\"}}"))
        #expect(!head.1.contains(head.2))
        #expect(!text.contains("facebook-api-version") && !text.contains("WWW-Authenticate"))
    }

    @Test(arguments: [
        (
            "insights",
            #"X-FB-Ads-Insights-Throttle: {"app_id_util_pct":95,"acc_id_util_pct":95,"ads_api_access_tier":"standard_access"}"#
        ),
        ("c80007", #"X-Business-Use-Case-Usage: {"1":[{"type":"whatsapp_business_management","call_count":100"#),
        ("c80008", #"X-Business-Use-Case-Usage: {"1":[{"type":"whatsapp_business_management","call_count":100"#),
        ("c80014", #"X-Business-Use-Case-Usage: {"1":[{"type":"catalog_batch","call_count":100"#),
    ])
    func entry9TheFieldsOfThrottles(node: String, field: String) throws {
        #expect(try answer("/" + node).contains("\r\n" + field))
    }

    @Test(arguments: [
        ("c3", 500), ("c10", 403), ("c190", 401), ("c463", 401), ("c250", 403), ("c368", 403), ("c102", 400),
    ])
    func entry10PublishedStatuses(node: String, status: Int) throws {
        #expect(try answer("/\(node)?access_token=E", "published").hasPrefix("HTTP/1.1 \(status) "))
    }

    @Test func entry10WhatIsRefusedUnscriptedAgrees() throws {
        let text = try answer("/never?access_token=a%20b", "published")
        #expect(text.hasPrefix("HTTP/1.1 401 ") && text.contains("Cannot parse access token\",\"type\""))
    }

    /// A name in a message also goes into the head, where it must not end the line.
    @Test func aNameCannotEndALineOfTheHead() throws {
        let text = try answer("/x%0D%0AInjected:%201?access_token=E")
        #expect(text.contains("do not exist: x\\r\\nInjected: 1\""))
        #expect(!text.contains("\r\nInjected"))
        let object = try answer("/y%0D%0AInjected:%201")
        #expect(object.contains("with ID 'yInjected: 1' does") && object.contains("with ID 'y\\r\\nInjected: 1' does"))
        #expect(!object.contains("\r\nInjected"))
    }

    // MARK: The second list of captures

    /// number, name of the failure with its parameters, status, and the body. Of these numbers 38 is a webhook, which no
    /// server answers with, and needs nothing.
    static let captures: [(Int, String, Int, String)] = [
        (29, "graph/100; by=whatsapp", 400, whatsApp("(#100) Invalid parameter", 100, "Parameter Invalid")),
        (
            33, "graph/2; by=unavailable", 500,
            full(
                #""message":"(#2) Service temporarily unavailable","type":"OAuthException","is_transient":true,"code":2"#
            )
        ),
        (34, "graph/1", 500, full(#""message":"An unknown error has occurred.","type":"OAuthException","code":1"#)),
        (34, "graph/1; by=short", 500, #"{"error":{"code":1,"message":"An unknown error occurred"}}"#),
        (
            34, "graph/1; by=too-much-data", 500,
            #"{"error":{"code":1,"message":"Please reduce the amount of data you're asking for, then retry your request"}}"#
        ),
        (34, #"graph/1; by=short; message="own""#, 500, #"{"error":{"code":1,"message":"own"}}"#),
        (
            35, "graph/100/1815629", 400,
            full(
                #""message":"Invalid parameter","type":"OAuthException","code":100,"error_data":"\"null\"","#
                    + #""error_subcode":1815629,"is_transient":false,"#
                    + #""error_user_title":"Duplicates of ad asset values are not allowed","#
                    + #""error_user_msg":"All ad asset values should be unique. Please check your values.(Duplicate value: 3)""#
            )
        ),
        (
            36, "graph/132001", 400,
            whatsApp(
                "(#132001) Template name does not exist in the translation", 132001,
                "template name (hello_world) does not exist in en_US")
        ),
        (
            36, "graph/100; by=messaging-product", 400,
            full(
                #""message":"(#100) The parameter messaging_product is required.","type":"OAuthException","code":100"#)
        ),
        (37, "graph/131000", 400, whatsApp("(#131000) Generic error", 131000, "Generic error")),
        (
            37, "graph/131000/2494002", 400,
            whatsApp("(#131000) Generic error", 131000, "Generic error", #","error_subcode":2494002"#)
        ),
        (
            37, "graph/131030", 400,
            whatsApp(
                "(#131030) Recipient phone number not in allowed list", 131030,
                "Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again."
            )
        ),
        (
            37, "graph/131047", 400,
            whatsApp(
                "(#131047) Re-engagement message", 131047,
                "Message failed to send because more than 24 hours have passed since the customer last replied to this number."
            )
        ),
        (
            37, "graph/131026", 400,
            whatsApp(
                "(#131026) Receiver is incapable of receiving this message", 131026, "Message Undeliverable.")
        ),
        (
            41, "graph/101", 400,
            #"{"error":{"message":"Missing client_id parameter.","type":"OAuthException","code":101}}"#
        ),
        (
            42, "graph/100; by=no-node", 400,
            full(#""message":"No node specified","type":"GraphMethodException","code":100"#)
        ),
        (
            43, "graph/200; by=deactivated", 200,
            full(
                #""message":"API access deactivated. To reactivate, go to the app dashboard.","type":"OAuthException","code":200"#
            )
        ),
        (
            45, "graph/200; by=publish-actions", 403,
            full(
                #""message":"(#200) Requires extended permission: publish_actions","type":"OAuthException","code":200"#)
        ),
        (
            45, "graph/100; by=publish-video", 400,
            full(#""message":"(#100) No permission to publish the video","type":"OAuthException","code":100"#)
        ),
        (
            45, "graph/100; by=public-metadata", 400,
            full(
                #""message":"(#100) Page Public Metadata Access requires either app secret proof or an app token","type":"OAuthException","code":100"#
            )
        ),
    ]

    private static func full(_ members: String) -> String { #"{"error":{\#(members),"fbtrace_id":"…"}}"# }

    private static func whatsApp(_ message: String, _ code: Int, _ details: String, _ behind: String = "") -> String {
        full(
            #""message":"\#(message)","type":"OAuthException","code":\#(code),"#
                + #""error_data":{"messaging_product":"whatsapp","details":"\#(details)"}\#(behind)"#)
    }

    @Test(arguments: captures) func bodiesOfTheSecondListAreAsCaptured(
        number: Int, failure: String, status: Int, body: String
    ) throws {
        let text = try answer("/v20.0/1", fields: ["Mishap-Fail: \(failure)"])
        #expect(text.hasPrefix("HTTP/1.1 \(status) ") && text.hasSuffix("\r\n\r\n" + body), "\(number): \(text)")
        let name = failure.split(separator: ";")[0]
        let entry = try #require(FailureIndex.all.entry(String(name)))
        #expect(entry.evidence == .observed, "\(number)")
    }

    @Test func number29TheHeadOfAnErrorOfWhatsApp() throws {
        let text = try answer("/v20.0/1/messages", fields: ["Mishap-Fail: graph/100; by=whatsapp"])
        let head = try #require(text.firstRange(of: "\r\n\r\n").map { text[..<$0.lowerBound] })
            .replacing(/[A-Za-z0-9+\/]{86}==/, with: "…").replacing(/Date: [^\r]*\r\n/, with: "")
            .replacing(/\r\nContent-Length: \d+/, with: "")
        #expect(
            head == """
                HTTP/1.1 400 Bad Request\r
                Content-Type: application/json\r
                WWW-Authenticate: OAuth "Facebook Platform" "invalid_request" "(#100) Invalid parameter"\r
                X-Business-Use-Case-Usage: {"1":[{"type":"whatsapp","call_count":1,"total_cputime":1,"total_time":1,"estimated_time_to_regain_access":0}]}\r
                Vary: Origin\r
                Access-Control-Allow-Origin: *\r
                Cache-Control: no-store\r
                Pragma: no-cache\r
                Expires: Sat, 01 Jan 2000 00:00:00 GMT\r
                x-fb-rev: 1000000000\r
                X-FB-Debug: …\r
                x-fb-request-id: …\r
                x-fb-trace-id: ……\r
                facebook-api-version: v20.0
                """)
    }

    /// By its name, and of an object that nobody scripts.
    @Test(arguments: ["77", "78?access_token=E"]) func number30TheHeadOfAMissingObject(target: String) throws {
        let text = try answer("/v20.0/" + target)
        for field in [
            #"X-App-Usage: {"call_count":0,"total_cputime":0,"total_time":0}"#, "x-fb-rlafr: 0", "x-fb-request-id: …",
            "x-fb-trace-id: ……", "Content-Type: application/json; charset=UTF-8",
        ] {
            #expect(text.contains("\r\n\(field)\r\n"), "\(field)")
        }
        #expect(try !answer("/v20.0/c100").contains("x-fb-rlafr"))
    }

    @Test(arguments: [
        (
            31,
            "x-business-use-case-usage; type=ads_management; and=ads_insights; tier=none; callCount=1; cpuTime=2; time=3",
            #"X-Business-Use-Case-Usage: {"1":[{"type":"ads_management","call_count":1,"total_cputime":2,"total_time":3,"estimated_time_to_regain_access":0},{"type":"ads_insights","call_count":1,"total_cputime":2,"total_time":3,"estimated_time_to_regain_access":0}]}"#
        ),
        (
            31, "x-fb-ads-insights-throttle; app=0; account=0; tier=none",
            #"X-FB-Ads-Insights-Throttle: {"app_id_util_pct": 0.00,"acc_id_util_pct": 0.00}"#
        ),
        (
            31, "x-ad-account-usage; tier=none",
            #"X-Ad-Account-Usage: {"acc_id_util_pct":95,"reset_time_duration":100}"#
        ),
        (
            46, "x-page-usage; callCount=855; cpuTime=202; time=911",
            #"X-Page-Usage: {"call_count":855,"total_cputime":202,"total_time":911}"#
        ),
    ])
    func fieldsOfSuccessesAreAsCaptured(number: Int, failure: String, field: String) throws {
        let text = try answer("/v20.0/me", fields: ["Mishap-Fail: graph/\(failure)"])
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("\r\n\(field)\r\n"), "\(number): \(text)")
    }

    @Test func number31TheIDsOfASuccess() throws {
        let text = try answer("/v20.0/me", fields: ["Mishap-Fail: graph/facebook-api-version"])
        #expect(text.hasPrefix("HTTP/1.1 200 "))
        #expect(text.contains("\r\nx-fb-request-id: …\r\nx-fb-trace-id: ……\r\n"), "\(text)")
    }

    @Test(arguments: [
        ("code-used", "This authorization code has been used."),
        (
            "redirect-uri",
            "Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request"
        ),
        ("code-format", "Invalid verification code format."),
    ])
    func number40TheChallengeOfACode(form: String, message: String) throws {
        let text = try answer(
            "/v20.0/oauth/access_token?client_id=1&code=c", fields: ["Mishap-Fail: graph/100; by=\(form)"])
        #expect(text.hasPrefix("HTTP/1.1 400 "))
        #expect(text.contains("\r\nWWW-Authenticate: OAuth \"Facebook Platform\" \"invalid_code\" \"\(message)\"\r\n"))
        #expect(
            text.hasSuffix(
                #"\r\n\r\n{"error":{"message":"\#(message)","type":"OAuthException","code":100,"fbtrace_id":"…"}}"#
                    .replacing("\\r\\n", with: "\r\n")), "\(text)")
    }

    @Test func number44TheErrorOfInstagram() throws {
        let text = try answer(
            "/v20.0/17/impressions/day", fields: ["Mishap-Fail: graph/2500; by=instagram"])
        #expect(
            text.hasSuffix(
                #"{"error":{"message":"Unknown path components: \/impressions\/day","type":"IGApiException","code":2500,"fbtrace_id":"…"}}"#
            ), "\(text)")
        let own = try answer("/v20.0/17/a", fields: [#"Mishap-Fail: graph/2500; by=instagram; message="a/b"; type=X"#])
        #expect(own.contains(#""message":"a\/b","type":"X""#), "\(own)")
    }

    @Test func number47TheHeadOf613() throws {
        let text = try answer("/v20.0/c613")
        #expect(text.contains("\r\nx-fb-trace-id: ……\r\n"))
        #expect(!text.lowercased().contains("x-fb-debug") && !text.contains("x-fb-rev"))
    }

    @Test func aFormIsGivenInAScenarioAndInABatchToo() throws {
        let gateway = try RunningGateway([
            "main": #"""
            { "system": "graph", "rules": [
                { "match": { "node": "a" }, "fail": 1, "with": { "by": "short" } },
                { "match": { "node": "b" }, "fail": 100, "with": { "by": "whatsapp", "data": { "details": "d" } } },
                { "match": { "node": "c" }, "fail": 200, "with": { "by": "deactivated", "status": 400 } } ] }
            """#
        ])
        #expect(try gateway.ask("/a").body == #"{"error":{"code":1,"message":"An unknown error occurred"}}"#)
        #expect(try gateway.ask("/b").body.contains(#""code":100,"error_data":{"details":"d"},"fbtrace_id":"A"#))
        #expect(try gateway.ask("/c").status == 400)
        let connection = try gateway.connect()
        let body = #"include_headers=false&batch=[{"method":"GET","relative_url":"a"}]"#
        connection.send(
            request(
                "/", ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(body.utf8.count)"],
                method: "POST") + body)
        #expect(
            connection.receiveResponse().body
                == #"[{"code":500,"body":"{\"error\":{\"code\":1,\"message\":\"An unknown error occurred\"}}"}]"#)
    }
}
