import Engine
import Rules
import Testing
import Wire

@Suite struct PortScheduleTests {
    private static let second: Nanoseconds = 1_000_000_000

    private static func connection(_ act: ConnectionPlan.Act, _ times: Int = 1) -> ConnectionEntry {
        .connection(ConnectionPlan(act), times: times)
    }

    private static func refuse(_ seconds: Nanoseconds? = nil) -> ConnectionEntry {
        .port(.refuse, for: seconds.map { $0 * second }, failure: "tcp/refuse")
    }

    private static func wait(_ seconds: Nanoseconds? = nil) -> ConnectionEntry {
        .port(.connectTimeout, for: seconds.map { $0 * second }, failure: "tcp/connect-timeout")
    }

    /// What happens to a port that opens at 100 s, and what it tells then. Times are in seconds from there.
    enum Step: Sendable {
        case accept(Nanoseconds, ConnectionPlan.Act)
        case put(Nanoseconds, PortState)
        case state(Nanoseconds, PortState, until: Nanoseconds? = nil)
    }

    @Test(
        arguments: [
            ("nothing is served", [], [.state(0, .open), .accept(0, .serve), .state(5, .open)]),
            (
                "so many connections, and the last stays",
                [connection(.reset, 2), connection(.silence), connection(.close)],
                [
                    .accept(0, .reset), .accept(1, .reset), .accept(1, .silence), .accept(2, .close),
                    .accept(9, .close),
                    .accept(9, .close), .state(9, .open),
                ]
            ),
            (
                "a last one with a number stays too", [connection(.reset, 2)],
                [.accept(0, .reset), .accept(0, .reset), .accept(0, .reset)]
            ),
            (
                "connections for so long, from the first on",
                [.connection(ConnectionPlan(.reset), times: .max, for: 3 * second), wait(2), connection(.close)],
                [
                    .state(5, .open), .accept(10, .reset), .state(10, .open, until: 13), .accept(12, .reset),
                    .state(13, .connectTimeout, until: 15), .state(15, .open), .accept(15, .close),
                ]
            ),
            (
                "a state from the opening on", [refuse(3), connection(.silence)],
                [
                    .state(0, .refuse, until: 3), .state(2, .refuse, until: 3), .state(3, .open), .accept(3, .silence),
                    .state(9, .open),
                ]
            ),
            (
                "a state from the last connection of the entry before",
                [connection(.close, 2), wait(3), connection(.reset)],
                [
                    .accept(1, .close), .state(7, .open), .accept(10, .close), .state(10, .connectTimeout, until: 13),
                    .state(12, .connectTimeout, until: 13), .state(13, .open), .accept(14, .reset),
                ]
            ),
            (
                "states in a row, looked at once in a while", [refuse(2), wait(3), refuse(1), connection(.silence)],
                [
                    .state(0, .refuse, until: 2), .state(2, .connectTimeout, until: 5), .state(5, .refuse, until: 6),
                    .state(6, .open), .accept(6, .silence),
                ]
            ),
            (
                "states in a row, looked at late", [refuse(2), wait(3), refuse(10), connection(.silence)],
                [.state(6, .refuse, until: 15), .state(15, .open)]
            ),
            ("a last state ends", [refuse(2)], [.state(1, .refuse, until: 2), .state(2, .open), .accept(3, .serve)]),
            (
                "a state without a time lasts until the port is opened", [refuse(), wait(), connection(.close)],
                [
                    .state(0, .refuse), .state(1000, .refuse), .put(1000, .open), .state(1000, .connectTimeout),
                    .put(2000, .open), .state(2000, .open), .accept(2000, .close), .state(3000, .open),
                ]
            ),
            (
                "what follows a state without a time counts from its end", [refuse(), wait(3)],
                [.put(10, .open), .state(10, .connectTimeout, until: 13), .state(13, .open)]
            ),
            (
                "what is put holds", [connection(.reset, 1), connection(.serve)],
                [
                    .put(1, .refuse), .state(1, .refuse), .state(1000, .refuse), .put(1000, .connectTimeout),
                    .state(2000, .connectTimeout), .put(2000, .open), .state(2000, .open), .accept(2000, .reset),
                    .accept(2000, .serve),
                ]
            ),
            (
                "time runs on meanwhile", [refuse(3), wait(5), connection(.silence)],
                [
                    .put(1, .connectTimeout), .state(4, .connectTimeout), .put(5, .open),
                    .state(5, .connectTimeout, until: 8), .put(6, .refuse), .state(9, .refuse), .put(9, .open),
                    .state(9, .open),
                ]
            ),
            (
                "opening it leaves a state its time", [refuse(3)],
                [.put(1, .open), .state(1, .refuse, until: 3), .state(3, .open)]
            ),
            (
                "what came before it was closed gets what follows",
                [refuse(3), connection(.silence, 1), connection(.close)],
                [.accept(1, .silence), .state(1, .refuse, until: 3), .accept(3, .silence), .accept(3, .close)]
            ),
        ] as [(String, [ConnectionEntry], [Step])])
    func whatAPortDoes(name: String, entries: [ConnectionEntry], steps: [Step]) {
        let opened: Nanoseconds = 100 * Self.second
        var schedule = PortSchedule(entries, openedAt: opened)
        for (index, step) in steps.enumerated() {
            switch step {
            case .accept(let time, let act):
                #expect(schedule.accepted(at: opened + time * Self.second).act == act, "\(name), step \(index)")
            case .put(let time, let state): schedule.put(state, at: opened + time * Self.second)
            case .state(let time, let state, let until):
                let told = schedule.state(at: opened + time * Self.second)
                #expect(told.state == state, "\(name), step \(index)")
                #expect(told.until == until.map { opened + $0 * Self.second }, "\(name), step \(index)")
                #expect(told.failure == (state == .open ? nil : "tcp/\(state.rawValue)"), "\(name), step \(index)")
            }
        }
    }

    @Test func aTimeWithoutEndHasNone() {
        var schedule = PortSchedule([.port(.refuse, for: .max, failure: "tcp/refuse")], openedAt: 5)
        #expect(schedule.state(at: .max - 1).state == .refuse)
        #expect(schedule.state(at: 7).until == .max)
    }
}
