@testable import Systems
import Catalogue
import TestSupport
import Testing
import Wire

/// What Salesforce makes of a request, and says where nobody scripted.
struct SalesforceDialectTests {
    private static let json = ("Content-Type", "application/json")
    private static let version = "/services/data/v62.0"

    private static func request(
        _ method: String, _ target: String, _ body: String = "", _ fields: [(String, String)] = [json]
    ) -> Request {
        Request.make(method, target, fields: fields, body: Array(body.utf8))
    }

    private static func strict(_ variable: String = "access_token") -> any Dialect {
        Salesforce().with(
            Settings(
                of: Salesforce().settings, given: ["strict": .flag(true), "tokenVariable": .text(variable)]))
    }

    /// The status and the body of what a request gets that no rule takes.
    private static func unscripted(
        _ request: Request, _ dialect: any Dialect = Salesforce(), variables: [String: String] = [:]
    ) -> String {
        let context = AnswerContext(request, wallMilliseconds: 1_893_456_000_000) {
            variables[$0].map { Array($0.utf8) }
        }
        let calls: [Call] =
            switch dialect.read(request) {
            case .call(let call): [call]
            case .calls(let calls), .batch(_, let calls): calls
            case .unreadable: []
            }
        let replies = calls.map { dialect.unscripted($0, in: context) }
        guard replies.contains(where: { $0 != nil }) else { return "nothing" }
        let reply = dialect.combine(replies, of: request)
        return "\(reply.head.status) " + String(decoding: reply.content, as: UTF8.self)
    }

    private static func told(_ request: Request) -> [String: String] {
        guard case .call(let call) = Salesforce().read(request) else { return [:] }
        return call.fields.texts(Salesforce())
    }

    private static func error(_ status: Int, _ code: String, _ message: String) -> String {
        #"\#(status) [{"message":"\#(message)","errorCode":"\#(code)"}]"#
    }

    // MARK: What a match can look at

