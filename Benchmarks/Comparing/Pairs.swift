/// Samples of two builds, taken alternately. Samples with the same index are a pair.
struct Pairs<Sample> {
    var now: [Sample] = []
    var before: [Sample] = []

    /// Takes `count` pairs. The order within every second pair is reversed, so that other activity on the machine
    /// affects both builds.
    init(_ count: Int, _ title: String, _ sample: (Build) throws(BenchError) -> Sample) throws(BenchError) {
        for round in 1...count {
            Progress.log("  \(title): pair \(round)/\(count)")
            if round.isMultiple(of: 2) { before.append(try sample(.before)) }
            now.append(try sample(.now))
            if !round.isMultiple(of: 2) { before.append(try sample(.before)) }
        }
    }

    /// A figure of both builds, and its ratio, now over before, for each pair.
    ///
    /// - Parameter threshold: The maximum of the median of the ratios.
    func findings(_ label: String, _ unit: Unit, threshold: Double? = nil, _ value: (Sample) -> Double) -> [Finding] {
        let now = now.map(value)
        let before = before.map(value)
        return [
            Finding(label: "\(label), before", unit: unit, samples: before),
            Finding(label: "\(label), now", unit: unit, samples: now),
            Finding(
                label: "\(label), now over before", unit: .times,
                samples: zip(now, before).map { $0 / max($1, 1e-9) }, threshold: threshold.map { .atMost($0) }),
        ]
    }
}
