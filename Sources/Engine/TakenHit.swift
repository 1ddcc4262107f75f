internal import Catalogue

/// The hit of a rule that answers a request.
public struct TakenHit: Sendable {
    /// As in `EngineAnswer`.
    public let rule: Int32
    public let step: Int32
    public let choice: Int32
    public let hit: UInt64
}

/// The calls of a batch, with the hits that they took, for the journal.
public struct BatchCalls: Sendable {
    /// Of the first `most` calls; nil for a call that no rule took.
    public let hits: [TakenHit?]
    /// The number of all calls.
    public let count: Int

    public static let most = 500

    init(_ all: [TakenHit?]) {
        hits = Array(all.prefix(Self.most))
        count = all.count
    }
}
