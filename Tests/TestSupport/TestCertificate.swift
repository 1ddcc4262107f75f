internal import Foundation
public import TLSClient

/// A certificate that signs itself (ECDSA P-256, a day), and its key, made by the program `openssl`.
public struct TestCertificate: Sendable {
    /// Both as PEM text.
    public let certificate: String
    public let key: String

    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// - Parameters:
    ///   - subject: As `openssl` takes it, such as `/O=Shop/CN=worker 7`.
    ///   - names: What it is for, such as `DNS:localhost` and `IP:127.0.0.1`.
    public init(subject: String, names: [String] = []) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mishap-certificate-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["key.pem", "certificate.pem"].map { folder.appending(path: $0).path() }
        let extensions = names.isEmpty ? [] : ["-addext", "subjectAltName=" + names.joined(separator: ",")]
        let run = try ProgramRun(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-utf8",
                "-subj", subject, "-keyout", files[0], "-out", files[1],
            ] + extensions)
        guard run.code == 0 else { throw Failure(description: "openssl: " + run.error) }
        key = try String(contentsOfFile: files[0], encoding: .utf8)
        certificate = try String(contentsOfFile: files[1], encoding: .utf8)
    }

    /// For a client that shows it.
    public var ofClient: ClientSettings.Certificate {
        ClientSettings.Certificate(chain: Array(certificate.utf8), key: Array(key.utf8))
    }
    /// For a client that trusts it.
    public var authorities: [UInt8] { Array(certificate.utf8) }
}
