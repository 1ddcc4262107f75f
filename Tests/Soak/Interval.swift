/// The figures of one interval of the load, with the resources of the gateway at its end, while nobody asks it.
struct Interval: Sendable {
    var requests = 0
    /// CPU time of the gateway, in seconds.
    var cpu = 0.0
    /// Latency at p99 of plain requests, in milliseconds.
    var p99 = 0.0
    var threads = 0
    var descriptors = 0
    /// Resident, in KiB.
    var memory = 0
    /// Answers other than expected, and connections that were refused.
    var surprises = 0

    /// In microseconds.
    var cpuPerRequest: Double { requests > 0 ? cpu / Double(requests) * 1e6 : 0 }
}

/// The bounds that a run has to keep.
enum Bounds {
    static let memoryGrowth = 1.05
    /// In KiB.
    static let memoryMore = 4 << 10
    static let cpuGrowth = 1.1
    static let latencyGrowth = 2.0

    /// What the last interval exceeds, compared with the first that counts. `all` are those between, with both.
    static func exceeded(_ first: Interval, _ last: Interval, all: [Interval]) -> [String] {
        var words: [String] = []
        if last.threads != first.threads { words.append("threads: \(first.threads), then \(last.threads)") }
        if last.descriptors != first.descriptors {
            words.append("descriptors: \(first.descriptors), then \(last.descriptors)")
        }
        let most = Int(Double(first.memory) * memoryGrowth) + memoryMore
        if last.memory > most { words.append("memory: \(first.memory) KiB, then \(last.memory), more than \(most)") }
        if last.cpuPerRequest > first.cpuPerRequest * cpuGrowth {
            words.append("CPU a request: \(text(first.cpuPerRequest)) µs, then \(text(last.cpuPerRequest))")
        }
        if last.p99 > first.p99 * latencyGrowth {
            words.append("p99: \(text(first.p99)) ms, then \(text(last.p99))")
        }
        if let idle = all.firstIndex(where: { $0.requests == 0 }) { words.append("interval \(idle + 1): no requests") }
        let surprises = all.reduce(0) { $0 + $1.surprises }
        if surprises > 0 { words.append("answers other than expected: \(surprises)") }
        return words
    }

    /// With two decimals.
    static func text(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }
}
