public import Foundation

/// The repository that the tests were compiled from. Paths are relative to its root.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    public static func path(_ path: String) -> String { root.appending(path: path).path() }

    public static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Names of the files and folders in a folder, sorted.
    public static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(folder)).sorted()
    }

    /// Names of the scenarios in a folder of `scenarios`, such as `graph/tour`, sorted.
    public static func scenarios(in folder: String) throws -> [String] {
        try names(in: "scenarios/\(folder)").filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
            .map { folder + "/" + $0.dropLast(5) }.sorted()
    }

    /// The Python that has the packages of `Tests/requirements.txt`, which `make clients` installs.
    public static let python = path(".build/clients/bin/python3")

    /// The program to be tested in place of the one beside the test bundle: MISHAP_BINARY, an absolute path.
    public static let testedProgram: String? = {
        let path = ProcessInfo.processInfo.environment["MISHAP_BINARY"] ?? ""
        return path.isEmpty ? nil : path
    }()

    /// An executable of this package, which the build puts beside the test bundle.
    public static func program(_ name: String) -> String {
        if name == "mishap", let testedProgram { return testedProgram }
        return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(
            path: name
        )
        .path()
    }
}
