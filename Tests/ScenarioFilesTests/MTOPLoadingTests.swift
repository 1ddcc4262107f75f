import Catalogue
@testable import Systems
import Testing

/// What a scenario of MTOP may say, and what it is told otherwise.
@Suite struct MTOPLoadingTests {
    private func rule(_ members: String) -> [String] {
        messages("{ \"system\": \"mtop\", \"rules\": [ { \(members) } ] }").map(withoutPlace)
    }

    private func step(_ step: String, match: String = "{}") -> [String] {
        rule("\"match\": \(match), \"steps\": [ \(step) ]")
    }

    @Test func everyRowLoadsOrSaysWhyNot() {
        for row in MTOPChapter().rows {
            let with = row.code == "other" ? #", "with": { "ret": [] }"# : ""
            let said = step("{ \"fail\": \"\(row.code)\"\(with) }")
            switch row.disposition {
            case .notInducible(let reason):
                #expect(said == ["error: no server can cause \"\(row.name)\"; \(reason)"])
            case .failure, .causes, .planned:
                switch FailureIndex.all.resolve(row.name) {
                case .failure(let failure) where failure.kind == .connection:
                    #expect(said.count == 1 && said[0].contains("happens before there is a request"), "\(row.name)")
                case .failure: #expect(said == [], "\(row.name)")
                default:
                    #expect(
                        said.count == 1 && said[0].contains("is not supported by this version yet; it "), "\(row.name)")
                }
            }
        }
    }

    @Test(arguments: [
        "420", "419", "-2032", "\"FAIL_SYS_SESSION_EXPIRED\"", "\"mtop/FAIL_SYS_SESSION_EXPIRED\"", "\"ES10003\"",
        "\"FAIL_BIZ_SOLD_OUT\"", "\"FAIL_SYS_OF_A_NEWER_GATEWAY\"", "\"tbsdk request timeout\"",
    ])
    func aNumberASymbolOrAMappingCodeIsEnough(code: String) { #expect(step("{ \"fail\": \(code) }") == []) }

    @Test(arguments: [
        (#"{ "fail": 999 }"#, "error: mtop has no failure 999"),
        (
            #"{ "fail": "soldOut" }"#,
            #"error: unknown failure "soldOut"; any other is { "fail": "other", "with": { "ret": ["FAIL_SYS_USER_VALIDATE", "RGV587_ERROR::SM::…"] } }"#
        ),
        (
            #"{ "fail": "mtop/fail_sys_flowlimit" }"#,
            #"error: unknown failure "mtop/fail_sys_flowlimit"; did you mean "mtop/FAIL_SYS_FLOWLIMIT"?; any other is { "fail": "#
        ),
        (
            #"{ "fail": "other", "with": { "data": {} } }"#,
            #"error: "mtop/other" needs "ret" in its "with"; { "fail": "other", "with": { "ret": ["FAIL_SYS_"#
        ),
        (#"{ "fail": "other" }"#, #"error: "mtop/other" needs "ret" in its "with"; { "fail": "other", "with": { "#),
        (
            #"{ "fail": "other", "with": { "ret": "A::b" } }"#,
            #"error: "ret" must be a list of texts, not a string"#
        ),
        (
            #"{ "fail": "other", "with": { "ret": ["A", 1] } }"#, #"error: "ret" must be a list of texts, not a list"#
        ),
        (
            #"{ "fail": "other", "with": { "ret": [], "language": "en" } }"#,
            #"error: unknown field "language" in the "with" of mtop/other; "#
        ),
        (#"{ "fail": "fail_sys_flowlimit" }"#, #"error: unknown failure "fail_sys_flowlimit"; did you mean "#),
        (
            #"{ "fail": "FAIL_SYS_SESION_EXPIRED" }"#,
            #"warning: no table has "mtop/FAIL_SYS_SESION_EXPIRED", which goes out as it is written; did you mean "mtop/FAIL_SYS_SESSION_EXPIRED"?"#
        ),
        (
            #"{ "fail": -2360 }"#,
            #"error: no server can cause "mtop/-2360"; it takes control over single packets, which no listener has: "#
        ),
        (
            #"{ "fail": -3871 }"#,
            #"error: "mtop/-3871" is not supported by this version yet; it happens by http2/rst-stream/ENHANCE_YOUR_CALM"#
        ),
        (
            #"{ "fail": "Wrong_Server_Response", "with": { "by": "http/htm" } }"#,
            #"error: "mtop/Wrong_Server_Response" does not happen by "http/htm"; it is "http/html", "http/status/502", "#
        ),
        (
            #"{ "fail": "FAIL_SYS_FLOWLIMIT", "with": { "dat": 1 } }"#,
            #"error: unknown field "dat" in the "with" of mtop/FAIL_SYS_FLOWLIMIT; did you mean "data"?"#
        ),
        (
            #"{ "fail": 419, "with": { "by": "captcha" } }"#,
            #"error: "by" cannot be "captcha"; it is "page", "login" or "bare""#
        ),
        (
            #"{ "fail": "FAIL_SYS_FLOWLIMIT", "reply": { "data": 1 } }"#,
            #"error: "reply" cannot stand beside "mtop/FAIL_SYS_FLOWLIMIT", which is an answer of its own"#
        ),
        (
            #"{ "fail": "FAIL_CLIENT_RESPONSE_FALSIFIED", "reply": { "status": 204 } }"#,
            #"error: "mtop/FAIL_CLIENT_RESPONSE_FALSIFIED" needs a body to spoil, and this reply has none"#
        ),
        (#"{ "reply": { "data": 1, "json": 2 } }"#, #"error: a reply has one body: "json" cannot stand beside "data""#),
    ])
    func aMistakeInAStep(text: String, message: String) throws {
        let said = try #require(step(text).first)
        #expect(said.hasPrefix(message), "\(said)")
    }

    @Test func aSlipIsToldOnce() {
        let fail = #"{ "fail": "FAIL_SYS_FLOWLIMITS" }"#
        #expect(
            rule("\"atEnd\": \"loop\", \"steps\": [ \(fail), \(fail), { \"fail\": \"FAIL_BIZ_FLOWLIMIT\" } ]").count
                == 1)
    }

    @Test(arguments: [
        (#"{ "api": "mtop.a.getDetail" }"#, "mtop.a.getdetail"), (#"{ "api": { "startsWith": "mtop.A" } }"#, "mtop.a"),
        (#"{ "api": { "in": ["mtop.a", "mtop.B"] } }"#, "mtop.b"), (#"{ "any": [ { "api": "A" } ] }"#, "a"),
    ])
    func anAPIIsInLowerCase(match: String, wanted: String) {
        #expect(
            step(#"{ "reply": { "data": 1 } }"#, match: match)
                == [#"error: "api" is in lower case in mtop; did you mean "\#(wanted)"?"#])
    }

    @Test(arguments: [
        #"{ "api": { "equals": "mtop.A", "ignoreCase": true } }"#, #"{ "api": { "matches": "A" }, "v": "1.0" }"#,
        #"{ "v": 1.0 }"#, #"{ "v": "A" }"#, #"{ "api": { "exists": false } }"#,
    ])
    func allElseIsAsItIsWritten(match: String) { #expect(step(#"{ "reply": { "data": 1 } }"#, match: match) == []) }

    @Test func anUploadCanBreakWhereTheHeadTellsTheAPI() {
        #expect(step(#"{ "fail": "tcp/reset-mid-upload" }"#, match: #"{ "api": "mtop.a" }"#) == [])
        #expect(
            step(#"{ "fail": "tcp/reset-mid-upload" }"#, match: #"{ "json": { "/a": 1 } }"#) == [
                #"error: "tcp/reset-mid-upload" acts before the request's body is read, but this rule reads it first"#
            ])
    }
}
