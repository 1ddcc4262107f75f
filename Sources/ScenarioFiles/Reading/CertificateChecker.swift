/// Checks certificates that a scenario names. Passed in, because only a C library reads them, and this module links none.
public protocol CertificateChecker: Sendable {
    /// What is wrong with a PEM file of authorities, as the end of a sentence that begins with the file; nil if all of its
    /// certificates can be read, and there is one at least.
    func problem(withAuthorities pem: [UInt8]) -> String?
}
