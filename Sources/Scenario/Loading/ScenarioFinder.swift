internal import JSONText

/// Finds the scenario files below the paths that somebody named, and the names that they go by.
struct ScenarioFinder {
    struct Found {
        let name: String
        let path: String
    }

    private let source: any ScenarioSource
    private(set) var found: [Found] = []
    private(set) var diagnostics = DiagnosticBag()

    /// Folders below folders; a loop of links ends here too.
    private static let deepest = 32
    /// Folders in all: two links to the folder that they are in would be 2^32.
    private static let mostFolders = 10_000
    private var folders = 0
    private var wasTooDeep = false

    init(_ source: any ScenarioSource) { self.source = source }

    mutating func find(_ paths: [String]) {
        for path in paths {
            switch source.list(path) {
            case .success(let entries): findBelow(path, entries, prefix: "", depth: 0)
            case .failure(.notAFolder): take(path, name: Self.withoutExtension(Self.lastPart(of: path)))
            case .failure(let error): diagnostics.error(path, 0..<0, error.message)
            }
        }
        found.sort { ($0.name, $0.path) < ($1.name, $1.path) }
        refuseTwins()
    }

    private mutating func findBelow(
        _ folder: String, _ entries: [ScenarioEntry], prefix: String, depth: Int
    ) {
        for entry in entries.sorted(by: { $0.name < $1.name }) where !entry.name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + entry.name : folder + "/" + entry.name
            if !entry.isFolder {
                guard entry.name.hasSuffix(".json"), !entry.name.hasSuffix(".schema.json") else { continue }
                take(path, name: prefix + Self.withoutExtension(entry.name))
            } else if entry.name != "files" {
                guard depth < Self.deepest else {
                    // Said once: a loop would say it for every way through it.
                    if !wasTooDeep { diagnostics.error(path, 0..<0, "more than \(Self.deepest) folders deep") }
                    wasTooDeep = true
                    continue
                }
                folders += 1
                guard folders <= Self.mostFolders else {
                    if folders == Self.mostFolders + 1 {
                        diagnostics.error(
                            path, 0..<0, "more than \(Self.mostFolders) folders",
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

    private mutating func take(_ path: String, name: String) {
        guard ScenarioName.isValid(name) else {
            diagnostics.error(
                path, 0..<0, "\"\(name.shown)\" cannot be the name of a scenario",
                hint:
                    "names have lower-case letters, digits, \".\", \"_\" and single \"-\", which neither begin nor end a part"
            )
            return
        }
        found.append(Found(name: name, path: path))
    }

    /// The same file named twice is one scenario; two files with one name are none.
    private mutating func refuseTwins() {
        var kept: [Found] = []
        for file in found {
            guard let last = kept.last, last.name == file.name else {
                kept.append(file)
                continue
            }
            if Self.plain(last.path) != Self.plain(file.path) {
                diagnostics.error(
                    file.path, 0..<0, "a second scenario named \"\(file.name)\"", hint: "the first is \(last.path)")
            }
        }
        found = kept
    }

    /// The path without what leads nowhere: `./a//b` is `a/b`.
    private static func plain(_ path: String) -> String {
        (path.hasPrefix("/") ? "/" : "") + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    private static func lastPart(of path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }

    private static func withoutExtension(_ name: String) -> String {
        name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }
}
