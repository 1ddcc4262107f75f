internal import Glibc
public import Scenario

/// Scenario files on this machine's disk.
public struct FileScenarioSource: ScenarioSource {
    /// What nothing that is read may lie outside of, without links; nil where links may lead anywhere.
    private let bounds: Bounds?

    private struct Bounds {
        var folders: Set<String> = []
        var files: Set<String> = []

        func contain(_ path: String) -> Bool {
            if files.contains(path) || folders.contains("/") { return true }
            var folder = path[...]
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
        var bounds = Bounds()
        for path in paths {
            guard let real = Self.real(path) else { continue }
            if Self.isFolder(real) {
                bounds.folders.insert(real)
            } else {
                bounds.files.insert(real)
                let place = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
                if let folder = Self.real(place) { bounds.folders.insert(folder) }
            }
        }
        self.bounds = bounds
    }

    /// False where a link leads out. What is not there is no matter of links.
    private func isWithin(_ path: String) -> Bool {
        guard let bounds, let real = Self.real(path) else { return true }
        return bounds.contain(real)
    }

    /// The path without links; nil where there is nothing, or it cannot be told.
    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    public func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> {
        guard isWithin(path) else { return .failure(.outside) }
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
        guard isWithin(path) else { return .failure(.outside) }
        // A pipe without a writer would wait for one.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
