internal import Wire

/// Whether what came on a connection is what was sent, but for dates and a little time.
struct DoctorJudgement: Hashable, Sendable {
    /// What differs.
    enum Difference: Hashable, Sendable {
        /// Heads are written otherwise, and mean the same.
        case fields
        case bytes
        case end
        /// Bytes that were sent apart came together, or later than they were sent.
        case time
    }

    let differences: Set<Difference>
    /// Needs that are not met, as far as this connection tells.
    let missing: Set<PathNeed>
    var isAsSent: Bool { differences.isEmpty }

    /// - Parameter roundTrip: Milliseconds from a request to its answer here.
    init(
        _ seen: DoctorTimeline, _ expected: DoctorTimeline, of row: DoctorRow, roundTrip: Int64,
        _ times: DoctorTimes = .standard
    ) {
        let seen = seen.withoutDates
        var differences: Set<Difference> = []
        if seen.bytes != expected.bytes {
            differences.insert(Self.meansTheSame(seen.bytes, expected.bytes) ? .fields : .bytes)
        }
        if seen.end != expected.end { differences.insert(.end) }
        // The second request waits for the first answer.
        let latest = (roundTrip + times.tolerance) * (row.course == .askTwice ? 2 : 1)
        if !Self.isInTime(seen, expected, latest, mergeable: times.mergeable) { differences.insert(.time) }
        self.differences = differences
        missing = Self.missing(differences, seen, row)
    }

    private static func meansTheSame(_ seen: [UInt8], _ expected: [UInt8]) -> Bool {
        let (seen, expected) = (DoctorAnswer.all(in: seen), DoctorAnswer.all(in: expected))
        return !expected.isEmpty && seen.count == expected.count
            && zip(seen, expected).allSatisfy { $0.means(sameAs: $1) }
    }

    private static func isInTime(
        _ seen: DoctorTimeline, _ expected: DoctorTimeline, _ latest: Int64, mergeable: Int64
    ) -> Bool {
        // Where a head is written otherwise, its body begins elsewhere.
        let shift = (DoctorAnswer(seen.bytes)?.headCount ?? 0) - (DoctorAnswer(expected.bytes)?.headCount ?? 0)
        var (sum, last) = (shift, (place: Int, at: Int64)?.none)
        for piece in expected.pieces {
            sum += piece.bytes.count
            // Bytes that are missing are told by the comparison of bytes.
            guard let place = seen.piece(of: sum) else { return true }
            if seen.pieces[place].at > piece.at + latest { return false }
            if let last, last.place == place, piece.at - last.at > mergeable { return false }
            last = (place, piece.at)
        }
        return seen.end == .open || seen.end != expected.end || seen.endAt <= expected.endAt + latest
    }

    private static func missing(
        _ differences: Set<Difference>, _ seen: DoctorTimeline, _ row: DoctorRow
    ) -> Set<PathNeed> {
        var missing: Set<PathNeed> = differences.contains(.fields) ? [.head] : []
        guard let need = row.need, !differences.subtracting([.fields]).isEmpty else { return missing }
        // The gateway has struck while the body was sent, and only its reset was lost.
        let isEarly = seen.endAt < DoctorConnection.restAfter
        let isReset = need == .upload && differences == [.end] && seen.end == .end && isEarly
        missing.insert(isReset ? .reset : need)
        return missing
    }
}
