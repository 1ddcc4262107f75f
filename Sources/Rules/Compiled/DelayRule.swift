public import Bytes
public import Wire

/// Delay of a step before its first byte; random delays are drawn for each hit.
public enum DelayRule: Sendable, Hashable {
    case fixed(Nanoseconds)
    case uniform(Nanoseconds, Nanoseconds)
    case lognormal(median: Nanoseconds, sigma: Double)
    /// Until variables have the wanted values.
    case until(DelayUntil)
    /// Made for each request.
    case made(TextTemplate)

    /// The delay of one hit, or the longest possible one for `until`: depends only on the key of the rule and the hit.
    /// At most 24 hours. 0 for one that is made of placeholders.
    public func nanoseconds(
        _ key: DrawKey, hit: UInt64, countBy: ArraySlice<UInt8>? = nil, _ purpose: Draw.Purpose = .delay
    ) -> Nanoseconds {
        switch self {
        case .fixed(let time): return time
        case .made: return 0
        case .until(let until): return until.atMost
        case .uniform(let shortest, let longest):
            var draw = key.draw(hit: hit, purpose: purpose, countBy: countBy)
            return draw.uniform(shortest, longest)
        case .lognormal(let median, let sigma):
            var draw = key.draw(hit: hit, purpose: purpose, countBy: countBy)
            let time = Double(median) * Mathematics.exp(sigma * draw.standardNormal())
            return time < Double(DurationText.longest) ? Nanoseconds(time) : DurationText.longest
        }
    }
}
