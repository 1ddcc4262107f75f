internal import Bytes
internal import Engine
internal import Rules
internal import Synchronization
internal import Wire

/// The labels of requests in metrics, which all shards number alike. There is a bound: what comes beyond it is summed up.
final class MetricLabels: Sendable {
    struct Labels: Hashable, Sendable {
        var scenario: String
        /// Empty for none.
        var rule: String
        /// Empty for none.
        var failure: String
    }

    /// Of all that came beyond the bound.
    static let other = Labels(scenario: "other", rule: "other", failure: "other")

    private struct State {
        var numbers = [other: 0]
        var all = [other]
    }

    private let state = Mutex(State())
    private let most: Int

    /// With what else there is, no more than 2,000 series.
    init(most: Int = 1_950) { self.most = most }

    func number(of labels: Labels) -> Int {
        state.withLock { state in
            if let number = state.numbers[labels] { return number }
            guard state.all.count < most else { return 0 }
            state.numbers[labels] = state.all.count
            state.all.append(labels)
            return state.all.count - 1
        }
    }

    /// By their numbers.
    var all: [Labels] { state.withLock { $0.all } }
}

/// What a shard counts of the exchanges that have ended. Only on its thread, so that nothing is locked; a copy of the counts
/// goes to whoever asks.
struct ShardMetrics {
    struct Counts: Sendable {
        /// Requests, by the number of their labels.
        var requests: [UInt64] = []
        /// By `Outcome.End`.
        var endings = [UInt64](repeating: 0, count: 8)
        /// Answers by how long they took, in the first bound that is not exceeded; the last one has no bound.
        var latencies = [UInt64](repeating: 0, count: Counts.bounds.count + 1)
        /// Nanoseconds of all of these.
        var latency: UInt64 = 0

        /// Upper bounds in nanoseconds.
        static let bounds: [Nanoseconds] = [
            50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
            100_000_000, 1_000_000_000,
        ]

        mutating func add(_ other: Counts) {
            if requests.count < other.requests.count {
                requests += repeatElement(0, count: other.requests.count - requests.count)
            }
            for (number, count) in other.requests.enumerated() { requests[number] += count }
            for (number, count) in other.endings.enumerated() { endings[number] += count }
            for (number, count) in other.latencies.enumerated() { latencies[number] += count }
            latency += other.latency
        }
    }

    /// A step whose labels are known.
    private struct Known {
        /// Not the scenario itself, which may be large, and gone; nil where no step was seen yet.
        var scenario: CompiledScenario.Identity?
        var rule: Int32 = 0
        var step: Int32 = 0
        var choice: Int32 = 0
        var extras: [UInt8] = []
        var number = 0

        /// In place, since a copy would cost more than all else.
        @inline(__always)
        func isOf(
            _ facts: borrowing JournalRecord.Facts, _ extras: JournalExtras, _ scenario: CompiledScenario.Identity
        ) -> Bool {
            guard self.scenario === scenario, rule == facts.rule, step == facts.step, choice == facts.choice else {
                return false
            }
            // What an unmatched request came nearest to is no label.
            if facts.flags.contains(.unmatched) { return self.extras.isEmpty }
            return extras.isEmpty ? self.extras.isEmpty : self.extras == extras.bytes
        }
    }

    private(set) var counts = Counts()
    private let labels: MetricLabels
    /// Steps that were seen last, each at the place that follows from its numbers.
    private var known = [Known](repeating: Known(), count: 64)

    init(_ labels: MetricLabels) { self.labels = labels }

    /// - Parameter isPlain: Whether nothing but this gateway has taken time: neither a delay nor the client's own body.
    @inline(__always)
    mutating func count(
        _ facts: borrowing JournalRecord.Facts, _ extras: JournalExtras, _ scenario: CompiledScenario, isPlain: Bool
    ) {
        let place = Int(UInt32(bitPattern: facts.rule &+ facts.step &* 7 &+ facts.choice &* 31)) & 63
        let number: Int
        if known[place].isOf(facts, extras, scenario.identity) {
            number = known[place].number
        } else {
            let bytes = facts.flags.contains(.unmatched) ? [] : extras.bytes
            number = find(facts, bytes.isEmpty ? nil : JournalExtras.Content(extras), scenario)
            known[place] = Known(
                scenario: scenario.identity, rule: facts.rule, step: facts.step, choice: facts.choice, extras: bytes,
                number: number)
        }
        counts.requests[number] += 1
        counts.endings[Int(facts.end)] += 1
        guard isPlain, facts.firstByte >= facts.arrived, facts.firstByte > 0 else { return }
        let latency = facts.firstByte - facts.arrived
        var bound = 0
        while bound < Counts.bounds.count, latency > Counts.bounds[bound] { bound += 1 }
        counts.latencies[bound] += 1
        counts.latency += latency
    }

    /// The number of the labels of a step that was not seen for some time.
    private mutating func find(
        _ facts: borrowing JournalRecord.Facts, _ extras: JournalExtras.Content?, _ scenario: CompiledScenario
    ) -> Int {
        let (answering, step, choice) = (facts.rule, facts.step, facts.choice)
        let rule =
            extras?.calls != nil ? "batch" : extras?.rule ?? scenario.ruleName(numbered: answering) ?? ""
        let failure =
            extras?.spoiler ?? extras?.failure
            ?? scenario.failureName(rule: answering, step: step, choice: choice) ?? ""
        let number = labels.number(of: .init(scenario: scenario.name, rule: rule, failure: failure))
        if counts.requests.count <= number {
            counts.requests += repeatElement(0, count: number + 1 - counts.requests.count)
        }
        return number
    }
}
