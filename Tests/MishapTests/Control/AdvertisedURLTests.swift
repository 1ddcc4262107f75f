import JSONText
import Mishap
import TestSupport
import Testing

/// Addresses in answers of a gateway that was told by which URL its clients reach it.
@Suite(.descriptors) struct AdvertisedURLTests {
    private static func gateway() throws -> RunningGateway {
        try RunningGateway(rules: #"{ "reply": { "text": "{{url}}" } }"#) { configuration in
            configuration.advertised = "http://10.1.2.3:8080"
        }
    }

    @Test func aSessionIsWhereItWasMade() throws {
        let gateway = try Self.gateway()
        let made = try gateway.call("POST", "sessions", "{}", "Mishap-Any: 1")
        guard case .string(let id)? = made.json["id"] else {
            Issue.record("no session: \(made.text)")
            return
        }
        #expect(made.json["url"] == .string("http://10.1.2.3:8080/@\(id)"))
        #expect(made.fields.contains("Location: http://10.1.2.3:8080/__mishap/sessions/\(id)"))
        #expect(try gateway.call("GET", "sessions/\(id)").json["url"] == .string("http://10.1.2.3:8080/@\(id)"))
    }

    @Test func listsAndLinksBeginWithIt() throws {
        let gateway = try Self.gateway()
        #expect(try gateway.call("GET", "").json["links"]?["sessions"] == "http://10.1.2.3:8080/__mishap/sessions")
        guard case .array(let scenarios)? = try gateway.call("GET", "scenarios").json["scenarios"] else {
            Issue.record("no scenarios")
            return
        }
        #expect(scenarios.map { $0["url"] } == ["http://10.1.2.3:8080/@main"])
        let put = try gateway.call("PUT", "scenarios/other", #"{ "rules": [ { "reply": { "text": "x" } } ] }"#)
        #expect(put.json["url"] == "http://10.1.2.3:8080/@other")
        #expect(put.fields.contains("Location: http://10.1.2.3:8080/__mishap/scenarios/other"))
    }

    /// The client's own address is what it knows itself.
    @Test func whatAScenarioSaysIsAsTheRequestCame() throws {
        #expect(try Self.gateway().ask("/", host: "a.example").body == "http://a.example")
    }
}
