import Foundation
import GatewayServer
import Mishap
import TestSupport
import Testing

/// The ways to a session beside the prefix: a field, a host; and which of them counts.
@Suite(.descriptors) struct WaysToASessionTests {
    /// Says who it is and what path it was asked for.
    private static func scenario(_ name: String) -> String {
        let rules = ["/x", "/@b/x"].map { path in
            #"{ "match": { "path": "\#(path)" }, "steps": [ { "reply": { "text": "\#(name) \#(path)" } } ] }"#
        }
        return "{ \"rules\": [ \(rules.joined(separator: ",")) ] }"
    }

    private static let gateway = SharedGateway {
        try RunningGateway(
            Dictionary(uniqueKeysWithValues: ["main", "a", "b", "mtop/session-expired"].map { ($0, scenario($0)) })
        ) { $0.scenario = "main" }
    }

    @Test(arguments: ["Mishap-Session", "mishap-session", "MISHAP-SESSION"])
    func aFieldNamesIt(field: String) throws {
        let gateway = try Self.gateway.get()
        #expect(try gateway.ask("/x", "\(field): a").body == "a /x")
        #expect(try gateway.ask("/x", "\(field): mtop/session-expired").body == "mtop/session-expired /x")
        #expect(try gateway.ask("/x", "\(field): default").body == "main /x")
    }

    @Test(arguments: [
        ("a.localhost", "a /x"), ("a.localhost:8080", "a /x"), ("A.LocalHost:8080", "a /x"), ("a.localhost.", "a /x"),
        ("mtop--session-expired.localhost", "mtop/session-expired /x"), ("default.localhost:1", "main /x"),
        // These name nothing.
        ("localhost", "main /x"), ("localhost:8080", "main /x"), (".localhost", "main /x"), ("alocalhost", "main /x"),
        ("127.0.0.1:8080", "main /x"), ("a.localhost.example.com", "main /x"), ("a.example.com", "main /x"),
        ("[::1]:8080", "main /x"),
    ])
    func aHostNamesIt(host: String, answer: String) throws {
        #expect(try Self.gateway.get().ask("/x", host: host).body == answer)
    }

    @Test func theHostOfAnAbsoluteTargetHoldsInPlaceOfTheField() throws {
        let gateway = try Self.gateway.get()
        #expect(try gateway.ask("http://a.localhost/x", host: "b.localhost").body == "a /x")
        #expect(try gateway.ask("http://A.localhost:8080/x", host: "localhost").body == "a /x")
        #expect(try gateway.ask("http://example.com/x", host: "b.localhost").body == "main /x")
        #expect(try gateway.ask("http://example.com/@b/x", host: "a.localhost").body == "b /x")
    }

    @Test func onlyTheFirstThatIsPresentIsRead() throws {
        let gateway = try Self.gateway.get()
        // The path keeps what would have been a prefix.
        #expect(try gateway.ask("/@b/x", "Mishap-Session: a").body == "a /@b/x")
        #expect(try gateway.ask("/@b/x", host: "a.localhost").body == "a /@b/x")
        #expect(try gateway.ask("/x", "Mishap-Session: a", host: "b.localhost").body == "a /x")
        #expect(try gateway.ask("/@b/x", host: "example.com").body == "b /x")
        // One that names nothing hides those behind it.
        #expect(try gateway.ask("/@b/x", "Mishap-Session: nobody", host: "a.localhost").status == 404)
        #expect(try gateway.ask("/@b/x", host: "nobody.localhost").status == 404)
        #expect(try gateway.ask("/x", "Mishap-Session:").status == 404)
    }

    @Test func anUnknownNameIsNeverTheDefault() throws {
        let gateway = try Self.gateway.get()
        let answers = [
            try gateway.ask("/x", "Mishap-Session: mtop/session-expird"),
            try gateway.ask("/x", host: "mtop--session-expird.localhost"),
            try gateway.ask("/@mtop/session-expird/x"),
            try gateway.ask("/x", "Mishap-Session: mtop/session-expird~key"),
            try gateway.ask("/@mtop/session-expird~key/x"),
        ]
        for answer in answers {
            #expect(answer.status == 404)
            #expect(answer.body.contains(#"did you mean \"mtop/session-expired\"?"#), "\(answer)")
        }
    }

    @Test func theControlAPIIsThereByAnyHost() throws {
        let gateway = try Self.gateway.get()
        #expect(try gateway.ask("/__mishap/health", "Mishap-Session: nobody", host: "nobody.localhost").status == 200)
    }
}
