import Catalogue
import JSONText
import ScenarioFiles
import Systems
import Testing

/// Names of failures in clients and other tools, and statuses without their prefix, are answered with ours.
@Suite struct ForeignFailureTests {
    @Test(arguments: [
        ("ECONNRESET", #"it is "tcp/reset" or "tcp/reset-mid-body""#),
        ("CONNECTION_RESET_BY_PEER", #"it is "tcp/reset" or "tcp/reset-mid-body""#),
        ("NetworkError", #"it is "tcp/reset" or "tcp/close""#),
        ("ECONNREFUSED", #"did you mean "tcp/refuse"?"#),
        ("ETIMEDOUT", #"it is "http/timeout" or "tcp/connect-timeout""#),
        ("timeout", #"did you mean "http/timeout"?"#), ("reset", #"did you mean "tcp/reset"?"#),
        ("SocketTimeoutException", #"it is "http/timeout" or "tcp/stall-mid-body""#),
        ("EPIPE", #"it is "tcp/reset-mid-upload" or "tcp/close-mid-upload""#),
        ("EMPTY_RESPONSE", #"did you mean "tcp/close"?"#), ("empty_response", #"did you mean "tcp/close"?"#),
        ("MALFORMED_RESPONSE_CHUNK", #"did you mean "http/bad-chunk-size"?"#),
        ("RANDOM_DATA_THEN_CLOSE", #"did you mean "http/garbage"?"#),
        ("ERR_INCOMPLETE_CHUNKED_ENCODING", #"did you mean "http/missing-last-chunk"?"#),
        (
            "ENOTFOUND",
            "no server can cause it: the client fails before it connects, as with a host name that does not exist"
        ),
        ("latency", #"a late answer has "delay": "2s" in its step"#),
    ])
    func aNameFromElsewhereIsAnsweredWithOurs(_ name: String, _ hint: String) {
        let text = """
            { "rules": [ { "steps": [ {
            "fail": "\(name)"
            } ] } ] }
            """
        #expect(
            load(text).text == """
                a.json:2:9: error: unknown failure "\(name)"; \(hint)
                 2 | "fail": "\(name)"
                   |         ^\(String(repeating: "~", count: name.count + 1))

                """)
    }

    /// What people call a failure of a system, with and without the system's name.
    @Test(arguments: [
        ("salesforce", "session-expired", #"did you mean "salesforce/INVALID_SESSION_ID"?"#),
        ("salesforce", "rate-limit", #"did you mean "salesforce/REQUEST_LIMIT_EXCEEDED"?"#),
        ("graph", "token-expired", #"did you mean "graph/190"?"#),
        ("graph", "throttled", #"it is "graph/4" or "graph/17""#),
        ("mtop", "expired-session", #"did you mean "mtop/FAIL_SYS_SESSION_EXPIRED"?"#),
        ("mtop", "rate-limit", #"did you mean "mtop/FAIL_SYS_TRAFFIC_LIMIT"?"#),
    ])
    func aNameWithinASystem(_ system: String, _ name: String, _ hint: String) {
        for given in [name, "\(system)/\(name)"] {
            let said = systemMessages(system, "\"fail\": \"\(given)\"")
            #expect(
                said.count == 1 && said[0].hasPrefix("error: unknown failure \"\(given)\"; \(hint)"), "\(said)")
        }
    }

    @Test(arguments: [
        ("dropped-connection", #"it is "tcp/close" or "tcp/reset""#),
        ("tcp/connection-dropped", #"it is "tcp/close" or "tcp/reset""#),
        ("http/truncated", #"it is "http/truncated-json" or "http/truncated-gzip""#),
        ("truncated", #"it is "http/truncated-json" or "http/truncated-gzip""#),
        ("slow_close", "a connection that is closed late is not supported yet"),
        ("throttled", #"did you mean "http/status/429"?"#),
        ("http/503", #"did you mean "http/status/503"?"#), ("status/500", #"did you mean "http/status/500"?"#),
        ("http/staus/418", #"did you mean "http/status/418"?"#),
        ("http/ECONNRESET", #"it is "tcp/reset" or "tcp/reset-mid-body""#),
        ("tcp/reset-midbody", #"did you mean "tcp/reset-mid-body"?"#),
        ("htp/timeout", #"did you mean "http/timeout"?"#), ("http/timeot", #"did you mean "http/timeout"?"#),
    ])
    func aNameInWords(_ name: String, _ hint: String) {
        #expect(stepMessages("{ \"fail\": \"\(name)\" }") == ["error: unknown failure \"\(name)\"; \(hint)"])
    }

    /// A name that has only its system in common with another one is not suggested.
    @Test(arguments: [("jsonrpc", "jsonrpc/error"), ("salesforce", "salesforce/out-of-order"), ("", "http/oops")])
    func aFarNameIsNotSuggested(_ system: String, _ name: String) {
        let found =
            system.isEmpty ? stepMessages("{ \"fail\": \"\(name)\" }") : systemMessages(system, "\"fail\": \"\(name)\"")
        #expect(found.count == 1 && found[0].hasPrefix("error: unknown failure \"\(name)\""), "\(found)")
        #expect(!found[0].contains("did you mean"))
    }

    // MARK: - Fields beside a failure, and errors as a system sends them

    private func systemMessages(_ system: String, _ step: String) -> [String] {
        messages("{ \"system\": \"\(system)\", \"rules\": [ { \"steps\": [ { \(step) } ] } ] }").map(withoutPlace)
    }

    @Test(arguments: [
        (#""fail": "tcp/reset-mid-body", "after": 8"#, "after", #""after": 8"#),
        (#""fail": "http/redirect-to", "location": "/a""#, "location", #""location": "/a""#),
        (#""fail": 503, "message": "busy""#, "message", #""message": "busy""#),
        (#""fail": 503, "headers": { "Retry-After": 1 }"#, "headers", #""headers": { "Retry-After": 1 }"#),
        (#""fail": "http/bad-gzip", "by": "midway""#, "by", #""by": "midway""#),
    ])
    func aParameterBesideItsFailure(_ step: String, _ name: String, _ with: String) {
        let error = "error: unknown field \"\(name)\" in a step; it belongs in \"with\": { \(with) }"
        #expect(stepMessages("{ \(step) }") == [error])
        #expect(ruleMessages(step) == [error.replacing("a step", with: "a rule")])
    }

    @Test func ofAMisspeltFailureToo() {
        #expect(
            stepMessages(#"{ "fail": "tcp/reset-midbody", "after": 8 }"#) == [
                #"error: unknown failure "tcp/reset-midbody"; did you mean "tcp/reset-mid-body"?"#,
                #"error: unknown field "after" in a step; it belongs in "with": { "after": 8 }"#,
            ])
        // What a failure changes is a reply of its own.
        #expect(
            stepMessages(#"{ "fail": "http/truncated-json", "json": { "a": 1 } }"#) == [
                #"error: unknown field "json" in a step; it belongs in "reply": { "json": { "a": 1 } }"#
            ])
    }

    @Test(arguments: ["status", "body", "headers", "message"])
    func aFailureThatSendsNothing(_ name: String) {
        #expect(
            stepMessages("{ \"fail\": \"tcp/reset\", \"\(name)\": 1 }") == [
                "error: unknown field \"\(name)\" in a step; \"tcp/reset\" sends no response"
            ])
    }

    @Test func anErrorAsASystemSendsIt() {
        let error = #""error": { "code": -32000, "message": "busy" }"#
        #expect(
            systemMessages("jsonrpc", error) == [
                #"error: unknown field "error" in a step; it is "fail": -32000, "with": { "message": "busy" }"#
            ])
        #expect(
            systemMessages("jsonrpc", "\"reply\": { \(error) }") == [
                #"error: unknown field "error" in a reply; it is "fail": -32000, "with": { "message": "busy" }, beside "reply" or without it"#
            ])
        #expect(
            systemMessages("graph", #""error": { "code": 190 }"#) == [
                #"error: unknown field "error" in a step; it is "fail": 190"#
            ])
    }

    @Test(arguments: [("jsonrpc", "result"), ("xmlrpc", "result"), ("mtop", "data")])
    func aSuccessBelongsInTheReply(_ system: String, _ field: String) {
        let hint = "it belongs in \"reply\": { \"\(field)\": \"0x10\" }"
        #expect(
            systemMessages(system, "\"\(field)\": \"0x10\"") == ["error: unknown field \"\(field)\" in a step; \(hint)"]
        )
        #expect(
            messages("{ \"system\": \"\(system)\", \"rules\": [ { \"\(field)\": \"0x10\" } ] }").map(withoutPlace)
                == ["error: unknown field \"\(field)\" in a rule; \(hint)"])
    }

    @Test(arguments: [
        ("graphql", #"GraphQL goes without "system", and a match has "json": { "/operationName": "…" }"#),
        ("GraphQL", #"GraphQL goes without "system", and a match has "json": { "/operationName": "…" }"#),
        ("soap", #"SOAP goes without "system", and a match has "body": { "contains": "…" }"#),
        ("grpc", "gRPC is not supported"), ("websocket", "WebSocket is not supported"),
        ("rest", #"plain HTTP has no "system""#), ("grap", #"did you mean "graph"?"#),
    ])
    func aSystemThatThereIsNot(_ system: String, _ hint: String) {
        let found = systemMessages(system, #""reply": {}"#)
        #expect(found.count == 1 && found.allSatisfy { $0.hasSuffix("; \(hint)") }, "\(found)")
    }

    /// Every failure that a system names for what people call it is one.
    @Test func theNamesOfTheSystemsExist() {
        let words = ["session-expired", "token-expired", "rate-limit"]
        for system in FailureIndex.all.systems {
            for name in words.flatMap({ system.failures(called: $0) }) {
                #expect(FailureIndex.all[name] != nil, "\(name)")
            }
        }
    }

    /// Every failure that the table names is one, or is planned.
    @Test func theNamesOfTheTableExist() {
        let names = FailureIndex.foreign.names
        #expect(Set(names.map { $0.lowercased() }).count == Set(names).count)
        for name in names {
            guard case .failures(let failures)? = FailureIndex.foreign[name] else { continue }
            for failure in failures {
                #expect(FailureIndex.all[failure] != nil || FailureIndex.planned[failure] != nil, "\(failure)")
            }
        }
    }

    /// Every entry that a name in a document leads to is one.
    @Test func theNamesInDocumentsExist() {
        let rows = FailureIndex.all.systems.flatMap(\.foreign)
        #expect(Set(rows.flatMap(\.names)).count == rows.flatMap(\.names).count && rows.count > 10)
        for case .failures(let failures) in rows.map(\.meaning) {
            for failure in failures { #expect(FailureIndex.all.entry(failure) != nil, "\(failure)") }
        }
    }

    /// A status is not suggested as the code of a system that has it too.
    @Test(arguments: ["401", "404", "503", "100", "599"])
    func aStatusIsNotACodeOfAnotherSystem(_ status: String) {
        let result = stepMessages("{ \"fail\": \"\(status)\" }")
        #expect(
            result.isEmpty
                || result == ["error: unknown failure \"\(status)\"; did you mean \"http/status/\(status)\"?"])
        let jsonrpc = messages(
            "{ \"system\": \"jsonrpc\", \"rules\": [ { \"steps\": [ { \"fail\": \"\(status)\" } ] } ] }")
        #expect(
            jsonrpc.isEmpty
                || jsonrpc.map(withoutPlace)
                    == ["error: unknown failure \"\(status)\"; did you mean \"http/status/\(status)\"?"]
        )
    }
}
