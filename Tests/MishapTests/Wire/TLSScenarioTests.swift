import Foundation
import JSONText
import ScenarioFiles
import TLSClient
import TestSupport
import Testing
import Wire

@testable import Mishap

/// What scenarios say of TLS, and what the journal and verdicts have of it, over sockets.
@Suite(.descriptors) struct TLSScenarioTests {
    /// A folder with scenarios and certificates, and a gateway that serves it.
    private struct Site {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-tls-\(UUID())")
        let gateway: RunningGateway

        init(_ files: [String: String]) throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
            gateway = try RunningGateway(loading: [folder.path()])
        }

        /// A session of a scenario with a port of its own.
        func session(_ scenario: String) throws -> (id: String, port: UInt16) {
            let called = try gateway.call("POST", "sessions", "{ \"scenario\": \"\(scenario)\" }")
            guard case .string(let id)? = called.json["id"], case .number(let port)? = called.json["port"],
                let number = UInt16(port)
            else { throw RunningGateway.SessionRefused(called: called) }
            return (id, number)
        }

        func entries(_ id: String, _ count: Int, _ query: String = "") throws -> [JSONValue] {
            var entries: [JSONValue] = []
            waitUntil {
                guard let called = try? gateway.call("GET", "sessions/\(id)/journal\(query)"),
                    case .array(let found)? = called.json["entries"]
                else { return false }
                entries = found
                return found.count >= count
            }
            return entries
        }
    }

    private static func get(_ connection: some ClientConnection, _ target: String = "/", host: String = "localhost")
        -> String
    {
        connection.send(request(target, host: host))
        return connection.receiveResponse().body
    }

    /// What the server did to a handshake that must not succeed: under TLS 1.3 the client may learn of it at its first read only.
    private static func refusal(_ port: UInt16, _ settings: ClientSettings) throws -> String? {
        do {
            let connection = try TLSConnection(port: port, settings: settings)
            return connection.receive(within: .seconds(30)).alert?.name
        } catch let failure as TLSConnection.Failure {
            return failure.alert?.name
        }
    }

    private static let shop = #"""
        { "rules": [
            { "name": "named", "match": { "tls": { "serverName": "shop.test" }, "host": "shop.test" }, "reply": { "text": "named" } },
            { "name": "old", "match": { "tls": { "version": "1.2" } }, "reply": { "text": "old" } },
            { "name": "secure", "match": { "tls": { "exists": true }, "protocol": "HTTP/1.1" }, "reply": { "text": "secure" } },
            { "name": "clear", "match": { "not": { "tls": { "exists": true } } }, "reply": { "text": "clear" } } ],
          "expect": [
            { "name": "once over 1.2", "match": { "tls": { "version": "1.2" } }, "requests": 1 },
            { "name": "all that is named is over TLS", "rule": "named", "requests": 1, "every": { "tls": { "version": "1.3" } } },
            { "name": "never by this name", "match": { "tls": { "serverName": "other.test" } }, "requests": 0 } ] }
        """#

    @Test func rulesJournalAndVerdictsKnowTLS() throws {
        let site = try Site(["shop.json": Self.shop])
        let port = site.gateway.port
        let modern = try ClientSettings(versions: [.tls13], alpn: ["h2", "http/1.1"])
        #expect(
            Self.get(try TLSConnection(port: port, settings: modern, serverName: "shop.test"), host: "SHOP.test:1")
                == "named")
        #expect(Self.get(try TLSConnection(port: port, settings: ClientSettings(versions: [.tls12]))) == "old")
        let last = try TLSConnection(port: port, settings: modern, serverName: "shop.test")
        #expect(Self.get(last) == "secure" && Self.get(last, host: "shop.test") == "named")
        #expect(Self.get(try site.gateway.connect()) == "clear")

        let entries = try site.entries("default", 5).sorted { "\($0["seq"]!)" < "\($1["seq"]!)" }
        #expect(
            entries.map { $0["tls"] } == [
                .object([("version", "1.3"), ("serverName", "shop.test"), ("alpn", "http/1.1"), ("resumed", false)]),
                ["version": "1.2", "resumed": false],
                .object([("version", "1.3"), ("serverName", "shop.test"), ("alpn", "http/1.1"), ("resumed", false)]),
                .object([("version", "1.3"), ("serverName", "shop.test"), ("alpn", "http/1.1"), ("resumed", false)]),
                nil,
            ])
        #expect(entries.allSatisfy { $0["protocol"] == "HTTP/1.1" })
        let old = try site.entries("default", 1, "?match=%7B%22tls%22:%7B%22version%22:%221.2%22%7D%7D")
        #expect(old.map { $0["rule"] } == ["old"])
        let verdict = try site.gateway.call("GET", "sessions/default/verdict").json
        guard case .array(let found)? = verdict["expectations"] else {
            Issue.record("\(verdict)")
            return
        }
        #expect(found.map { $0["outcome"] } == ["passed", "failed", "passed"])
    }

    @Test func connectionsHaveTheVersionsAndProtocolsThatTheySay() throws {
        let site = try Site([
            "old.json": #"""
            { "connections": [ { "accept": true, "tls": { "versions": ["1.2"], "alpn": ["x", "http/1.1"] } } ],
              "rules": [ { "match": { "tls": { "exists": true } }, "reply": { "text": "tls" } }, { "reply": { "text": "clear" } } ] }
            """#
        ])
        let (id, port) = try site.session("old")
        let both = try TLSConnection(port: port, settings: ClientSettings(alpn: ["http/1.1", "x"]))
        #expect(both.version == .tls12 && both.session.alpn == "x" && Self.get(both) == "tls")
        #expect(Self.get(try RawConnection(port: port)) == "clear")
        #expect(try Self.refusal(port, ClientSettings(versions: [.tls13])) == "protocol_version")
        #expect(try Self.refusal(port, ClientSettings(alpn: ["h2"])) == "no_application_protocol")
        let entries = try site.entries(id, 4)
        let refused = entries.filter { $0["method"] == nil }
        #expect(
            Set(refused.map { "\($0["sent"]?["alert"] ?? .null) \($0["notes"] ?? .null)" }) == [
                "\(JSONValue.string("protocol_version")) \(JSONValue.array(["the TLS handshake did not end well: the client speaks no version of TLS that is spoken here"]))",
                "\(JSONValue.string("no_application_protocol")) \(JSONValue.array(["the TLS handshake did not end well: the client wants none of the protocols that are spoken here (ALPN)"]))",
            ])
        #expect(entries.contains { $0["tls"]?["alpn"] == "x" && $0["tls"]?["version"] == "1.2" })
    }

    @Test(arguments: [ClientSettings.Version.tls12, .tls13])
    func certificatesOfClientsAreAskedFor(version: ClientSettings.Version) throws {
        let (known, other) = (
            try TestCertificate(subject: "/O=Acme/CN=client, one"), try TestCertificate(subject: "/CN=other")
        )
        let rules = #"""
            "rules": [
              { "match": { "tls": { "clientCertificate": "CN=client\\, one,O=Acme" } }, "reply": { "text": "known" } },
              { "match": { "tls": { "clientCertificate": { "exists": true } } }, "reply": { "text": "another" } },
              { "reply": { "text": "nobody" } } ]
            """#
        let site = try Site([
            "ca.pem": known.certificate,
            "required.json": #"{ "connections": [{ "accept": true, "tls": { "clientCA": "ca.pem" } }], \#(rules) }"#,
            "optional.json":
                #"{ "connections": [{ "accept": true, "tls": { "clientCA": "ca.pem", "clientCertificate": "optional" } }], \#(rules) }"#,
            "anyone.json":
                #"{ "connections": [{ "accept": true, "tls": { "clientCertificate": "optional" } }], \#(rules) }"#,
        ])
        func settings(_ certificate: TestCertificate?) throws -> ClientSettings {
            try ClientSettings(versions: [version], certificate: certificate?.ofClient)
        }
        func ask(_ port: UInt16, _ certificate: TestCertificate?) throws -> String {
            Self.get(try TLSConnection(port: port, settings: settings(certificate)))
        }
        let required = try site.session("required")
        #expect(try ask(required.port, known) == "known")
        let missing = try Self.refusal(required.port, settings(nil))
        #expect(missing == (version == .tls12 ? "handshake_failure" : "certificate_required"))
        #expect(try Self.refusal(required.port, settings(other)) == "unknown_ca")
        let optional = try site.session("optional")
        #expect(try ask(optional.port, known) == "known")
        #expect(try ask(optional.port, nil) == "nobody")
        #expect(try Self.refusal(optional.port, settings(other)) == "unknown_ca")
        let anyone = try site.session("anyone")
        #expect(try ask(anyone.port, other) == "another")
        let entries = try site.entries(required.id, 3)
        #expect(entries.contains { $0["tls"]?["clientCertificate"] == #"CN=client\, one,O=Acme"# })
        #expect(entries.contains { $0["sent"]?["alert"] == "unknown_ca" && $0["method"] == nil })
    }

    @Test func certificatesAreReadWhenTheFileIs() throws {
        let broken = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-tls-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let scenario =
            #"{ "connections": [{ "accept": true, "tls": { "clientCA": "ca.pem" } }], "rules": [{ "reply": {} }] }"#
        try Data(scenario.utf8).write(to: folder.appending(path: "a.json"))
        try Data(broken.utf8).write(to: folder.appending(path: "ca.pem"))
        let loaded = Gateway.load([folder.path()])
        #expect(
            loaded.result.text.contains(#""ca.pem": a certificate in it cannot be read: "#), "\(loaded.result.text)")
        // A change of it is a change of the scenario.
        #expect(loaded.filesRead.contains { $0.hasSuffix("/ca.pem") })
        try Data(try TestCertificate(subject: "/CN=a").certificate.utf8).write(to: folder.appending(path: "ca.pem"))
        let again = Gateway.load([folder.path()])
        #expect(!again.result.hasErrors && again.fingerprints != loaded.fingerprints)
    }

    @Test func aScenarioThatIsGivenWholeHasNoFiles() throws {
        let gateway = try RunningGateway(rules: #"{ "reply": {} }"#)
        let called = try gateway.call(
            "POST", "sessions",
            #"{ "scenario": { "connections": [{ "accept": true, "tls": { "clientCA": "ca.pem" } }], "rules": [{ "reply": {} }] } }"#
        )
        #expect(
            called.status == 422 && called.text.contains("a scenario that is given whole has no files"), "\(called)")
    }

    /// With the plaintext that came, and whether a close_notify came before the FIN.
    @Test(arguments: [
        (#""reply": { "text": "0123456789" }, "cut": { "after": 4, "end": "close" }"#, "0123", false),
        (#""reply": { "text": "0123456789" }, "cut": { "after": 4, "end": "close-notify" }"#, "0123", true),
        (#""fail": "tcp/close""#, "", false),
        (#""fail": "tcp/close-mid-body", "reply": { "text": "0123456789" }, "with": { "after": 3 }"#, "012", false),
        (#""fail": "tcp/slow-close", "reply": { "text": "0123" }, "with": { "after": "1ms" }"#, "0123", true),
        (#""fail": "http/length-too-long", "reply": { "text": "01" }, "with": { "by": "close" }"#, "01", false),
        (#""fail": "http/length-too-long", "reply": { "text": "01" }, "with": { "by": "close-notify" }"#, "01", true),
        (#""reply": { "text": "0123", "framing": "close" }"#, "0123", true),
    ])
    func aStreamThatBreaksOffHasNoCloseNotify(rule: String, body: String, isOrderly: Bool) throws {
        let gateway = try RunningGateway(rules: "{ \(rule) }")
        let connection = try TLSConnection(port: gateway.port)
        connection.send(request("/"))
        let received = connection.receive(within: .seconds(60))
        #expect(received.closeNotify == isOrderly && received.ending == .end, "\(received)")
        #expect(received.body == body)
        // In the clear both are a FIN.
        let clear = try gateway.connect()
        clear.send(request("/"))
        let plain = clear.receive(within: .seconds(60))
        #expect(plain.ending == .end && plain.body == body)
    }
}
