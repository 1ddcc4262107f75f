/// The seed and the rule's name, mixed once when a scenario is loaded: the draws of a hit then cost a few
/// multiplications, and do not depend on other rules or other clients.
///
///     let key = DrawKey(seed: 7, rule: Array("live detail".utf8))
///     var draw = key.draw(hit: 1, purpose: .choose)
///     let item = draw.below(3)
public struct DrawKey: Sendable, Hashable {
    @usableFromInline let key: UInt64

    public init(seed: Int64, rule: [UInt8]) {
        key = Mixer.fold(Mixer.fold(0, UInt64(bitPattern: seed)), bytes: rule[...])
    }

    /// The stream for one purpose of one hit. A nil `countBy` and an empty one give different streams.
    @inlinable
    public func draw(
        hit: UInt64, purpose: Draw.Purpose, countBy: ArraySlice<UInt8>? = nil
    ) -> Draw {
        var state = Mixer.fold(key, hit)
        let (kind, number) = purpose.words
        state = Mixer.fold(Mixer.fold(state, kind), number)
        if let countBy { state = Mixer.fold(state, bytes: countBy) }
        return Draw(state: state)
    }
}
