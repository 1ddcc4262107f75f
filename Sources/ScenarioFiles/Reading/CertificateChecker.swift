public import Wire

/// Checks what a scenario says of TLS. Passed in, because only a C library knows it, and this module links none.
public protocol CertificateChecker: Sendable {
    /// Whether the scenarios will be served on this system, so that what is forbidden here is an error and not a warning.
    var isForServing: Bool { get }
    /// What is wrong with a PEM file of authorities, as the end of a sentence that begins with the file; nil if all of its
    /// certificates can be read, and there is one at least.
    func problem(withAuthorities pem: [UInt8]) -> String?
    /// Why TLS cannot be like this here, such as that the system's policy forbids a version; nil if it can.
    func problem(with settings: TLSSettings) -> String?
}
