/// What a judgement came to over some requests.
struct Finding {
    /// From the best to the worst, for several of them together.
    enum Standing: Int, Comparable {
        /// Met, whatever comes.
        case metForGood
        /// Met, if nothing more comes.
        case met
        /// Not met, if nothing more comes.
        case lacking
        /// Depends on how a request ends that is open.
        case open
        /// The journal does not tell, and what comes will not either.
        case unknowable
        case failedForGood

        static func < (one: Standing, other: Standing) -> Bool { one.rawValue < other.rawValue }
    }

    var standing: Standing
    var reason: String
    /// Indices of the entries that it rests on; nil if it rests on all that were judged.
    var entries: [Int]?
    /// Whether there was nothing that it could have compared.
    var isVacuous = false

    init(_ standing: Standing, _ reason: String, on entries: [Int]? = nil) {
        self.standing = standing
        self.reason = reason
        self.entries = entries
    }

    /// There are too few requests.
    static func vacuous(_ reason: String) -> Finding {
        var finding = Finding(.lacking, reason)
        finding.isVacuous = true
        return finding
    }

    /// What holds if either of two does, if they come to the same; nil if it would depend on which.
    func agreed(with other: Finding) -> Finding? {
        if standing == .open { return self }
        if other.standing == .open { return other }
        // One that could compare nothing says nothing.
        guard isVacuous == other.isVacuous else { return nil }
        if standing == .unknowable { return self }
        if other.standing == .unknowable { return other }
        let passes = standing <= .met
        guard passes == (other.standing <= .met) else { return nil }
        // The one that may still change.
        return (passes ? other.standing > standing : other.standing < standing) ? other : self
    }

    /// Once no more requests can come.
    var closed: Finding {
        var finding = self
        switch standing {
        case .met: finding.standing = .metForGood
        case .lacking: finding.standing = .failedForGood
        case .metForGood, .open, .unknowable, .failedForGood: break
        }
        return finding
    }
}

/// The comparison of a time that is known within an uncertainty.
enum Comparison {
    case holds, fails
    /// The bound is within the uncertainty.
    case unsure

    /// Whether `time` is at least `bound`, and short of it by `tolerance` at most.
    static func isAtLeast(_ bound: UInt64, _ time: UInt64, within age: UInt64, tolerance: UInt64) -> Comparison {
        let least = bound > tolerance ? bound - tolerance : 0
        if time >= least.addingClamped(age) || least == 0 { return .holds }
        return time.addingClamped(age) < least ? .fails : .unsure
    }

    /// Whether `time` is at most `bound`, and over it by `tolerance` at most.
    static func isAtMost(_ bound: UInt64, _ time: UInt64, within age: UInt64, tolerance: UInt64) -> Comparison {
        let most = bound.addingClamped(tolerance)
        if time.addingClamped(age) <= most { return .holds }
        return time > most.addingClamped(age) ? .fails : .unsure
    }
}

extension UInt64 {
    /// The sum, or the largest number.
    func addingClamped(_ other: UInt64) -> UInt64 {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? .max : sum
    }

    /// The difference, or 0.
    func subtractingClamped(_ other: UInt64) -> UInt64 { self > other ? self - other : 0 }
}
