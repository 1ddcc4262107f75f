import Catalogue
@testable import Systems
import Testing

/// What a scenario of Salesforce may say, and what it is told otherwise.
@Suite struct SalesforceLoadingTests {
    private func scenario(_ top: String, _ rule: String = #""steps": [ { "reply": {} } ]"#) -> [String] {
        messages("{ \"system\": \"salesforce\", \(top) \"rules\": [ { \(rule) } ] }")
            .map(withoutPlace)
    }

    private func step(_ step: String) -> [String] { scenario("", "\"steps\": [ \(step) ]") }

    /// What strikes before the body is there, which may hold several calls.
    private static let early = [
        "http/early-reply", "http/no-continue", "tcp/reset-on-first-byte", "tcp/reset-mid-upload",
        "tcp/close-mid-upload", "tcp/stop-reading",
    ]

    @Test func everyRowThatCanHappenLoads() {
        for row in SalesforceChapter().rows {
            let with = row.code == "other" ? ", \"with\": { \"errorCode\": \"A\" }" : ""
            let said = step("{ \"fail\": \"\(row.code)\"\(with) }")
            switch row.disposition {
            case .notInducible(let reason):
                #expect(said == ["error: no server can cause \"\(row.name)\"; \(reason)"])
            default: #expect(said == [], "\(row.name)")
            }
        }
        for failure in FailureIndex.all.failures
        where !Self.early.contains(failure.name) && !failure.name.hasPrefix("jsonrpc/") && !failure.needsBatch {
            // Failures of other systems are in their envelopes.
            guard FailureIndex.all.dialect(of: failure) == nil, failure.kind != .connection else { continue }
            #expect(step("{ \"fail\": \"\(failure.name)\" }") == [], "\(failure.name)")
        }
    }

    @Test(arguments: [
        "401", "672", "\"INVALID_SESSION_ID\"", "\"oauth/invalid_grant\"", "\"salesforce/404\"", "\"429\"",
    ])
    func aBareCodeIsEnoughInItsOwnSystem(code: String) { #expect(step("{ \"fail\": \(code) }") == []) }

    private static let ofOther = #"{ "fail": "other", "with": { "errorCode": "NEW_ERROR_CODE", "message": "…" } }"#
    private static let form = "any other is " + ofOther

    @Test(arguments: [
        (
            #"{ "fail": "INVALID_SESION_ID" }"#,
            #"unknown failure "INVALID_SESION_ID"; did you mean "salesforce/INVALID_SESSION_ID"?; \#(form)"#
        ),
        (#"{ "fail": "other" }"#, #""salesforce/other" needs "errorCode" in its "with"; \#(ofOther)"#),
        (
            #"{ "fail": "other", "with": { "message": "m" } }"#,
            #""salesforce/other" needs "errorCode" in its "with"; \#(ofOther)"#
        ),
        (
            #"{ "fail": 999 }"#,
            #"no server can cause "salesforce/999"; it is raised before anything is sent, for a query that is nil and the like"#
        ),
        (#"{ "fail": 777 }"#, "salesforce has no failure 777; \(form)"),
        (
            #"{ "fail": "NOT_FOUND", "with": { "field": ["Id"] } }"#,
            #"unknown field "field" in the "with" of salesforce/NOT_FOUND; did you mean "fields"?"#
        ),
        (
            #"{ "fail": "NOT_FOUND", "reply": { "json": {} } }"#,
            #""reply" cannot stand beside "salesforce/NOT_FOUND", which is an answer of its own"#
        ),
        (
            #"{ "fail": "672", "with": { "by": "tcp/reset" } }"#,
            #""salesforce/672" does not happen by "tcp/reset"; it is "salesforce/oauth/invalid_grant""#
        ),
        (
            #"{ "fail": "NOT_MODIFIED", "with": { "message": "x" } }"#,
            #"a response with status 304 has no body, which "message" would be"#
        ),
    ])
    func whatIsWrongIsSaid(step: String, message: String) { #expect(self.step(step) == ["error: " + message]) }

    @Test(arguments: [
        #""resource": "/query""#, #""verb": "GET""#, #""object": { "in": ["Account", "Lead"] }"#,
        #""id": { "startsWith": "001" }"#, #""reference": "one""#, #""position": { "above": 1 }"#, #""batch": true"#,
    ])
    func everyMatchFieldIsOne(match: String) {
        #expect(scenario("", "\"match\": { \(match) }, \"steps\": [ { \"reply\": {} } ]") == [])
    }

    @Test func matchFieldsAreThoseOfTheSystem() {
        #expect(
            scenario("", #""match": { "recource": "/query" }, "steps": [ { "reply": {} } ]"#)
                == [#"error: unknown field "recource" in a match; did you mean "resource"?"#])
    }

    @Test(arguments: ["object", "id", "reference", "position"])
    func aWholeBatchHasNothingOfItsParts(field: String) {
        let rule = "\"match\": { \"batch\": true, \"\(field)\": \"1\" }, \"steps\": [ { \"reply\": {} } ]"
        #expect(
            scenario("", rule)
                == ["error: a batch that is taken as one request has no \"\(field)\" of its own to match"])
    }

    @Test func theTokenThatIsCheckedHasAVariable() {
        let declared = #""variables": { "access_token": "T", "mine": "M" },"#
        for settings in [#""strict": true"#, #""tokenVariable": "mine""#, #""strict": true, "tokenVariable": "mine""#] {
            #expect(scenario(declared + "\"settings\": { \(settings) },") == [])
        }
        #expect(scenario(#""settings": { "strict": false },"#) == [])
        #expect(
            scenario(#""settings": { "strict": true },"#)
                == [
                    #"error: the settings of salesforce need the variable "access_token"; "variables" declares it, with the value that it begins with"#
                ])
        #expect(
            scenario(#""variables": { "access_token": "T" }, "settings": { "tokenVariable": "other" },"#)
                == [
                    #"error: the settings of salesforce need the variable "other"; "variables" declares it, with the value that it begins with"#
                ])
    }
}
