import Catalogue
import TestSupport
import Testing

/// Each shipped scenario of Salesforce on the wire.
@Suite(.descriptors(10)) struct SalesforceScenariosTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let exchanges: [SalesforceExchange]

        init(_ name: String, _ exchanges: SalesforceExchange...) {
            self.name = name
            self.exchanges = exchanges
        }

        /// One answer to a query.
        init(_ name: String, _ answer: SalesforceExchange.Answer) {
            self.name = name
            exchanges = [.query(answer)]
        }

        var testDescription: String { name }
    }

    private typealias Text = SalesforceText

    static let rows = expiry + refusals + statuses + others + batches

    // MARK: The access token

    private static let expiry = [
        Row("expire-twice", .query(.expired), .query(.expired)),
        Row(
            "expire-refresh-revoked", .query(.expired),
            .refresh(.oauth("invalid_grant", "expired access/refresh token"))),
        Row("expire-inactive-user", .query(.expired), .refresh(.oauth("inactive_user", "the user is not active"))),
        Row("expire-refresh-html", .query(.expired), .refresh(.page("200 OK"))),
        Row("expire-refresh-rst", .query(.expired), .refresh(.reset)),
        Row("expire-refresh-silent", .query(.expired), .refresh(.silence)),
        Row(
            "token-error-http200", .query(.expired),
            .refresh(.oauth("invalid_grant", "expired access/refresh token", status: "200 OK"))),
        Row(
            "refresh-unknown-error", .query(.expired),
            .refresh(.oauth("temporarily_unavailable", "an error that the client does not know"))),
        Row(
            "refresh-truncated", .query(.expired),
            .refresh(.closed(ScenarioRow.json(#"{"access_token":"never whole"}"#, length: 120))),
            .refresh(.json("200 OK", #"{"access_token""#))),
    ]

    // MARK: What is refused

    private static let refusals = [
        Row(
            "malformed-id",
            .error("400 Bad Request", Text.error("MALFORMED_ID", "The record ID has the wrong form", #""Id""#))),
        Row("malformed-query", .error("400 Bad Request", Text.error("MALFORMED_QUERY", "The query cannot be read"))),
        Row(
            "required-field",
            .error(
                "400 Bad Request",
                Text.error("REQUIRED_FIELD_MISSING", "A required field has no value", #""LastName","Company""#))),
        Row(
            "duplicate-value",
            .error(
                "400 Bad Request",
                Text.error("DUPLICATE_VALUE", "Another record has this value already", #""ExternalId__c""#))),
        Row(
            "row-locked",
            .query(
                .error(
                    "400 Bad Request", Text.error("UNABLE_TO_LOCK_ROW", "The record is being changed by somebody else"))
            ),
            .query(.kept("HTTP/1.1 204 No Content\r\n\r\n"))),
        Row("not-found", .error("404 Not Found", Text.notFound)),
        Row("deleted-record", .error("404 Not Found", Text.error("ENTITY_IS_DELETED", "The record has been deleted"))),
        Row(
            "method-not-allowed",
            SalesforceExchange(
                "DELETE", "/services/data/v62.0/query", "",
                .error(
                    "405 Method Not Allowed",
                    Text.error("METHOD_NOT_ALLOWED", "The resource does not take this HTTP method"),
                    ["Allow: GET, HEAD"])),
            .query(.result)),
        Row("not-permitted", .error("403 Forbidden", Text.error("INSUFFICIENT_ACCESS", "The user may not do this"))),
        Row("request-limit", limited),
        Row("limit-info", .query(near(99_998)), .query(near(99_999)), .query(near(100_000)), .query(limited)),
    ]

    private static let limited = SalesforceExchange.Answer.error(
        "403 Forbidden", Text.error("REQUEST_LIMIT_EXCEEDED", "The limit of requests in 24 hours is used up"),
        ["Sforce-Limit-Info: api-usage=100000/100000"])

    private static func near(_ usage: Int) -> SalesforceExchange.Answer {
        .json("200 OK", Text.result, ["Sforce-Limit-Info: api-usage=\(usage)/100000"])
    }

    // MARK: Statuses

    private static let statuses = [
        Row(
            "several-records",
            .own(
                "300 Multiple Choices",
                #"["/services/data/v62.0/sobjects/Account/001000000000001AAA","#
                    + #""/services/data/v62.0/sobjects/Account/001000000000002AAA"]"#)),
        Row("not-modified", .kept("HTTP/1.1 304 Not Modified\r\n\r\n")),
        Row("conflict", unknown("409 Conflict", "The request conflicts with the state that the resource is in")),
        Row(
            "retired-version",
            .error("410 Gone", Text.error("UNSUPPORTED_API_VERSION", "This version of the API is retired"))),
        Row(
            "precondition-failed",
            unknown(
                "412 Precondition Failed", "A condition of the request does not hold, such as If-Unmodified-Since")),
        Row("uri-too-long", .page("414 URI Too Long")),
        Row(
            "unsupported-media-type",
            .error(
                "415 Unsupported Media Type",
                Text.error("UNSUPPORTED_MEDIA_TYPE", "The format of the body is not supported"))),
        Row("no-route", .page("420 Non-Standard Status")),
        Row(
            "condition-required",
            unknown("428 Precondition Required", "The request has no condition, and needs one")),
        Row("head-too-long", .page("431 Request Header Fields Too Large")),
        Row("server-error", .query(unknown("500 Internal Server Error")), .query(.result)),
        Row("edge-cannot-reach", .query(.page("502 Bad Gateway")), .query(.page("502 Bad Gateway")), .query(.result)),
        Row("unavailable", .query(unavailable), .query(unavailable), .query(.result)),
        Row(
            "maintenance",
            .error(
                "503 Service Unavailable", Text.error("ORG_IN_MAINTENANCE", "The organization is under maintenance"))),
        Row(
            "connect-unprocessable", unknown("422 Unprocessable Content", "Connect REST cannot process the request")),
        Row(
            "connect-throttled",
            .query(throttled("503 Service Unavailable", "Connect REST has had too many requests in an hour")),
            .query(
                throttled(
                    "429 Too Many Requests", "Older versions of Connect REST have had too many requests in 24 hours"))),
    ]

    private static func unknown(
        _ status: String, _ message: String = "Something unexpected happened inside of the server"
    ) -> SalesforceExchange.Answer {
        .error(status, Text.error("UNKNOWN_EXCEPTION", message))
    }

    private static func throttled(_ status: String, _ message: String) -> SalesforceExchange.Answer {
        .error(status, Text.error("REQUEST_LIMIT_EXCEEDED", message))
    }

    private static let unavailable = SalesforceExchange.Answer.error(
        "503 Service Unavailable", Text.error("SERVER_UNAVAILABLE", "The server is too busy, or down for maintenance"))

    // MARK: Bodies, identity and revocation

    private static let others = [
        Row("load-html", .page("200 OK")),
        Row("load-204", .kept("HTTP/1.1 204 No Content\r\n\r\n")),
        Row("load-empty", .own("200 OK", "")),
        Row("load-truncated", .own("200 OK", String(Text.stock.prefix(Text.stock.count / 2)))),
        Row("silent", .silence),
        Row(
            "cancelled",
            .kept(
                ScenarioRow.answer(
                    "401 Unauthorized",
                    [
                        "WWW-Authenticate: Basic realm=\"Mishap\", charset=\"UTF-8\"",
                        "Content-Type: application/problem+json",
                    ],
                    #"{"type":"about:blank","title":"Unauthorized","status":401}"# + "\n"))),
        Row(
            "identity-refused",
            identity(.json("403 Forbidden", "Bad_OAuth_Token", type: "text/html;charset=UTF-8"))),
        Row("identity-empty", identity(.own("200 OK", ""))),
        Row("identity-html", identity(.page("200 OK"))),
        Row("identity-unavailable", identity(unavailable)),
        Row("revoke-unsupported", revocation(.oauth("unsupported_token_type", "this token type is not supported"))),
        Row("revoke-invalid", revocation(.oauth("invalid_token", "the token is not valid"))),
    ]

    private static func identity(_ answer: SalesforceExchange.Answer) -> SalesforceExchange {
        SalesforceExchange("GET", "/id/00D000000000001EAA/005000000000001AAA", "", answer)
    }

    private static func revocation(_ answer: SalesforceExchange.Answer) -> SalesforceExchange {
        SalesforceExchange("POST", "/services/oauth2/revoke", "token=any", answer)
    }

    // MARK: Several in one

    private static let batches = [
        Row(
            "composite-halted",
            post(
                "composite",
                """
                {"allOrNone":true,"compositeRequest":[
                {"method":"POST","url":"/services/data/v62.0/sobjects/Account","referenceId":"one","body":{}},
                {"method":"POST","url":"/services/data/v62.0/sobjects/Contact","referenceId":"tw\\u006f","body":{}}]}
                """,
                #"{"compositeResponse":[{"body":[{"message":"The transaction was rolled back because another operation "#
                    + #"in it failed","errorCode":"PROCESSING_HALTED"}],"httpHeaders":{},"httpStatusCode":400,"#
                    + #""referenceId":"one"},{"body":[{"message":"A required field has no value","#
                    + #""errorCode":"REQUIRED_FIELD_MISSING","fields":["LastName"]}],"httpHeaders":{},"#
                    + #""httpStatusCode":400,"referenceId":"tw\u006f"}]}"#)),
        Row(
            "batch-halted",
            post(
                "composite/batch",
                """
                {"haltOnError":true,"batchRequests":[{"method":"GET","url":"v62.0/limits"},
                {"method":"GET","url":"v62.0/limits"},{"method":"GET","url":"v62.0/limits"}]}
                """,
                #"{"hasErrors":true,"results":[{"statusCode":200,"result":\#(Text.result)},{"statusCode":404,"result":["#
                    + Text.notFound + #"]},{"statusCode":412,"result":["#
                    + Text.error("BATCH_PROCESSING_HALTED", "The batch stopped at an earlier request that failed")
                    + "]}]}")),
        Row(
            "records-partly",
            post(
                "composite/sobjects", records(allOrNone: false),
                "[\(Text.created),"
                    + refused("DUPLICATE_VALUE", "Another record has this value already", #""Name""#) + "]")),
        Row(
            "records-rolled-back",
            post(
                "composite/sobjects", records(allOrNone: true),
                "[" + refused("STRING_TOO_LONG", "A value is longer than its field", #""Name""#) + ","
                    + refused(
                        "ALL_OR_NONE_OPERATION_ROLLED_BACK",
                        "The record was rolled back because another one of the request failed") + "]")),
        Row(
            "batch-refused",
            SalesforceExchange(
                "POST", "/services/data/v62.0/composite/batch",
                #"{"batchRequests":[{"method":"GET","url":"v62.0/limits"}]}"#, .expired),
            .query(.result)),
    ]

    private static func post(_ resource: String, _ body: String, _ answer: String) -> SalesforceExchange {
        SalesforceExchange("POST", "/services/data/v62.0/" + resource, body, .own("200 OK", answer))
    }

    private static func records(allOrNone: Bool) -> String {
        #"{"allOrNone":\#(allOrNone),"records":[{"attributes":{"type":"Account"}},{"attributes":{"type":"Account"}}]}"#
    }

    private static func refused(_ code: String, _ message: String, _ fields: String = "") -> String {
        #"{"id":null,"success":false,"errors":[{"statusCode":"\#(code)","message":"\#(message)","fields":[\#(fields)]}]}"#
    }

    // MARK: Tests

    /// These have tests of their own: what a token is worth, and all failures in a row.
    private static let apart = ["burst-expire", "expire-then-ok", "tour"]

    @Test func everyShippedScenarioHasARow() throws {
        let names = Set(Self.rows.map(\.name) + Self.apart).sorted().map { "salesforce/" + $0 }
        #expect(try Repository.scenarios(in: "salesforce") == names)
    }

    @Test(arguments: rows) func theWireSaysWhatTheScenarioSays(row: Row) async throws {
        // A session of its own, so that it begins at the first step.
        let gateway = try RunningGateway.shipped.get()
        try await aside {
            for exchange in row.exchanges { try exchange.run("salesforce/\(row.name)~rows", gateway) }
        }
    }

    @Test func theTokenIsRefreshedAndTheRequestSentAgain() throws {
        let (gateway, name) = (try RunningGateway.shipped.get(), "salesforce/expire-then-ok~rows")
        try SalesforceExchange.query(.expired).run(name, gateway)
        #expect(try status(name, "Bearer 00D000000000001!stale") == 401)
        let answer = try refresh(name)
        let place = "http://localhost/@\(name)"
        let body = try #require(
            answer.body.wholeMatch(
                of:
                    /\{"access_token":"(.*?)","signature":"[A-Za-z0-9+\/=]{44}","scope":"refresh_token api id","instance_url":"(.*?)","id":"(.*?)","token_type":"Bearer","issued_at":"1[0-9]{12}"\}/
            ), "\(answer)")
        #expect(body.1 == "00D000000000001!fresh")
        #expect(body.2 == place && body.3 == place + "/id/00D000000000001EAA/005000000000001AAA")
        #expect(answer.text.contains("\r\nCache-Control: no-store\r\n"))
        #expect(try status(name, "Bearer 00D000000000001!fresh") == 200)
    }

    @Test func oneRefreshIsEnoughForManyRequests() throws {
        let name = "salesforce/burst-expire~rows"
        for _ in 0..<5 { #expect(try status(name, "Bearer 00D000000000001!stale") == 401) }
        let token = try #require(try refresh(name).body.firstMatch(of: /00D000000000001![0-9a-f]{40}/)?.output)
        for _ in 0..<5 { #expect(try status(name, "Bearer \(token)") == 200) }
        let second = try refresh(name)
        #expect(second.status == 400 && second.body.hasPrefix(#"{"error":"rate_limit_exceeded""#))
    }

    private func status(_ name: String, _ authorization: String) throws -> Int? {
        let target = "/@\(name)\(SalesforceExchange.query)"
        return try RunningGateway.shipped.get().ask(target, "Authorization: \(authorization)").status
    }

    private func refresh(_ name: String) throws -> RawConnection.Received {
        let connection = try RunningGateway.shipped.get().connect()
        let form = "grant_type=refresh_token&refresh_token=r"
        let fields = ["Content-Type: application/x-www-form-urlencoded", "Content-Length: \(form.utf8.count)"]
        connection.send(request("/@\(name)\(SalesforceExchange.token)", fields, method: "POST") + form)
        return connection.receiveResponse()
    }

    @Test func theTourShowsEveryFailureOnce() throws {
        let gateway = try RunningGateway.shipped.get()
        func ask(_ target: String) throws -> String {
            let answer = try gateway.ask("/@salesforce/tour~rows" + target)
            return answer.status.map { "\($0)" } ?? "\(answer.ending)"
        }
        let api = try (0..<33).map { _ in try ask(SalesforceExchange.query) }
        #expect(
            api.joined(separator: " ")
                == "401 400 400 400 400 400 400 403 403 404 404 405 400 300 304 409 410 412 414 415 420 428 431 500 502 "
                + "503 503 200 200 200 200 end reset")
        #expect(try ask(SalesforceExchange.query) == "401")
        let codes = try (0..<16).map { _ in
            let body = try gateway.ask("/@salesforce/tour~rows" + SalesforceExchange.token, method: "POST").body
            return body.split(separator: "\"").dropFirst(3).first.map(String.init)
        }
        #expect(codes.first == "invalid_grant" && codes.last == "server_error" && Set(codes).count == 16)
    }
}
