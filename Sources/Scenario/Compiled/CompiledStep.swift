public import Bytes
public import Catalogue
public import Wire

/// A step of a rule, or an item of its `choose`.
public struct CompiledStep: Sendable {
    public enum Act: Sendable {
        case answer(CompiledAnswer)
        case choose(CompiledChoice)
        /// Passes the request on to the next rule, whose answer gets this pace and this cut unless it has its own.
        indirect case pass(pace: Pace?, cut: Cut?)
    }

    public let act: Act
    public let delay: DelayRule?
    /// Assignments made when the step is taken.
    public let set: [VariableAssignment]
    /// Changes of the system's state, made when the step is taken.
    public let changes: [any StateChange]
    /// Whether it sets or removes `Retry-After`, so that a rate limit adds none.
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

    /// Whether it answers every request in the same way, whatever came before.
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

    /// Whether it sets variables.
    var setsVariables: Bool {
        if case .choose(let choice) = act, choice.items.contains(where: { $0.setsVariables }) { return true }
        return !set.isEmpty
    }

    /// Whether it may pass the request on to the next rule.
    public var mayPass: Bool {
        switch act {
        case .answer: false
        case .pass: true
        case .choose(let choice): choice.items.contains { $0.mayPass }
        }
    }

    /// Whether it may pass the request on with a pace or a cut.
    var changesAnswersBelow: Bool {
        switch act {
        case .answer: false
        case .pass(let pace, let cut): pace != nil || cut != nil
        case .choose(let choice): choice.items.contains { $0.changesAnswersBelow }
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

/// Steps of which each hit gets one at random.
public final class CompiledChoice: Sendable {
    public let items: [CompiledStep]
    /// Item n takes the draws below `bounds[n]` and not below `bounds[n - 1]`.
    private let bounds: [UInt64]

    init(_ items: [CompiledStep], weights: [UInt64]) {
        self.items = items
        var sum: UInt64 = 0
        bounds = weights.map { weight in
            sum += weight
            return sum
        }
    }

    /// Index of the item for one hit: depends only on the key of the rule and the hit.
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
