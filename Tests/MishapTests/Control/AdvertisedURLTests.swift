import JSONText
import Mishap
import TestSupport
import Testing

/// Addresses in answers of a gateway that was told by which URL its clients reach it.
@Suite(.descriptors) struct AdvertisedURLTests {
    private static func gateway(_ url: String = "http://10.1.2.3:8080") throws -> RunningGateway {
        try RunningGateway(rules: #"{ "reply": { "text": "{{url}}" } }"#) { $0.advertised = url }
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

    /// TLS is spoken on the same port, also where that is the one which `http` has by itself.
    @Test(arguments: [
        ("http://10.1.2.3:8080", "http://10.1.2.3:8080", "https://10.1.2.3:8080"),
        ("http://mishap.test", "http://mishap.test", "https://mishap.test:80"),
        ("http://[fd00::7]", "http://[fd00::7]", "https://[fd00::7]:80"),
        ("http://[fd00::7]:8080", "http://[fd00::7]:8080", "https://[fd00::7]:8080"),
        ("https://mishap.test", "https://mishap.test", "https://mishap.test"),
        ("https://[fd00::7]:8443", "https://[fd00::7]:8443", "https://[fd00::7]:8443"),
    ])
    func eachHasAnAddressForTLSToo(advertised: String, url: String, https: String) throws {
        let gateway = try Self.gateway(advertised)
        let made = try gateway.call("POST", "sessions", "{}", "Mishap-Any: 1").json
        let id = try #require(made["id"]?.text)
        #expect(made["url"] == .string("\(url)/@\(id)"))
        #expect(made["httpsUrl"] == .string("\(https)/@\(id)"))
        let scenarios = try gateway.call("GET", "scenarios").json["scenarios"]?.elements
        #expect(scenarios?.map { $0["httpsUrl"] } == [.string("\(https)/@main")])
        let own = try gateway.call("POST", "sessions", #"{ "port": 0 }"#, "Mishap-Any: 1").json
        guard case .number(let port)? = own["port"] else {
            throw RunningGateway.SessionRefused(called: try gateway.call("GET", ""))
        }
        let host = advertised.contains("[") ? "[fd00::7]" : advertised.contains("test") ? "mishap.test" : "10.1.2.3"
        #expect(own["url"] == .string("\(advertised.prefix { $0 != ":" })://\(host):\(port)"))
        #expect(own["httpsUrl"] == .string("https://\(host):\(port)"))
    }

    @Test func withoutOneItIsTheHostOfTheCall() throws {
        let gateway = try RunningGateway(rules: #"{ "reply": {} }"#)
        // A Host without a port is that of port 80.
        for (host, https) in [("mishap:8080", "https://mishap:8080"), ("mishap", "https://mishap:80")] {
            let body = try gateway.ask("/__mishap/scenarios", host: host).body
            #expect(body.contains("\"url\": \"http://\(host)/@main\""), "\(body)")
            #expect(body.contains("\"httpsUrl\": \"\(https)/@main\""), "\(body)")
        }
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
