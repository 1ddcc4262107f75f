internal import JSONText

/// Finds the scenario files at and below the given paths, and derives the names of the scenarios.
struct ScenarioFinder {
    struct File {
        let name: String
        let path: String
    }

    private let source: any ScenarioSource
    private(set) var files: [File] = []
    private(set) var diagnostics = DiagnosticBag()
    /// Paths of YAML files at and below the path that is searched.
    private var yaml: [String] = []

    /// Depth of folders at most.
    private static let maximumDepth = 32
    /// Folders in total at most.
    private static let maximumFolders = 10_000
    private var folders = 0
    private var wasTooDeep = false
    /// The folder that is searched, behind those that it is in.
    private var openFolders: [String] = []

    init(_ source: any ScenarioSource) { self.source = source }

    mutating func find(_ paths: [String]) {
        for path in paths {
            switch source.list(path) {
            case .success(let entries):
                let count = files.count
                yaml = []
                findBelow(path, entries, prefix: "", depth: 0)
                if files.count == count, let first = yaml.min() { warn(ofYAML: first) }
            case .failure(.notAFolder): add(path, name: Self.withoutExtension(Self.lastPart(of: path)))
            case .failure(let error): diagnostics.error(path, 0..<0, error.message)
            }
        }
        files.sort { ($0.name, $0.path) < ($1.name, $1.path) }
        rejectDuplicateNames()
    }

    private mutating func findBelow(
        _ folder: String, _ entries: [ScenarioEntry], prefix: String, depth: Int
    ) {
        openFolders.append(folder)
        defer { openFolders.removeLast() }
        for entry in entries.sorted(by: { $0.name < $1.name }) where !entry.name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + entry.name : folder + "/" + entry.name
            if !entry.isFolder {
                guard entry.name.hasSuffix(".json"), !entry.name.hasSuffix(".schema.json") else {
                    if YAMLText.isName(entry.name) { yaml.append(path) }
                    continue
                }
                add(path, name: prefix + Self.withoutExtension(entry.name))
            } else if entry.name != "files" {
                guard depth < Self.maximumDepth else {
                    // Reported once, not for each folder of that depth.
                    if !wasTooDeep { diagnostics.error(path, 0..<0, "more than \(Self.maximumDepth) folders deep") }
                    wasTooDeep = true
                    continue
                }
                if entry.isLink, let around = folderAround(path) {
                    diagnostics.error(path, 0..<0, "a loop of links: this one leads back to \(around.shown)")
                    continue
                }
                folders += 1
                guard folders <= Self.maximumFolders else {
                    if folders == Self.maximumFolders + 1 {
                        diagnostics.error(
                            path, 0..<0, "more than \(Self.maximumFolders) folders",
                            hint: "a loop of links looks like this")
                    }
                    continue
                }
                switch source.list(path) {
                case .success(let below):
                    findBelow(path, below, prefix: prefix + entry.name + "/", depth: depth + 1)
                case .failure(let error): diagnostics.error(path, 0..<0, error.message)
                }
            }
        }
    }

    /// The folder around a link to which it leads back; nil if it leads elsewhere.
    private func folderAround(_ link: String) -> String? {
        guard let real = source.realPath(link) else { return nil }
        return openFolders.first { source.realPath($0) == real }
    }

    /// For a folder that has YAML in the place of scenarios.
    private mutating func warn(ofYAML first: String) {
        let others = yaml.count == 1 ? "" : ", nor \(yaml.count - 1) more"
        diagnostics.warning(
            first, 0..<0, "this file is not loaded\(others): scenarios are JSON, in files that end in .json")
    }

    private mutating func add(_ path: String, name: String) {
        guard ScenarioName.isValid(name) else {
            diagnostics.error(
                path, 0..<0, "\"\(name.shown)\" cannot be the name of a scenario",
                hint:
                    "names have lower-case letters, digits, \".\", \"_\" and single \"-\", which neither begin nor end a part"
            )
            return
        }
        guard !["tls", "http2"].contains(name), !name.hasSuffix(".tls"), !name.hasSuffix(".http2") else {
            diagnostics.error(
                path, 0..<0, "\"\(name.shown)\" cannot be the name of a scenario",
                hint: "a host \(name.shown).localhost is that of a failure")
            return
        }
        files.append(File(name: name, path: path))
    }

    /// The same file named twice is one scenario; two files with the same scenario name are an error.
    private mutating func rejectDuplicateNames() {
        var kept: [File] = []
        for file in files {
            guard let last = kept.last, last.name == file.name else {
                kept.append(file)
                continue
            }
            if Self.normalized(last.path) != Self.normalized(file.path) {
                diagnostics.error(
                    file.path, 0..<0, "a second scenario named \"\(file.name)\"", hint: "the first is \(last.path)")
            }
        }
        files = kept
    }

    /// The path without `.` and empty components: `./a//b` is `a/b`.
    private static func normalized(_ path: String) -> String {
        (path.hasPrefix("/") ? "/" : "") + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    private static func lastPart(of path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    private static func withoutExtension(_ name: String) -> String {
        name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }
}
