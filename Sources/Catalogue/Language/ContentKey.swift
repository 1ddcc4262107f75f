public import Bytes

/// Identifies one location in a scenario (a step of a rule, an item of its `choose`, or the settings), so that each has
/// random content of its own; for the bodies of replies that all share.
public struct ContentKey: Sendable {
    private let seed: Int64
    private let rule: String
    private let step: Int
    private let item: Int?

    /// - Parameters:
    ///   - rule: The name of the rule; empty for the settings.
    ///   - item: The index in the step's `choose`, if it has one.
    public init(seed: Int64, rule: String = "", step: Int = 0, item: Int? = nil) {
        self.seed = seed
        self.rule = rule
        self.step = step
        self.item = item
    }

    /// The key of an item of the step's `choose`.
    public func item(_ number: Int) -> ContentKey { ContentKey(seed: seed, rule: rule, step: step, item: number) }

    /// The key of the `then` of the step's delay, or of the item's.
    public func then() -> ContentKey { ContentKey(seed: seed, rule: rule, step: step, item: (item ?? -1) + 1 << 33) }

    /// The key of the bodies of replies with that name, which is empty for those without one: the same at all locations.
    public static func ofBodies(seed: Int64, named name: [UInt8]) -> UInt64 {
        var draw = DrawKey(seed: seed, rule: name).draw(hit: 0, purpose: .content)
        return draw.next()
    }

    /// The draws for one of several contents at this location, identified by `name`.
    public func content(named name: [UInt8]) -> Draw {
        DrawKey(seed: seed, rule: Array(rule.utf8) + [0] + name).draw(hit: UInt64(step), purpose: purpose)
    }

    private var purpose: Draw.Purpose { item.map { .custom(UInt64($0)) } ?? .content }
}
