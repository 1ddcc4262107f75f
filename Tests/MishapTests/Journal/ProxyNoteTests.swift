import TestSupport
import Testing

/// The note on requests that say that they came by a proxy, where resets may be lost.
@Suite(.descriptors) struct ProxyNoteTests {
    private static let note =
        "the request says that it came by a proxy: resets may arrive as ends; see mishap doctor"

    /// Sends requests to these paths on one connection, with a field if there is one; the notes of all entries.
    private static func notes(_ paths: [String], _ field: String?) throws -> [[String]?] {
        let hello = #"{ "rules": [ { "reply": { "text": "x" } } ] }"#
        let gateway = try RunningGateway(["main": hello, "other": hello])
        let connection = try gateway.connect()
        for path in paths {
            connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\n" + (field.map { "\($0)\r\n" } ?? "") + "\r\n")
            #expect(connection.receiveResponse().body == "x")
        }
        return try gateway.journal("main", ended: paths.count).entries.map(\.notes)
    }

    @Test(arguments: [
        "Via: 1.1 example", "via: 1.1 example", "Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1",
        "x-envoy-expected-rq-timeout-ms: 15000", "X-Envoy-Internal: true",
    ])
    func theFirstEntryOfAConnectionHasIt(field: String) throws {
        #expect(try Self.notes(["/@main/a", "/@main/b"], field) == [[Self.note], nil])
    }

    @Test(arguments: [nil, "Viable: 1", "X-Forwarded-Proto: https", "X-Envoy: 1"] as [String?])
    func whatSaysNothingOfAProxyHasNone(field: String?) throws {
        #expect(try Self.notes(["/@main/a", "/@main/b"], field) == [nil, nil])
    }

    @Test func eachSessionOfAConnectionHasIt() throws {
        let hello = #"{ "rules": [ { "reply": { "text": "x" } } ] }"#
        let gateway = try RunningGateway(["main": hello, "other": hello])
        let connection = try gateway.connect()
        for path in ["/@main~1/a", "/@main~2/a", "/@main~1/b"] {
            connection.send("GET \(path) HTTP/1.1\r\nHost: a\r\nVia: 1.1 b\r\n\r\n")
            #expect(connection.receiveResponse().body == "x")
        }
        #expect(try gateway.journal("main~1", ended: 2).entries.map(\.notes) == [[Self.note], nil])
        #expect(try gateway.journal("main~2", ended: 1).entries.map(\.notes) == [[Self.note]])
    }
}
