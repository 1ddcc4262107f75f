internal import Wire

/// Certificates that a client must not take, and some that it may.
enum CertificateFailures {
    /// As `TLSRow` reads it.
    static let text = """
        expired | The certificate has expired. | A good certificate that ended a day ago. | 60, verify code 10 | SSLError, certificate has expired | TypeError: fetch failed, from CERT_HAS_EXPIRED | SSLHandshakeException: PKIX path validation failed: validity check failed | The certificate chain uses expired certificate | RFC 5280, 4.1.2.5
        """

    static func failure(_ row: TLSRow) -> Failure {
        func certificate(_ set: @escaping @Sendable (inout CertificateFault, Arguments) -> Void) -> Failure {
            row.failure { arguments in TLSFault { set(&$0.certificate, arguments) } }
        }
        return switch row.code {
        case "expired": certificate { fault, _ in fault.validity = .expired }
        default: preconditionFailure("tls/\(row.code) has no certificate")
        }
    }
}
