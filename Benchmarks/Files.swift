import CLinux
import Glibc

/// Reads and writes whole files. The reported size is ignored, since it is 0 in `/proc`.
enum Files {
    static func read(_ path: String) -> [UInt8]? {
        let fd = clinux_open(path, O_RDONLY, 0)
        guard fd >= 0 else { return nil }
        defer { close(fd) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(fd, &piece, piece.count)
            if count <= 0 { return count == 0 ? bytes : nil }
            bytes += piece[..<count]
        }
    }

    static func text(_ path: String) -> String? {
        read(path).map { String(decoding: $0, as: UTF8.self) }
    }

    static func write(_ text: String, to path: String) throws(BenchError) {
        let fd = clinux_open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        guard fd >= 0 else { throw BenchError("cannot write \(path)") }
        defer { close(fd) }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(fd, $0.baseAddress, $0.count) }
            guard count > 0 else { throw BenchError("cannot write \(path)") }
            rest = rest.dropFirst(count)
        }
    }

    static func size(_ path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    static func names(in folder: String) -> [String] {
        guard let handle = opendir(folder) else { return [] }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// Creates the folder and missing parent folders.
    static func makeFolder(_ path: String) throws(BenchError) {
        var sofar = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            sofar += part + "/"
            guard mkdir(sofar, 0o755) == 0 || errno == EEXIST else {
                throw BenchError("cannot make the folder \(sofar)")
            }
        }
    }

    static func absolute(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// `path` in the nearest folder above a file in which it exists.
    static func path(_ path: String, above file: String) -> String? {
        var folders = file.split(separator: "/").dropLast()
        while true {
            let candidate = "/" + (folders + [path[...]]).joined(separator: "/")
            if let found = absolute(candidate) { return found }
            if folders.popLast() == nil { return nil }
        }
    }

    static func isExecutable(_ path: String) -> Bool {
        access(path, X_OK) == 0
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The target of a symbolic link; empty if there is none.
    static func link(_ path: String) -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = readlink(path, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Finds a program on PATH, and in the folders of servers in Debian, which are not on the PATH of ordinary users.
    static func program(_ name: String) throws(BenchError) -> String {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        for folder in path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"] {
            let candidate = "\(folder)/\(name)"
            if isExecutable(candidate) { return candidate }
        }
        throw BenchError("\(name) is not installed")
    }
}
