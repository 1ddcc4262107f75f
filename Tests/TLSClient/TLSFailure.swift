internal import CGnuTLS

/// Why TLS went no further, as GnuTLS has it.
public struct TLSFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of its error code, such as `GNUTLS_E_FATAL_ALERT_RECEIVED`.
    public let name: String
    /// The alert that the peer sent; nil if it sent none.
    public let alert: UInt8?

    init(_ code: Int32, alert: UInt8? = nil) {
        name = gnutls_strerror_name(code).map { String(cString: $0) } ?? String(code)
        self.alert = alert
    }

    /// The connection ended where TLS does not.
    public var isTruncation: Bool { name == "GNUTLS_E_PREMATURE_TERMINATION" }
    /// The certificate is not what the client accepts.
    public var isOfCertificate: Bool { name == "GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR" }

    public var description: String { alert.map { "\(name): alert \($0)" } ?? name }

    static func check(_ code: Int32) throws(TLSFailure) {
        if code < 0 { throw TLSFailure(code) }
    }
}

/// The version of GnuTLS that this process has loaded.
public var loadedGnuTLSVersion: String { String(cString: gnutls_check_version(nil)) }
