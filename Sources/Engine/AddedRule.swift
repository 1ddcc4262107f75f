public import Rules
internal import Synchronization

/// A rule that was added to one session, with its hits.
public final class AddedRule: Sendable {
    private final class Count: Sendable {
        let hits: Atomic<UInt64>

        init(_ hits: UInt64) { self.hits = Atomic(hits) }
    }

    public let rule: CompiledRule
    /// Unlike that of any other rule that was added to the session.
    let serial: Int
    private let count: Count

    public init(_ rule: CompiledRule, serial: Int) {
        self.rule = rule
        self.serial = serial
        count = Count(rule.firstHit)
    }

    /// A rule in the place of another, which goes on with its hits. What limits, times and `countBy` count begins anew.
    public init(_ rule: CompiledRule, replacing other: AddedRule, serial: Int) {
        self.rule = rule
        self.serial = serial
        count = other.count
    }

    private init(copying other: AddedRule) {
        (rule, serial, count) = (other.rule, other.serial, Count(other.hits))
    }

    public var hits: UInt64 { count.hits.load(ordering: .relaxed) }

    /// How many more requests it takes; nil for as many as come.
    public var hitsLeft: UInt64? { rule.lastHit.map { $0 - min($0, hits) } }

    /// Takes the next hit; nil if `last` was taken already. Never counts further than that, since a rule that takes its
    /// place may take more.
    func takeHit(last: UInt64?) -> UInt64? {
        guard let last else { return count.hits.add(1, ordering: .relaxed).newValue }
        var hits = hits
        while hits < last {
            let (isDone, found) = count.hits.weakCompareExchange(
                expected: hits, desired: hits + 1, ordering: .relaxed)
            if isDone { return hits + 1 }
            hits = found
        }
        return nil
    }

    /// The same rule with as many hits, which are counted by themselves from now on.
    func copy() -> AddedRule { AddedRule(copying: self) }

    func reset() { count.hits.store(rule.firstHit, ordering: .relaxed) }
}
