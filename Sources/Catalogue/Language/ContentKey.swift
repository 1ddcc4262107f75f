public import Bytes

/// One place of a scenario (a step of a rule, an item of its `choose`, or the settings), from which content is drawn that
/// no other place has.
public struct ContentKey: Sendable {
    private let seed: Int64
    private let rule: String
    private let step: Int
    private let item: Int?

    /// `item` is that of the step's `choose`. Settings belong to no rule.
    public init(seed: Int64, rule: String = "", step: Int = 0, item: Int? = nil) {
        self.seed = seed
        self.rule = rule
        self.step = step
        self.item = item
    }

    /// The same place as an item of the step's `choose`.
    public func item(_ number: Int) -> ContentKey { ContentKey(seed: seed, rule: rule, step: step, item: number) }

    /// Draws of the body of its reply.
    public func body() -> Draw {
        DrawKey(seed: seed, rule: Array(rule.utf8)).draw(hit: UInt64(step) + 1, purpose: purpose)
    }

    /// Draws of one of several contents of this place, which `name` tells apart.
    public func content(named name: [UInt8]) -> Draw {
        DrawKey(seed: seed, rule: Array(rule.utf8) + [0] + name).draw(hit: UInt64(step), purpose: purpose)
    }

    private var purpose: Draw.Purpose { item.map { .custom(UInt64($0)) } ?? .content }
}
