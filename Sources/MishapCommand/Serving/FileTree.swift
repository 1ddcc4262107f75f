internal import CLinux
internal import Glibc
internal import Mishap
internal import ScenarioFiles

/// A snapshot of the metadata of files, by path. If two snapshots are equal, nothing was written between them.
struct FileTree: Equatable {
    private var stamps: [String: Stamp] = [:]

    /// The metadata of a file.
    private struct Stamp: Hashable {
        let device: UInt64
        let number: UInt64
        let size: Int
        /// mtime and ctime, so that replacing a file or changing its permissions is a change too.
        let times: [Int]
    }

    /// All files at and below `paths`, and `files`. The same rules apply as for finding scenarios: links are followed
    /// or not, hidden files are ignored, and depth and number of folders are limited.
    init(_ paths: [String], _ files: Set<String> = [], followsLinks: Bool) {
        let source = followsLinks ? FileScenarioSource() : FileScenarioSource(within: paths)
        var folders = 0
        for path in paths { add(path, &folders, depth: 0, source) }
        add(files)
    }

    /// Adds the current metadata of files that are not in the snapshot; returns whether there were any. They may have
    /// changed since they were read.
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
