import Bytes
import GatewayServer
import Testing
import TestSupport
import Wire

/// The table of scripts over a socket, by each way that an answer can take through the server.
@Suite(.blocking) struct ScriptTableTests {
    /// A way through the server.
    enum Way: String, CaseIterable, Sendable {
        /// A script of a scenario, which is prepared.
        case prepared
        /// One that was made for this request.
        case once
        /// Prepared, behind a delay, for which the socket leaves the library.
        case delayed
        /// From elsewhere, through the exchange's feed.
        case fed
        /// Decided by a worker's thread.
        case judged
        /// The same, behind a delay.
        case judgedAndDelayed
    }

    @Test(arguments: Way.allCases, [false, true])
    func everyScriptIsTheSameBytesAndTheSameEnding(way: Way, overTLS: Bool) throws {
        let rows = ScriptRow.all
        #expect(rows.count >= 120)
        let server = try ScriptedServer { exchange in
            let path = exchange.request.text(exchange.request.path)
            guard let index = Int(path.dropFirst()), exchange.request.isBodyComplete else { return .needsBody }
            let answer = rows[index].answer
            switch way {
            case .prepared: return .plan(WirePlan(answer.script(number: UInt64(index + 1))))
            case .once: return .plan(WirePlan(answer.script(number: 0)))
            case .delayed: return .plan(WirePlan(answer.script(number: UInt64(index + 1)), delay: 2_000_000))
            case .fed:
                let feed = exchange.feed()
                background { feed.finish(answer.script(number: 0)) }
                return .later
            case .judged, .judgedAndDelayed:
                let delay: Nanoseconds = way == .judged ? 0 : 2_000_000
                let plan = WirePlan(answer.script(number: UInt64(index + 1)), delay: delay)
                return .elsewhere(Work { { _, _ in .plan(plan) } })
            }
        }
        for (index, row) in rows.enumerated() { try Self.run(row, index, server, overTLS: overTLS) }
    }

    private static func run(_ row: ScriptRow, _ index: Int, _ server: ScriptedServer, overTLS: Bool) throws {
        let earlier = server.records.count
        let connection: any ClientConnection =
            try overTLS ? TLSConnection(port: server.port) : server.connect()
        let expected = row.bytes
        let times = row.ending == .kept ? 2 : 1
        var heads: [[UInt8]] = []
        for time in 1...times {
            #expect(connection.send(row.request.text("/\(index)")))
            // With its date, where it has one.
            let count = expected.count + (row.isDated ? ScriptRow.dateCount : 0)
            let waitsForEnd = row.ending == .closed || row.ending == .reset
            let answer = connection.receive(within: .seconds(60)) { !waitsForEnd && $0.count >= count }
            let isRight = answer.bytes.withoutDate == expected
            heads.append(Array(answer.bytes.prefix(row.headCount + (row.isDated ? ScriptRow.dateCount : 0))))
            #expect(isRight, "\(row.name), time \(time): \(answer.text.prefix(300)) [\(answer.bytes.count)]")
            switch row.ending {
            case .closed: #expect(answer.ending == .end && answer.closeNotify == overTLS, "\(row.name)")
            case .reset: #expect(answer.ending == .reset, "\(row.name)")
            case .held, .kept: #expect(answer.ending == .open, "\(row.name)")
            }
        }
        if row.ending == .held {
            #expect(connection.receive(within: .milliseconds(10)).ending == .open, "\(row.name)")
        }
        connection.close()
        let records = server.records(earlier + times).dropFirst(earlier)
        #expect(records.count == times, "\(row.name)")
        for (record, head) in zip(records, heads) {
            #expect(record.outcome.head.bytes == head, "\(row.name): \(record.outcome.head.bytes.text)")
            #expect(record.outcome.firstByte >= record.arrived, "\(row.name)")
            #expect(record.outcome.lastByte >= record.outcome.firstByte, "\(row.name)")
            #expect(record.outcome.lastByte <= record.outcome.ended, "\(row.name)")
            #expect(record.outcome.end == row.recordedEnd, "\(row.name): \(record.outcome.end)")
            #expect(record.outcome.bytesSent == expected.count + (row.isDated ? ScriptRow.dateCount : 0), "\(row.name)")
        }
    }
}

extension ScriptRow {
    /// `Date: Sun, 22 Nov 2026 12:00:00 GMT` with its line end.
    static let dateCount = 37

    var recordedEnd: Outcome.End {
        switch ending {
        case .closed: .closed
        case .reset: .reset
        case .held: .held
        case .kept: .complete
        }
    }
}

extension [UInt8] {
    /// Without the field that no test can know.
    fileprivate var withoutDate: [UInt8] {
        guard let range = prefix(400).firstRange(of: "\r\nDate: ".utf8) else { return self }
        return Array(self[..<range.lowerBound] + self[(range.lowerBound + ScriptRow.dateCount)...])
    }
}
