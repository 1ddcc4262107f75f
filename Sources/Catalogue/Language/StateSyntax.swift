public import JSONText

/// How a scenario says what the sessions of a system remember: in a setting, and in steps that change it.
public protocol StateSyntax: Sendable {
    /// What a step calls it, and the setting too.
    var name: String { get }
    /// What the field of a step is for.
    var summary: String { get }
    /// What a step says, and what the setting does, for the schema.
    var stepShape: Shape { get }
    var settingShape: Shape { get }
    /// What those two refer to.
    var definitions: [ObjectShape] { get }

    /// A reader for one scenario file.
    func makeReader(_ values: any ValueReader) -> any StateReader
}

/// Reads what one scenario file says of the state of its sessions. It does not outlive its `ValueReader`.
public protocol StateReader: AnyObject {
    /// What there is when a session begins. Content that is drawn is drawn from `key`.
    func beginning(_ node: JSONNode, _ key: ContentKey) -> [any StateChange]
    /// What a step changes. Content that is drawn is drawn from `key`, which is that of the step.
    func step(_ node: JSONNode, _ key: ContentKey) -> [any StateChange]
    /// Holds what there is at first against the system's other settings, when all of them are known. False where that
    /// cannot be, which it has said.
    func check(_ beginning: [any StateChange], _ settings: Settings, at member: JSONMember) -> Bool
}

/// A change of what a session remembers of its system, which a scenario asks for.
public protocol StateChange: Sendable {}
