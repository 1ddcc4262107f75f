internal import Glibc

/// The files that tell the command of `exec` whom to trust. They go when it has ended.
final class TrustFiles: Sendable {
    /// What the command gets to know of them.
    let variables: [String: String]
    /// What is not in the bundle, a sentence each.
    let notices: [String]
    private let paths: [String]

    /// Where distributions have the certificates that all programs trust; the first one that is there is read.
    static let systemRoots = [
        // Debian, Ubuntu, Arch, Gentoo; Fedora and older RHEL; openSUSE; RHEL 7 and later; Alpine.
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem", "/etc/ssl/cert.pem",
    ]
    /// Where users name other certificates to trust.
    private static let others = ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS"]

    /// - Parameters:
    ///   - certificates: What is to be trusted, in PEM.
    ///   - isTrusted: Whether programs are to trust them by themselves, beside all that they trust already.
    init(
        _ certificates: [UInt8], isTrusted: Bool, _ environment: Environment, systemRoots: [String] = systemRoots
    ) throws(OutputFile.Failure) {
        let folder = environment["TMPDIR"] ?? "/tmp"
        let own = try Self.write(certificates, "\(folder)/mishap-ca-XXXXXX.pem")
        guard isTrusted else {
            (variables, notices, paths) = (["MISHAP_CA": own], [], [own])
            return
        }
        var (bundle, notices, known) = ([UInt8](), [String](), Set<String>())
        func add(_ path: String) -> Bool {
            guard known.insert(path).inserted else { return true }
            guard let text = InputFile.read(path) else { return false }
            bundle += text + [0x0A]
            return true
        }
        func addNamed(by name: String) -> Bool {
            guard let path = environment[name] else { return false }
            if add(path) { return true }
            notices.append("--trust: \(name) is not in the bundle: \(path): \(String(cString: strerror(errno)))")
            return false
        }
        if !addNamed(by: "SSL_CERT_FILE"), !systemRoots.contains(where: add) {
            notices.append(
                "--trust: this system has no list of authorities where it is looked for; Mishap's is the only one")
        }
        for name in Self.others { _ = addNamed(by: name) }
        let all: String
        do throws(OutputFile.Failure) {
            all = try Self.write(bundle + certificates, "\(folder)/mishap-trust-XXXXXX.pem")
        } catch {
            unlink(own)
            throw error
        }
        variables = [
            "MISHAP_CA": own, "SSL_CERT_FILE": all, "REQUESTS_CA_BUNDLE": all, "CURL_CA_BUNDLE": all,
            // Node adds it to its own.
            "NODE_EXTRA_CA_CERTS": environment["NODE_EXTRA_CA_CERTS"] == nil ? own : all,
        ]
        self.notices = notices
        paths = [own, all]
    }

    /// Removes them; the second time there is nothing left to do.
    func remove() { for path in paths { unlink(path) } }

    /// Makes a file that nobody else can read; the `X` in its name become something that no other file has.
    private static func write(_ text: [UInt8], _ name: String) throws(OutputFile.Failure) -> String {
        var path = Array(name.utf8CString)
        let file = mkstemps(&path, Int32(".pem".utf8.count))
        guard file >= 0 else { throw OutputFile.failure(name) }
        defer { close(file) }
        let made = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard Glibc.write(file, text, text.count) == text.count else {
            let failure = OutputFile.failure(made)
            unlink(made)
            throw failure
        }
        return made
    }
}
