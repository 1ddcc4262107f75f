import Foundation
import TestSupport
import Testing

@testable import mishap_soak

/// A few seconds of `make soak`, and whether it would notice.
@Suite(.blocking) struct SoakTests {
    private static let fine = Interval(
        requests: 1_000, cpu: 0.05, p99: 1, threads: 7, descriptors: 20, memory: 100_000, surprises: 0)

    private static func report(_ change: (inout Interval) -> Void) -> SoakReport {
        var last = fine
        change(&last)
        // What comes before the first that counts is not compared.
        var before = fine
        (before.memory, before.threads) = (1, 1)
        return SoakReport(intervals: [before, fine, fine, last], first: 1)
    }

    @Test func theSameAtTheEndPasses() {
        let report = Self.report { _ in }
        #expect(report.outcome == .passed && report.exceeded.isEmpty)
    }

    @Test func whatIsJustWithinTheBoundsPasses() {
        let report = Self.report { last in
            last.memory = 105_000 + 4_096
            last.cpu = 0.0549
            last.p99 = 2
        }
        #expect(report.exceeded.isEmpty)
    }

    @Test func eachBoundIsJudged() {
        #expect(Self.report { $0.threads = 8 }.exceeded == ["threads: 7, then 8"])
        #expect(Self.report { $0.threads = 6 }.exceeded == ["threads: 7, then 6"])
        #expect(Self.report { $0.descriptors = 21 }.exceeded == ["descriptors: 20, then 21"])
        #expect(
            Self.report { $0.memory = 109_097 }.exceeded == ["memory: 100000 KiB, then 109097, more than 109096"])
        #expect(Self.report { $0.cpu = 0.0551 }.exceeded == ["CPU a request: 50.0 µs, then 55.1"])
        #expect(Self.report { $0.p99 = 2.01 }.exceeded == ["p99: 1.0 ms, then 2.01"])
        #expect(Self.report { $0.surprises = 2 }.exceeded == ["answers other than expected: 2"])
        #expect(Self.report { ($0.requests, $0.cpu) = (0, 0) }.exceeded == ["interval 4: no requests"])
        #expect(Self.report { $0.p99 = 3 }.outcome == .failed)
    }

    @Test func surprisesFailAtAnyTime() {
        var report = Self.report { _ in }
        report.intervals[0].surprises = 1
        #expect(report.outcome == .failed)
        report.first = nil
        #expect(report.outcome == .failed)
    }

    @Test func aRunThatIsTooShortIsNotJudged() {
        var report = Self.report { $0.threads = 8 }
        report.first = 3
        #expect(report.outcome == .notJudged)
        report.first = nil
        #expect(report.outcome == .notJudged)
        report.hasEnded = true
        #expect(report.outcome == .failed)
    }

    @Test func exitCodesDiffer() {
        #expect([SoakOutcome.passed, .failed, .notRun, .notJudged].map(\.code) == [0, 1, 2, 3])
    }

    @Test func p99IsOfAllLatencies() {
        #expect(SoakRun.percentile99((1...1_000).reversed().map { $0 * 1_000_000 }) == 991)
        #expect(SoakRun.percentile99([]) == 0)
    }

    @Test func optionsAreRead() throws {
        let options = try SoakOptions(["--minutes", "2", "--seed", "7", "--binary", "x"])
        #expect(options.seconds == 120 && options.seed == 7 && options.binary == "x" && options.interval == 12)
        #expect(try SoakOptions([]).interval == 60)
        for wrong in [["--minutes"], ["--minutes", "x"], ["--seed", "-1"], ["--sed", "1"]] {
            #expect(throws: SoakError.self) { try SoakOptions(wrong) }
        }
    }

    @Test func theSameSeedMakesTheSameChoices() {
        var (one, other, third) = (SeededGenerator(1), SeededGenerator(1), SeededGenerator(2))
        #expect((0..<10).allSatisfy { _ in one.next() == other.next() })
        #expect(one.next() != third.next())
    }

    /// The program of this build, for some seconds. The figures of so short a run say nothing of memory and latency.
    @Test(.slow) func aShortRunGetsTheAnswersThatItExpects() throws {
        var options = SoakOptions()
        (options.seconds, options.intervals) = (5, 4)
        options.sessions = 50
        options.clients = 2
        (options.evicted, options.turnover) = (0, 0)
        options.binary = Repository.program("mishap")
        let report = try SoakRun(options).run()
        #expect(!report.hasEnded && report.canBeJudged && report.example == nil, "\(report.words)")
        #expect(report.intervals.allSatisfy { $0.requests > 0 && $0.cpu > 0 && $0.memory > 1_000 })
        #expect(report.intervals.count == 4)
        let last = try #require(report.intervals.last)
        #expect(report.intervals.last?.descriptors == report.intervals.first?.descriptors)
        // A thread starts when there is work for it, which in so short a run may be late; but it is none for each request.
        #expect((2...4 * ProcessInfo.processInfo.activeProcessorCount + 8).contains(last.threads), "\(last.threads)")
    }
}
