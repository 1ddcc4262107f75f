import Foundation
import TLS
import TestSupport
import Testing

/// A folder for certificates and keys, and the programs that look at them.
final class CertificateFiles {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "mishap-tls-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func path(_ name: String) -> String { folder.appending(path: name).path() }

    @discardableResult
    func write(_ bytes: [UInt8], as name: String) throws -> String {
        try Data(bytes).write(to: folder.appending(path: name))
        return path(name)
    }

    func bytes(of name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }

    /// What openssl prints; fails the test if it fails.
    @discardableResult
    func openssl(_ arguments: String...) throws -> String { try openssl(arguments) }

    @discardableResult
    private func openssl(_ arguments: [String]) throws -> String {
        let run = try ProgramRun("openssl", arguments, in: folder.path(), mergesError: true)
        try #require(run.code == 0, "\(arguments): \(run.output)")
        return run.output
    }

    /// A certificate that openssl makes with its key, of which both are bytes in PEM.
    func own(_ arguments: String...) throws -> (certificate: [UInt8], key: [UInt8]) {
        try openssl(
            ["req", "-x509", "-nodes", "-subj", "/CN=own", "-keyout", "own.key", "-out", "own.pem"] + arguments)
        return (try bytes(of: "own.pem"), try bytes(of: "own.key"))
    }
}

/// Seconds since 1970.
func systemTime() -> Int64 { Int64(Date().timeIntervalSince1970) }
