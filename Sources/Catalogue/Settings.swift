/// The settings of a system in one scenario: the values that the scenario gives, and defaults for the rest.
public struct Settings: Sendable {
    private let values: [String: Setting.Value]

    /// - Precondition: `given` was checked against the kinds of the settings when the scenario was loaded.
    public init(of settings: [Setting], given: [String: Setting.Value] = [:]) {
        values = Dictionary(settings.map { ($0.name, given[$0.name] ?? $0.standard) }, uniquingKeysWith: { $1 })
    }

    public func flag(_ name: String) -> Bool? {
        if case .flag(let flag)? = values[name] { flag } else { nil }
    }

    /// A text, or the value chosen for a setting of kind `word`.
    public func text(_ name: String) -> String? {
        if case .text(let text)? = values[name] { text } else { nil }
    }

    public func number(_ name: String) -> Int? {
        if case .number(let number)? = values[name] { number } else { nil }
    }

    public func object(_ name: String) -> [UInt8]? {
        if case .object(let text)? = values[name] { text } else { nil }
    }

    public func json(_ name: String) -> [UInt8]? {
        if case .json(let text)? = values[name] { text } else { nil }
    }

    /// The changes that make the initial state out of an empty one.
    public func state(_ name: String) -> [any StateChange]? {
        if case .state(let changes)? = values[name] { changes } else { nil }
    }
}
