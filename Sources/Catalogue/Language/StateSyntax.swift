public import JSONText

/// How scenarios describe the state of a system's sessions: the initial state in a setting, and changes in steps.
public protocol StateSyntax: Sendable {
    /// The name of the setting, and of the field of a step.
    var name: String { get }
    /// The description of the field of a step.
    var summary: String { get }
    /// The shape of the field of a step.
    var stepShape: Shape { get }
    var settingShape: Shape { get }
    /// Objects that the two shapes refer to.
    var definitions: [ObjectShape] { get }

    /// A reader for one scenario file.
    func makeReader(_ values: any ValueReader) -> any StateReader
}

/// Reads the state in one scenario file. It must not outlive its `ValueReader`.
public protocol StateReader: AnyObject {
    /// The initial state of a session. Random content is drawn with `key`.
    func beginning(_ node: JSONNode, _ key: ContentKey) -> [any StateChange]
    /// The changes of a step. Random content is drawn with `key`, which is that of the step.
    func step(_ node: JSONNode, _ key: ContentKey) -> [any StateChange]
    /// Checks the initial state against the other settings, once all of them are read. Returns false after it reported
    /// an error.
    func check(_ beginning: [any StateChange], _ settings: Settings, at member: JSONMember) -> Bool
}

/// A change to the state of a session, from a scenario.
public protocol StateChange: Sendable {}
