import Catalogue
import Systems
import TestSupport
import Testing

/// What real servers of Salesforce were seen to send, byte by byte on the wire: each status, body and field that was
/// captured, by the number of its entry in the list of captures.
@Suite(.descriptors) struct SalesforcePayloadsTests {
    private static let codes = [
        "INVALID_SESSION_ID", "REQUEST_LIMIT_EXCEEDED", "REQUIRED_FIELD_MISSING", "UNABLE_TO_LOCK_ROW",
        "UNKNOWN_EXCEPTION", "API_DISABLED_FOR_ORG", "JSON_PARSER_ERROR", "MALFORMED_QUERY", "MALFORMED_SEARCH",
        "DUPLICATES_DETECTED", "STRING_TOO_LONG", "GONE", "QUERY_TIMEOUT",
    ]

    private static let gateway = SharedGateway {
        let rules = codes.map { #"{ "match": { "resource": "/\#($0)" }, "fail": "\#($0)" }"# }
        return try RunningGateway([
            "main": #"""
            { "system": "salesforce", "rules": [
                \#(rules.joined(separator: ",\n")),
                { "match": { "resource": "/older" }, "fail": "INVALID_SESSION_ID",
                  "with": { "message": "This session is not valid for use with the REST API" } },
                { "match": { "resource": "/fields" }, "fail": "REQUIRED_FIELD_MISSING", "with": { "fields": ["A", "B"] } },
                { "match": { "resource": "/escaped" }, "fail": "INVALID_TYPE",
                  "with": { "message": "a < b & c", "fields": ["F<", 7] } },
                { "match": { "object": "Lead" }, "fail": "STRING_TOO_LONG", "with": { "fields": ["Name"] } },
                { "match": { "object": "Account" }, "fail": 201 },
                { "match": { "resource": "/query" }, "fail": 200 },
                { "match": { "resource": "/near" }, "fail": 200, "with": { "usage": "4999/5000" } },
                { "match": { "resource": "/stock" }, "fail": "http/truncated-json" } ] }
            """#,
            "strict": #"""
            { "system": "salesforce", "settings": { "strict": true }, "variables": { "access_token": "T" }, "rules": [
                { "match": { "resource": "/one" }, "fail": "INVALID_SESSION_ID" } ] }
            """#,
            "token": #"""
            { "system": "salesforce", "rules": [
                { "match": { "form": { "grant_type": "refresh_token" } }, "fail": "oauth/inactive_user" },
                { "match": { "form": { "grant_type": "sdk" } }, "fail": "oauth/inactive_user",
                  "with": { "error": "inactive_user" } },
                { "match": { "form": { "grant_type": "other" } }, "fail": "oauth/invalid_client_id" } ] }
            """#,
        ])
    }

    private func ask(
        _ method: String = "GET", _ target: String, _ body: String = "", _ fields: [String] = [],
        scenario: String = "main"
    ) throws -> String {
        let connection = try RawConnection(port: Self.gateway.get().port)
        var head = ["\(method) /@\(scenario)\(target) HTTP/1.1", "Host: a"] + fields
        if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
        connection.send((head + ["", body]).joined(separator: "\r\n"))
        return connection.receiveResponse().text.replacing(/Date: .{29}\r\n/, with: "")
    }

    private func resource(_ name: String, _ fields: [String] = []) throws -> String {
        try ask("GET", "/services/data/v62.0/" + name, "", fields)
    }

    private static let json = "Content-Type: application/json;charset=UTF-8\r\n"

    @Test(arguments: [
        ("INVALID_SESSION_ID", "401 Unauthorized", "Session expired or invalid"),
        ("older", "401 Unauthorized", "This session is not valid for use with the REST API"),
        ("REQUEST_LIMIT_EXCEEDED", "403 Forbidden", "TotalRequests Limit exceeded."),
        ("API_DISABLED_FOR_ORG", "403 Forbidden", "The REST API is not enabled for this Organization."),
        (
            "JSON_PARSER_ERROR", "400 Bad Request",
            "Unexpected character ('j' (code 106)): expected a valid value (number, String, array, object, 'true', "
                + "'false' or 'null') at [line:1, column:18]"
        ),
        (
            "MALFORMED_SEARCH", "400 Bad Request",
            "No search term found. The search term must be enclosed in braces."
        ),
    ])
    func entry11TheTextIsAsItWasCaptured(name: String, status: String, message: String) throws {
        let text = try resource(name)
        let code = name == "older" ? "INVALID_SESSION_ID" : name
        #expect(text.hasPrefix("HTTP/1.1 \(status)\r\n" + Self.json))
        #expect(text.hasSuffix("\r\n\r\n[{\"message\":\"\(message)\",\"errorCode\":\"\(code)\"}]"), "\(text)")
    }

    @Test func entry11MalformedQueriesShowThePlace() throws {
        #expect(
            try resource("MALFORMED_QUERY").hasSuffix(
                #"^\nERROR at Row:1:Column:78\nunexpected token: 'From'","errorCode":"MALFORMED_QUERY"}]"#))
        let unknown = try resource("UNKNOWN_EXCEPTION")
        #expect(unknown.hasPrefix("HTTP/1.1 500 Internal Server Error\r\n"))
        #expect(
            unknown.contains(
                /"message":"An unexpected error occurred. Please include this ErrorId if you contact support: [-0-9() ]+"/
            ))
    }

    @Test(arguments: [
        ("REQUIRED_FIELD_MISSING", #""message":"Required fields are missing: [Name]""#, #"["Name"]"#),
        ("fields", #""message":"Required fields are missing: [A, B]""#, #"["A","B"]"#),
        (
            "UNABLE_TO_LOCK_ROW",
            #""message":"unable to obtain exclusive access to this record or 1 records: 001000000000001AAA""#, "[]"
        ),
        (
            "STRING_TOO_LONG",
            #""message":"Billing City: data value too large: Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch (max length=40)""#,
            "[]"
        ),
    ])
    func entry12ErrorsOfARecordHaveFields(name: String, message: String, fields: String) throws {
        let code = name == "fields" ? "REQUIRED_FIELD_MISSING" : name
        #expect(
            try resource(name).hasSuffix("\r\n\r\n[{\(message),\"errorCode\":\"\(code)\",\"fields\":\(fields)}]"))
        #expect(try !resource("QUERY_TIMEOUT").contains("fields"))
    }

    @Test func entry13TheBulkAPIRefusesASessionInItsOwnForm() throws {
        let refused =
            Self.json + "Content-Length: 76\r\n\r\n"
            + #"{"exceptionCode":"InvalidSessionId","exceptionMessage":"Invalid session id"}"#
        for fields in [["Accept: application/json"], ["X-SFDC-Session: other", "Content-Type: application/json"]] {
            let text = try ask("POST", "/services/async/62.0/job", "{}", fields, scenario: "strict")
            #expect(text == "HTTP/1.1 400 Bad Request\r\n" + refused)
        }
        let own = try ask("POST", "/services/async/62.0/job", "{}", ["X-SFDC-Session: T"], scenario: "strict")
        #expect(own.hasPrefix("HTTP/1.1 400 ") && own.contains("Bulk API 1.0 is not emulated"))
    }

    private static let bulkXML =
        #"<?xml version="1.0" encoding="UTF-8"?><error xmlns="http://www.force.com/2009/06/asyncapi/dataload">"#

    @Test(arguments: [
        ("INVALID_SESSION_ID", "InvalidSessionId", "Invalid session id"),
        ("REQUEST_LIMIT_EXCEEDED", "ExceededQuota", "Too many jobs or batches in the last 24 hours"),
        (
            "bulk/InvalidBatch", "InvalidBatch",
            "The batch ID is not valid, or the content of the batch is not well formed"
        ),
        ("bulk/Unknown", "Unknown", "An error of unknown cause"),
        // One that the Bulk API has no name for.
        ("API_ERROR_OF_OURS", "API_ERROR_OF_OURS", "a < b"),
    ])
    func theBulkAPIHasItsOwnXMLAndJSON(name: String, code: String, message: String) throws {
        let isOther = name.hasSuffix("OURS")
        let failure = isOther ? "other" : name
        let with = isOther ? #", "with": { "errorCode": "\#(name)", "message": "a < b" }"# : ""
        let gateway = try RunningGateway([
            "bulk": #"{ "system": "salesforce", "rules": [ { "match": {}, "fail": "\#(failure)"\#(with) } ] }"#
        ])
        func ask(_ field: String) throws -> String {
            let connection = try RawConnection(port: gateway.port)
            connection.send("GET /@bulk/services/async/62.0/job/750 HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")
            return connection.receiveResponse().text
        }
        for field in ["Content-Type: text/csv", "Accept: */*"] {
            let text = try ask(field)
            #expect(
                text.hasPrefix("HTTP/1.1 400 Bad Request\r\n") && text.contains("\r\nContent-Type: application/xml\r\n")
            )
            #expect(
                text.hasSuffix(
                    "\r\n\r\n" + Self.bulkXML + "<exceptionCode>\(code)</exceptionCode><exceptionMessage>"
                        + message.replacing("<", with: "&lt;") + "</exceptionMessage></error>"), "\(text)")
        }
        let json = try ask("Content-Type: application/json; charset=UTF-8")
        #expect(json.contains("\r\n" + Self.json))
        #expect(
            json.hasSuffix("\r\n\r\n" + #"{"exceptionCode":"\#(code)","exceptionMessage":"\#(message)"}"#), "\(json)")
    }

    @Test func entry14CollectionsAndCompositesAreRolledBackInTheseWords() throws {
        let records =
            #"{"allOrNone":true,"records":[{"attributes":{"type":"Lead"}},{"attributes":{"type":"Account"}}]}"#
        let collection = try ask("POST", "/services/data/v62.0/composite/sobjects", records)
        #expect(
            collection.hasSuffix(
                #"[{"success":false,"errors":[{"statusCode":"STRING_TOO_LONG","message":"Billing City: data value too large: "#
                    + #"Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch (max length=40)","#
                    + #""fields":["Name"]}]},{"success":false,"errors":[{"statusCode":"ALL_OR_NONE_OPERATION_ROLLED_BACK","#
                    + #""message":"Record rolled back because not all records were valid and the request was using "#
                    + #"AllOrNone header","fields":[]}]}]"#), "\(collection)")
        let requests = #"""
            {"allOrNone":true,"compositeRequest":[
            {"method":"POST","url":"/services/data/v62.0/sobjects/Lead","referenceId":"a","body":{}},
            {"method":"POST","url":"/services/data/v62.0/sobjects/Account","referenceId":"b","body":{}}]}
            """#
        let composite = try ask("POST", "/services/data/v62.0/composite", requests)
        #expect(
            composite.hasSuffix(
                #",{"body":[{"errorCode":"PROCESSING_HALTED","message":"The transaction was rolled back since another "#
                    + #"operation in the same transaction failed."}],"httpHeaders":{},"httpStatusCode":400,"#
                    + #""referenceId":"b"}]}"#), "\(composite)")
    }

    @Test func entry15DuplicatesBeginWithTheMisspeltMember() throws {
        let text = try resource("DUPLICATES_DETECTED")
        #expect(text.contains("\r\n\r\n[{\"duplicateResut\":{\"allowSave\":true,"))
        #expect(text.contains(#""errorMessage":"Use one of these records?","matchResults":[{"#))
        #expect(text.hasSuffix(#"}]},"errorCode":"DUPLICATES_DETECTED","message":"Use one of these records?"}]"#))
    }

    @Test(arguments: [
        ("refresh_token", "invalid_grant", "inactive user"), ("sdk", "inactive_user", "inactive user"),
        ("other", "invalid_client_id", "client identifier invalid"),
    ])
    func entry16TheTokenEndpointsErrors(grant: String, error: String, description: String) throws {
        let text = try ask(
            "POST", "/services/oauth2/token", "grant_type=\(grant)",
            ["Content-Type: application/x-www-form-urlencoded"], scenario: "token")
        let body = #"{"error":"\#(error)","error_description":"\#(description)"}"#
        #expect(
            text == "HTTP/1.1 400 Bad Request\r\n" + Self.json
                + "Cache-Control: no-cache, no-store\r\nPragma: no-cache\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n" + body)
    }

    @Test func entry17ARetiredVersionIsGone() throws {
        let text = try resource("GONE")
        #expect(text.hasPrefix("HTTP/1.1 410 Gone\r\n") && text.contains(#""errorCode":"GONE""#))
    }

    @Test func entry18SuccessesTellTheUsageAndRefusalsDoNot() throws {
        let field = "\r\nSforce-Limit-Info: api-usage=10018/100000\r\n"
        #expect(try resource("query").contains(field))
        let created = try ask("POST", "/services/data/v62.0/sobjects/Account", "{}")
        #expect(created.hasPrefix("HTTP/1.1 201 Created\r\n") && created.contains(field))
        #expect(try resource("stock").contains(field))
        #expect(try resource("near").contains("\r\nSforce-Limit-Info: api-usage=4999/5000\r\n"))
        for target in ["one", "none"] {
            let refused = try ask("GET", "/services/data/v62.0/" + target, scenario: "strict")
            #expect(refused.hasPrefix("HTTP/1.1 401 Unauthorized\r\n") && !refused.contains("Sforce-Limit-Info"))
        }
    }

    @Test func entry19ErrorsAreXMLForClientsThatAcceptNoJSON() throws {
        let start = "Content-Type: application/xml;charset=UTF-8\r\n"
        let xml = #"<?xml version="1.0" encoding="UTF-8"?><Errors><Error>"#
        let scripted = try resource("escaped", ["Accept: application/xml"])
        #expect(scripted.hasPrefix("HTTP/1.1 400 Bad Request\r\n" + start))
        #expect(
            scripted.hasSuffix(
                "\r\n\r\n" + xml + "<errorCode>INVALID_TYPE</errorCode><message>a &lt; b &amp; c</message>"
                    + "<fields>F&lt;</fields></Error></Errors>"))
        let unscripted = try resource("nowhere", ["Accept: text/html, Application/XML;q=0.9"])
        #expect(unscripted.hasPrefix("HTTP/1.1 404 Not Found\r\n" + start))
        #expect(unscripted.contains("<errorCode>NOT_FOUND</errorCode>"))
        let refused = try ask("PUT", "/services/data/v62.0/limits", "{}", ["Accept: application/xml"])
        #expect(refused.contains("\r\nAllow: HEAD, GET\r\n") && refused.contains(start))
        for accept in ["application/json, application/xml", "*/*"] {
            #expect(try resource("nowhere", ["Accept: " + accept]).contains(Self.json))
        }
    }

    @Test(arguments: further) func entry19CodesOfAPublicListAreKnown(code: String) throws {
        let failure = try #require(FailureIndex.all["salesforce/\(code)"])
        #expect(failure.source == "restforce's list of error codes; status \(code == "FORBIDDEN" ? 403 : 400) assumed")
        #expect(failure.evidence == .assumed && failure.wire.contains("The text is assumed."))
        let sent = try ask("GET", "/any", "", ["Mishap-Fail: salesforce/\(code)"])
        #expect(sent.contains("\r\n\r\n[{\"message\":\"") && sent.hasSuffix("\",\"errorCode\":\"\(code)\"}]"))
    }

    private static let further = [
        "APEX_ERROR", "BCC_SELF_NOT_ALLOWED_IF_BCC_COMPLIANCE_ENABLED", "CANNOT_EXECUTE_FLOW_TRIGGER",
        "CANNOT_POST_TO_ARCHIVED_GROUP", "CANNOT_RESOLVE_NAME", "EMAIL_ADDRESS_BOUNCED", "EMAIL_OPTED_OUT",
        "EMAIL_TEMPLATE_FORMULA_ERROR", "EMAIL_TEMPLATE_MERGEFIELD_ACCESS_ERROR", "EMAIL_TEMPLATE_MERGEFIELD_ERROR",
        "EMAIL_TEMPLATE_MERGEFIELD_VALUE_ERROR", "EMAIL_TEMPLATE_PROCESSING_ERROR", "FORBIDDEN",
        "INVALID_EVENT_SUBSCRIPTION", "INVALID_MARKUP", "INVALID_SIGNUP_COUNTRY",
        "MAX_TASK_DESCRIPTION_EXCEEDED", "PLATFORM_EVENT_ENCRYPTION_ERROR", "PLATFORM_EVENT_PUBLISHING_UNAVAILABLE",
        "PLATFORM_EVENT_PUBLISH_FAILED", "UNSUPPORTED_APEX_TRIGGER_OPERATION", "WEBLINK_URL_INVALID",
    ]

    /// The second list of captures, by number.
    @Test(arguments: [
        (
            1, "INVALID_FIELD",
            #"""
            [{"message":"\nSELECT Id, Nmae FROM Account\n           ^\nERROR at Row:1:Column:12\nNo such column 'Nmae' on \#
            entity 'Account'. If you are attempting to use a custom field, be sure to append the '__c' after the custom \#
            field name. Please reference your WSDL or the describe call for the appropriate names.",\#
            "errorCode":"INVALID_FIELD"}]
            """#
        ),
        (
            2, "METHOD_NOT_ALLOWED",
            #"""
            [{"errorCode":"METHOD_NOT_ALLOWED",\#
            "message":"HTTP Method 'PATCH' not allowed. Allowed are HEAD,GET,POST"}]
            """#
        ),
        (
            3, "NOT_FOUND",
            #"""
            [{"message":"The requested resource does not exist","errorCode":"NOT_FOUND"}]
            """#
        ),
        (
            8, "INVALID_CROSS_REFERENCE_KEY",
            #"""
            [{"errorCode":"INVALID_CROSS_REFERENCE_KEY","message":"invalid cross reference id"}]
            """#
        ),
        (
            13, "INVALID_TYPE",
            #"""
            [{"message":"sObject type 'X' is not supported.","errorCode":"INVALID_TYPE"}]
            """#
        ),
        (
            25, "INVALIDENTITY",
            #"""
            [{"message":"AccountHistory is not supported by the Bulk API","errorCode":"INVALIDENTITY"}]
            """#
        ),
        (
            5, "DUPLICATE_VALUE",
            #"""
            [{"message":"duplicate value found: Message_Id__c duplicates value on record with id: 001000000000001AAA",\#
            "errorCode":"DUPLICATE_VALUE","fields":[]}]
            """#
        ),
        (
            7, "ENTITY_IS_DELETED",
            #"""
            [{"message":"entity is deleted","errorCode":"ENTITY_IS_DELETED","fields":[]}]
            """#
        ),
        (
            9, "INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY",
            #"""
            [{"message":"insufficient access rights on cross-reference id: 001000000000001",\#
            "errorCode":"INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY","fields":[]}]
            """#
        ),
        (
            10, "INVALID_FIELD_FOR_INSERT_UPDATE",
            #"""
            [{"message":"Unable to create/update fields: Name. Please check the security settings of this field and verify \#
            that it is read/write for your profile or permission set.",\#
            "errorCode":"INVALID_FIELD_FOR_INSERT_UPDATE","fields":["Name"]}]
            """#
        ),
        (
            11, "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST",
            #"""
            [{"message":"Job Category: bad value for restricted picklist field: Unknown",\#
            "errorCode":"INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST","fields":["Job_Category__c"]}]
            """#
        ),
        (
            12, "CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY",
            #"""
            [{"message":"entity type cannot be updated: VS Setting",\#
            "errorCode":"CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY","fields":[]}]
            """#
        ),
        (
            14, "QUERY_TOO_COMPLICATED",
            #"""
            [{"message":"Query is either selecting too many fields or the filter conditions are too complicated.",\#
            "errorCode":"QUERY_TOO_COMPLICATED"}]
            """#
        ),
        (
            15, "INVALID_INPUT",
            #"""
            [{"message":"The SOQL FIELDS function is not supported with an unbounded set of fields via queryMore.",\#
            "errorCode":"INVALID_INPUT"}]
            """#
        ),
        (
            17, "SERVER_UNAVAILABLE",
            #"""
            [{"message":"Server too busy","errorCode":"SERVER_UNAVAILABLE"}]
            """#
        ),
        (
            18, "INVALID_ID_FIELD",
            #"""
            [{"errorCode":"INVALID_ID_FIELD","message":"Invalid identifier: 001000000000001AAA"}]
            """#
        ),
    ])
    func textsOfTheSecondListAreAsCaptured(number: Int, code: String, body: String) throws {
        let statuses = [
            "ENTITY_IS_DELETED": 404, "INVALID_CROSS_REFERENCE_KEY": 404, "METHOD_NOT_ALLOWED": 405, "NOT_FOUND": 404,
            "SERVER_UNAVAILABLE": 503,
        ]
        let status = statuses[code] ?? 400
        let sent = try ask("GET", "/any", "", ["Mishap-Fail: salesforce/\(code)"])
        #expect(sent.hasPrefix("HTTP/1.1 \(status) ") && sent.hasSuffix("\r\n\r\n" + body), "\(number): \(sent)")
        let failure = try #require(FailureIndex.all["salesforce/\(code)"])
        #expect(failure.evidence == .observed && failure.wire.contains("The text is as captured"))
        #expect(sent.contains("\r\nSforce-Limit-Info: api-usage=") == (code == "DUPLICATE_VALUE"))
    }

    @Test func entries19And20ArePagesOfOtherServers() throws {
        let tooLong = try ask("GET", "/any", "", ["Mishap-Fail: salesforce/414"])
        #expect(tooLong.hasPrefix("HTTP/1.1 414 "))
        #expect(tooLong.hasSuffix("\r\n\r\n<h1>Bad Message 414</h1><pre>reason: URI Too Long</pre>"))
        let maintenance = try ask("GET", "/any", "", ["Mishap-Fail: salesforce/maintenance"])
        #expect(maintenance.contains("\r\n\r\n<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\""))
        #expect(
            maintenance.contains("<h1>We are down for maintenance.</h1><p>Sorry for the inconvenience. We'll be back"))
        #expect(
            try ask("GET", "/any", "", ["Mishap-Fail: salesforce/edge-unavailable"])
                == "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/html\r\nServer: AkamaiNetStorage\r\n"
                + "Content-Length: 21\r\n\r\nService Not Available")
    }

    @Test func entry21TheAddressOfSOAPTakesPOSTAlone() throws {
        let page = try ask("GET", "/services/Soap/u/42.0")
        #expect(page.hasPrefix("HTTP/1.1 405 Method Not Allowed\r\nContent-Type: text/html;charset=utf-8\r\n"))
        #expect(page.contains("<title>Error 405 Only POST allowed</title>"))
        #expect(page.contains("Problem accessing /services/Soap/u/42.0. Reason:"))
    }

    @Test func entry22ACreationTellsWhereTheRecordIs() throws {
        let created = try ask("POST", "/services/data/v45.0/sobjects/Account", "{}")
        #expect(
            created == "HTTP/1.1 201 Created\r\n" + Self.json + "Sforce-Limit-Info: api-usage=10018/100000\r\n"
                + "Location: /@main/services/data/v45.0/sobjects/Account/001000000000001AAA\r\nContent-Length: 54\r\n\r\n"
                + #"{"id":"001000000000001AAA","success":true,"errors":[]}"#)
    }

    @Test(arguments: [
        ("grant_type=password", "authentication failure"),
        ("grant_type=refresh_token", "expired access/refresh token"), ("", "expired access/refresh token"),
    ])
    func entry26ARefusedPasswordIsAnAuthenticationFailure(form: String, description: String) throws {
        let fields = ["Content-Type: application/x-www-form-urlencoded", "Mishap-Fail: salesforce/oauth/invalid_grant"]
        let refused = try ask("POST", "/services/oauth2/token", form, fields)
        #expect(
            refused.hasPrefix("HTTP/1.1 400 ")
                && refused.hasSuffix(#"\#r\#n\#r\#n{"error":"invalid_grant","error_description":"\#(description)"}"#))
        let wire = try #require(FailureIndex.all["salesforce/oauth/invalid_grant"]?.wire)
        // 27: texts for `message`.
        #expect(wire.contains("Failed: API security token required") && wire.contains("activation secret invalid"))
    }

    @Test func entry28ARefusedLoginHasNoPrefixAtItsCode() throws {
        let fault = try ask("POST", "/services/Soap/u/62.0", "<login/>", ["Mishap-Fail: salesforce/INVALID_LOGIN"])
        let text = "Invalid username, password, security token; or user locked out."
        #expect(fault.hasPrefix("HTTP/1.1 500 "))
        #expect(
            fault.contains(
                "<soapenv:Fault><faultcode>INVALID_LOGIN</faultcode><faultstring>INVALID_LOGIN: \(text)</faultstring>"
                    + #"<detail><sf:LoginFault xsi:type="sf:LoginFault"><sf:exceptionCode>INVALID_LOGIN</sf:exceptionCode>"#
            ),
            "\(fault)")
        let connection = try RawConnection(port: Self.gateway.get().port)
        connection.send(
            "POST /__mishap/fail/salesforce/INVALID_LOGIN/services/Soap/u/62.0 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(connection.receiveResponse().body.contains("<faultcode>INVALID_LOGIN</faultcode>"))
        let other = try ask("POST", "/services/Soap/u/62.0", "<a/>", ["Mishap-Fail: salesforce/INVALID_SESSION_ID"])
        #expect(other.contains("<faultcode>sf:INVALID_SESSION_ID</faultcode>"))
    }
}
