public import Wire

/// Checks what a scenario says of TLS. Passed in, because only a C library knows it, and this module links none.
public protocol CertificateChecker: Sendable {
    /// What is wrong with a PEM file of authorities, as the end of a sentence that begins with the file; nil if all of its
    /// certificates can be read, and there is one at least.
    func problem(withAuthorities pem: [UInt8]) -> String?
    /// Why these versions cannot be spoken here, such as that the system's policy forbids one; nil if they can.
    func problem(withVersions versions: Set<TLSInfo.Version>) -> String?
}
