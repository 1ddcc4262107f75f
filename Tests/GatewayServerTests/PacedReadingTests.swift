import Testing
import Wire

@testable import GatewayServer

@Suite struct PacedReadingTests {
    private static let second: Nanoseconds = 1_000_000_000

    /// What may be read at these times, in tenths of a second, and is.
    private static func read(_ paced: inout PacedReading, at tenths: [Nanoseconds]) -> [PacedReading.Allowance] {
        tenths.map { time in
            let allowance = paced.allowance(at: time * second / 10)
            if case .bytes(let count) = allowance { paced.took(count) }
            return allowance
        }
    }

    @Test func bytesBecomeFreeFromTimeToTime() {
        var paced = PacedReading(.pace(Pace(bytes: 10, interval: Self.second / 10)), isOfRequest: false)
        #expect(
            Self.read(&paced, at: [10, 10, 11, 13]) == [
                .bytes(10), .none(until: 11 * Self.second / 10), .bytes(10), .bytes(20),
            ])
    }

    @Test func aTimeInWhichNothingComesIsNotMadeUpFor() {
        var paced = PacedReading(.pace(Pace(bytes: 10, interval: Self.second / 10)), isOfRequest: false)
        #expect(Self.read(&paced, at: [10, 11]) == [.bytes(10), .bytes(10)])
        #expect(paced.allowance(at: 12 * Self.second / 10) == .bytes(10))
        paced.rest(at: 12 * Self.second / 10)
        #expect(Self.read(&paced, at: [12]) == [.bytes(10)])
        // Nor is a time in which nobody reads, as while an answer is delayed: no more than that of a second.
        #expect(Self.read(&paced, at: [10_000]) == [.bytes(110)])
    }

    /// However short the interval is, it takes no loop.
    @Test func shortIntervalsAreCounted() {
        var paced = PacedReading(.pace(Pace(bytes: 1, interval: 1)), isOfRequest: false)
        _ = paced.allowance(at: 1)
        paced.took(1)
        #expect(paced.allowance(at: 3_600 * Self.second) == .bytes(1_000_000_001))
    }

    @Test func aPauseComesBehindSoManyBytes() {
        var paced = PacedReading(.pause(after: 10, for: Self.second), isOfRequest: true, holding: Array(0..<15))
        #expect(paced.allowance(at: 5) == .bytes(10))
        #expect(Array(paced.takeHeld(most: 10)) == Array(0..<10))
        #expect(paced.allowance(at: 6) == .none(until: 6 + Self.second))
        #expect(paced.allowance(at: 6 + Self.second) == .all)
        #expect(Array(paced.held) == Array(10..<15))
    }
}
