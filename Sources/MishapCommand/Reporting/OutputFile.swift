internal import Glibc

/// A file that is written at the end, and opened at the beginning, so that a path that cannot be written is told before
/// anything else happens. What it had before is kept until then.
final class OutputFile {
    let path: String
    private let descriptor: Int32

    struct Failure: Error { let message: String }

    init(_ path: String) throws(Failure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw Self.failure(path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func write(_ text: String) throws(Failure) {
        // A pipe or a terminal has no length.
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, ftruncate(descriptor, 0) != 0 {
            throw Self.failure(path)
        }
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { bytes = bytes.dropFirst(count) } else if errno != EINTR { throw Self.failure(path) }
        }
    }

    static func failure(_ path: String) -> Failure {
        Failure(message: "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
}
