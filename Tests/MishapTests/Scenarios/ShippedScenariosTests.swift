import MishapTesting
import Testing

/// Each shipped scenario on the wire, byte for byte, and how it ends.
@Suite struct ShippedScenariosTests {
    static let rows = ScenarioRow.http + ScenarioRow.tcp
    /// All scenarios at once, as `mishap serve` has them.
    static let shipped = Result { try RunningGateway(shipped: ()) }

    @Test(arguments: ["http", "tcp"]) func everyShippedScenarioHasARow(folder: String) throws {
        let names = Self.rows.map(\.name).filter { $0.hasPrefix(folder + "/") }.sorted()
        #expect(try Repository.scenarios(in: folder) == names)
    }

    @Test(arguments: rows) func theWireSaysWhatTheScenarioSays(row: ScenarioRow) async throws {
        let gateway = try Self.shipped.get()
        try await aside {
            let connection = try gateway.connect()
            let begin = ContinuousClock.now
            connection.send(row.request)
            Self.expectAnswer(row, connection, since: begin)
            if case .kept = row.ending {
                connection.send(row.request)
                Self.expectAnswer(row, connection, since: begin)
            }
        }
    }

    private static func expectAnswer(
        _ row: ScenarioRow, _ connection: RawConnection, since begin: ContinuousClock.Instant
    ) {
        switch row.ending {
        case .closed, .reset:
            let answer = connection.receive(within: .seconds(5))
            row.expect(answer.bytes)
            if case .reset = row.ending {
                #expect(answer.ending == .reset)
            } else {
                #expect(answer.ending == .end)
            }
        case .kept, .held:
            let answer = connection.receive(within: .seconds(5)) { bytes in
                bytes.count >= row.count && bytes.withoutDates.count >= row.count
            }
            row.expect(answer.bytes)
            let silence = connection.receive(within: .milliseconds(60))
            #expect(silence.bytes.isEmpty && silence.ending == .open, "\(row.name): \(silence)")
        case .unfinished(let time):
            let answer = connection.receive(within: .seconds(5)) { $0.withoutDates.count >= row.count }
            #expect(ContinuousClock.now - begin >= time)
            row.expect(Array(answer.bytes.withoutDates.prefix(row.count)))
            #expect(answer.ending == .open)
        }
    }
}
