import Testing
import Wire

@testable import GatewayServer

/// How exactly the clock of a loop's turn tells when input came. Times are in nanoseconds.
@Suite struct TurnClockTests {
    private static let start: Nanoseconds = 1_000_000_000

    /// A clock that looked at the start and woke with input after a millisecond.
    private static func woken() -> TurnClock {
        var clock = TurnClock(start)
        clock.willLook(at: start, maySleep: true)
        clock.read(start + 1_000_000)
        return clock
    }

    @Test func inputThatWakesTheThreadHasJustCome() {
        let clock = Self.woken()
        #expect(!clock.isStale)
        #expect(clock.now == Self.start + 1_000_000)
        #expect(clock.age(at: clock.now) == 0)
    }

    /// What is read later in the turn may have come since.
    @Test func theAgeGrowsAsTheTurnGoesOn() {
        let clock = Self.woken()
        #expect(clock.age(at: clock.now + 7_000_000) == 7_000_000)
    }

    /// It may have come while the thread was busy: since it looked or woke the last time.
    @Test func inputThatWaitedMayBeAsOldAsTheTurnBefore() {
        var clock = Self.woken()
        clock.goStale()
        clock.willLook(at: Self.start + 6_000_000, maySleep: true)
        clock.read(Self.start + 6_010_000)
        #expect(clock.age(at: clock.now) == 5_010_000 + TurnClock.leastSleep)
        // The turn after that looks again.
        clock.goStale()
        clock.willLook(at: Self.start + 8_000_000, maySleep: true)
        clock.read(Self.start + 8_000_100)
        #expect(clock.age(at: clock.now) == 2_000_100)
    }

    /// As that of a connection which is accepted in the turn that it wakes, and read in the next.
    @Test func aLongSleepMakesNothingOldThatComesAfterIt() {
        var clock = TurnClock(Self.start)
        clock.willLook(at: Self.start, maySleep: true)
        clock.read(Self.start + 2_000_000_000)
        clock.goStale()
        clock.willLook(at: Self.start + 2_000_030_000, maySleep: true)
        clock.read(Self.start + 2_000_040_000)
        #expect(clock.age(at: clock.now) == 40_000 + TurnClock.leastSleep)
    }

    @Test(arguments: [(TurnClock.leastSleep - 1, false), (TurnClock.leastSleep, true)])
    func aShortSleepMayHaveBeenNone(time: Nanoseconds, hasSlept: Bool) {
        var clock = Self.woken()
        clock.goStale()
        clock.willLook(at: Self.start + 2_000_000, maySleep: true)
        clock.read(Self.start + 2_000_000 + time)
        #expect(clock.age(at: clock.now) == (hasSlept ? 0 : 1_000_000 + TurnClock.leastSleep + time))
    }

    /// With work left, it looks without sleeping, however long that takes.
    @Test func whoCouldNotSleepHasNotSlept() {
        var clock = Self.woken()
        clock.goStale()
        clock.willLook(at: Self.start + 2_000_000, maySleep: false)
        clock.read(Self.start + 7_000_000)
        #expect(clock.age(at: clock.now) == 6_000_000 + TurnClock.leastSleep)
    }

    /// What runs at the beginning of a turn, before it looks for input, reads what came since it looked in the one before.
    @Test func whatRunsBeforeItLooksHasAReadingOfItsOwn() {
        var clock = Self.woken()
        clock.goStale()
        #expect(clock.isStale)
        clock.read(Self.start + 3_000_000)
        #expect(clock.age(at: clock.now) == 2_000_000 + TurnClock.leastSleep)
        clock.willLook(at: Self.start + 4_000_000, maySleep: true)
        #expect(clock.isStale)
        clock.read(Self.start + 9_000_000)
        #expect(clock.age(at: clock.now) == 0)
    }
}
