import Rules
import ScenarioFiles
import Systems
import TestSupport
import Testing
import Wire

/// `tls` in an entry of `connections`: what is refused, and what becomes of the rest.
@Suite struct ConnectionTLSTests {
    /// Certificates in which "broken" stands cannot be read.
    private struct Checker: CertificateChecker {
        var isForServing = true
        func problem(with settings: TLSSettings) -> String? {
            settings.fault?.choice == nil ? nil : "this system's policy forbids that"
        }
        func problem(withAuthorities pem: [UInt8]) -> String? {
            String(decoding: pem, as: UTF8.self).contains("broken") ? "its certificate 1 cannot be read (broken)" : nil
        }
    }

    private static let pem = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"

    private func load(_ entries: String, isForServing: Bool = true) -> LoadResult {
        var numbering = ScriptNumbering()
        let files = [
            "ca.pem": Self.pem, "files/more/ca.pem": Self.pem + Self.pem, "broken.pem": Self.pem + "broken",
            "key.pem": "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
        ]
        return ScenarioLoader(
            source: MemorySource(files), patterns: FakePatterns(), encoder: StoredEncoder(),
            certificates: Checker(isForServing: isForServing),
            failures: .all
        )
        .load(
            Array("{ \"connections\": [\(entries)], \"rules\": [{ \"reply\": {} }] }".utf8), name: "a", file: "a.json",
            numbering: &numbering)
    }

