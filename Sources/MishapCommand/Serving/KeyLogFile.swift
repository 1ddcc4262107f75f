internal import Glibc

/// The file of `--tls-key-log`: a line for each secret, in the format of NSS.
final class KeyLogFile: Sendable {
    private let descriptor: Int32

    /// One that is there goes on. It may be a pipe or a terminal, neither of which is waited for.
    ///
    /// - Throws: Also if others can read the file or the pipe, or if nobody reads the pipe.
    init(_ path: String) throws(OutputFile.Failure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw errno == ENXIO
                ? OutputFile.Failure(message: "\(path) cannot be written: nobody reads it") : OutputFile.failure(path)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw OutputFile.failure(path) }
        switch status.st_mode & S_IFMT {
        case S_IFCHR: break
        case S_IFREG, S_IFIFO:
            guard status.st_mode & 0o077 == 0 else {
                throw OutputFile.Failure(
                    message: "\(path) is for secrets, and others may read or change it: chmod 600 \(path)")
            }
        default: throw OutputFile.Failure(message: "\(path) is neither a regular file nor a pipe or a terminal")
        }
    }

    deinit { close(descriptor) }

    /// By one write, so that the lines of several threads and processes stay apart. A log that cannot be written stops nobody.
    func write(_ line: [UInt8]) { _ = Glibc.write(descriptor, line, line.count) }
}
