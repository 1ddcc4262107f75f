/// Where scenario files are, passed in: this room reads no disk, and tests need none.
public protocol ScenarioSource: Sendable {
    /// What lies right below a folder, in any order; `.notAFolder` where the path is a file.
    func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError>
    func read(_ path: String) -> Result<[UInt8], ScenarioSourceError>
    /// What is read from here on is read for the scenario of that name.
    func willLoad(_ name: String)
}

extension ScenarioSource {
    public func willLoad(_ name: String) {}
}

/// A file or folder by its own name, without that of the folder that it is in.
public struct ScenarioEntry: Sendable, Hashable {
    public var name: String
    public var isFolder: Bool

    public init(_ name: String, isFolder: Bool = false) {
        self.name = name
        self.isFolder = isFolder
    }
}

public enum ScenarioSourceError: Error, Sendable, Hashable {
    case missing
    case notAFolder
    /// Asked to read a folder.
    case notAFile
    /// The reason, as the system puts it.
    case unreadable(String)
    /// A link leads out of the scenario folder.
    case outside

    var message: String {
        switch self {
        case .missing: "no such file or folder"
        case .notAFolder: "this is not a folder"
        case .notAFile: "this is not a file"
        case .unreadable(let reason): "cannot be read: \(reason)"
        case .outside: "a link that leads out of the scenario folder; --follow-links allows it"
        }
    }
}