    private func plans(_ entries: String) throws -> [ConnectionPlan] {
        let result = load(entries)
        return try #require(result.scenarios.first, "\(result.text)").connections.compactMap {
            if case .connection(let plan, _, _) = $0 { plan } else { nil }
        }
    }

    private func settings(_ tls: String) throws -> TLSSettings {
        try #require(try plans("{ \"accept\": true, \"tls\": \(tls) }").first?.tls)
    }

    @Test(arguments: [
        ("{}", #""tls" says nothing; without it, a connection has TLS as usual"#),
        ("true", #""tls" must be an object, not a boolean"#),
        (#"{ "versions": "1.2" }"#, #""versions" must be a list, not a string; it is "versions": ["1.2"]"#),
        (#"{ "versions": [] }"#, #""versions" is empty; it is such as ["1.2"]"#),
        (#"{ "versions": ["1.1"] }"#, #""1.1" is not a version of TLS; it is "1.2" or "1.3""#),
        (
            #"{ "versions": ["TLSv1.3"] }"#,
            #""TLSv1.3" is not a version of TLS; it is "1.2" or "1.3"; did you mean "1.3"?"#
        ),
        (#"{ "versions": [1.2] }"#, #"an element of "versions" must be a string, not a number; it is "1.2""#),
        (#"{ "versions": ["1.2", "1.2"] }"#, #""1.2" stands twice in "versions""#),
        (#"{ "alpn": [] }"#, #""alpn" is empty; it is such as ["http/1.1"]"#),
        (#"{ "alpn": ["http/1.1", "h2"] }"#, #"HTTP/2 is not built yet, which "h2" is"#),
        (#"{ "alpn": [""] }"#, "a protocol has a name of 1 to 31 bytes"),
        (#"{ "alpn": ["\#(String(repeating: "x", count: 32))"] }"#, "a protocol has a name of 1 to 31 bytes"),
        (#"{ "alpn": ["a", "a"] }"#, #""a" stands twice in "alpn""#),
        (#"{ "alpn": ["1", "2", "3", "4", "5", "6", "7", "8", "9"] }"#, #""alpn" has 8 protocols at most"#),
        (
            #"{ "clientCertificate": "none" }"#,
            #""clientCertificate" cannot be "none"; it is "optional" or "required""#
        ),
        (#"{ "clientCA": 1 }"#, #""clientCA" must be a string, not a number"#),
        (#"{ "clientCA": "none.pem" }"#, #""none.pem": no such file or folder"#),
        (
            #"{ "clientCA": "../ca.pem" }"#,
            #""../ca.pem" is not a file that "clientCA" can be; it lies beside the scenario file, or below a folder "#
                + #"called "files" there"#
        ),
        (
            #"{ "clientCA": "key.pem" }"#,
            #""key.pem" has no certificate; a certificate in PEM begins with -----BEGIN CERTIFICATE-----"#
        ),
        (#"{ "clientCA": "broken.pem" }"#, #""broken.pem": its certificate 1 cannot be read (broken)"#),
        (
            #"{ "minVersion": "1.3" }"#,
            #"unknown field "minVersion" in the TLS of a connection; it is "versions": ["1.2"], those that are spoken"#
        ),
        (
            #"{ "clientAuth": true }"#,
            #"unknown field "clientAuth" in the TLS of a connection; it is "clientCertificate": "required" or "optional""#
        ),
    ])
    func whatIsRefused(tls: String, message: String) {
        #expect(
            load("{ \"accept\": true, \"tls\": \(tls) }").text.split(separator: "\n").first.map(String.init)
                .map { withoutPlace($0) } == "error: " + message)
    }

    @Test func errorsHaveTheirPlace() {
        let found = load(#"{ "accept": true, "tls": { "clientCA": "broken.pem" } }"#).text
        #expect(found.hasPrefix("a.json:1:58: error: "), "\(found)")
    }

    @Test(arguments: [
        (
            #"{ "fail": "tcp/silent", "tls": { "versions": ["1.2"] } }"#,
            #""tls" stands beside "accept": "tcp/silent" takes no request"#
        ),
        (
            #"{ "fail": "tcp/refuse", "tls": { "versions": ["1.2"] } }"#,
            #""tcp/refuse" is a state of the port, in which no connection is accepted: it takes no "tls""#
        ),
    ])
    func itStandsBesideAccept(entry: String, message: String) {
        #expect(load(entry).text.split(separator: "\n").first.map { withoutPlace(String($0)) } == "error: " + message)
    }

    @Test func elsewhereItsPlaceIsTold() {
        #expect(
            messages(#"{ "tls": { "versions": ["1.2"] }, "rules": [{ "reply": {} }] }"#).map(withoutPlace) == [
                #"error: unknown field "tls" in a scenario; it belongs in an entry of "connections": [{ "accept": true, "tls": { … } }]"#
            ])
        #expect(
            ruleMessages(#""tls": { "version": "1.2" }, "reply": {}"#) == [
                #"error: unknown field "tls" in a rule; it belongs in "match": { "tls": { "version": "1.2" } }"#
            ])
    }

    @Test func settingsHaveWhatTheySay() throws {
        let one = try settings(#"{ "versions": ["1.2"], "alpn": ["http/1.1", "é"], "clientCertificate": "optional" }"#)
        #expect(one.versions == [.tls12] && one.alpn == ["http/1.1", "é"])
        #expect(one.clientCertificate == .optional && one.clientAuthorities.isEmpty)
        let other = try settings(#"{ "clientCA": "ca.pem" }"#)
        #expect(other.versions == [.tls12, .tls13] && other.alpn == ["http/1.1"])
        #expect(other.clientCertificate == .required && other.clientAuthorities == Array(Self.pem.utf8))
        let optional = try settings(#"{ "clientCA": "files/more/ca.pem", "clientCertificate": "optional" }"#)
        #expect(
            optional.clientCertificate == .optional && optional.clientAuthorities == Array((Self.pem + Self.pem).utf8))
    }

    @Test func equalSettingsAreShared() throws {
        let plans = try plans(
            #"""
            { "accept": true, "tls": { "clientCA": "ca.pem", "versions": ["1.3"] } }, { "accept": true },
            { "accept": true, "tls": { "versions": ["1.3"], "clientCertificate": "required", "clientCA": "ca.pem" } },
            { "accept": true, "tls": { "versions": ["1.3"] } }, { "accept": true, "tls": { "versions": ["1.3", "1.2"] } }
            """#)
        #expect(plans[0].tls === plans[2].tls && plans[0].tls !== plans[3].tls)
        #expect(plans[1].tls == nil && plans[4].tls === TLSSettings.standard)
    }

    // MARK: Failures

    /// What this system's policy forbids is an error for who serves, and a warning for who only checks.
    @Test func aFailureThatIsForbiddenHereIsToldOf() {
        let entry = #"{ "fail": "tls/old-version/1.1" }"#
        let message = "tls/old-version/1.1 cannot be had here: this system's policy forbids that"
        #expect(load(entry).text.contains("error: \(message)"))
        let checked = load(entry, isForServing: false)
        #expect(checked.text.contains("warning: \(message)") && !checked.hasErrors)
        #expect(!load(#"{ "fail": "tls/expired" }"#).hasErrors)
    }

    @Test func aFailureOfOneVersionNeedsIt() {
        #expect(
            load(#"{ "fail": "tls/hello-request", "tls": { "versions": ["1.3"] } }"#).text.contains(
                #"tls/hello-request needs TLS 1.2, which the "versions" beside it leave out; leave "versions" out"#))
        #expect(!load(#"{ "fail": "tls/hello-request", "tls": { "versions": ["1.2"] } }"#).hasErrors)
    }

    /// Of a whole connection, the end of an answer is where it is.
    @Test func anEndOfAnAnswerTakesNothing() throws {
        let text = load(#"{ "fail": "tls/close-notify-mid-body", "with": { "after": 3 } }"#).text
        #expect(
            text.contains(
                #"tls/close-notify-mid-body takes nothing in "connections"; in a rule it says where the answer ends"#))
        let plan = try #require(try plans(#"{ "fail": "tls/close-notify-mid-body" }"#).first)
        #expect(plan.tls?.fault?.record == .closeNotifyMidBody)
    }

    /// A name with a variant, and its parameter, are the same.
    @Test func aVariantIsANameOfItsOwn() throws {
        let named = try #require(try plans(#"{ "fail": "tls/unrecognized-name/warning" }"#).first)
        let given = try #require(
            try plans(#"{ "fail": "tls/unrecognized-name", "with": { "level": "warning" } }"#).first)
        #expect(named.tls?.fault == given.tls?.fault && named.tls?.fault?.warning == TLSAlert(rawValue: 112))
        #expect(named.failure == "tls/unrecognized-name/warning")
    }
}
