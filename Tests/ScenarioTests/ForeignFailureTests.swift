import Catalogue
import JSONText
import Scenario
import Systems
import Testing

/// Names of failures in clients and other tools, and statuses without their prefix, are answered with ours.
@Suite struct ForeignFailureTests {
    @Test(arguments: [
        ("ECONNRESET", #"it is "tcp/reset" or "tcp/reset-mid-body""#),
        ("CONNECTION_RESET_BY_PEER", #"it is "tcp/reset" or "tcp/reset-mid-body""#),
        ("NetworkError", #"it is "tcp/reset" or "tcp/close""#),
        ("ECONNREFUSED", #"it is "tcp/refuse", which is not supported by this version yet"#),
        ("ETIMEDOUT", #"did you mean "http/timeout"?"#),
        ("timeout", #"did you mean "http/timeout"?"#), ("reset", #"did you mean "tcp/reset"?"#),
        ("SocketTimeoutException", #"did you mean "http/timeout"?"#),
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
