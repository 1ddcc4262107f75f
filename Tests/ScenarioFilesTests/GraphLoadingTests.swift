import Catalogue
import Systems
import Testing

/// What a scenario of the Graph API may say, and what it is told otherwise.
@Suite struct GraphLoadingTests {
    private func step(_ step: String, match: String = "{}") -> [String] {
        messages(
            "{ \"system\": \"graph\", \"rules\": [ { \"match\": \(match), \"steps\": [ \(step) ] } ] }"
        ).map(withoutPlace)
    }

    @Test func everyFailureLoads() {
        let names =
            FailureIndex.all.failures.filter { $0.name.hasPrefix("graph/") }.map(\.name)
            + (FailureIndex.all.chapters.first { $0.system == "graph" }?.rows ?? []).filter {
                FailureIndex.all.canInduce($0)
            }.map(\.name)
        #expect(names.count > 100)
        for name in names {
            let match = "{ \"batch\": \(FailureIndex.all[name]?.needsBatch == true) }"
            let with = name == "graph/other" ? #", "with": { "code": -1 }"# : ""
            #expect(step("{ \"fail\": \"\(name)\"\(with) }", match: match) == [], "\(name)")
        }
    }

    @Test(arguments: [
        "190", "\"190\"", "\"190/463\"", "\"graph/190/463\"", "299", "4711", "\"4711/1\"", "\"image\"",
        "\"200-299\"", "\"FBSDKErrorNetwork\"", "\"com.facebook.sdk.core/8\"",
    ])
    func aBareCodeIsEnoughInItsOwnSystem(code: String) { #expect(step("{ \"fail\": \(code) }") == []) }

    @Test(arguments: ["true", "false", "\"true\""]) func aFlagIsJSONOrAWord(flag: String) {
        #expect(step("{ \"fail\": 1, \"with\": { \"transient\": \(flag) } }") == [])
    }

    @Test(arguments: [
        (#"{ "fail": 0 }"#, "graph has no failure 0; any other is { \"fail\": \"other\", "),
        (
            #"{ "fail": -1 }"#,
            #"graph has no failure -1; any other is { "fail": "other", "with": { "code": -1, "subcode": 2207001, "message": "…" } }"#
        ),
        (
            #"{ "fail": "190/0" }"#,
            #"unknown failure "190/0"; did you mean "graph/190"?; any other is { "fail": "other", "with": { "code": -1, "#
        ),
        (
            #"{ "fail": "graph/190/0" }"#,
            #"unknown failure "graph/190/0"; did you mean "graph/190"?; any other is { "fail": "other", "#
        ),
        (#"{ "fail": "x-ap-usage" }"#, #"did you mean "graph/x-app-usage"?; any other is { "fail": "other", "#),
        (
            #"{ "fail": "other" }"#,
            #""graph/other" needs "code" in its "with"; { "fail": "other", "with": { "code": -1, "subcode": 2207001, "#
        ),
        (#"{ "fail": "other", "with": { "subcode": 1 } }"#, #""graph/other" needs "code" in its "with""#),
        (#"{ "fail": "other", "with": { "code": "x" } }"#, #""code""#),
        (#"{ "fail": "other", "with": { "code": 1.5 } }"#, #""code""#),
        (#"{ "fail": "other", "with": { "code": 1, "usage": 5 } }"#, #"unknown field "usage" in the "with""#),
        (#"{ "fail": 1, "with": { "by": "shrt" } }"#, #"did you mean "short"?"#),
        (
            #"{ "fail": 1, "with": { "by": "short", "subcode": 7 } }"#,
            #""graph/1" by "short" has a code and a message alone, and no "subcode""#
        ),
        (
            #"{ "fail": 1, "with": { "by": "too-much-data", "transient": true } }"#,
            #""graph/1" by "too-much-data" has a code and a message alone, and no "transient""#
        ),
        (#"{ "fail": 190, "with": { "by": "short" } }"#, #"unknown field "by" in the "with" of graph/190"#),
        (
            #"{ "fail": "FBSDKErrorReserved" }"#,
            #"no server can cause "graph/FBSDKErrorReserved"; raised inside the app or SDK"#
        ),
        (#"{ "fail": "no-list" }"#, #""graph/no-list" is done to a batch"#),
        (#"{ "fail": 1, "with": { "transient": 1 } }"#, #""transient""#),
        (#"{ "fail": 1, "with": { "usage": 5 } }"#, #"unknown field "usage" in the "with" of graph/1"#),
        (#"{ "fail": 4, "with": { "usage": 1001 } }"#, "0 to 1000"),
        (#"{ "fail": 1, "with": { "subcode": 0 } }"#, "1 to 2147483647"),
        (#"{ "fail": "x-business-use-case-usage", "with": { "type": "page" } }"#, #"did you mean "pages"?"#),
        (#"{ "fail": "login-redirect", "with": { "location": "a\nb" } }"#, "line"),
        (#"{ "fail": "http/early-reply" }"#, "calls of graph"),
        (#"{ "reply": { "result": 1 } }"#, #""result" is for the systems jsonrpc and xmlrpc; this one is graph"#),
        (#"{ "fail": 190, "reply": { "json": 1 } }"#, #""reply" cannot stand beside "graph/190""#),
    ])
    func whatIsWrongIsSaid(text: String, message: String) {
        #expect(step(text).first?.contains(message) == true, "\(step(text))")
    }

    @Test(arguments: [
        #"{ "code": -1 }"#, #"{ "code": 0 }"#, #"{ "code": 9007199254740991, "subcode": -9007199254740991 }"#,
        #"{ "code": "{{request.query.code}}" }"#, #"{ "code": 190, "subcode": 463, "statuses": "published" }"#,
        ##"{ "code": 1, "message": "m", "type": "T", "userTitle": "t", "userMessage": "u", "data": "s", "status": 418 }"##,
    ])
    func anyCodeIsTaken(with: String) {
        #expect(step(#"{ "fail": "other", "with": \#(with) }"#) == [])
        #expect(step(#"{ "fail": "graph/other", "with": \#(with) }"#, match: #"{ "batch": true }"#) == [])
    }

    @Test func aBatchHasNoNodeOfItsOwn() {
        #expect(
            step(#"{ "reply": { "json": 1 } }"#, match: #"{ "batch": true, "node": "me" }"#) == [
                #"error: a batch that is taken as one request has no "node" of its own to match"#
            ])
        #expect(step(#"{ "reply": { "json": 1 } }"#, match: #"{ "batch": true, "version": "v2.0" }"#) == [])
    }

    @Test func codesBelongToTheirSystem() {
        let text = #"{ "rules": [ { "steps": [ { "fail": "graph/190" } ] } ] }"#
        #expect(
            messages(text).map(withoutPlace) == [
                #"error: "graph/190" answers in the envelope of graph; the scenario needs "system": "graph""#
            ])
    }
}
