import Engine
import JSONText
import Rules
import TestSupport
import Testing
import Wire

@testable import Mishap

/// What the journal has of TLS.
@Suite struct JournalTLSTests {
    private static let scenario = CompiledScenario.empty("a")
    private static let info = TLSInfo(
        version: .tls13, serverName: "a.example", alpn: "http/1.1", isResumed: true, clientCertificate: "CN=client")

    private static func request(_ tls: TLSInfo?) -> Request {
        let request = Request.make("POST", "/a", fields: [("Host", "a.example")], body: Array("abc".utf8))
        request.tls = tls
        return request
    }

    private static func records(_ bytes: [UInt8]) -> [JSONValue] {
        var found: [JSONValue] = []
        JournalRecord.forEach(in: JournalBlock.Written(copying: bytes)) { found.append($0.json { _ in scenario }) }
        return found
    }

    private static func bytes(
        _ request: Request, _ extras: JournalExtras = JournalExtras(),
        _ change: (inout JournalRecord.Facts) -> Void = { _ in }
    ) -> [UInt8] {
        var facts = JournalRecord.Facts()
        facts.bodyCount = UInt64(request.body.count)
        change(&facts)
        return JournalRecord.bytes(facts, request, Array("HTTP/1.1 200\r\n\r\n".utf8), extras)
    }

    @Test func anEntryHasWhatWasAgreedOn() throws {
        var extras = JournalExtras()
        extras.add(failure: "tcp/reset")
        let written =
            Self.bytes(Self.request(Self.info)) + Self.bytes(Self.request(nil))
            + Self.bytes(Self.request(TLSInfo(version: .tls12)), extras)
        let entries = Self.records(written)
        try #require(entries.count == 3)
        #expect(
            entries[0]["tls"]
                == .object([
                    ("version", "1.3"), ("serverName", "a.example"), ("alpn", "http/1.1"), ("resumed", true),
                    ("clientCertificate", "CN=client"),
                ]))
        #expect(entries[1]["tls"] == nil)
        #expect(entries[2]["tls"] == ["version": "1.2", "resumed": false])
        #expect(entries[2]["failure"] == "tcp/reset")
        #expect(entries.allSatisfy { $0["body"] == "abc" && $0["target"] == "/a" })
    }

    @Test func inTheClearNoRecordIsLonger() {
        let clear = Self.bytes(Self.request(nil)).count
        let short = TLSInfo(version: .tls13)
        #expect(Self.bytes(Self.request(short)).count - clear <= 8)
        #expect(Self.bytes(Self.request(Self.info)).count - clear >= Self.info.encoded.count - 8)
    }

    /// By which expectations and `match` of a journal judge it.
    @Test func theRequestOfARecordHasIt() {
        var requests: [Request] = []
        let block = JournalBlock.Written(copying: Self.bytes(Self.request(Self.info)) + Self.bytes(Self.request(nil)))
        JournalRecord.forEach(in: block) { requests.append($0.request) }
        #expect(requests.map(\.tls) == [Self.info, nil])
        #expect(requests.map(\.host) == [Array("a.example".utf8), Array("a.example".utf8)])
    }

    @Test(
        arguments: [
            (
                48, nil, "unknown_ca",
                "the TLS handshake did not end well: the client does not trust the certificate (mishap ca has the authority's)"
            ),
            (
                nil, 120, "no_application_protocol",
                "the TLS handshake did not end well: the client wants none of the protocols that are spoken here (ALPN)"
            ),
            (nil, 50, "decode_error", "the TLS handshake did not end well"),
            (200, nil, "200", "the TLS handshake did not end well"),
            (nil, nil, nil, "the TLS handshake did not end well"),
        ] as [(UInt8?, UInt8?, String?, String)])
    func aConnectionHasItsAlerts(alert: UInt8?, sent: UInt8?, name: String?, note: String) throws {
        var extras = JournalExtras()
        extras.add(alert: alert.map { TLSAlert(rawValue: $0) }, sent: sent.map { TLSAlert(rawValue: $0) })
        let received = Request()
        received.body = [0x16, 3, 1, 0xFF]
        let entry = try #require(
            Self.records(Self.bytes(received, extras) { ($0.flags, $0.notes) = (.noRequest, .handshake) }).first)
        #expect(entry["alert"] == (alert == nil ? nil : name.map { .string($0) }))
        #expect(entry["sent"]?["alert"] == (sent == nil ? nil : name.map { .string($0) }))
        #expect(entry["tls"] == nil && entry["notes"] == .array([.string(note)]))
        #expect(entry["received"]?["base64"] == "FgMB/w==")
    }

    @Test func aConnectionWithoutARequestMayHaveTLS() throws {
        let received = Request()
        received.tls = Self.info
        let entry = try #require(Self.records(Self.bytes(received) { $0.flags = .noRequest }).first)
        #expect(entry["tls"]?["serverName"] == "a.example" && entry["notes"] == nil && entry["alert"] == nil)
        func notes(_ count: UInt64) throws -> JSONValue? {
            let bytes = Self.bytes(received) { ($0.flags, $0.notes, $0.bodyCount) = (.noRequest, .handshake, count) }
            return try #require(Self.records(bytes).first)["notes"]
        }
        #expect(try notes(4) == ["TLS within TLS, which is not spoken here"])
        #expect(try notes(0) == ["the client left behind the TLS handshake, without a request"])
        let socks = Self.records(Self.bytes(Request()) { ($0.flags, $0.notes) = (.noRequest, .socks) })
        #expect(socks.first?["notes"] == ["the client takes this port for a SOCKS proxy, which it is not"])
    }
}
