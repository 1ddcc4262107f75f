import CLinux
import Foundation
import Synchronization

/// One run: the load, its intervals, and the judgement.
final class SoakRun {
    private let options: SoakOptions
    private let scenarios: SoakScenarios
    private let server: SoakedServer
    private let load: SoakLoad
    /// Descriptors that are left when no client is there: before the first has come, then after the first interval.
    private var descriptorsAtRest: Int

    init(_ options: SoakOptions) throws {
        self.options = options
        scenarios = try SoakScenarios()
        server = try SoakedServer(options.binary, scenarios.folder)
        descriptorsAtRest = server.descriptors
        load = SoakLoad(server.port, options)
    }

    /// Runs to the end, and says how it went on standard output.
    func run() throws -> SoakReport {
        defer { load.end() }
        let begin = now
        Soak.say("opening \(options.sessions) private sessions")
        load.openSessions(options.sessions)
        var report = SoakReport()
        Soak.tell("  interval  requests  CPU/request  p99      threads  descriptors  memory     surprises")
        while goesOn(report, since: begin) {
            if report.first == nil, areJournalsFull { report.first = report.intervals.count }
            let interval = try measure(begin)
            guard server.isRunning else {
                report.hasEnded = true
                break
            }
            if report.intervals.isEmpty { descriptorsAtRest = interval.descriptors }
            report.intervals.append(interval)
            Soak.tell(line(report.intervals.count, interval, report.first == nil ? "(fills)" : ""))
        }
        report.example = load.example
        Soak.tell(report.words.joined(separator: "\n"))
        return report
    }

    private func goesOn(_ report: SoakReport, since begin: Double) -> Bool {
        if let intervals = options.intervals { return report.intervals.count < intervals }
        // Half as long again, if the journals fill late.
        return now - begin < (report.canBeJudged ? 1 : 1.5) * options.seconds
    }

    private var now: Double { Double(clinux_monotonic_nanoseconds()) / 1e9 }

    /// One interval of load, then a pause in which the resources are read.
    private func measure(_ begin: Double) throws -> Interval {
        let (cpu, start) = (server.cpu, now)
        load.go()
        var nextChange = start
        var nextWord = start + 5
        while now - start < options.interval, server.isRunning {
            if now >= nextChange {
                try scenarios.change()
                nextChange += 3
            }
            if now >= nextWord {
                Soak.say("\(Int(now - begin)) of \(Int(options.seconds)) s, \(load.requests) requests")
                nextWord += 5
            }
            usleep(50_000)
        }
        let counts = load.pause()
        var interval = Interval()
        interval.requests = counts.requests
        interval.surprises = counts.surprises
        interval.p99 = Self.percentile99(counts.latencies)
        interval.cpu = server.cpu - cpu
        settle(&interval)
        return interval
    }

    /// Reads the resources. Descriptors of clients that went away are back within a second, and threads of control calls
    /// end when there are no more, so the least of two seconds counts: on a busy machine of up to a minute, while there are
    /// more descriptors than at rest.
    private func settle(_ interval: inout Interval) {
        let end = now + min(2, options.interval)
        (interval.descriptors, interval.threads) = (.max, .max)
        while now < end || interval.descriptors > descriptorsAtRest && now < end + 60 {
            interval.descriptors = min(interval.descriptors, server.descriptors)
            interval.threads = min(interval.threads, server.threads)
            usleep(20_000)
        }
        interval.memory = server.memory
    }

    /// Whether the journals have filled: those of private sessions do so by being replaced.
    private var areJournalsFull: Bool {
        load.sessions >= options.turnover && load.evictedEntries >= options.evicted
    }

    static func percentile99(_ latencies: [UInt64]) -> Double {
        guard !latencies.isEmpty else { return 0 }
        return Double(latencies.sorted()[latencies.count * 99 / 100]) / 1e6
    }

    private func line(_ number: Int, _ interval: Interval, _ note: String) -> String {
        func column(_ text: String, _ width: Int) -> String {
            text.padding(toLength: width, withPad: " ", startingAt: 0)
        }
        return "  " + column("\(number)", 10) + column("\(interval.requests)", 10)
            + column(Bounds.text(interval.cpuPerRequest) + " µs", 13) + column(Bounds.text(interval.p99) + " ms", 9)
            + column("\(interval.threads)", 9) + column("\(interval.descriptors)", 13)
            + column("\(interval.memory) KiB", 11) + "\(interval.surprises) \(note)"
    }
}
