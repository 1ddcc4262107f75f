public import Bytes
public import Catalogue
public import Wire

/// A step of a rule, or an item of its `choose`.
public struct CompiledStep: Sendable {
    public enum Act: Sendable {
        case answer(CompiledAnswer)
        case choose(CompiledChoice)
        /// On to the next rule, whose answer gets this pace and cut unless it has its own.
        indirect case pass(pace: Pace?, cut: Cut?)
    }

    public let act: Act
    public let delay: DelayRule?
    /// What it makes of the variables when it is taken.
    public let set: [VariableAssignment]
    /// What it does to the documents of the session when it is taken.
    public let changes: [any StateChange]
    /// Whether it says something of `Retry-After` itself, be it that there is none.
    public let setsRetryAfter: Bool

    init(
        _ act: Act, delay: DelayRule? = nil, set: [VariableAssignment] = [], changes: [any StateChange] = [],
        setsRetryAfter: Bool = false
    ) {
        self.setsRetryAfter = setsRetryAfter
        self.act = act
        self.delay = delay
        self.set = set
        self.changes = changes
    }

    /// Whether it answers, and in the same way whatever the request is and whatever was before.
    var isStatic: Bool {
        guard case .answer(let answer) = act, !answer.isDynamic, set.isEmpty, changes.isEmpty else {
            return false
        }
        if case .reply(let kept, _) = answer.source, kept.reply.hasRanges { return false }
        switch delay {
        case nil, .fixed: return true
        case .uniform, .lognormal, .until: return false
        }
    }

    /// Whether the request may go on to the next rule.
    public var mayPass: Bool {
        switch act {
        case .answer: false
        case .pass: true
        case .choose(let choice): choice.items.contains { $0.mayPass }
        }
    }

    var mayAnswer: Bool {
        switch act {
        case .answer: true
        case .pass: false
        case .choose(let choice): choice.items.contains { $0.mayAnswer }
        }
    }
}

/// Steps of which each hit gets one by chance.
public final class CompiledChoice: Sendable {
    public let items: [CompiledStep]
    /// Item n takes the draws below `bounds[n]` that the items before it leave.
    private let bounds: [UInt64]

    init(_ items: [CompiledStep], weights: [UInt64]) {
        self.items = items
        var sum: UInt64 = 0
        bounds = weights.map { weight in
            sum += weight
            return sum
        }
    }

    /// The item of one hit: a function of the rule's key and the hit alone.
    public func item(_ key: DrawKey, hit: UInt64, countBy: ArraySlice<UInt8>? = nil) -> Int {
        var draw = key.draw(hit: hit, purpose: .choose, countBy: countBy)
        let drawn = draw.below(bounds.last ?? 1)
        var low = 0
        var high = bounds.count - 1
        while low < high {
            let middle = (low + high) / 2
            if drawn < bounds[middle] { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
