internal import Bytes
internal import Rules
internal import Wire

/// State of one count of a rule that depends on more than the number of hits.
struct RuleProgress: Sendable {
    private var hits: UInt64 = 0
    private var step = 0
    private var stepHits: UInt64 = 0
    private var stepBegan: Nanoseconds = 0
    private var windowBegan: Nanoseconds?
    private var windowHits: UInt64 = 0
    private var over: UInt64 = 0
    /// Of a rule with `atOnce`. Copies of this progress share it, but for `detached` ones.
    private var onTheirWay: AnswersOnTheirWay?
    private var crowded: UInt64 = 0

    enum Outcome: Sendable, Hashable {
        case hit(UInt64, step: Int)
        /// Number of the request over the limit, counted from 1, and the seconds until the next window.
        case over(UInt64, retryAfter: UInt64)
        /// Number of the request for which too many answers are on their way, counted from 1.
        case crowded(UInt64)
        /// The rule no longer matches.
        case none
    }

    init() {}

    /// Counts a request that the rule's match took at that time.
    mutating func next(_ rule: CompiledRule, at now: Nanoseconds) -> Outcome {
        guard advance(rule, now) else { return .none }
        if let limit = rule.atOnce, let onTheirWay, onTheirWay.count >= limit.allow {
            crowded += 1
            return .crowded(crowded)
        }
        if let limit = rule.limit, let left = enterWindow(limit, now) {
            over += 1
            return .over(over, retryAfter: (left + 999_999_999) / 1_000_000_000)
        }
        if stepHits == 0 { stepBegan = now }
        stepHits += 1
        hits += 1
        return .hit(hits, step: step)
    }

    /// The same, for which places are taken by itself.
    var detached: RuleProgress {
        var copy = self
        copy.onTheirWay = onTheirWay.map { AnswersOnTheirWay($0.count) }
        return copy
    }

    /// The place of the answer to the hit that was just counted; nil if the rule has no `atOnce`.
    mutating func takePlace(_ rule: CompiledRule) -> AnswerPlace? {
        guard rule.atOnce != nil else { return nil }
        let all = onTheirWay ?? AnswersOnTheirWay()
        onTheirWay = all
        return all.takePlace()
    }

    /// Advances to the next step if the current one is over; false if there is none. A new step gets its first hit
    /// whatever the time is.
    private mutating func advance(_ rule: CompiledRule, _ now: Nanoseconds) -> Bool {
        guard stepHits > 0, isOver(rule.durations[step], now) else { return true }
        if step + 1 < rule.durations.count {
            step += 1
        } else if rule.atEnd == .pass {
            return false
        } else if rule.atEnd == .loop {
            step = 0
        }
        stepHits = 0
        return true
    }

    private func isOver(_ duration: StepDuration, _ now: Nanoseconds) -> Bool {
        switch duration {
        case .times(let times): stepHits >= times
        case .lasting(let time): now >= stepBegan && now - stepBegan >= time
        case .ever: false
        }
    }

    /// Counts a request in the window; returns the time that is left of the window if it is full.
    private mutating func enterWindow(_ limit: RateLimit, _ now: Nanoseconds) -> Nanoseconds? {
        // The clocks of two shards may differ by one iteration of their loops, so `now` may be before the start of the
        // window.
        let passed = windowBegan.map { now > $0 ? now - $0 : 0 }
        if let passed, passed < limit.per {
            if windowHits >= limit.allow { return limit.per - passed }
        } else {
            windowBegan = now
            windowHits = 0
        }
        windowHits += 1
        return nil
    }
}

/// The counts of a rule: one, or one for each value of `countBy`.
package struct RuleCounts: Sendable {
    /// Number of values with a count of their own; all others share one.
    package static let separateCountLimit = 10_000
    private static let maximumKeyLength = 1_000

    private var separate = ByteTable<RuleProgress>()
    private var shared = RuleProgress()

    init() {}

    /// The outcome of a request that was counted.
    struct Counted: Sendable {
        let outcome: RuleProgress.Outcome
        /// Of a hit of a rule with `atOnce`.
        let place: AnswerPlace?
        /// Whether the value has no count of its own because there are too many.
        let isShared: Bool
    }

    mutating func next(_ rule: CompiledRule, countBy value: [UInt8]?, at now: Nanoseconds) -> Counted {
        guard let value else { return Self.next(&shared, rule, now, isShared: false) }
        let key = Self.key(value)
        guard separate.count < Self.separateCountLimit || separate.find(key) != nil else {
            return Self.next(&shared, rule, now, isShared: true)
        }
        return separate.update(key, default: RuleProgress()) { Self.next(&$0, rule, now, isShared: false) }
    }

    private static func next(
        _ progress: inout RuleProgress, _ rule: CompiledRule, _ now: Nanoseconds, isShared: Bool
    ) -> Counted {
        let outcome = progress.next(rule, at: now)
        var place: AnswerPlace?
        if case .hit = outcome { place = progress.takePlace(rule) }
        return Counted(outcome: outcome, place: place, isShared: isShared)
    }

    var detached: RuleCounts {
        var copy = self
        copy.shared = shared.detached
        copy.separate = separate.mapValues { $0.detached }
        return copy
    }

    /// The value, or for a long one its first 1,000 bytes and a digest, so that clients cannot fill the memory.
    private static func key(_ value: [UInt8]) -> [UInt8] {
        guard value.count > maximumKeyLength else { return value }
        var digest = DrawKey(seed: 0, rule: value).draw(hit: 0, purpose: .content)
        return value.prefix(maximumKeyLength) + digest.hex(count: 32)
    }
}
