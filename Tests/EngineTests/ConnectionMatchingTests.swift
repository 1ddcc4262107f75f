import Engine
import Mishap
import Rules
import TestSupport
import Testing
import Wire

/// Matches of the host that a request names, of its protocol and of the TLS of its connection. With real expressions.
@Suite struct ConnectionMatchingTests {
    private func holds(_ match: String, _ request: Request) -> Bool {
        Golden(
            "{ \"variables\": { \"x\": \"a.example\" }, \"rules\": [ { \"match\": { \(match) }, \"reply\": {} } ] }",
            patterns: PCRE2Compiler()
        ).tell(request).hasPrefix("rule 0 ")
    }

    /// Alone, as an alternative and excluded.
    private func expect(
        _ match: String, _ request: Request, _ expected: Bool, _ place: SourceLocation = #_sourceLocation
    ) {
        #expect(holds(match, request) == expected, "\(match)", sourceLocation: place)
        #expect(
            holds("\"any\": [ { \"path\": \"/none\" }, { \(match) } ]", request) == expected, "any \(match)",
            sourceLocation: place)
        #expect(holds("\"not\": { \(match) }", request) == !expected, "not \(match)", sourceLocation: place)
    }

    private static func request(_ target: String = "/", host: String? = nil, tls: TLSInfo? = nil) -> Request {
        let request = Request.make("GET", target, fields: host.map { [("Host", $0)] } ?? [])
        request.tls = tls
        return request
    }

    @Test(arguments: [
        (#""a.example""#, "/", "A.example:8080", true), (#""a.example""#, "/", "a.example", true),
        (#""a.example""#, "/", "b.example", false), (#""a.example""#, "/", "a.example.org", false),
        // A target in absolute form overrides the field (RFC 9112, 3.2.2).
        (#""a.example""#, "http://A.example:80/x", "b.example", true),
        (#""a.example""#, "http://b/", "a.example", false),
        (#""a.example""#, "https://a.example?q", "b", true), (#""[::1]""#, "/", "[::1]:8080", true),
        (#""[::1]""#, "/", "[::1]", true), (#""127.0.0.1""#, "/", "127.0.0.1:1", true),
        (#"["a", "b"]"#, "/", "b:1", true), (#"{ "endsWith": ".example" }"#, "/", "x.EXAMPLE:1", true),
        (#"{ "matches": "[a-z]+\\.example" }"#, "/", "ab.example:443", true),
        (#"{ "not": "a.example" }"#, "/", "b", true), (#"{ "not": "a.example" }"#, "/", "a.example", false),
        (#"{ "equals": "A.Example", "ignoreCase": true }"#, "/", "a.example", true),
        (#"{ "exists": true }"#, "/", nil, false), (#"{ "exists": false }"#, "/", nil, true),
        (#"{ "exists": false }"#, "/", "a", false), (#"{ "exists": false }"#, "/", "", true),
        (#"{ "not": "a.example" }"#, "/", nil, false), (#""{{variables.x}}""#, "/", "A.example:1", true),
        (#""{{variables.x}}""#, "/", "b.example", false),
    ])
    func theHostIsTestedInLowerCaseAndWithoutPort(matcher: String, target: String, host: String?, expected: Bool) {
        expect("\"host\": \(matcher)", Self.request(target, host: host), expected)
    }

    @Test(arguments: [
        (#""HTTP/1.1""#, HTTPVersion.http11, true), (#""HTTP/1.1""#, .http10, false), (#""HTTP/1.0""#, .http10, true),
        (#""h2""#, .http11, false), (#"["h2", "HTTP/1.1"]"#, .http11, true), (#"{ "not": "h2" }"#, .http10, true),
        (#"{ "startsWith": "HTTP/1" }"#, .http10, true),
        (#"{ "equals": "http/1.0", "ignoreCase": true }"#, .http10, true),
    ])
    func theProtocolIsTheVersionOfHTTP(matcher: String, version: HTTPVersion, expected: Bool) {
        let request = Self.request()
        request.version = version
        expect("\"protocol\": \(matcher)", request, expected)
    }

    private static let tls13 = TLSInfo(
        version: .tls13, serverName: "a.example", alpn: "http/1.1", clientCertificate: #"CN=client\, one,O=Acme"#)

    @Test(arguments: [
        (#"{ "exists": true }"#, true), (#"{ "exists": false }"#, false), (#"{ "version": "1.3" }"#, true),
        (#"{ "version": "1.2" }"#, false), (#"{ "version": ["1.2", "1.3"] }"#, true),
        (#"{ "version": { "not": "1.2" } }"#, true), (#"{ "serverName": "a.example" }"#, true),
        (#"{ "serverName": "{{variables.x}}", "exists": true }"#, true),
        (#"{ "serverName": { "exists": false } }"#, false),
        (#"{ "clientCertificate": { "exists": true } }"#, true),
        (#"{ "clientCertificate": "CN=client\\, one,O=Acme" }"#, true),
        (#"{ "clientCertificate": { "search": "(^|,)O=Acme($|,)" }, "version": "1.3" }"#, true),
        (#"{ "clientCertificate": { "contains": "O=Other" }, "version": "1.3" }"#, false),
    ])
    func tlsIsWhatWasAgreedOn(matcher: String, expected: Bool) {
        expect("\"tls\": \(matcher)", Self.request(tls: Self.tls13), expected)
    }

    @Test(arguments: [
        (#"{ "exists": false }"#, true), (#"{ "exists": true }"#, false), (#"{ "version": "1.3" }"#, false),
        (#"{ "version": { "not": "1.2" } }"#, false), (#"{ "version": { "exists": false } }"#, true),
        (#"{ "serverName": { "not": "b.example" } }"#, false), (#"{ "serverName": { "exists": false } }"#, true),
        (#"{ "clientCertificate": { "exists": true } }"#, false), (#"{ "serverName": "{{variables.x}}" }"#, false),
    ])
    func inTheClearNothingOfItExists(matcher: String, expected: Bool) {
        expect("\"tls\": \(matcher)", Self.request(), expected)
    }

    @Test func withoutANameAndACertificateTheVersionExists() {
        let request = Self.request(tls: TLSInfo(version: .tls12))
        expect(#""tls": { "version": "1.2", "serverName": { "exists": false } }"#, request, true)
        expect(#""tls": { "clientCertificate": { "exists": true } }"#, request, false)
    }

    @Test func whatDiffersIsTold() {
        func differences(_ match: String, _ request: Request) -> [String] {
            let golden = Golden("{ \"rules\": [ { \"match\": { \"path\": \"/x\", \(match) }, \"reply\": {} } ] }")
            let trial = TrialDecision(request, golden.state, EngineClock(wallMilliseconds: 0, monotonic: 0))
            return trial.nearest?.differences ?? []
        }
        let clear = Self.request("/x", host: "B.example:1")
        #expect(differences(#""host": "a.example""#, clear) == [#"host is "b.example", the rule wants "a.example""#])
        #expect(differences(#""protocol": "h2""#, clear) == [#"protocol is "HTTP/1.1", the rule wants "h2""#])
        #expect(
            differences(#""tls": { "exists": true }"#, clear)
                == [#"tls "version" is missing, the rule wants {"exists":true}"#])
        let tls = Self.request("/x", tls: Self.tls13)
        #expect(differences(#""tls": { "exists": false }"#, tls) == [#"tls "version" is "1.3", the rule wants none"#])
        #expect(
            differences(#""tls": { "serverName": "b.example", "version": "1.3" }"#, tls)
                == [#"tls "serverName" is "a.example", the rule wants "b.example""#])
    }
}
