/// One line of the report: samples in one unit, and the threshold of their median, if there is one.
struct Finding {
    enum Threshold {
        case atLeast(Double)
        case atMost(Double)
    }

    let label: String
    let unit: Unit
    let samples: [Double]
    var threshold: Threshold?

    var median: Double { Self.quantile(0.5, of: samples) }
    var low: Double { samples.min() ?? 0 }
    var high: Double { samples.max() ?? 0 }

    /// The same, with samples rounded to hundredths.
    func rounded() -> Finding {
        Finding(label: label, unit: unit, samples: samples.map { ($0 * 100).rounded() / 100 }, threshold: threshold)
    }

    /// Nil without a threshold.
    var isOK: Bool? {
        switch threshold {
        case .atLeast(let least): median >= least
        case .atMost(let most): median <= most
        case nil: nil
        }
    }

    /// A quantile by the nearest rank; the median of an even number of samples is the mean of the middle two.
    static func quantile(_ share: Double, of samples: [Double]) -> Double {
        guard !samples.isEmpty else { return 0 }
        let sorted = samples.sorted()
        if share == 0.5, sorted.count.isMultiple(of: 2) {
            return (sorted[sorted.count / 2 - 1] + sorted[sorted.count / 2]) / 2
        }
        let rank = Int((share * Double(sorted.count)).rounded(.up))
        return sorted[max(0, min(sorted.count, rank) - 1)]
    }
}
