/// What a server uses when it is idle, and what the probes have measured during an attack.
struct Watch {
    let server: AttackedServer
    let probe: ShardProbe

    struct Idle {
        var descriptors: Int
        var memory: Int
        /// Milliseconds of CPU time in a second.
        var cpu: Double
    }

    /// Memory that an allocator keeps is not given back to the byte.
    static let spareMemory = 8 << 20
    /// What it may keep of the first attack of a kind, if a second one takes no more.
    static let mostKeptMemory = 128 << 20
    /// Milliseconds of CPU time in a second.
    static let mostIdleCPU = 10.0

    func idle() -> Idle {
        let share = probe.paused {
            // A probe may be on its way.
            _ = Clock.wait(milliseconds: 20) { false }
            let (cpu, begin) = (server.cpu, Clock.now)
            _ = Clock.wait(milliseconds: 250) { false }
            return Double(server.cpu - min(cpu, server.cpu)) / Double(Clock.now - begin)
        }
        return Idle(descriptors: server.descriptors, memory: server.memory, cpu: 1_000 * share)
    }

    /// Runs an attack, and looks at the server during and behind it.
    func look(
        _ title: String, from before: Idle, _ attack: () throws(AttackError) -> [String]
    ) throws(AttackError) -> Finding {
        _ = probe.take()
        let begin = Clock.now
        let problems = try attack()
        let seconds = Double(Clock.now - begin) / 1e9
        let probes = probe.take()
        var finding = Finding(
            title: title, before: before, after: before, probes: probes, seconds: seconds, problems: problems)
        if let end = server.end {
            finding.problems.append("the server \(end)")
            return finding
        }
        finding.after = idle()
        let deadline = Clock.now + 5_000_000_000
        while !Self.problems(before, finding.after).isEmpty, Clock.now < deadline { finding.after = idle() }
        finding.problems += Self.problems(before, finding.after)
        return finding
    }

    private static func problems(_ before: Idle, _ after: Idle) -> [String] {
        var problems: [String] = []
        if after.descriptors > before.descriptors {
            problems.append("\(after.descriptors - before.descriptors) descriptors are still open")
        }
        if after.memory > before.memory + spareMemory {
            problems.append(memoryProblem(before, after))
        }
        if after.cpu > mostIdleCPU { problems.append("\(after.cpu.rounded(1)) ms of CPU time a second when idle") }
        return problems
    }
}

extension Watch {
    static func memoryProblem(_ before: Idle, _ after: Idle) -> String {
        "\((after.memory - before.memory) >> 20) MiB of memory are still in use"
    }

    /// Whether memory is the only problem, and little enough for an allocator that keeps what it had once.
    static func mayBeKept(_ finding: Finding) -> Bool {
        finding.problems == [memoryProblem(finding.before, finding.after)]
            && finding.after.memory <= finding.before.memory + mostKeptMemory
    }
}

/// One attack or one group of rows, measured.
struct Finding {
    var title: String
    var before: Watch.Idle
    var after: Watch.Idle
    var probes: ShardProbe.Measurement
    var seconds: Double
    /// Why the server did not hold.
    var problems: [String]
    /// Whether the latencies were judged.
    var isJudged = true

    /// Milliseconds.
    static let mostP99 = 50.0
    /// If the probe itself runs later than this, the machine is too busy for a judgement on latencies.
    static let mostDelay = 15.0

    /// Whether the latencies are too long, and the probe itself ran so late that they say nothing of the server. Latencies
    /// that are short in spite of that count.
    var cannotBeJudged: Bool { isSlow && probes.delays.quantile(0.99) >= Self.mostDelay }
    private var isSlow: Bool { probes.quantile(0.99) > Self.mostP99 }

    /// Adds what the probes say against the server.
    mutating func judgeProbes() {
        isJudged = !cannotBeJudged
        if isSlow, isJudged { problems.append("p99 of the probes is \(probes.quantile(0.99).rounded(1)) ms") }
        if probes.lost > 0 { problems.append("\(probes.lost) probes got no answer") }
    }
}

/// What all findings come to.
enum Verdict: Int32 {
    case held = 0
    case notHeld = 1
    /// Nothing speaks against the server, and not everything could be measured.
    case notJudged = 3

    init(_ findings: [Finding], failedRows: Int, skipped: Int) {
        if failedRows > 0 || skipped > 0 || findings.contains(where: { !$0.problems.isEmpty }) {
            self = .notHeld
        } else {
            self = findings.allSatisfy(\.isJudged) ? .held : .notJudged
        }
    }

    var words: String {
        switch self {
        case .held: "held"
        case .notHeld: "NOT HELD"
        case .notJudged: "NOT JUDGED: this machine was too busy for some latencies, and the rest held"
        }
    }
}

extension Double {
    /// With so many decimals, two at most.
    func rounded(_ decimals: Int) -> String {
        let scale = [1.0, 10, 100][decimals]
        let text = String((self * scale).rounded() / scale)
        return decimals == 0 ? String(text.dropLast(2)) : text
    }
}
