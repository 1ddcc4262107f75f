/// Samples of two builds, taken in turn: the first of one is of one pair with the first of the other.
struct Pairs<Sample> {
    var now: [Sample] = []
    var before: [Sample] = []

    /// `count` pairs, every second one the other way round: what else the machine does meets both builds alike.
    init(_ count: Int, _ title: String, _ sample: (Build) throws(BenchError) -> Sample) throws(BenchError) {
        for round in 1...count {
            Progress.log("  \(title): pair \(round)/\(count)")
            if round.isMultiple(of: 2) { before.append(try sample(.before)) }
            now.append(try sample(.now))
            if !round.isMultiple(of: 2) { before.append(try sample(.before)) }
        }
    }

    /// A figure of both, and that of now over that of before, pair by pair. `threshold` is the most that the median of the
    /// ratios may be.
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
