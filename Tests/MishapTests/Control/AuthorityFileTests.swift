import Foundation
import Glibc
import Mishap
import Synchronization
import TLS
import TestSupport
import Testing

struct AuthorityFileTests {
    private let folder: URL
    private var path: String { folder.appending(path: "ca.pem").path() }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mishap-ca-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func remove() { try? FileManager.default.removeItem(at: folder) }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    private func write(_ bytes: [UInt8], mode: mode_t = 0o600) throws {
        try Data(bytes).write(to: URL(filePath: path))
        #expect(chmod(path, mode) == 0)
    }

    private func error() -> String? {
        do { _ = try AuthorityFile.authority(path) } catch { return "\(error)" }
        return nil
    }

    @Test func itIsMadeOnceAndReadFromThenOn() throws {
        defer { remove() }
        let made = try AuthorityFile.authority(path)
        #expect(mode(path) == 0o600)
        #expect(Array(try Data(contentsOf: URL(filePath: path))) == made.pem)
        // Nothing is left beside it.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["ca.pem"])
        // It need not be writable.
        #expect(chmod(path, 0o400) == 0)
        #expect(try AuthorityFile.authority(path).pem == made.pem)
        #expect(mode(path) == 0o400)
    }

    @Test func whoeverStartsAtOnceHasTheSame() throws {
        defer { remove() }
        let found = Mutex<[[UInt8]]>([])
        let path = path
        DispatchQueue.concurrentPerform(iterations: 16) { _ in
            let authority = try? AuthorityFile.authority(path)
            found.withLock { $0.append(authority?.pem ?? []) }
        }
        #expect(Set(found.withLock { $0 }) == [Array(try Data(contentsOf: URL(filePath: path)))])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path()) == ["ca.pem"])
    }

    @Test(arguments: [mode_t(0o640), 0o604, 0o644, 0o620, 0o660])
    func oneThatOthersCanReadIsRefused(mode: mode_t) throws {
        defer { remove() }
        try write(try Authority(at: Int64(Date().timeIntervalSince1970)).pem, mode: mode)
        #expect(error() == "\(path) has a private key, and others may read or change it: chmod 600 \(path)")
    }

    @Test(.enabled(if: geteuid() == 0)) func oneOfAnotherUserIsRefused() throws {
        defer { remove() }
        try write(try Authority(at: Int64(Date().timeIntervalSince1970)).pem)
        #expect(error() == nil)
        #expect(chown(path, 12_345, 0) == 0)
        #expect(
            error()
                == "\(path) has a private key, and belongs to another user, who may change it: chown 0 \(path)")
    }

    @Test func whatCannotBeUsedIsRefusedInALine() throws {
        defer { remove() }
        let now = Int64(Date().timeIntervalSince1970)
        let old = try Authority(at: now - 3_652 * 86_400)
        try write(old.pem)
        #expect(
            error()?.wholeMatch(
                of: /.*ca\.pem: the certificate expired at \S+Z; without the file a new one is made, which .* again/)
                != nil)
        try write(try Authority(at: now - 3_651 * 86_400 + 3_600).pem)
        #expect(error()?.contains("ca.pem: the certificate expires within a day, at ") == true)
        try write([])
        #expect(error()?.contains("ca.pem: there is no certificate in it") == true)
        try write(try Authority(at: now).certificatePEM)
        #expect(error()?.contains("ca.pem: there is no private key in it") == true)
        try write([UInt8](repeating: 0x41, count: 2 << 20))
        #expect(error() == "\(path) cannot be read: it is larger than 1 MiB")
        #expect(unlink(path) == 0)
        #expect(mkfifo(path, 0o600) == 0)
        #expect(error() == "\(path) is not a regular file")
        #expect(unlink(path) == 0)
        #expect(symlink("nowhere", path) == 0)
        #expect(error() == "\(path) cannot be read: it is a link that leads nowhere")
    }

    @Test func whereItCannotBeMadeThatIsSaid() throws {
        defer { remove() }
        let path = folder.path() + "/no/such/ca.pem"
        do {
            _ = try AuthorityFile.authority(path)
            Issue.record("it was made")
        } catch {
            #expect("\(error)" == "\(path) cannot be made: No such file or directory")
        }
    }
}
