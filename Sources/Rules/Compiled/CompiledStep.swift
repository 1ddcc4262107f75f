public import Bytes
public import Catalogue
public import Wire

/// A step of a rule, or an item of its `choose`.
public struct CompiledStep: Sendable {
    public enum Act: Sendable {
        case answer(CompiledAnswer)
        case choose(CompiledChoice)
        /// Passes the request on to the next rule.
        indirect case pass(Passing)
    }

    /// What a step that passes a request on does to the answer below.
    public struct Passing: Sendable {
        /// For an answer that has none of its own.
        public var pace: Pace?
        /// For an answer that has none of its own.
        public var cut: Cut?
        public var spoiler: PassedSpoiler?

        public init(pace: Pace? = nil, cut: Cut? = nil, spoiler: PassedSpoiler? = nil) {
            self.pace = pace
            self.cut = cut
            self.spoiler = spoiler
        }

        /// Whether it changes nothing.
        public var isPlain: Bool { pace == nil && cut == nil && spoiler == nil }
    }

    public let act: Act
    public let delay: DelayRule?
    /// Whether it sets or removes `Retry-After`, so that a rate limit adds none.
    public let setsRetryAfter: Bool
    private let few: Few?

    /// What few steps have.
    private final class Few: Sendable {
        let set: [VariableAssignment]
        let changes: [any StateChange]
        let keepAlive: KeepAlive?

        init(_ set: [VariableAssignment], _ changes: [any StateChange], _ keepAlive: KeepAlive?) {
            (self.set, self.changes, self.keepAlive) = (set, changes, keepAlive)
        }
    }

    /// Assignments made when the step is taken.
    public var set: [VariableAssignment] { few?.set ?? [] }
    /// Changes of the system's state, made when the step is taken.
    public var changes: [any StateChange] { few?.changes ?? [] }
    /// What becomes of the connection behind its answer; nil where it does not say.
    public var keepAlive: KeepAlive? { few?.keepAlive }

    public init(
        _ act: Act, delay: DelayRule? = nil, set: [VariableAssignment] = [], changes: [any StateChange] = [],
        setsRetryAfter: Bool = false, keepAlive: KeepAlive? = nil
    ) {
        self.setsRetryAfter = setsRetryAfter
        self.act = act
        self.delay = delay
        few = set.isEmpty && changes.isEmpty && keepAlive == nil ? nil : Few(set, changes, keepAlive)
    }

    /// Whether it answers every request in the same way, but for the content, and changes nothing.
    var isDirect: Bool {
        guard case .answer(let answer) = act, few == nil || set.isEmpty && changes.isEmpty else { return false }
        switch answer.source {
        case .reply(let kept, _) where kept.reply.hasRanges: return false
        case .negotiated(let answers) where answers.plain != nil || answers.coded.reply.hasRanges: return false
        case .perRequest, .fromSystemAnswer: return false
        case .script, .reply, .negotiated, .laidOut, .onDemand: break
        }
        switch delay {
        case nil, .fixed: return true
        case .uniform, .lognormal, .until, .made: return false
        }
    }

    /// The wait for variables of its delay.
    private var until: DelayUntil? { if case .until(let until)? = delay { until } else { nil } }

    /// Whether it waits for variables.
    var waits: Bool {
        if case .choose(let choice) = act, choice.items.contains(where: { $0.waits }) { return true }
        return until != nil
    }

    /// Whether it has an answer whose body is encoded, of those that `isWanted` selects.
    func encodesBody(_ isWanted: (CompiledAnswer) -> Bool = { _ in true }) -> Bool {
        if until?.then?.encodesBody(isWanted) == true { return true }
        switch act {
        case .answer(let answer): return answer.encodesBody && isWanted(answer)
        case .choose(let choice): return choice.items.contains { $0.encodesBody(isWanted) }
        case .pass: return false
        }
    }

    /// Whether it may pass the request on with a spoiler.
    var spoilsAnswersBelow: Bool {
        switch act {
        case .answer: false
        case .pass(let passing): passing.spoiler != nil
        case .choose(let choice): choice.items.contains { $0.spoilsAnswersBelow }
        }
    }

    /// Number in place of a choice for the `then` of a delay: that of the step itself for -1, else of the chosen item.
    public static func choice(ofThenBehind choice: Int32) -> Int32 { -3 - choice }

    /// The step that answers: itself, an item of its `choose`, or what follows the wait of either. `choice` may be that of a
    /// `then`.
    func answering(choice: Int32) -> CompiledStep? {
        if choice < -1 {
            let behind = -3 - choice
            if case .choose(let choose) = act, choose.items.indices.contains(Int(behind)),
                let then = choose.items[Int(behind)].until?.then
            {
                return then
            }
            return until?.then
        }
        guard case .choose(let items) = act else { return self }
        return items.items.indices.contains(Int(choice)) ? items.items[Int(choice)] : nil
    }

    /// Name of its failure, or of that of an item of its `choose`; nil for a reply. `choice` may be that of a `then`.
    func failureName(choice: Int32) -> String? {
        guard let step = answering(choice: choice), case .answer(let answer) = step.act else { return nil }
        return answer.failure
    }

    /// Whether it, or an item of its `choose`, says what becomes of the connection.
    var hasKeepAlive: Bool {
        if few?.keepAlive != nil || until?.then?.hasKeepAlive == true { return true }
        if case .choose(let choice) = act { return choice.items.contains { $0.hasKeepAlive } }
        return false
    }

    /// Names of the failures that it may answer with, or spoil answers by.
    var failureNames: [String] {
        let own: [String] =
            switch act {
            case .answer(let answer): answer.failure.map { [$0] } ?? []
            case .choose(let choice): choice.items.flatMap(\.failureNames)
            case .pass(let passing): passing.spoiler.map { [$0.name] } ?? []
            }
        return own + (until?.then?.failureNames ?? [])
    }

    /// Whether it sets variables.
    var setsVariables: Bool {
        if until?.then?.setsVariables == true { return true }
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

    /// Whether it may pass the request on with a pace, a cut or a spoiler.
    var changesAnswersBelow: Bool {
        switch act {
        case .answer: false
        case .pass(let passing): !passing.isPlain
        case .choose(let choice): choice.items.contains { $0.changesAnswersBelow }
        }
    }

    public var mayAnswer: Bool {
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

    public init(_ items: [CompiledStep], weights: [UInt64]) {
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
