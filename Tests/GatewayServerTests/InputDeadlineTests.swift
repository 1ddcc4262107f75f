import Testing

@testable import GatewayServer

/// The rule for the time that a client has; the tests of stalled uploads and heads show that connections keep to it.
@Suite struct InputDeadlineTests {
    private static let second: UInt64 = 1_000_000_000

    /// Plays pieces of input that come at these times, each of which moves the deadline to `allowed` after it, and the timer.
    /// Returns when the deadline was over; nil if it never was. `firings`: how often the timer fired.
    private func play(_ pieces: [UInt64], allowed: UInt64) -> (overAt: UInt64?, firings: Int) {
        var deadline = InputDeadline(allowed)
        var (alarm, firings) = (deadline.nextAlarm(), 0)
        for piece in pieces {
            while let time = alarm, time <= piece {
                firings += 1
                deadline.timerIsOver()
                if deadline.isOver(at: time) { return (time, firings) }
                alarm = deadline.nextAlarm()
            }
            deadline.move(to: piece + allowed)
            if let earlier = deadline.nextAlarm() { alarm = earlier }
        }
        return (nil, firings)
    }

    @Test func aBodyThatKeepsComingHasAllTheTime() {
        let allowed = 4 * Self.second
        // A day of pieces, each a moment before the deadline.
        let pieces = (1...21_600).map { UInt64($0) * (allowed - 1) }
        let played = play(pieces, allowed: allowed)
        #expect(played.overAt == nil)
        #expect(played.firings <= pieces.count)
        // A moment after it.
        #expect(play([allowed - 1, 2 * allowed - 1], allowed: allowed).overAt == 2 * allowed - 1)
        #expect(play([allowed + 1], allowed: allowed).overAt == allowed)
    }

    /// A piece costs no timer.
    @Test func aFastBodySetsTheTimerOnceInTheTimeThatIsAllowed() {
        let pieces = (1...10_000).map { UInt64($0) * Self.second / 1_000 }
        let played = play(pieces, allowed: 4 * Self.second)
        #expect(played.overAt == nil && played.firings == 2)
    }

    @Test func bytesOfAHeadOnlyShortenIt() {
        var deadline = InputDeadline(75 * Self.second)
        var alarms = [deadline.nextAlarm()]
        for time in 0...20 {
            deadline.shorten(to: UInt64(30 + time) * Self.second)
            alarms.append(deadline.nextAlarm())
        }
        #expect(deadline.time == 30 * Self.second)
        #expect(alarms.compactMap(\.self) == [75 * Self.second, 30 * Self.second])
        #expect(!deadline.isOver(at: 30 * Self.second - 1) && deadline.isOver(at: 30 * Self.second))
    }

    /// A 100 that a scenario withholds: the client may take its time.
    @Test func withoutADeadlineNoTimerIsSet() {
        var deadline = InputDeadline(.max)
        var alarms = [deadline.nextAlarm()]
        deadline.move(to: Self.second)
        alarms.append(deadline.nextAlarm())
        deadline.move(to: .max)
        alarms.append(deadline.nextAlarm())
        #expect(alarms == [nil, Self.second, nil])
        deadline.timerIsOver()
        #expect(!deadline.isOver(at: .max - 1))
    }
}
