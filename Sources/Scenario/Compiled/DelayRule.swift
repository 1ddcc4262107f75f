public import Bytes
public import Wire

/// How long a step waits before it says anything; drawn anew for each hit where chance has a part.
public enum DelayRule: Sendable, Hashable {
    case fixed(Nanoseconds)
    case uniform(Nanoseconds, Nanoseconds)
    case lognormal(median: Nanoseconds, sigma: Double)
    /// Until variables are as it says.
    case until(DelayUntil)

    /// The delay of one hit, the longest that it can be: a function of the rule's key and the hit alone, and never over
    /// 24 hours.
    public func nanoseconds(_ key: DrawKey, hit: UInt64, countBy: ArraySlice<UInt8>? = nil) -> Nanoseconds {
        switch self {
        case .fixed(let time): return time
        case .until(let until): return until.atMost
        case .uniform(let shortest, let longest):
            var draw = key.draw(hit: hit, purpose: .delay, countBy: countBy)
            return draw.uniform(shortest, longest)
        case .lognormal(let median, let sigma):
            var draw = key.draw(hit: hit, purpose: .delay, countBy: countBy)
            let time = Double(median) * Mathematics.exp(sigma * draw.standardNormal())
            return time < Double(DurationText.longest) ? Nanoseconds(time) : DurationText.longest
        }
    }
}
