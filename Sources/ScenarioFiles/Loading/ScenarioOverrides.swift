/// What a gateway sets for all its scenarios, in place of what they say themselves.
public struct ScenarioOverrides: Sendable, Hashable {
    /// For draws and for content; nil leaves each scenario its own seed.
    public var seed: Int64?
    /// Whether pages of all origins may use every scenario, as with `"cors": true`.
    public var hasCORS: Bool

    public init(seed: Int64? = nil, hasCORS: Bool = false) {
        self.seed = seed
        self.hasCORS = hasCORS
    }
}
