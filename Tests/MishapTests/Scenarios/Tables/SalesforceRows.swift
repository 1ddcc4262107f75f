/// The shipped scenarios of Salesforce.
enum SalesforceRows {
    /// These have tests of their own: what a token is worth, and all failures in a row.
    static let apart = ["burst-expire", "expire-then-ok", "tour"]

    private typealias Text = SalesforceText

    static let all = expiry + refusals + statuses + others + batches + [healthy]

    /// What an SDK does first; `SalesforceSDKTests` has more.
    private static let healthy = row(
        "healthy",
        exchange(
            "PATCH", "/services/data/v62.0/sobjects/Account/001000000000001AAA", "{}",
            .kept("HTTP/1.1 204 No Content\r\n\r\n")),
        exchange(
            "POST", "/services/data/v62.0/sobjects/Account", "{}",
            own(
                "201 Created", Text.created,
                [usage, "Location: PREFIX/services/data/v62.0/sobjects/Account/001000000000001AAA"])))

    // MARK: The access token

    private static let expiry: [ScenarioRow] = [
        row("expire-twice", query(expired), query(expired)),
        row(
            "expire-refresh-revoked", query(expired),
            refresh(oauth("invalid_grant", "expired access/refresh token"))),
        row("expire-inactive-user", query(expired), refresh(oauth("invalid_grant", "inactive user"))),
        row("expire-refresh-html", query(expired), refresh(.page("200 OK"))),
        row("expire-refresh-rst", query(expired), refresh(.reset)),
        row("expire-refresh-silent", query(expired), refresh(.silence)),
        row(
            "token-error-http200", query(expired),
            refresh(oauth("invalid_grant", "expired access/refresh token", status: "200 OK"))),
        row(
            "refresh-unknown-error", query(expired),
            refresh(oauth("temporarily_unavailable", "an error that the client does not know"))),
        row(
            "refresh-truncated", query(expired),
            refresh(.closed(HTTPText.json(#"{"access_token":"never whole"}"#, length: 120))),
            refresh(json("200 OK", #"{"access_token""#))),
    ]

    // MARK: What is refused

    private static let refusals: [ScenarioRow] = [
        row(
            "malformed-id",
            error("400 Bad Request", Text.error("MALFORMED_ID", "The record ID has the wrong form", #""Id""#))),
        row("malformed-query", error("400 Bad Request", Text.error("MALFORMED_QUERY", Text.malformedQuery))),
        row(
            "required-field",
            error(
                "400 Bad Request",
                Text.error(
                    "REQUIRED_FIELD_MISSING", "Required fields are missing: [LastName, Company]",
                    #""LastName","Company""#))),
        row(
            "duplicate-value",
            error(
                "400 Bad Request",
                Text.error("DUPLICATE_VALUE", Text.duplicate, #""ExternalId__c""#), [usage])),
        row(
            "row-locked",
            query(
                error(
                    "400 Bad Request", Text.error("UNABLE_TO_LOCK_ROW", Text.locked, ""))),
            query(.kept("HTTP/1.1 204 No Content\r\n\r\n"))),
        row("not-found", error("404 Not Found", Text.notFound)),
        row("deleted-record", error("404 Not Found", Text.error("ENTITY_IS_DELETED", "entity is deleted", ""))),
        row(
            "method-not-allowed",
            exchange(
                "DELETE", "/services/data/v62.0/query", "",
                error(
                    "405 Method Not Allowed",
                    #"{"errorCode":"METHOD_NOT_ALLOWED","message":"HTTP Method 'DELETE' not allowed. Allowed are HEAD,GET"}"#,
                    ["Allow: HEAD, GET"])),
            query(result)),
        row("not-permitted", error("403 Forbidden", Text.error("INSUFFICIENT_ACCESS", "The user may not do this"))),
        row("request-limit", limited),
        row("limit-info", query(near(99_998)), query(near(99_999)), query(near(100_000)), query(limited)),
    ]

    private static let limited = error(
        "403 Forbidden", Text.error("REQUEST_LIMIT_EXCEEDED", "TotalRequests Limit exceeded."),
        ["Sforce-Limit-Info: api-usage=100000/100000"])

    private static func near(_ usage: Int) -> ScenarioAnswer {
        json("200 OK", Text.result, ["Sforce-Limit-Info: api-usage=\(usage)/100000"])
    }

    // MARK: Statuses

    private static let statuses: [ScenarioRow] = [
        row(
            "several-records",
            own(
                "300 Multiple Choices",
                #"["/services/data/v62.0/sobjects/Account/001000000000001AAA","#
                    + #""/services/data/v62.0/sobjects/Account/001000000000002AAA"]"#)),
        row("not-modified", .kept("HTTP/1.1 304 Not Modified\r\n\r\n")),
        row("conflict", unknown("409 Conflict", "The request conflicts with the state that the resource is in")),
        row(
            "retired-version",
            error("410 Gone", Text.error("GONE", "The version of the API is retired"))),
        row(
            "precondition-failed",
            unknown(
                "412 Precondition Failed", "A condition of the request does not hold, such as If-Unmodified-Since")),
        row("uri-too-long", .page("414 URI Too Long")),
        row(
            "unsupported-media-type",
            error(
                "415 Unsupported Media Type",
                Text.error("UNSUPPORTED_MEDIA_TYPE", "The format of the body is not supported"))),
        row("no-route", .page("420 Non-Standard Status")),
        row(
            "condition-required",
            unknown("428 Precondition Required", "The request has no condition, and needs one")),
        row("head-too-long", .page("431 Request Header Fields Too Large")),
        row("server-error", query(unknown("500 Internal Server Error")), query(result)),
        row("edge-cannot-reach", query(.page("502 Bad Gateway")), query(.page("502 Bad Gateway")), query(result)),
        row("unavailable", query(unavailable), query(unavailable), query(result)),
        row(
            "maintenance",
            error(
                "503 Service Unavailable", Text.error("ORG_IN_MAINTENANCE", "The organization is under maintenance"))),
        row(
            "connect-unprocessable", unknown("422 Unprocessable Content", "Connect REST cannot process the request")),
        row(
            "connect-throttled",
            query(throttled("503 Service Unavailable", "Connect REST has had too many requests in an hour")),
            query(
                throttled(
                    "429 Too Many Requests", "Older versions of Connect REST have had too many requests in 24 hours"))),
    ]

    private static func unknown(
        _ status: String, _ message: String = Text.unexpected
    ) -> ScenarioAnswer {
        error(status, Text.error("UNKNOWN_EXCEPTION", message))
    }

    private static func throttled(_ status: String, _ message: String) -> ScenarioAnswer {
        error(status, Text.error("REQUEST_LIMIT_EXCEEDED", message))
    }

    private static let unavailable = error(
        "503 Service Unavailable", Text.error("SERVER_UNAVAILABLE", "Server too busy"))

    // MARK: Bodies, identity and revocation

    private static let others: [ScenarioRow] = [
        row("load-html", .page("200 OK")),
        row("load-204", .kept("HTTP/1.1 204 No Content\r\n\r\n")),
        row("load-empty", own("200 OK", "", [usage])),
        row("load-truncated", own("200 OK", String(Text.stock.prefix(Text.stock.count / 2)), [usage])),
        row("silent", .silence),
        row(
            "cancelled",
            .kept(
                HTTPText.response(
                    "401 Unauthorized",
                    [
                        "WWW-Authenticate: Basic realm=\"Mishap\", charset=\"UTF-8\"",
                        "Content-Type: application/problem+json",
                    ],
                    #"{"type":"about:blank","title":"Unauthorized","status":401}"# + "\n"))),
        row(
            "identity-refused",
            identity(json("403 Forbidden", "Bad_OAuth_Token", type: "text/html;charset=UTF-8"))),
        row("identity-empty", identity(own("200 OK", "", [usage]))),
        row("identity-html", identity(.page("200 OK"))),
        row("identity-unavailable", identity(unavailable)),
        row("revoke-unsupported", revocation(oauth("unsupported_token_type", "this token type is not supported"))),
        row("revoke-invalid", revocation(oauth("invalid_token", "the token is not valid"))),
    ]

    private static func identity(_ answer: ScenarioAnswer) -> ScenarioExchange {
        exchange("GET", "/id/00D000000000001EAA/005000000000001AAA", "", answer)
    }

    private static func revocation(_ answer: ScenarioAnswer) -> ScenarioExchange {
        exchange("POST", "/services/oauth2/revoke", "token=any", answer)
    }

    // MARK: Several in one

    private static let batches: [ScenarioRow] = [
        row(
            "composite-halted",
            post(
                "composite",
                """
                {"allOrNone":true,"compositeRequest":[
                {"method":"POST","url":"/services/data/v62.0/sobjects/Account","referenceId":"one","body":{}},
                {"method":"POST","url":"/services/data/v62.0/sobjects/Contact","referenceId":"tw\\u006f","body":{}}]}
                """,
                #"{"compositeResponse":[{"body":[{"errorCode":"PROCESSING_HALTED","message":"The transaction was rolled back "#
                    + #"since another operation in the same transaction failed."}],"httpHeaders":{},"httpStatusCode":400,"#
                    + #""referenceId":"one"},{"body":[{"message":"Required fields are missing: [LastName]","#
                    + #""errorCode":"REQUIRED_FIELD_MISSING","fields":["LastName"]}],"httpHeaders":{},"#
                    + #""httpStatusCode":400,"referenceId":"tw\u006f"}]}"#)),
        row(
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
        row(
            "records-partly",
            post(
                "composite/sobjects", records(allOrNone: false),
                "[\(Text.created),"
                    + refused("DUPLICATE_VALUE", Text.duplicate, #""Name""#) + "]")),
        row(
            "records-rolled-back",
            post(
                "composite/sobjects", records(allOrNone: true),
                "[" + refused("STRING_TOO_LONG", Text.tooLong, #""Name""#) + ","
                    + refused(
                        "ALL_OR_NONE_OPERATION_ROLLED_BACK",
                        "Record rolled back because not all records were valid and the request was using AllOrNone "
                            + "header") + "]")),
        row(
            "batch-refused",
            exchange(
                "POST", "/services/data/v62.0/composite/batch",
                #"{"batchRequests":[{"method":"GET","url":"v62.0/limits"}]}"#, expired),
            query(result)),
    ]

    private static func post(_ resource: String, _ body: String, _ answer: String) -> ScenarioExchange {
        exchange("POST", "/services/data/v62.0/" + resource, body, own("200 OK", answer, [usage]))
    }

    private static func records(allOrNone: Bool) -> String {
        #"{"allOrNone":\#(allOrNone),"records":[{"attributes":{"type":"Account"}},{"attributes":{"type":"Account"}}]}"#
    }

    private static func refused(_ code: String, _ message: String, _ fields: String = "") -> String {
        #"{"success":false,"errors":[{"statusCode":"\#(code)","message":"\#(message)","fields":[\#(fields)]}]}"#
    }

    // MARK: Requests

    private static func row(_ name: String, _ exchanges: ScenarioExchange...) -> ScenarioRow {
        ScenarioRow("salesforce/\(name)", exchanges)
    }

    /// One answer to a query.
    private static func row(_ name: String, _ answer: ScenarioAnswer) -> ScenarioRow { row(name, query(answer)) }

    private static func exchange(_ method: String, _ target: String, _ body: String, _ answer: ScenarioAnswer)
        -> ScenarioExchange
    {
        let type = target.hasPrefix(token) ? "application/x-www-form-urlencoded" : "application/json"
        return ScenarioExchange(
            ScenarioRequest(method, target, body.isEmpty ? [] : ["Content-Type: \(type)"], body), answer)
    }

    static let query = "/services/data/v62.0/query?q=SELECT+Id+FROM+Account"
    static let token = "/services/oauth2/token"

    static func query(_ answer: ScenarioAnswer) -> ScenarioExchange { exchange("GET", query, "", answer) }
    /// A refresh of the access token.
    private static func refresh(_ answer: ScenarioAnswer) -> ScenarioExchange {
        exchange("POST", token, "grant_type=refresh_token", answer)
    }

    // MARK: Answers

    private static func json(
        _ status: String, _ body: String, _ fields: [String] = [], type: String = "application/json"
    )
        -> ScenarioAnswer
    {
        .kept(HTTPText.response(status, ["Content-Type: \(type)"] + fields, body))
    }

    /// The system's own JSON.
    private static func own(_ status: String, _ body: String, _ fields: [String] = []) -> ScenarioAnswer {
        json(status, body, fields, type: "application/json;charset=UTF-8")
    }

    private static func error(_ status: String, _ text: String, _ fields: [String] = []) -> ScenarioAnswer {
        own(status, "[\(text)]", fields)
    }

    private static func oauth(_ error: String, _ description: String, status: String = "400 Bad Request")
        -> ScenarioAnswer
    {
        own(
            status, #"{"error":"\#(error)","error_description":"\#(description)"}"#,
            ["Cache-Control: no-cache, no-store", "Pragma: no-cache"])
    }

    static let expired = error("401 Unauthorized", SalesforceText.expired)
    private static let usage = "Sforce-Limit-Info: api-usage=10018/100000"
    private static let result = json("200 OK", SalesforceText.result)
}

private enum SalesforceText {
    static let result = #"{"totalSize":1,"done":true,"records":[{"Id":"001000000000001AAA","Name":"Ada Lovelace"}]}"#
    static let stock =
        #"{"totalSize":1,"done":true,"records":[{"attributes":{"type":"Account","url":"/services/data/v62.0/sobjects/"#
        + #"Account/001000000000001AAA"},"Id":"001000000000001AAA","Name":"Ada Lovelace"}]}"#
    static let created = #"{"id":"001000000000001AAA","success":true,"errors":[]}"#
    static let expired = error("INVALID_SESSION_ID", "Session expired or invalid")
    static let malformedQuery =
        #"\nName, Industry, From Account\n                ^\nERROR at Row:1:Column:78\nunexpected token: 'From'"#
    static let locked = "unable to obtain exclusive access to this record or 1 records: 001000000000001AAA"
    static let unexpected =
        "An unexpected error occurred. Please include this ErrorId if you contact support: 1000000000-10000 "
        + "(1000000000)"
    static let notFound = error("NOT_FOUND", "The requested resource does not exist")

    static let duplicate =
        "duplicate value found: Message_Id__c duplicates value on record with id: 001000000000001AAA"
    static let tooLong =
        "Billing City: data value too large: Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch (max length=40)"

    static func error(_ code: String, _ message: String, _ fields: String? = nil) -> String {
        #"{"message":"\#(message)","errorCode":"\#(code)"\#(fields.map { ",\"fields\":[\($0)]" } ?? "")}"#
    }
}
