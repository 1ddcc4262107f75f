/// Access to scenario files, passed in: this module does not read from disk, and tests need no files.
public protocol ScenarioSource: Sendable {
    /// Entries directly in a folder, in any order; `.notAFolder` if the path is a file.
    func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError>
    func read(_ path: String) -> Result<[UInt8], ScenarioSourceError>
    /// The path with links resolved; nil if that is not possible.
    func realPath(_ path: String) -> String?
    /// The source from which the files of this scenario are read, for one that keeps count of them. Several scenarios may be
    /// read at the same time.
    func source(ofScenario name: String) -> any ScenarioSource
}

extension ScenarioSource {
    public func realPath(_ path: String) -> String? { nil }
    public func source(ofScenario name: String) -> any ScenarioSource { self }
}

/// A file or folder by its own name, without its parent folder.
public struct ScenarioEntry: Sendable, Hashable {
    public var name: String
    /// Whether it is a folder, or a link to one.
    public var isFolder: Bool
    /// Whether it is a symbolic link.
    public var isLink: Bool

    public init(_ name: String, isFolder: Bool = false, isLink: Bool = false) {
        self.name = name
        self.isFolder = isFolder
        self.isLink = isLink
    }
}

public enum ScenarioSourceError: Error, Sendable, Hashable {
    case missing
    case notAFolder
    /// The path is a folder, and a file was to be read.
    case notAFile
    /// The system's message.
    case unreadable(String)
    /// A symbolic link leads out of the scenario folder.
    case outside
    /// A symbolic link leads to a file that is not there.
    case dangling
    /// A symbolic link leads back to itself.
    case linkLoop

    var message: String {
        switch self {
        case .missing: "no such file or folder"
        case .notAFolder: "this is not a folder"
        case .notAFile: "this is not a file"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .outside: "a link that leads out of the scenario folder; --follow-links allows it"
        case .dangling: "a link that leads to nothing"
        case .linkLoop: "cannot be read: a loop of links"
        }
    }
}
