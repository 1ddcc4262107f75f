public import Rules
internal import Synchronization

/// A rule that was added to one session, with its hits.
public final class AddedRule: Sendable {
    public let rule: CompiledRule
    /// Unlike that of any other rule that was added to the session.
    let serial: Int
    private let count = Atomic<UInt64>(0)

    public init(_ rule: CompiledRule, serial: Int) {
        self.rule = rule
        self.serial = serial
    }

    var hits: UInt64 { count.load(ordering: .relaxed) }

    /// Takes the next hit; nil if `last` was taken already.
    func takeHit(last: UInt64?) -> UInt64? {
        if let last, hits >= last { return nil }
        let hit = count.add(1, ordering: .relaxed).newValue
        if let last, hit > last { return nil }
        return hit
    }

    /// The same rule with as many hits, which are counted by themselves from now on.
    func copy() -> AddedRule {
        let copy = AddedRule(rule, serial: serial)
        copy.count.store(hits, ordering: .relaxed)
        return copy
    }

    func reset() { count.store(0, ordering: .relaxed) }
}
