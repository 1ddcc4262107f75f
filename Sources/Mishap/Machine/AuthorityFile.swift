internal import GatewayServer
internal import Glibc
public import TLS

/// A file that keeps an authority's key and certificate across runs, so that clients have to trust it once only.
public enum AuthorityFile {
    /// Why it cannot be used: one line, which begins with the path.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        public let description: String
    }

    private static let maximumSize = 1 << 20

    /// The authority of a file, which is made if it is not there: whole from the beginning, readable by its owner only, and the
    /// same for all processes that start at once.
    ///
    /// - Throws: If others can read the file or own it, if it has no key and certificate of an authority in PEM, or one that is not valid
    ///   now or expires within a day, or if it cannot be read or made.
    public static func authority(_ path: String) throws(Failure) -> Authority {
        let now = SystemClock.wallSeconds
        // Another process may have made it between the two looks.
        for _ in 0..<2 {
            if let text = try text(path) {
                do throws(CertificateError) {
                    return try Authority(pem: text, at: now)
                } catch {
                    throw failure(path, error)
                }
            }
            let made: Authority
            do throws(CertificateError) { made = try Authority(at: now) } catch { throw failure(path, error) }
            if try make(path, made.pem) { return made }
        }
        throw Failure(description: "\(path) cannot be read: it is a link that leads nowhere")
    }

    private static func failure(_ path: String, _ error: CertificateError) -> Failure {
        let hint =
            switch error {
            case .expired, .expiresSoon: "; without the file a new one is made, which clients have to trust again"
            default: ""
            }
        return Failure(description: "\(path): \(error)\(hint)")
    }

    /// What it has; nil if it is not there.
    private static func text(_ path: String) throws(Failure) -> [UInt8]? {
        // A pipe is not waited for.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw Failure(description: "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(description: "\(path) is not a regular file")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Failure(description: "\(path) has a private key, and others may read or change it: chmod 600 \(path)")
        }
        // Root can put anything there anyway.
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw Failure(
                description: "\(path) has a private key, and belongs to another user, who may change it: "
                    + "chown \(geteuid()) \(path)")
        }
        var text: [UInt8] = []
        while true {
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, text.count <= maximumSize else {
                let reason = count < 0 ? String(cString: strerror(errno)) : "it is larger than 1 MiB"
                throw Failure(description: "\(path) cannot be read: \(reason)")
            }
            if count == 0 { return text }
            text += piece.prefix(count)
        }
    }

    /// Makes the file; false if it is there meanwhile.
    private static func make(_ path: String, _ text: [UInt8]) throws(Failure) -> Bool {
        let beside = "\(path).\(getpid()).\(UInt32.random(in: .min ... .max)).new"
        guard write(text, beside) else { throw notMade(path) }
        defer { unlink(beside) }
        if link(beside, path) == 0 { return true }
        if errno == EEXIST { return false }
        // On a file system without links it is there before it is whole.
        guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS else { throw notMade(path) }
        if write(text, path) { return true }
        if errno == EEXIST { return false }
        throw notMade(path)
    }

    /// Makes a file that was not there; false with `errno`, and without the file.
    private static func write(_ text: [UInt8], _ path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        if fchmod(file, 0o600) == 0, Glibc.write(file, text, text.count) == text.count, fsync(file) == 0 { return true }
        let reason = errno
        unlink(path)
        errno = reason
        return false
    }

    private static func notMade(_ path: String) -> Failure {
        Failure(description: "\(path) cannot be made: \(String(cString: strerror(errno)))")
    }
}
