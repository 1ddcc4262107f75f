internal import Glibc

/// A file that is read whole.
enum InputFile {
    /// Its bytes; nil with `errno`.
    static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var (all, piece) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
        while true {
            let count = Glibc.read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return all }
            all += piece.prefix(count)
        }
    }
}
