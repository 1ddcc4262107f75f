import Foundation
import TestSupport
import Testing

/// What SDKs of Salesforce send first and need, by the number of its entry in the list: each request as the SDK sends it.
@Suite(.descriptors) struct SalesforceSDKTests {
    private static let gateway = SharedGateway {
        try RunningGateway([
            "verbs": #"""
            { "system": "salesforce", "rules": [
                { "match": { "verb": "PATCH", "object": "Account" }, "reply": { "status": 204 } },
                { "match": { "verb": "POST", "object": "Account" }, "fail": 201 },
                { "match": { "object": "Lead" }, "fail": "STRING_TOO_LONG", "with": { "fields": ["Name"] } },
                { "match": { "resource": "/composite/batch", "batch": true }, "reply": { "json": { "whole": true } } },
                { "match": { "resource": "/query" }, "fail": 200 } ] }
            """#,
            "strict": #"""
            { "system": "salesforce", "settings": { "strict": true }, "variables": { "access_token": "T<1" }, "rules": [
                { "match": { "path": "/services/Soap/u/58.0" }, "fail": "INVALID_LOGIN" } ] }
            """#,
        ])
    }

    private func ask(
        _ method: String, _ target: String, _ body: String = "",
        _ fields: [String] = ["Content-Type: application/json"],
        in gateway: RunningGateway? = nil
    ) throws -> RawConnection.Received {
        let connection = try RawConnection(port: (gateway ?? Self.gateway.get()).port)
        var head = ["\(method) /@\(target) HTTP/1.1", "Host: localhost:8080"] + fields
        if !body.isEmpty { head.append("Content-Length: \(body.utf8.count)") }
        connection.send((head + ["", body]).joined(separator: "\r\n"))
        return connection.receiveResponse()
    }

    // MARK: S1 and S2

    @Test(arguments: [
        ("POST", "sobjects/Account/001000000000001AAA?_HttpMethod=PATCH", 204),
        ("POST", "sobjects/Account/Ext__c/7?_HttpMethod=PATCH", 204), ("POST", "sobjects/Account", 201),
        ("POST", "sobjects/Account?_HttpMethod=", 201), ("POST", "sobjects/Account/", 201),
        ("GET", "sobjects/Account?_HttpMethod=PATCH", 200), ("GET", "query/?q=SELECT+Id+FROM+Account", 200),
    ])
    func aPOSTCanBeAPATCHAndASlashIsIgnored(method: String, resource: String, status: Int) throws {
        #expect(try ask(method, "verbs/services/data/v62.0/" + resource, method == "GET" ? "" : "{}").status == status)
    }

    @Test(arguments: ["", "/"]) func aCollectionTakesASlashAtItsEnd(slash: String) throws {
        let records = #"{"records":[{"attributes":{"type":"Account"}},{"attributes":{"type":"Lead"}}]}"#
        let answer = try ask("POST", "verbs/services/data/v62.0/composite/sobjects" + slash, records)
        #expect(answer.status == 200 && answer.body.hasPrefix(#"[{"id":"001000000000001AAA","success":true"#))
        #expect(
            answer.body.hasSuffix(
                #"{"success":false,"errors":[{"statusCode":"STRING_TOO_LONG","message":"Billing City: data value too large: Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch (max length=40)","fields":["Name"]}]}]"#
            ))
        let batch = #"{"batchRequests":[{"method":"GET","url":"v62.0/limits/"}]}"#
        #expect(try ask("POST", "verbs/services/data/v62.0/composite/batch" + slash, batch).body == #"{"whole":true}"#)
        let refused = try ask("PUT", "verbs/services/data/v62.0/composite/sobjects" + slash, "{}")
        #expect(refused.status == 405 && refused.text.contains("\r\nAllow: POST, PATCH, DELETE\r\n"))
    }

    // MARK: S3

    private static func composite(_ requests: [String], allOrNone: Bool = false) -> String {
        #"{"allOrNone":\#(allOrNone),"compositeRequest":[\#(requests.joined(separator: ","))]}"#
    }

    private static func collection(_ reference: String, _ types: [String], allOrNone: Bool = false) -> String {
        let records = types.map { #"{"attributes":{"type":"\#($0)"},"Name":"n"}"# }.joined(separator: ",")
        return #"{"method":"POST","url":"/services/data/v62.0/composite/sobjects/","referenceId":"\#(reference)","#
            + #""body":{"allOrNone":\#(allOrNone),"records":[\#(records)]}}"#
    }

    @Test func aCollectionInsideOfACompositeIsAnsweredByRecord() throws {
        let query = #"{"method":"GET","url":"/services/data/v62.0/query/?q=a","referenceId":"q"}"#
        let body = Self.composite([
            Self.collection("one", ["Account", "Lead"]), query,
            Self.collection("two", ["Lead", "Account"], allOrNone: true),
        ])
        let answer = try ask("POST", "verbs/services/data/v62.0/composite/", body)
        let text = answer.body
        #expect(answer.status == 200)
        let created = #"{"id":"001000000000001AAA","success":true,"errors":[]}"#
        let failed =
            #"{"success":false,"errors":[{"statusCode":"STRING_TOO_LONG","message":"Billing City: data value too large: Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch (max length=40)","fields":["Name"]}]}"#
        #expect(
            text.hasPrefix(
                #"{"compositeResponse":[{"body":[\#(created),\#(failed)],"httpHeaders":{},"httpStatusCode":200,"referenceId":"one"},{"body":{"totalSize":1,"#
            ), "\(text)")
        #expect(
            text.contains(
                #""httpStatusCode":200,"referenceId":"q"},{"body":[\#(failed),{"success":false,"errors":[{"statusCode":"ALL_OR_NONE_OPERATION_ROLLED_BACK""#
            ))
        #expect(text.hasSuffix(#""httpStatusCode":200,"referenceId":"two"}]}"#))
    }

    @Test func atMostFiveAreCollectionsOrQueries() throws {
        let query = #"{"method":"GET","url":"/services/data/v62.0/query?q=a","referenceId":"q"}"#
        let five = [query, query] + (1...3).map { Self.collection("c\($0)", ["Account"]) }
        #expect(try ask("POST", "verbs/services/data/v62.0/composite", Self.composite(five)).status == 200)
        let six = try ask("POST", "verbs/services/data/v62.0/composite", Self.composite(five + [query]))
        #expect(six.status == 400 && six.body.contains("INVALID_BATCH_SIZE"))
    }

    // MARK: S4

    @Test func versionsNeedNoTokenAndOtherResourcesDo() throws {
        for slash in ["", "/"] {
            let versions = try ask("GET", "strict/services/data" + slash)
            #expect(
                versions.status == 200
                    && versions.body.hasPrefix(
                        #"[{"label":"Summer '14","url":"/services/data/v31.0","version":"31.0"},"#)
            )
        }
        for resource in ["", "/", "/sobjects", "/sobjects/", "/sobjects/Book__c/describe", "/limits"] {
            let target = "strict/services/data/v60.0" + resource
            #expect(try ask("GET", target).status == 401)
            let answer = try ask("GET", target, "", ["Authorization: Bearer T<1"])
            #expect(answer.status == 200 && answer.text.contains("\r\nSforce-Limit-Info: api-usage="), "\(resource)")
            let object = try #require(JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
            switch resource {
            case "", "/":
                #expect(object["sobjects"] as? String == "/services/data/v60.0/sobjects")
                #expect(
                    object["identity"] as? String
                        == "http://localhost:8080/@strict/id/00D000000000001EAA/005000000000001AAA")
            case "/limits": #expect((object["DailyApiRequests"] as? [String: Int])?["Max"] == 100_000)
            case "/sobjects/Book__c/describe":
                #expect(object["name"] as? String == "Book__c" && object["custom"] as? Bool == true)
                #expect((object["fields"] as? [[String: Any]])?.first?["name"] as? String == "Id")
            default: #expect((object["sobjects"] as? [[String: Any]])?.first?["name"] as? String == "Account")
            }
        }
    }

    @Test func aQueryHasTwoPages() throws {
        let gateway = try RunningGateway.shipped.get()
        let first = try ask(
            "GET", "salesforce/healthy~sdk/services/data/v62.0/query?q=SELECT+Id+FROM+Account", in: gateway)
        let page = try #require(first.body.firstMatch(of: /"nextRecordsUrl": ?"(\/services\/data\/[^"]+)"/))
        #expect(first.body.contains(#""done":false"#))
        let second = try ask("GET", "salesforce/healthy~sdk\(page.1)", in: gateway)
        #expect(second.status == 200 && second.body.contains(#""done":true"#))
        let records = #"{"records":[{"attributes":{"type":"Account"},"id":"001000000000001AAA"}]}"#
        let changed = try ask(
            "PATCH", "salesforce/healthy~sdk/services/data/v62.0/composite/sobjects", records, in: gateway)
        #expect(changed.body == #"[{"id":"001000000000001AAA","success":true,"errors":[]}]"#)
        let deleted = try ask(
            "DELETE", "salesforce/healthy~sdk/services/data/v62.0/composite/sobjects?ids=001000000000001AAA",
            in: gateway)
        #expect(deleted.body == #"[{"id":"001000000000001AAA","success":true,"errors":[]}]"#)
    }

    // MARK: S5

    /// Scenarios that are not about tokens hand one out.
    @Test func theLoginSucceedsWhereTheScenarioIsAboutAnythingElse() throws {
        let gateway = try RunningGateway.shipped.get()
        let about = ["burst-", "expire-", "refresh-", "token-", "identity-", "revoke-", "tour"]
        let folder = Repository.root.appending(path: "scenarios/salesforce")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).map { String($0.dropLast(5)) }
        #expect(names.count > 50)
        for name in names where !about.contains(where: { name.hasPrefix($0) }) {
            let login = try ask(
                "POST", "salesforce/\(name)~login/services/oauth2/token", "grant_type=client_credentials",
                ["Content-Type: application/x-www-form-urlencoded"], in: gateway)
            #expect(login.status == 200 && login.body.contains(#""access_token":"00D"#), "\(name): \(login.text)")
        }
    }

    // MARK: S6

    private static let login =
        #"<?xml version="1.0"?><se:Envelope xmlns:se="http://schemas.xmlsoap.org/soap/envelope/"><se:Body><login xmlns="urn:partner.soap.sforce.com"><username>a</username><password>b</password></login></se:Body></se:Envelope>"#
    private static let soap = ["Content-Type: text/xml", "SOAPAction: \"\""]

    @Test func aLoginBySOAPGivesTheSessionsToken() throws {
        let answer = try ask("POST", "strict/services/Soap/u/62.0", Self.login, Self.soap)
        #expect(answer.status == 200 && answer.text.contains("\r\nContent-Type: text/xml;charset=UTF-8\r\n"))
        #expect(answer.body.contains("<loginResponse xmlns=\"urn:partner.soap.sforce.com\"><result>"))
        #expect(answer.body.contains("<sessionId>T&lt;1</sessionId>"))
        #expect(
            answer.body.contains(
                "<serverUrl>http://localhost:8080/@strict/services/Soap/u/62.0/00D000000000001EAA</serverUrl>"))
        #expect(
            try ask("POST", "strict/services/Soap/c/61.0", Self.login, Self.soap).body.contains("urn:enterprise.soap"))
    }

    @Test func aRefusedLoginIsAFault() throws {
        let answer = try ask("POST", "strict/services/Soap/u/58.0", Self.login, Self.soap)
        #expect(answer.status == 500)
        #expect(
            answer.body.contains("<soapenv:Fault><faultcode>INVALID_LOGIN</faultcode><faultstring>INVALID_LOGIN: "))
        #expect(answer.body.contains("<sf:exceptionCode>INVALID_LOGIN</sf:exceptionCode>"))
    }

    @Test(arguments: [
        ("services/Soap/m/62.0", "SOAP is not emulated but for login"),
        ("services/async/62.0/job", "the Bulk API 1.0 is not emulated"),
        ("services/data/v62.0/jobs/query", "the Bulk API 2.0 is not emulated"),
    ])
    func whatIsNotEmulatedSaysSo(path: String, words: String) throws {
        let fields = ["Content-Type: application/json", "Authorization: Bearer T<1", "X-SFDC-Session: T<1"]
        let answer = try ask("POST", "strict/" + path, "{}", fields)
        #expect(
            answer.status == (path.contains("Soap") ? 500 : path.contains("async") ? 400 : 404)
                && answer.body.contains(words), "\(answer.body)")
        let page = try Repository.text("docs/systems/salesforce.md")
        #expect(
            page.contains("SOAP but for the login, the Bulk APIs 1.0 and 2.0 and the Metadata API are not emulated"))
    }
}
