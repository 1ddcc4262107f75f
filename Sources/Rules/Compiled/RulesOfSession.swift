/// The rules of a session beside those of its scenario, which expectations can be about. Their numbers in
/// `Expectation` come after those of the scenario's rules: the current ones first, then the removed ones.
public struct RulesOfSession: Sendable {
    /// Those that were added, and are there.
    public let added: [CompiledRule]
    /// Names of those that were added and taken away: the journal may still have requests that they answered.
    public let removed: [String]

    public init(added: [CompiledRule] = [], removed: [String] = []) {
        self.added = added
        self.removed = removed
    }

    /// In the order of their numbers, of which the first is the number of rules in the scenario.
    public var names: [String] { added.map(\.name) + removed }
}
