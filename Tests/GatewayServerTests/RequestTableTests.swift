import GatewayServer
import TestSupport
import Testing
import Wire

/// The table of requests by libmicrohttpd's way through the server, by our own reader alone, and within TLS: all come to what
/// `RequestReader` comes to.
@Suite(.blocking) struct RequestTableTests {
    enum Way: CaseIterable, Sendable {
        case library, ownReader, tls
    }

    @Test(arguments: [false, true], Way.allCases)
    func theTableIsReadAsItSays(inPieces: Bool, way: Way) throws {
        let server = try ScriptedServer({
            $0.shards = 1
            $0.readsItself = way == .ownReader
        }) { exchange in
            exchange.request.isBodyComplete
                ? .plan(WirePlan(Reply(status: 200, contentType: "text/plain", text: "ok").script(number: 1)))
                : .needsBody
        }
        for row in RequestRow.all where !inPieces || row.bytes.count < 200 {
            try expect(row, server, inPieces: inPieces, overTLS: way == .tls)
        }
    }

    private func expect(_ row: RequestRow, _ server: ScriptedServer, inPieces: Bool, overTLS: Bool) throws {
        let before = server.records.count
        let connection: any ClientConnection =
            try overTLS ? TLSConnection(port: server.port) : server.connect()
        if inPieces {
            for byte in row.bytes { guard connection.send([byte]) else { break } }
        } else {
            connection.send(row.bytes)
        }
        let statuses = row.outcomes.map { outcome in
            if case .refused(let status) = outcome { status } else { 200 }
        }
        let isLast = statuses.last != 200
        let answer = connection.receive(within: .seconds(60)) { bytes in
            !isLast && Self.statuses(String(decoding: bytes, as: UTF8.self)).count >= statuses.count
        }
        #expect(Self.statuses(answer.text) == statuses, "\(row.name)")
        guard Self.statuses(answer.text) == statuses else { return }
        if isLast { #expect(answer.ending == .end && answer.closeNotify == overTLS, "\(row.name)") }
        let expected = row.outcomes.filter { if case .taken = $0 { true } else { false } }
        func taken() -> [RequestRow.Outcome] {
            server.records[before...].filter { $0.outcome.status == 200 }.map {
                .taken($0.target, String(decoding: $0.body, as: UTF8.self))
            }
        }
        waitUntil { taken().count >= expected.count }
        #expect(taken() == expected, "\(row.name)")
    }

    /// Those of the answers, in their order.
    private static func statuses(_ text: String) -> [Int] {
        text.components(behind: "HTTP/1.1 ").compactMap { part in
            part.dropFirst(3).first == " " ? Int(part.prefix(3)) : nil
        }
    }
}

extension String {
    /// What stands behind each place where the other text does.
    fileprivate func components(behind other: String) -> [Substring] {
        ranges(of: other).map { self[$0.upperBound...] }
    }
}
