import TestSupport
import Testing

/// Each shipped scenario on the wire, byte for byte, and how it ends.
@Suite(.descriptors(10)) struct ShippedScenariosTests {
    static let rows = ScenarioRow.http + ScenarioRow.tcp
    /// For this suite alone: its journals are read.
    private static let gateway = Result { try RunningGateway(shipped: ()) }

    @Test(arguments: ["http", "tcp"]) func everyShippedScenarioHasARow(folder: String) throws {
        let names = Self.rows.map(\.name).filter { $0.hasPrefix(folder + "/") }.sorted()
        #expect(try Repository.scenarios(in: folder) == names)
    }

    @Test(arguments: rows) func theWireSaysWhatTheScenarioSays(row: ScenarioRow) async throws {
        let gateway = try Self.gateway.get()
        try await aside {
            let connection = try gateway.connect()
            let begin = ContinuousClock.now
            connection.send(row.request)
            var counts = [Self.expectAnswer(row, connection, since: begin)]
            if case .kept = row.ending {
                connection.send(row.request)
                counts.append(Self.expectAnswer(row, connection, since: begin))
            }
            try Self.expectJournal(row, counts, gateway)
        }
    }

    /// Bytes of the answer.
    private static func expectAnswer(
        _ row: ScenarioRow, _ connection: RawConnection, since begin: ContinuousClock.Instant
    ) -> Int {
        switch row.ending {
        case .closed, .reset:
            let answer = connection.receive(within: .seconds(5))
            row.expect(answer.bytes)
            if case .reset = row.ending {
                #expect(answer.ending == .reset)
            } else {
                #expect(answer.ending == .end)
            }
            return answer.bytes.count
        case .kept, .held:
            let answer = connection.receive(within: .seconds(5)) { bytes in
                bytes.count >= row.count && bytes.withoutDates.count >= row.count
            }
            row.expect(answer.bytes)
            let silence = connection.receive(within: .milliseconds(60))
            #expect(silence.bytes.isEmpty && silence.ending == .open, "\(row.name): \(silence)")
            return answer.bytes.count
        case .unfinished(let time):
            let answer = connection.receive(within: .seconds(5)) { $0.withoutDates.count >= row.count }
            #expect(ContinuousClock.now - begin >= time)
            row.expect(Array(answer.bytes.withoutDates.prefix(row.count)))
            #expect(answer.ending == .open)
            return answer.bytes.count
        }
    }

    /// The journal knows how it ended, and counted every byte.
    private static func expectJournal(_ row: ScenarioRow, _ counts: [Int], _ gateway: RunningGateway) throws {
        let session = row.name.replacing("/", with: "--")
        let ending: String? =
            switch row.ending {
            case .closed: "closed"
            case .reset: "reset"
            case .kept: "complete"
            case .held, .unfinished: nil
            }
        let entries = try gateway.journal(session, ended: ending == nil ? 0 : counts.count).entries
        #expect(entries.map(\.ending) == counts.map { _ in ending })
        #expect(entries.map(\.failure) == counts.map { _ in row.name.replacing("/status-", with: "/status/") })
        if case .unfinished = row.ending {
            #expect(entries[0].sent.bytes >= counts[0])
        } else {
            #expect(entries.map(\.sent.bytes) == counts)
        }
    }
}
