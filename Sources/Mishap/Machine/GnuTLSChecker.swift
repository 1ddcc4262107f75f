internal import ScenarioFiles
internal import TLS
internal import Wire

/// Reads the certificates that scenarios name, and knows the system's policy.
struct GnuTLSChecker: CertificateChecker {
    let isForServing: Bool

    func problem(withAuthorities pem: [UInt8]) -> String? { ClientAuthorities.problem(with: pem) }

    func problem(with settings: TLSSettings) -> String? { TLSServer.problem(with: settings) }
}
