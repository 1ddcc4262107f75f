internal import Glibc
public import Scenario
internal import Synchronization

/// Scenario files on this machine's disk.
public struct FileScenarioSource: ScenarioSource {
    /// What nothing that is read may lie outside of; nil where links may lead anywhere.
    private let bounds: Bounds?

    /// Folders and files without links in their paths, and the folders that were seen to lie within: to look at each
    /// part of each path again would take a twentieth of a start.
    private final class Bounds: Sendable {
        private let folders: Set<String>
        private let files: Set<String>
        private let seen = Mutex<Set<String>>([])

        init(folders: Set<String>, files: Set<String>) {
            self.folders = folders
            self.files = files
        }

        /// What is not there is no matter of links; a link that leads nowhere that could be told is.
        func contain(_ path: String) -> Bool {
            guard let real = FileScenarioSource.real(path) else { return !FileScenarioSource.isLink(path) }
            return contain(real: real)
        }

        func containFolder(_ path: String) -> Bool {
            if seen.withLock({ $0.contains(path) }) { return true }
            guard contain(path) else { return false }
            seen.withLock { _ = $0.insert(path) }
            return true
        }

        private func contain(real: String) -> Bool {
            if files.contains(real) || folders.contains("/") { return true }
            var folder = real[...]
            while !folder.isEmpty {
                if folders.contains(String(folder)) { return true }
                folder = folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
            }
            return false
        }
    }

    /// Reads whatever it is asked for.
    public init() { bounds = nil }

    /// Reads only what lies at and below the paths, or beside a path that is a file: a scenario folder that came from
    /// elsewhere shall not show other files of this machine. A path may be a link itself.
    public init(within paths: [String]) {
        var folders: Set<String> = []
        var files: Set<String> = []
        for path in paths {
            guard let real = Self.real(path) else { continue }
            if Self.isFolder(real) {
                folders.insert(real)
            } else {
                files.insert(real)
                if let folder = Self.real(Self.folder(of: path)) { folders.insert(folder) }
            }
        }
        bounds = Bounds(folders: folders, files: files)
    }

    /// That a path is in, as it is written.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) }.map { $0.isEmpty ? "/" : $0 } ?? "."
    }

    /// The path without links; nil where there is nothing, or it cannot be told.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    public func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> {
        if let bounds, !bounds.containFolder(path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path) {
            return .failure(.outside)
        }
        guard let directory = opendir(path) else { return .failure(Self.error()) }
        defer { closedir(directory) }
        var entries: [ScenarioEntry] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            entries.append(ScenarioEntry(name, isFolder: Self.isFolder(path + "/" + name)))
        }
        return .success(entries)
    }

    public func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> {
        // A pipe without a writer would wait for one.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        var descriptor: Int32
        if let bounds {
            guard bounds.containFolder(Self.folder(of: path)) || bounds.contain(path) else { return .failure(.outside) }
            descriptor = open(path, flags | O_NOFOLLOW)
            if descriptor < 0, errno == ELOOP {
                guard bounds.contain(path) else { return .failure(.outside) }
                descriptor = open(path, flags)
            }
        } else {
            descriptor = open(path, flags)
        }
        guard descriptor >= 0 else { return .failure(Self.error()) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(Self.error()) }
        guard status.st_mode & S_IFMT != S_IFDIR else { return .failure(.notAFile) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .failure(.unreadable("it is no regular file")) }
        guard status.st_size <= Self.largest else { return .failure(.unreadable("it is larger than 1 GiB")) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(max(0, Int(status.st_size)) + 1)
        while true {
            var failed = false
            let piece = [UInt8](unsafeUninitializedCapacity: 256 << 10) { buffer, count in
                let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                failed = got < 0
                count = max(0, got)
            }
            if failed { return .failure(Self.error()) }
            if piece.isEmpty { return .success(bytes) }
            bytes += piece
        }
    }

    private static let largest = 1 << 30

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func error() -> ScenarioSourceError {
        switch errno {
        case ENOENT: .missing
        case ENOTDIR: .notAFolder
        case EISDIR: .notAFile
        default: .unreadable(String(cString: strerror(errno)))
        }
    }
}
