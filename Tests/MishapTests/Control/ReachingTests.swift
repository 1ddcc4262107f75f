import Foundation
import Mishap
import TestSupport
import Testing

/// How a request reaches the scenario that it wants.
@Suite(.descriptors) struct ReachingTests {
    /// Says who it is and what path it was asked for.
    private static func scenario(_ name: String) -> String {
        let rules = ["/x", "/b/x", "/@scope/pkg", "/"].map { path in
            #"{ "match": { "path": "\#(path)" }, "steps": [ { "reply": { "text": "\#(name) \#(path)" } } ] }"#
        }
        return "{ \"rules\": [ \(rules.joined(separator: ",")) ] }"
    }

    private static func gateway(main: String? = nil) throws -> RunningGateway {
        try RunningGateway(
            Dictionary(uniqueKeysWithValues: ["a", "a/b", "mtop/session-expired"].map { ($0, scenario($0)) })
        ) { $0.scenario = main }
    }

    @Test(arguments: [
        ("/@a/x", "a /x"), ("/@a/b/x", "a/b /x"), ("/@a/-/b/x", "a /b/x"), ("/@a/b/-/x", "a/b /x"),
        ("/@a/b/b/x", "a/b /b/x"), ("/@a/", "a /"), ("/@a/-/", "a /"), ("/@a/x?q=/-/", "a /x"),
        ("/@a/@scope/pkg", "a /@scope/pkg"), ("/@mtop/session-expired/x", "mtop/session-expired /x"),
    ])
    func thePrefixOpensTheLongestName(target: String, answer: String) throws {
        #expect(try Self.gateway().ask(target).body == answer)
    }

    @Test(arguments: [
        ("/x", "a /x"), ("/@default/x", "a /x"), ("/@default/-/@scope/pkg", "a /@scope/pkg"), ("/@a/b/x", "a/b /x"),
    ])
    func theNamedScenarioTakesWhatSelectsNone(target: String, answer: String) throws {
        #expect(try Self.gateway(main: "a").ask(target).body == answer)
    }

    @Test func theOnlyScenarioNeedsNoName() throws {
        let gateway = try RunningGateway(["one": Self.scenario("one")])
        #expect(try gateway.ask("/x").body == "one /x")
        #expect(try gateway.ask("/@one/x").body == "one /x")
        #expect(try gateway.ask("/@default/x").body == "one /x")
    }

    @Test func withSeveralAndNoneNamedTheyAreListed() throws {
        let answer = try Self.gateway().ask("/x")
        #expect(answer.status == 404)
        let problem = try problem(answer)
        #expect(problem["scenarios"] as? [String] == ["a", "a/b", "mtop/session-expired"])
        #expect((problem["detail"] as? String)?.contains("/@a/") == true)
        #expect(try Self.gateway().ask("/@default/x").status == 404)
    }

    @Test(arguments: ["/@mtop/session-expird/x", "/@mtop/session-expird", "/@mtop/session-expird/-/x"])
    func anUnknownNameIsNeverTheDefault(target: String) throws {
        let answer = try Self.gateway(main: "a").ask(target)
        #expect(answer.status == 404)
        let detail = try #require(try problem(answer)["detail"] as? String)
        #expect(detail.hasSuffix(#"did you mean "mtop/session-expired"?"#))
    }

    @Test func aNearMissSaysWhatDiffered() throws {
        let gateway = try RunningGateway(
            rules: #"""
                { "name": "pay", "match": { "method": "POST", "path": "/pay/{id}" }, "steps": [ { "reply": {} } ] },
                { "name": "list", "match": { "path": "/orders" }, "steps": [ { "reply": {} } ] }
                """#)
        let answer = try gateway.ask("/pay/7")
        #expect(answer.status == 404)
        #expect(answer.text.contains("\r\nMishap-Unmatched: 1\r\n"))
        let problem = try problem(answer)
        #expect(problem["nearest"] as? String == "pay")
        #expect((problem["differences"] as? [String])?.count == 1)
        #expect((problem["differences"] as? [String])?.first?.contains("POST") == true)
        #expect(problem["scenario"] as? String == "main")
        #expect(try gateway.journal(ended: 1).entries.first?.rule == nil)
    }

    private func problem(_ answer: RawConnection.Received) throws -> [String: Any] {
        #expect(answer.text.contains("Content-Type: application/problem+json\r\n"))
        return try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
    }
}
