@testable import Systems
import Catalogue
import TestSupport
import Testing
import Wire

/// What each row of Salesforce's puts onto the wire.
struct SalesforceRowsTests {
    private static let rows = SalesforceChapter().rows
    private static let codes = Reference.rows("salesforce").filter { $0.group == "error" }.map(\.code)

    private static func sent(_ name: String, _ given: [String: Argument] = [:]) throws -> String {
        bytes(try #require(FailureIndex.all[name], "\(name)").script(given))
    }

    // MARK: Sources

    @Test func aSourceSaysHowTheStatusIsKnown() {
        #expect(
            SalesforceChapter().entry(code: "ENTITY_IS_DELETED")?.source
                == "partner WSDL, StatusCode (public binding of an older version); status 404 observed: "
                + "public captures of the REST API; text captured: a capture and a public client's test")
        #expect(
            SalesforceChapter().entry(code: "QUERY_TIMEOUT")?.source
                == "partner WSDL, ExceptionCode (public generated class); status 400 assumed")
    }

    // MARK: Error codes

    @Test(arguments: codes) func everyCodeIsInWhatIsSent(code: String) throws {
        let failure = try #require(FailureIndex.all["salesforce/\(code)"])
        let text = bytes(failure.script())
        let status = try #require(failure.script().status)
        #expect(failure.wire.hasPrefix("\(status) "))
        switch status {
        case 300: #expect(text.contains("\r\n\r\n[\"/services/data/v62.0/sobjects/Account/"))
        case 304: #expect(text == "HTTP/1.1 304 Not Modified\r\n\r\n<finish exchange>")
        default:
            let body = try #require(text.split(separator: "\r\n\r\n").last)
            #expect(text.contains("\r\nContent-Type: application/json;charset=UTF-8\r\n"))
            let match = try #require(
                body.wholeMatch(
                    of:
                        /\[\{("duplicateResut":\{.+\},)?"(message|errorCode)":"[^"]+","(message|errorCode)":"[^"]+"(,"fields":\[("Id"|"Name"|"Job_Category__c")?\])?\}\]<finish exchange>/
                ), "\(body)")
            #expect(match.2 != match.3 && body.contains(#""errorCode":"\#(code)""#))
            #expect((match.1 != nil) == (code == "DUPLICATES_DETECTED"))
        }
    }

    /// A record of several has its own form, and no code gets lost in it.
    @Test(arguments: codes) func everyCodeIsInTheErrorOfARecord(code: String) throws {
        let failure = try #require(FailureIndex.all["salesforce/\(code)"])
        let body = Array(#"{"records":[{"attributes":{"type":"Account"}}]}"#.utf8)
        let request = Request.make("POST", "/services/data/v62.0/composite/sobjects", body: body)
        guard case .batch = Salesforce().read(request) else {
            Issue.record("it is no batch")
            return
        }
        guard case .batch(_, let parts) = Salesforce().read(request), case .answerToCall(let make) = failure.effect
        else {
            Issue.record("it is not made for a call")
            return
        }
        let reply = try #require(make(Arguments(of: failure))(parts[0], AnswerContext(request)))
        let text = String(decoding: Salesforce().combine([reply], of: request).content, as: UTF8.self)
        // A session that has expired is not that of one record.
        let isSession = reply.head.status == 401
        #expect(
            text.contains(isSession ? #""errorCode":"\#(code)""# : #"{"statusCode":"\#(code)","message":""#), "\(text)")
        #expect(text.contains(#""success":false"#) != isSession)
    }

    @Test func messagesFieldsAndUsageAreWhatOneSays() throws {
        let given: [String: Argument] = [
            "message": .text("No \"x\""), "fields": .json(Array(#"["A","B"]"#.utf8)), "usage": .text("1/2"),
            "status": .count(409),
        ]
        #expect(
            try Self.sent("salesforce/DUPLICATE_VALUE", given)
                == "HTTP/1.1 409 Conflict\r\nContent-Type: application/json;charset=UTF-8\r\n"
                + "Sforce-Limit-Info: api-usage=1/2\r\nContent-Length: 73\r\n\r\n"
                + #"[{"message":"No \"x\"","errorCode":"DUPLICATE_VALUE","fields":["A","B"]}]"# + "<finish exchange>")
        #expect(
            try Self.sent("salesforce/NOT_MODIFIED", ["status": .count(400)])
                .contains(#"[{"message":"The resource has not changed since then","errorCode":"NOT_MODIFIED"}]"#))
        #expect(
            try Self.sent("salesforce/other", ["errorCode": .text("BRAND_NEW")])
                .hasSuffix(#"[{"message":"Brand new","errorCode":"BRAND_NEW"}]<finish exchange>"#))
    }

    @Test(arguments: [
        ("APEX_REST_SERVICES_DISABLED", "Apex rest services disabled"),
        ("INVALID_DATA_URI", "Invalid data URI"), ("SSO_SERVICE_DOWN", "SSO service down"),
    ])
    func whereNobodyWroteMoreTheCodeIsTheMessage(code: String, message: String) throws {
        #expect(try Self.sent("salesforce/\(code)").contains(#""message":"\#(message)""#))
    }

    // MARK: Statuses

    @Test func everyStatusIsTheOneOfItsName() throws {
        for row in Self.rows where row.summary.hasPrefix("Status ") {
            let status = row.code.split(separator: "/").last.flatMap { Int($0) }
            #expect(FailureIndex.all[row.name]?.script().status == status ?? 503, "\(row.name)")
        }
        for code in ["409", "412", "428", "connect/422", "connect/429", "connect/503", "420", "431", "502"] {
            let entry = try #require(SalesforceChapter().entry(code: code))
            #expect(entry.evidence == .assumed && FailureIndex.all[entry.name]?.evidence == .assumed)
        }
        let conflict = "The request conflicts with the state that the resource is in"
        #expect(try Self.sent("salesforce/409").contains("\"message\":\"\(conflict)\""))
        #expect(try Self.sent("salesforce/502").contains("<h1>Salesforce Edge cannot reach the instance</h1>"))
        #expect(FailureIndex.all["salesforce/429"]?.name == "salesforce/connect/429")
        #expect(
            try Self.sent("salesforce/420", ["message": .text("a < b")])
                == "HTTP/1.1 420 Non-Standard Status\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 75"
                + "\r\n\r\n<html><head><title>420</title></head><body><h1>a &lt; b</h1></body></html>\n<finish exchange>"
        )
        #expect(
            try Self.sent("salesforce/200", ["message": .text("as it is")]).hasSuffix(
                "\r\n\r\nas it is\n<finish exchange>"))
    }

    // MARK: Tokens

    @Test func everyErrorOfTheTokenEndpointIsAnObject() throws {
        for row in Self.rows where row.code.hasPrefix("oauth/") && row.code != "oauth/Bad_OAuth_Token" {
            let errors = ["oauth/other": "server_error", "oauth/inactive_user": "invalid_grant"]
            let error = errors[row.code] ?? String(row.code.dropFirst(6))
            let text = try Self.sent(row.name)
            #expect(text.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
            #expect(text.contains("\r\nCache-Control: no-cache, no-store\r\nPragma: no-cache\r\n"))
            #expect(text.contains(#"{"error":"\#(error)","error_description":""#), "\(text)")
        }
        #expect(
            try Self.sent("salesforce/oauth/invalid_grant", ["error_uri": .text("https://e.org")])
                .contains(#""error_description":"expired access/refresh token","error_uri":"https://e.org"}"#))
        #expect(try Self.sent("salesforce/oauth/Bad_OAuth_Token").contains("403 Forbidden"))
        #expect(FailureIndex.all["salesforce/oauth/other"]?.reports.last?.report.contains(" 666,") == true)
    }

    // MARK: What a client reports

    @Test(arguments: [
        ("666", "salesforce/oauth/other"), ("667", "http/timeout"), ("668", "http/html"),
        ("669", "salesforce/oauth/access_denied"), ("670", "salesforce/oauth/invalid_client_id"),
        ("671", "salesforce/oauth/invalid_client"), ("672", "salesforce/oauth/invalid_grant"),
        ("673", "salesforce/oauth/invalid_request"), ("674", "salesforce/oauth/inactive_user"),
        ("675", "salesforce/oauth/inactive_org"), ("676", "salesforce/oauth/rate_limit_exceeded"),
        ("677", "salesforce/oauth/unsupported_response_type"), ("678", "salesforce/oauth/wrong_version"),
        ("680", "http/html"), ("682", "salesforce/oauth/jwt_launch_failed"), ("683", "http/challenge"),
        ("684", "tcp/reset"), ("766", "tcp/reset"), ("767", "http/empty-body"), ("768", "http/html"),
        ("769", "salesforce/SERVER_UNAVAILABLE"), ("kSFRestErrorDomain", "salesforce/NOT_FOUND"),
        ("rest-error-2018", "salesforce/NOT_FOUND"),
        ("com.salesforce.OAuth.ErrorDomain/672", "salesforce/oauth/invalid_grant"),
        ("kSFIdentityErrorTypeBadHttpResponse", "salesforce/SERVER_UNAVAILABLE"),
        ("kSFOAuthErrorDomain", "salesforce/oauth/invalid_grant"), ("requestDidTimeout", "http/timeout"),
        ("didLoadResponse", "salesforce/200"), ("didFailLoadWithError", "salesforce/NOT_FOUND"),
        ("requestDidCancelLoad", "http/challenge"),
    ])
    func aCodeOfTheClientLeadsToWhatCausesIt(code: String, failure: String) {
        #expect(FailureIndex.all["salesforce/\(code)"]?.name == failure)
    }

    @Test(arguments: [
        ("679", "the browser of the client's device does not start"),
        ("681", "the profile by which the device is managed is wrong"),
        ("685", "the client builds a URL that is none"),
        ("SFOAuthSessionRefreshErrorCodeInvalidCredentials", "the client has lost its own credentials"),
        ("770", "the client's code asks without what is needed"),
        ("771", "the client's code asks a second time meanwhile"),
        ("999", "it is raised before anything is sent, for a query that is nil and the like"),
    ])
    func sevenOfThemNoServerCanCause(code: String, reason: String) {
        guard case .notInducible(_, let words) = FailureIndex.all.resolve("salesforce/\(code)") else {
            Issue.record("it can")
            return
        }
        #expect(words == reason)
    }
}
