internal import Glibc

/// What `/proc` tells of processes.
enum ProcessFiles {
    /// The number of this process where `/proc` was mounted, which may be another namespace; nil without `/proc`.
    static var ownNumber: Int32? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = readlink("/proc/self", &bytes, bytes.count)
        guard count > 0 else { return nil }
        return Int32(String(decoding: bytes.prefix(count), as: UTF8.self))
    }

    /// The children of a process, in the order of their numbers.
    static func children(of parent: Int32) -> [LeftBehind] {
        guard let folder = opendir("/proc") else { return [] }
        defer { closedir(folder) }
        var found: [LeftBehind] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let number = Int32(name), let status = read("/proc/\(number)/stat"),
                let (state, itsParent) = stateAndParent(status), itsParent == parent, state != UInt8(ascii: "Z")
            else { continue }
            found.append(LeftBehind(process: number, commandLine: commandLine(of: number, status)))
        }
        return found.sorted { $0.process < $1.process }
    }

    /// As in `12 (a name) S 1 …`, where the name may have any bytes (proc(5)).
    static func stateAndParent(_ status: [UInt8]) -> (state: UInt8, parent: Int32)? {
        guard let end = status.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let words = status[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 2)
        guard words.count > 1, let state = words[0].first,
            let parent = Int32(String(decoding: words[1], as: UTF8.self))
        else { return nil }
        return (state, parent)
    }

    private static func commandLine(of process: Int32, _ status: [UInt8]) -> String {
        let words = (read("/proc/\(process)/cmdline") ?? []).split(separator: 0)
        if !words.isEmpty { return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ") }
        let name = status.drop { $0 != UInt8(ascii: "(") }.dropFirst().prefix { $0 != UInt8(ascii: ")") }
        return String(decoding: name, as: UTF8.self)
    }

    /// The first 4 KiB of a file; nil if it cannot be read.
    private static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(file, &bytes, bytes.count)
        return count >= 0 ? Array(bytes.prefix(count)) : nil
    }
}
