internal import Glibc
internal import Mishap
internal import Scenario

/// What files look like from outside, by their paths: two that are equal were taken with nothing written in between.
struct FileTree: Equatable {
    private var stamps: [String: Stamp] = [:]

    /// A file as the kernel knows it.
    private struct Stamp: Hashable {
        let device: UInt64
        let number: UInt64
        let size: Int
        /// Of the content, and of the file itself: one that is replaced or becomes readable has changed.
        let times: [Int]
    }

    /// All files at and below `paths`, and `files` wherever they are. As scenarios are looked for, so are these: links
    /// are followed or not, hidden files are passed over, and nothing is too deep or too much to end.
    init(_ paths: [String], _ files: Set<String> = [], followsLinks: Bool) {
        let source = followsLinks ? FileScenarioSource() : FileScenarioSource(within: paths)
        var folders = 0
        for path in paths { add(path, &folders, depth: 0, source) }
        add(files)
    }

    /// Files that are not in it yet, as they are now; whether there are any. What they were when they were read, nobody
    /// knows then.
    @discardableResult
    mutating func add(_ files: Set<String>) -> Bool {
        let new = files.filter { stamps[$0] == nil }
        for file in new { stamps[file] = Self.stamp(file) }
        return !new.isEmpty
    }

    private mutating func add(_ path: String, _ folders: inout Int, depth: Int, _ source: FileScenarioSource) {
        guard case .success(let entries) = source.list(path) else {
            stamps[path] = Self.stamp(path)
            return
        }
        folders += 1
        guard depth <= 32, folders <= 10_000 else { return }
        for entry in entries where !entry.name.hasPrefix(".") {
            let entryPath = path.hasSuffix("/") ? path + entry.name : path + "/" + entry.name
            if entry.isFolder {
                add(entryPath, &folders, depth: depth + 1, source)
            } else {
                stamps[entryPath] = Self.stamp(entryPath)
            }
        }
    }

    private static func stamp(_ path: String) -> Stamp {
        var status = stat()
        guard stat(path, &status) == 0 else { return Stamp(device: 0, number: 0, size: -1, times: []) }
        return Stamp(
            device: UInt64(status.st_dev), number: UInt64(status.st_ino), size: Int(status.st_size),
            times: [status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec, status.st_ctim.tv_nsec])
    }
}
