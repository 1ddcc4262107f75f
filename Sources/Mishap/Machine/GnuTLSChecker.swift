internal import ScenarioFiles
internal import TLS

/// Reads the certificates that scenarios name.
struct GnuTLSChecker: CertificateChecker {
    func problem(withAuthorities pem: [UInt8]) -> String? { ClientAuthorities.problem(with: pem) }
}
