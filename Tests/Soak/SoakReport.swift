/// What a run has measured, and the judgement.
struct SoakReport: Sendable {
    var intervals: [Interval] = []
    /// Index of the first interval that counts: it began after the journals had filled.
    var first: Int?
    /// The first answer other than expected, in words.
    var example: String?
    /// Whether the gateway ended by itself.
    var hasEnded = false

    /// Whether two intervals count.
    var canBeJudged: Bool { first.map { $0 + 2 <= intervals.count } ?? false }

    /// What it exceeds. Without two intervals that count, only answers other than expected.
    var exceeded: [String] {
        guard let first, canBeJudged, let last = intervals.last else {
            let surprises = intervals.reduce(0) { $0 + $1.surprises }
            return surprises > 0 ? ["answers other than expected: \(surprises)"] : []
        }
        return Bounds.exceeded(intervals[first], last, all: intervals)
    }

    var outcome: SoakOutcome {
        if hasEnded || !exceeded.isEmpty { return .failed }
        return canBeJudged ? .passed : .notJudged
    }

    /// The judgement in words, line by line.
    var words: [String] {
        var words = exceeded.map { "exceeded: \($0)" }
        if let example { words.append("for example: \(example)") }
        if hasEnded { words.append("the gateway has ended") }
        switch outcome {
        case .passed: words.append("all bounds kept, from interval \((first ?? 0) + 1) to \(intervals.count)")
        case .notJudged:
            words.append("not judged: the journals had not filled in time for two intervals; --minutes gives it more")
        case .failed, .notRun: break
        }
        return words
    }
}
