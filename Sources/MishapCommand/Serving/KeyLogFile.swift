internal import Glibc

/// The file of `--tls-key-log`: a line for each secret, in the format of NSS.
final class KeyLogFile: Sendable {
    private let descriptor: Int32

    /// One that is there goes on, with the mode that it has.
    init(_ path: String) throws(OutputFile.Failure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw OutputFile.failure(path) }
    }

    deinit { close(descriptor) }

    /// By one write, so that the lines of several threads and processes stay apart. A log that cannot be written stops nobody.
    func write(_ line: [UInt8]) { _ = Glibc.write(descriptor, line, line.count) }
}
