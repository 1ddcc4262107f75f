internal import ScenarioFiles
internal import TLS
internal import Wire

/// Reads the certificates that scenarios name, and knows the system's policy.
struct GnuTLSChecker: CertificateChecker {
    func problem(withAuthorities pem: [UInt8]) -> String? { ClientAuthorities.problem(with: pem) }

    func problem(withVersions versions: Set<TLSInfo.Version>) -> String? {
        TLSServer.problem(withVersions: versions)
    }
}
