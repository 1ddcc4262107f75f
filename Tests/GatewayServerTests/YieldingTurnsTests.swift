import Testing
import Wire

@testable import GatewayServer

@Suite struct YieldingTurnsTests {
    private static let microsecond: Nanoseconds = 1000

    /// Plays turns of which each look is so long after the one before, and returns how many of them yielded.
    private func yields(
        of turns: inout YieldingTurns, in count: Int, each period: Nanoseconds, for length: Nanoseconds, events: Int,
        from start: inout Nanoseconds
    ) -> Int {
        var yields = 0
        for _ in 0..<count {
            start += period
            guard turns.isDue(at: start) else { continue }
            yields += 1
            start += length
            turns.ended(at: start, events: events)
        }
        return yields
    }

    @Test func aClientOnTheSameCoreIsYieldedTo() {
        var (turns, now) = (YieldingTurns(), 1_000_000_000 as Nanoseconds)
        let yields = yields(
            of: &turns, in: 10_000, each: 20 * Self.microsecond, for: 80 * Self.microsecond, events: 16, from: &now)
        #expect(yields > 10_000 - 2 * YieldingTurns.shortestWait)
    }

    /// A few of its times are as long as a slice of the scheduler.
    @Test func aLongTimeNowAndThenChangesNothing() {
        var (turns, now) = (YieldingTurns(), 1_000_000_000 as Nanoseconds)
        var count = 0
        for _ in 0..<1000 {
            count += yields(
                of: &turns, in: 30, each: 20 * Self.microsecond, for: 80 * Self.microsecond, events: 16, from: &now)
            count += yields(
                of: &turns, in: 1, each: 20 * Self.microsecond, for: 4000 * Self.microsecond, events: 32, from: &now)
        }
        #expect(count > 31_000 - 2 * YieldingTurns.shortestWait)
    }

    @Test func threadsThatComputeAreHardlyEverYieldedTo() {
        var (turns, now) = (YieldingTurns(), 1_000_000_000 as Nanoseconds)
        let yields = yields(
            of: &turns, in: 500_000, each: 20 * Self.microsecond, for: 3000 * Self.microsecond, events: 32, from: &now)
        #expect((1...500).contains(yields), "each trial ends after some dozen times")
    }

    /// Where nobody else wants the core, the call comes back at once, and each look finds one request as before.
    @Test func callsThatBringNothingEndAsWell() {
        var (turns, now) = (YieldingTurns(), 1_000_000_000 as Nanoseconds)
        let yields = yields(
            of: &turns, in: 10_000_000, each: 30 * Self.microsecond, for: Self.microsecond, events: 1, from: &now)
        #expect(yields < 6_000_000)
    }

    @Test func aClientThatSendsNowAndThenIsNeverKeptWaiting() {
        var (turns, now) = (YieldingTurns(), 1_000_000_000 as Nanoseconds)
        let yields = yields(
            of: &turns, in: 100_000, each: YieldingTurns.longestTurn, for: 3000 * Self.microsecond, events: 1,
            from: &now)
        #expect(yields == 0)
    }
}
