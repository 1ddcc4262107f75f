internal import Bytes
internal import CGnuTLS

/// Why a certificate, a key or an authority cannot be used. The text is one clause, without the name of the file.
public enum CertificateError: Error, Sendable, Hashable, CustomStringConvertible {
    case noCertificate
    case noKey
    case encryptedKey
    /// With what GnuTLS says.
    case unreadableCertificate(String)
    case unreadableKey(String)
    case tooManyCertificates
    case keyOfAnother
    /// When it expired, in seconds since 1970.
    case expired(Int64)
    case notYetValid(Int64)
    /// When it will expire, which is too soon for an authority.
    case expiresSoon(Int64)
    case notAnAuthority
    /// The authority was issued by another one.
    case notSelfSigned
    /// A key or a certificate cannot be made here, with what GnuTLS says.
    case notMade(String)

    /// Whether the file of the key is wrong, and not that of the certificate.
    public var isAboutKey: Bool {
        switch self {
        case .noKey, .encryptedKey, .unreadableKey, .keyOfAnother: true
        default: false
        }
    }

    public var description: String {
        switch self {
        case .noCertificate: "there is no certificate in it (PEM, which begins with -----BEGIN CERTIFICATE-----)"
        case .noKey: "there is no private key in it (PEM, which begins with -----BEGIN PRIVATE KEY----- or the like)"
        case .encryptedKey: "the private key is encrypted; \"openssl pkey -in FILE\" prints it decrypted"
        case .unreadableCertificate(let reason): "a certificate in it cannot be read: \(reason)"
        case .unreadableKey(let reason): "the private key cannot be read: \(reason)"
        case .tooManyCertificates: "there are more than \(Identity.maximumCertificates) certificates in it"
        case .keyOfAnother: "the private key is not that of the certificate"
        case .expired(let time): "the certificate expired at \(Self.text(time))"
        case .notYetValid(let time): "the certificate is not valid before \(Self.text(time))"
        case .expiresSoon(let time): "the certificate expires within a day, at \(Self.text(time))"
        case .notAnAuthority:
            "the certificate is not that of an authority (basicConstraints CA:TRUE, keyUsage keyCertSign)"
        case .notSelfSigned: "the certificate was issued by another authority, and not by itself"
        case .notMade(let reason): "no certificate can be made: \(reason)"
        }
    }

    private static func text(_ time: Int64) -> String { HTTPDate.iso8601(epochSeconds: time).text }

    /// What GnuTLS says of one of its negative results.
    static func reason(_ code: Int32) -> String { String(cString: gnutls_strerror(code)) }
}
