import Testing

@testable import GatewayServer

@Suite struct OverLimitTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func theFirstIsReportedAtOnceAndTheOthersOnceASecond() {
        var limit = OverLimit()
        let begin = 5 * Self.second
        var actions = [limit.refused(at: begin), limit.refused(at: begin + 1)]
        #expect(actions == [.report(1), .setTimer(begin + Self.second)])
        actions = (2..<1_000).map { limit.refused(at: begin + $0) }
        #expect(actions.allSatisfy { $0 == .nothing })
        actions = [limit.timerFired(at: begin + Self.second), limit.refused(at: begin + Self.second + 1)]
        #expect(actions == [.report(999), .setTimer(begin + 2 * Self.second)])
        actions = [limit.timerFired(at: begin + 2 * Self.second), limit.refused(at: begin + 3 * Self.second)]
        #expect(actions == [.report(1), .report(1)])
    }

    /// A timer may be late: none is lost, and none is counted twice.
    @Test func whatComesBeforeALateTimerIsInItsReport() {
        var limit = OverLimit()
        let actions = [
            limit.refused(at: 0), limit.refused(at: 1), limit.refused(at: 10 * Self.second),
            limit.timerFired(at: 11 * Self.second),
        ]
        #expect(actions == [.report(1), .setTimer(Self.second), .nothing, .report(2)])
    }

    @Test func fewAreKept() {
        var limit = OverLimit()
        var kept = (0...OverLimit.mostOpen).map { _ in limit.keep() }
        #expect(kept == Array(repeating: true, count: OverLimit.mostOpen) + [false])
        limit.closed()
        kept = [limit.keep(), limit.keep()]
        #expect(kept == [true, false])
        #expect(limit.open == OverLimit.mostOpen)
    }
}