    @Test func aRequestTellsWhereItGoes() {
        #expect(
            Self.told(Self.request("GET", Self.version + "/sobjects/Acc%6Funt/001000000000001AAA?fields=Name")) == [
                "batch": "false", "verb": "GET", "resource": "/sobjects/Account/001000000000001AAA",
                "object": "Account", "id": "001000000000001AAA",
            ])
        #expect(
            Self.told(Self.request("GET", Self.version + "/sobjects/Account/describe")) == [
                "batch": "false", "verb": "GET", "resource": "/sobjects/Account/describe", "object": "Account",
            ])
        #expect(Self.told(Self.request("GET", Self.version)) == ["batch": "false", "verb": "GET", "resource": ""])
        #expect(Self.told(Self.request("POST", "/services/oauth2/token")) == ["batch": "false", "verb": "POST"])
        #expect(Self.told(Self.request("GET", "/services/data/vnext/query")) == ["batch": "false", "verb": "GET"])
    }

    @Test func partsTellWhatTheyAre() throws {
        let body = """
            {"compositeRequest":[{"method":"GET","url":"/services/data/v62.0/sobjects/Account/001000000000001","referenceId":"r"},
            {"method":"GET","url":"v60.0/query?q=a","referenceId":"s"},{"method":"GET","url":"elsewhere","referenceId":"t"}]}
            """
        guard
            case .batch(let whole, let calls) = Salesforce().read(
                Self.request("POST", Self.version + "/composite", body))
        else {
            Issue.record("it is no batch")
            return
        }
        #expect(whole.isWhole && whole.fields[Salesforce.Field.batch] == Array("true".utf8))
        let fields = calls.map { $0.fields.texts(Salesforce()) }
        #expect(
            fields == [
                [
                    "position": "1", "verb": "GET", "reference": "r", "object": "Account", "id": "001000000000001",
                    "resource": "/sobjects/Account/001000000000001",
                ],
                ["position": "2", "verb": "GET", "reference": "s", "resource": "/query"],
                ["position": "3", "verb": "GET", "reference": "t"],
            ])
        #expect(
            String(decoding: calls[1].text, as: UTF8.self)
                == #"{"method":"GET","url":"v60.0/query?q=a","referenceId":"s"}"#)
    }

    @Test(arguments: [
        ("PATCH", "/composite/sobjects", #"{"records":[{"attributes":{"type":"Lead"},"Id":"00Q"}]}"#, "Lead 00Q PATCH"),
        ("PATCH", "/composite/sobjects/Lead/Ext__c", #"{"records":[{"Ext__c":"7"}]}"#, "Lead - PATCH"),
        ("DELETE", "/composite/sobjects?ids=00Q&allOrNone=true", "", "- 00Q DELETE"),
    ])
    func recordsTellTheirObjectAndID(method: String, resource: String, body: String, wanted: String) {
        guard case .batch(_, let calls) = Salesforce().read(Self.request(method, Self.version + resource, body)) else {
            Issue.record("it is no batch")
            return
        }
        let words = [Salesforce.Field.object, .id, .verb].map { name in
            calls[0].fields[name].map { String(decoding: $0, as: UTF8.self) } ?? "-"
        }
        #expect(words.joined(separator: " ") == wanted)
    }

    // MARK: What nobody scripted

    @Test func whatIsNotThereIsNotFound() {
        let notFound = Self.error(404, "NOT_FOUND", "The requested resource does not exist")
        for target in ["/nowhere", "//", "/sobjects//"] {
            #expect(Self.unscripted(Self.request("GET", Self.version + target)) == notFound)
        }
        #expect(Self.unscripted(Self.request("GET", "/services/apexrest/mine")) == notFound)
        #expect(Self.unscripted(Self.request("GET", "/")) == "nothing")
        for path in [
            "/service", "/services", "/services/Soap", "/services/database", "/services/oauth2/authorize",
        ] {
            #expect(Self.unscripted(Self.request("GET", path)) == "nothing", "\(path)")
            #expect(Self.unscripted(Self.request("GET", path), Self.strict()) == "nothing", "\(path)")
        }
    }

    @Test(arguments: [
        ("POST", "/query", "HEAD,GET"), ("PUT", "/sobjects/Account", "HEAD,GET,POST"), ("GET", "/composite", "POST"),
        ("GET", "/composite/batch", "POST"), ("PUT", "/composite/sobjects", "POST,PATCH,DELETE"),
        ("POST", "/composite/sobjects/Account/Ext__c", "PATCH"),
        ("POST", "/sobjects/Account/001000000000001", "HEAD,GET,PATCH,DELETE"),
        ("TRACE", "/nowhere", "HEAD,GET,POST,PATCH,PUT,DELETE"), ("BREW", "/limits", "HEAD,GET"),
    ])
    func aWrongMethodIsNotAllowed(method: String, resource: String, allowed: String) {
        #expect(
            Self.unscripted(Self.request(method, Self.version + resource))
                == #"405 [{"errorCode":"METHOD_NOT_ALLOWED","message":"HTTP Method '\#(method)' not allowed. Allowed are \#(allowed)"}]"#
        )
    }

    @Test(arguments: [
        ("{", "Unexpected end-of-input at [line:1, column:2]"), ("", "Unexpected end-of-input at [line:1, column:1]"),
        (#"{ "a": joe }"#, unexpected("j", 106, column: 8)),
        ("{\n\"a\":\n j}", unexpected("j", 106, line: 3, column: 2)),
        ("{a}", unexpected("a", 97, "was expecting double-quote to start field name", column: 2)),
        (#"{"a" 1}"#, unexpected("1", 49, "was expecting a colon to separate field name and value", column: 6)),
        (#"{"a":1:}"#, unexpected(":", 58, "was expecting comma to separate OBJECT entries", column: 7)),
        ("[1}", unexpected("}", 125, "was expecting comma to separate ARRAY entries", column: 3)),
        (String(repeating: "[", count: 600), unexpected("[", 91, column: 129)),
    ])
    func brokenJSONIsAParserError(body: String, message: String) { expectParserError(body, message) }

    private static func unexpected(
        _ character: String, _ code: Int,
        _ expected: String = "expected a valid value (number, String, array, object, 'true', 'false' or 'null')",
        line: Int = 1, column: Int
    ) -> String {
        "Unexpected character ('\(character)' (code \(code))): \(expected) at [line:\(line), column:\(column)]"
    }

    @Test func anArrayOfAMillionNumbersIsAParserError() {
        expectParserError(
            "[" + String(repeating: "1,", count: 1_000_001) + "1]", Self.unexpected("1", 49, column: 2_000_000))
    }

    private func expectParserError(_ body: String, _ message: String) {
        let wanted = Self.error(400, "JSON_PARSER_ERROR", message)
        #expect(Self.unscripted(Self.request("POST", Self.version + "/composite", body)) == wanted)
        // With no body at all, there is nothing to read.
        guard !body.isEmpty else { return }
        let request = Self.request("POST", Self.version + "/sobjects/Account", body)
        #expect(Self.unscripted(request) == wanted)
        #expect(Self.told(request) == [:])
        // What says that it is no JSON is not read as such.
        let other = Self.request("POST", Self.version + "/sobjects/Account", body, [("Content-Type", "text/csv")])
        #expect(Self.unscripted(other).hasPrefix("201 "))
    }

    @Test(arguments: [
        ("/composite", "{}"), ("/composite", "[]"), ("/composite", #"{"compositeRequest":[]}"#),
        ("/composite", #"{"compositeRequest":[7]}"#),
        ("/composite", #"{"compositeRequest":[{"method":"GET","url":"/x"}]}"#),
        ("/composite", #"{"compositeRequest":[{"method":1,"url":"/x","referenceId":"a"}]}"#),
        ("/composite/batch", #"{"batchRequests":{}}"#), ("/composite/batch", #"{"batchRequests":[{"method":"GET"}]}"#),
        ("/composite/sobjects", #"{"records":[null]}"#), ("/composite/sobjects", "7"),
    ])
    func whatIsNoBatchIsRefusedWhole(resource: String, body: String) {
        #expect(
            Self.unscripted(Self.request("POST", Self.version + resource, body))
                == Self.error(400, "POST_BODY_PARSE_ERROR", "The body of the request is not what the resource takes"))
    }

    @Test func tooManyPartsAreRefusedWhole() {
        func list(_ name: String, _ element: String, _ count: Int) -> String {
            "{\"\(name)\":[" + Array(repeating: element, count: count).joined(separator: ",") + "]}"
        }
        let one = #"{"method":"GET","url":"v62.0/limits","referenceId":"a"}"#
        func ask(_ resource: String, _ body: String) -> String {
            Self.unscripted(Self.request("POST", Self.version + resource, body))
        }
        let tooMany = Self.error(400, "INVALID_BATCH_SIZE", "The batch has more requests than it may have")
        #expect(ask("/composite", list("compositeRequest", one, 26)) == tooMany)
        #expect(ask("/composite/batch", list("batchRequests", one, 26)) == tooMany)
        #expect(
            ask("/composite/batch", list("batchRequests", one, 25)).hasPrefix(#"200 {"hasErrors":false,"results":["#))
        let tooManyRecords = Self.error(
            400, "EXCEEDED_ID_LIMIT", "There are more records in the request than it may have")
        #expect(ask("/composite/sobjects", list("records", "{}", 201)) == tooManyRecords)
        #expect(ask("/composite/sobjects", list("records", "{}", 200)).hasPrefix("200 "))
        let ids = String(repeating: "1,", count: 201)
        #expect(
            Self.unscripted(Self.request("DELETE", Self.version + "/composite/sobjects?ids=\(ids)")) == tooManyRecords)
        #expect(
            Self.unscripted(Self.request("DELETE", Self.version + "/composite/sobjects?id=1"))
                == Self.error(400, "MISSING_ARGUMENT", "An argument is missing"))
    }

    @Test func unscriptedPartsHaveErrorsOfTheirOwn() {
        let records = #"{"records":[{}]}"#
        #expect(
            Self.unscripted(Self.request("POST", Self.version + "/composite/sobjects", records))
                == #"200 [{"success":false,"errors":[{"statusCode":"INVALID_TYPE","message":"sObject type '' is not supported.","fields":[]}]}]"#
        )
        #expect(
            Self.unscripted(Self.request("DELETE", Self.version + "/composite/sobjects?ids=1,2"))
                .ranges(of: "INVALID_CROSS_REFERENCE_KEY").count == 2)
        let requests = #"{"compositeRequest":[{"method":"POST","url":"/services/data/v62.0/query","referenceId":"a"}]}"#
        #expect(
            Self.unscripted(Self.request("POST", Self.version + "/composite", requests))
                == #"200 {"compositeResponse":[{"body":[{"errorCode":"METHOD_NOT_ALLOWED","message":"HTTP Method 'POST' not allowed. Allowed are HEAD,GET"}],"httpHeaders":{"Allow":"HEAD, GET"},"httpStatusCode":405,"referenceId":"a"}]}"#
        )
    }

    @Test(arguments: [("/composite", "compositeRequest"), ("/composite/batch", "batchRequests")])
    func aURLInsideThatIsNoneOfTheAPIIsNotFound(resource: String, list: String) {
        let body = "{\"\(list)\":[{\"method\":\"GET\",\"url\":\"elsewhere\",\"referenceId\":\"a\"}]}"
        let said = Self.unscripted(Self.request("POST", Self.version + resource, body))
        #expect(said.contains(#""errorCode":"NOT_FOUND""#) && said.contains("404"), "\(said)")
    }

    @Test func anEscapedSlashBelongsToItsSegment() {
        let told = Self.told(Self.request("GET", Self.version + "/sobjects/A%2FB/describe"))
        #expect(told["object"] == "A/B" && told["resource"] == "/sobjects/A/B/describe")
    }

    // MARK: Answers in one

    @Test func whatFollowsTheFirstFailureOfACompositeIsHaltedToo() {
        let part = #"{"method":"GET","url":"v62.0/limits","referenceId":"a"}"#
        let request = Self.request(
            "POST", Self.version + "/composite",
            "{\"allOrNone\":true,\"compositeRequest\":[\(part),\(part),\(part)]}")
        func failure(_ code: String) -> Reply {
            Reply(status: 400, contentType: "application/json", text: "[{\"message\":\"m\",\"errorCode\":\"\(code)\"}]")
        }
        let replies = [Reply(ResponseHead(status: 204)), failure("FIRST"), failure("SECOND")]
        let text = String(decoding: Salesforce().combine(replies, of: request).content, as: UTF8.self)
        #expect(
            text.matches(of: /"errorCode":"([A-Z_]+)"/).map { String($0.1) }
                == ["PROCESSING_HALTED", "FIRST", "PROCESSING_HALTED"])
    }

    @Test func whatIsInsideOfAnotherBodyIsJSON() {
        let one = #"{"method":"GET","url":"v62.0/limits"}"#
        let request = Self.request(
            "POST", Self.version + "/composite/batch", "{\"batchRequests\":[\(one),\(one),\(one)]}")
        var usage = Reply(status: 200, contentType: "application/json", text: "{ \"a\": 1.0 }")
        usage.head.set("Sforce-Limit-Info", "api-usage=1/2")
        let text = Reply(status: 200, contentType: "text/plain", text: "a \"b\"")
        let reply = Salesforce().combine([usage, text, Reply(ResponseHead(status: 204))], of: request)
        #expect(
            String(decoding: reply.content, as: UTF8.self)
                == #"{"hasErrors":false,"results":[{"statusCode":200,"result":{ "a": 1.0 }},{"statusCode":200,"result":"a \"b\""},{"statusCode":204,"result":null}]}"#
        )
        #expect(reply.head.first("sforce-limit-info") == Array("api-usage=1/2".utf8))
    }

    @Test func aRecordHasWhateverFailedInIt() {
        let request = Self.request(
            "PATCH", Self.version + "/composite/sobjects",
            #"{"records":[{"id":"001\u0041"},{"id":"2"},{"id":"3"}]}"#)
        let broken = Reply(status: 500, contentType: "text/html", text: "<p>")
        let two = Reply(
            status: 400, contentType: "application/json",
            text: #"[{"errorCode":"A","message":"a"},{"errorCode":"B","message":"b","fields":["F"]}]"#)
        let text = Salesforce().combine([Reply(ResponseHead(status: 204)), broken, two], of: request).content
        #expect(
            String(decoding: text, as: UTF8.self)
                == #"[{"id":"001A","success":true,"errors":[]},{"success":false,"errors":[{"statusCode":"UNKNOWN_EXCEPTION","message":"Status 500","fields":[]}]},{"success":false,"errors":[{"statusCode":"A","message":"a","fields":[]},{"statusCode":"B","message":"b","fields":["F"]}]}]"#
        )
    }

    // MARK: Tokens

    private static func grant(
        _ form: String, _ dialect: any Dialect = Salesforce(), _ variables: [String: String] = [:]
    )
        -> String
    {
        let fields = [("Content-Type", "application/x-www-form-urlencoded"), ("Host", "gateway:81")]
        return unscripted(request("POST", "/services/oauth2/token", form, fields), dialect, variables: variables)
    }

    @Test func aGrantGivesTheTokenOfTheVariable() {
        #expect(
            Self.grant("x=1&grant_type=refresh%5Ftoken", Self.strict("mine"), ["mine": "T\"1"])
                == #"200 {"access_token":"T\"1","signature":"Mzc2ZjA2YzkwN2I2OTg2MTYzZmQ0MmU0NjYzYWU5MmU=","scope":"refresh_token api id","instance_url":"http://gateway:81","id":"http://gateway:81/id/00D000000000001EAA/005000000000001AAA","token_type":"Bearer","issued_at":"1893456000000"}"#
        )
        let first = Self.grant("grant_type=password")
        #expect(first.contains(/"access_token":"00D000000000001![0-9a-f]{80}","refresh_token":"5Aep861[0-9a-f]{40}"/))
        #expect(Self.grant("grant_type=password") == first)
        #expect(Self.grant("grant%5Ftype=password") == first)
        #expect(Self.grant("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer").hasPrefix("200 "))
    }

    @Test func theURLsOfAGrantHaveTheRequestsScheme() {
        let fields = [("Content-Type", "application/x-www-form-urlencoded"), ("Host", "gateway:81")]
        let request = Self.request("POST", "/services/oauth2/token", "grant_type=password", fields)
        request.scheme = .https
        let grant = Self.unscripted(request, Salesforce())
        #expect(grant.contains(#""instance_url":"https://gateway:81","id":"https://gateway:81/id/00D"#), "\(grant)")
        #expect(!grant.contains("http://"))
    }

    @Test(arguments: [
        ("grant_type=magic", "unsupported_grant_type", "grant type not supported"),
        ("grant=password", "invalid_request", "missing required parameter: grant_type"),
        ("", "invalid_request", "missing required parameter: grant_type"),
    ])
    func whatIsNoGrantIsRefused(form: String, error: String, description: String) {
        #expect(Self.grant(form) == #"400 {"error":"\#(error)","error_description":"\#(description)"}"#)
    }

    /// A million of something takes a moment and no memory of its own.
    @Test func whatIsFarTooMuchIsRefusedInTime() {
        let time = processorTime {
            #expect(Self.grant(String(repeating: "&", count: 1_000_000)).hasPrefix(#"400 {"error":"invalid_request""#))
            let ids = String(repeating: ",1", count: 1_000_000)
            #expect(
                Self.unscripted(Self.request("DELETE", Self.version + "/composite/sobjects?ids=\(ids)"))
                    .contains("EXCEEDED_ID_LIMIT"))
            let path = Self.version + String(repeating: "/", count: 1_000_000)
            #expect(Self.unscripted(Self.request("GET", path)).hasPrefix("404 "))
        }
        #expect(time < .seconds(30))
    }

    @Test func otherMethodsGetNoToken() {
        #expect(
            Self.unscripted(Self.request("GET", "/services/oauth2/token"))
                == #"400 {"error":"invalid_request","error_description":"must use HTTP POST"}"#)
    }

    @Test func aTokenIsRevoked() {
        func revoke(_ target: String, _ dialect: any Dialect = Salesforce()) -> String {
            Self.unscripted(
                Self.request("POST", "/services/oauth2/revoke" + target), dialect, variables: ["access_token": "T"])
        }
        #expect(revoke("?token=any") == "200 ")
        #expect(
            revoke("")
                == #"400 {"error":"unsupported_token_type","error_description":"this token type is not supported"}"#)
        #expect(revoke("?token=T", Self.strict()) == "200 ")
        #expect(
            revoke("?token=any", Self.strict())
                == #"400 {"error":"invalid_token","error_description":"the token is not valid"}"#)
    }

    @Test func theTokenIsChecked() {
        let refused = Self.error(401, "INVALID_SESSION_ID", "Session expired or invalid")
        func ask(_ field: String?, _ target: String = "/services/data/v62.0/limits", _ body: String = "") -> String {
            let fields = [Self.json] + (field.map { [("Authorization", $0)] } ?? [])
            return Self.unscripted(
                Self.request(body.isEmpty ? "GET" : "POST", target, body, fields), Self.strict(),
                variables: ["access_token": "T"])
        }
        for field in ["Bearer T", "OAuth T", "bearer  T"] { #expect(ask(field).hasPrefix("200 ")) }
        for field in [nil, "Bearer t", "Bearer ", "Basic T", "T", ""] { #expect(ask(field) == refused) }
        // A batch is refused whole, and so is what cannot be read.
        #expect(ask(nil, Self.version + "/composite/sobjects", #"{"records":[{},{}]}"#) == refused)
        #expect(ask(nil, Self.version + "/composite", "{") == refused)
        #expect(ask(nil, "/services/apexrest/mine") == refused)
        #expect(ask(nil, "/id/a/b") == "403 Bad_OAuth_Token")
        #expect(ask(nil, "/services/oauth2/userinfo") == "403 Bad_OAuth_Token")
        #expect(ask("Bearer T", "/services/oauth2/userinfo").hasPrefix(#"200 {"sub":"http://"#))
        #expect(ask("Bearer T", "/id/a/b").hasPrefix(#"200 {"id":""#))
        #expect(Self.unscripted(Self.request("GET", Self.version), Self.strict("none")) == refused)
    }
}
