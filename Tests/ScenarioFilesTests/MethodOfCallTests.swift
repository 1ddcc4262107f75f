import ScenarioFiles
import Testing

/// The name of a call as `method`: what is called is a field of the system, such as `rpc`.
@Suite struct MethodOfCallTests {
    private func method(_ method: String, _ system: String) -> String {
        load(
            """
            { "system": "\(system)", "rules": [ { "match": {
            "method": \(method)
            }, "steps": [ { "reply": {} } ] } ] }
            """
        ).text
    }

    @Test(arguments: [
        ("jsonrpc", "eth_call", #"did you mean "rpc": "eth_call"?"#),
        ("jsonrpc", "tools/list", #"did you mean "rpc": "tools/list"?"#),
        ("xmlrpc", "system.listMethods", #"did you mean "rpc": "system.listMethods"?"#),
        ("mtop", "mtop.Item.get", #"did you mean "api": "mtop.item.get"?"#),
        ("jsonrpc", "post", #"did you mean "POST"?"#), ("salesforce", "patch", #"did you mean "PATCH"?"#),
    ])
    func aCallIsNotAMethod(_ system: String, _ name: String, _ hint: String) {
        let line = "\"method\": \"\(name)\""
        #expect(
            method("\"\(name)\"", system) == """
                a.json:2:11: error: "\(name)" is not a method of HTTP, which "method" is; \(hint)
                 2 | \(line)
                   |           ^\(String(repeating: "~", count: name.count + 1))

                """)
    }

    /// In a list each value has its own error.
    @Test func aCallInAListIsNotAMethod() {
        #expect(
            method(#"["POST", "eth_call"]"#, "jsonrpc") == """
                a.json:2:20: error: "eth_call" is not a method of HTTP, which "method" is; did you mean "rpc": "eth_call"?
                 2 | "method": ["POST", "eth_call"]
                   |                    ^~~~~~~~~~

                """)
    }

    @Test func aPartOfACallIsNoMethodEither() {
        #expect(
            method(#"{ "startsWith": "eth_" }"#, "jsonrpc").hasPrefix(
                #"a.json:2:27: error: "eth_" is not a method of HTTP, which "method" is; did you mean "rpc": "eth_"?"#))
        #expect(method(#"{ "startsWith": "P" }"#, "jsonrpc").isEmpty)
        #expect(method(#"{ "equals": "post", "ignoreCase": true }"#, "jsonrpc").isEmpty)
        #expect(
            ruleMessages(#""match": { "method": { "equals": "get", "ignoreCase": true } }, "reply": {}"#).isEmpty)
    }

    @Test(arguments: [
        ("POST", "jsonrpc"), ("M-SEARCH", "jsonrpc"), ("VERSION-CONTROL", "documents"),
    ])
    func otherMethodsAreTaken(_ name: String, _ system: String) {
        #expect(method("\"\(name)\"", system).isEmpty)
    }

    /// Plain HTTP and the store of documents have any method; a common one in lower case is a warning there.
    @Test(arguments: ["", #""system": "documents", "#])
    func elsewhereAnyMethodIsTaken(_ system: String) {
        func messages(_ method: String) -> [String] {
            ScenarioFilesTests.messages(
                "{ \(system)\"rules\": [ { \"match\": { \"method\": \"\(method)\" }, \"steps\": [ { \"reply\": {} } ] } ] }"
            ).map(withoutPlace)
        }
        #expect(messages("eth_call") == [])
        #expect(
            messages("get") == [
                #"warning: methods are case-sensitive, and clients do not send "get"; did you mean "GET"?"#
            ])
    }
}
