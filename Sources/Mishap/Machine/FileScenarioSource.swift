internal import Glibc
public import Scenario

/// Scenario files on this machine's disk.
public struct FileScenarioSource: ScenarioSource {
    public init() {}

    public func list(_ path: String) -> Result<[ScenarioEntry], ScenarioSourceError> {
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
