internal import Glibc
public import ScenarioFiles
internal import Synchronization

/// Reads scenario files from disk.
public struct FileScenarioSource: ScenarioSource {
    /// Folders that files must be in; nil if links may lead anywhere.
    private let bounds: Bounds?

    /// The allowed folders with links resolved, and folders already known to be inside. Without the cache, resolving
    /// each path again takes a twentieth of the start time.
    private final class Bounds: Sendable {
        private let folders: Set<String>
        private let files: Set<String>
        private let seen = Mutex<Set<String>>([])

        init(folders: Set<String>, files: Set<String>) {
            self.folders = folders
            self.files = files
        }

        /// A missing file is left to be reported as missing; a link that cannot be resolved is refused here.
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

    /// Without a restriction on links.
    public init() { bounds = nil }

    /// Reads only files in and below the folders, or beside a path that is a file, so that a scenario folder from
    /// elsewhere cannot expose other files of this machine. A path may be a link itself.
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

    /// The folder part of a path, as written.
    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) }.map { $0.isEmpty ? "/" : $0 } ?? "."
    }

    /// The path with links resolved; nil if the file does not exist or cannot be resolved.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    public func realPath(_ path: String) -> String? { Self.real(path) }

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
            let (entryPath, type) = (path + "/" + name, Int(entry.pointee.d_type))
            entries.append(
                ScenarioEntry(
                    name, isFolder: type == DT_DIR || type != DT_REG && Self.isFolder(entryPath),
                    isLink: type == DT_LNK || type == DT_UNKNOWN && Self.isLink(entryPath)))
        }
        return .success(entries)
    }

    public func read(_ path: String) -> Result<[UInt8], ScenarioSourceError> {
        // Opening a pipe would block until it has a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
        var descriptor: Int32
        if let bounds {
            guard bounds.containFolder(Self.folder(of: path)) || bounds.contain(path) else {
                return .failure(Self.linkError(path))
            }
            descriptor = open(path, flags | O_NOFOLLOW)
            if descriptor < 0, errno == ELOOP {
                guard bounds.contain(path) else { return .failure(Self.linkError(path)) }
                descriptor = open(path, flags)
            }
        } else {
            descriptor = open(path, flags)
        }
        guard descriptor >= 0 else {
            let error = Self.error()
            return .failure(error == .missing && Self.isLink(path) ? .dangling : error)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(Self.error()) }
        guard status.st_mode & S_IFMT != S_IFDIR else { return .failure(.notAFile) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .failure(.unreadable("it is not a regular file")) }
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

    /// Why a link that does not lead to a place in the folders is refused.
    private static func linkError(_ path: String) -> ScenarioSourceError {
        guard real(path) == nil else { return .outside }
        return switch errno {
        case ENOENT: .dangling
        case ELOOP: .linkLoop
        default: .outside
        }
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
        case ELOOP: .linkLoop
        default: .unreadable(String(cString: strerror(errno)))
        }
    }
}
