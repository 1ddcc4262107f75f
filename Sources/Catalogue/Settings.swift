/// What holds of a system's settings in one scenario: what that gives, and for the rest the defaults.
public struct Settings: Sendable {
    private let values: [String: Setting.Value]

    /// `given` was checked against the settings' kinds when the scenario was loaded.
    public init(of settings: [Setting], given: [String: Setting.Value] = [:]) {
        values = Dictionary(settings.map { ($0.name, given[$0.name] ?? $0.standard) }, uniquingKeysWith: { $1 })
    }

    public func flag(_ name: String) -> Bool? {
        if case .flag(let flag)? = values[name] { flag } else { nil }
    }

    /// A text, or the word that was chosen.
    public func text(_ name: String) -> String? {
        if case .text(let text)? = values[name] { text } else { nil }
    }

    public func number(_ name: String) -> Int? {
        if case .number(let number)? = values[name] { number } else { nil }
    }

    /// The compact text of a JSON object.
    public func object(_ name: String) -> [UInt8]? {
        if case .object(let text)? = values[name] { text } else { nil }
    }

    /// What makes of nothing the state that is meant.
    public func state(_ name: String) -> [any StateChange]? {
        if case .state(let changes)? = values[name] { changes } else { nil }
    }
}
