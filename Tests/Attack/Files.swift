import Glibc

/// Reading and writing files, without Foundation.
enum Files {
    static func text(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws(AttackError) {
        guard let file = fopen(path, "w") else { throw AttackError(system: "cannot write \(path)") }
        defer { fclose(file) }
        fputs(text, file)
    }

    /// The names in a folder, in their order.
    static func names(_ path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// The paths of all files below a folder, so that a number is the same file everywhere.
    static func all(below folder: String) -> [String] {
        names(folder).flatMap { name in
            let path = "\(folder)/\(name)"
            let inner = all(below: path)
            return inner.isEmpty ? [path] : inner
        }
    }
}
