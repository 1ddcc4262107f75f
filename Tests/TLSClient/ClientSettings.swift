internal import CGnuTLS

/// What clients of TLS speak, trust and show. Prepared once; sessions on any threads share it.
public final class ClientSettings: @unchecked Sendable {
    public enum Version: String, Sendable, CaseIterable {
        case tls10 = "TLS1.0", tls11 = "TLS1.1", tls12 = "TLS1.2", tls13 = "TLS1.3"
    }

    /// A certificate with those of its issuers behind it, and its key, as PEM text.
    public struct Certificate: Sendable {
        public var chain: [UInt8]
        public var key: [UInt8]

        public init(chain: [UInt8], key: [UInt8]) {
            self.chain = chain
            self.key = key
        }
    }

    let priorities: gnutls_priority_t
    let credentials: gnutls_certificate_credentials_t
    let alpn: [String]
    let verifiesServer: Bool

    /// - Parameters:
    ///   - alpn: The protocols that are offered (ALPN), the preferred one first; none if empty.
    ///   - authorities: PEM text of those that must have issued the server's certificate; nil: it is not looked at.
    ///   - certificate: Shown if the server asks for one, whichever authorities it names.
    ///   - priorities: Further words of a priority string, such as `-GROUP-ALL:+GROUP-X25519`.
    public init(
        versions: Set<Version> = [.tls12, .tls13], alpn: [String] = [], authorities: [UInt8]? = nil,
        certificate: Certificate? = nil, priorities words: String? = nil
    ) throws(TLSFailure) {
        let text = (["NORMAL:-VERS-ALL"] + versions.map { "+VERS-" + $0.rawValue } + [words].compactMap(\.self))
            .joined(separator: ":")
        var priorities: gnutls_priority_t?
        try TLSFailure.check(gnutls_priority_init2(&priorities, text, nil, 0))
        var credentials: gnutls_certificate_credentials_t?
        try TLSFailure.check(gnutls_certificate_allocate_credentials(&credentials))
        self.priorities = priorities!
        self.credentials = credentials!
        self.alpn = alpn
        verifiesServer = authorities != nil
        if let authorities {
            try withDatum(authorities) { datum throws(TLSFailure) in
                let count = gnutls_certificate_set_x509_trust_mem(credentials, datum, GNUTLS_X509_FMT_PEM)
                try TLSFailure.check(count)
            }
        }
        if let certificate {
            try withDatum(certificate.chain) { chain throws(TLSFailure) in
                try withDatum(certificate.key) { key throws(TLSFailure) in
                    try TLSFailure.check(
                        gnutls_certificate_set_x509_key_mem(credentials, chain, key, GNUTLS_X509_FMT_PEM))
                }
            }
        }
    }

    deinit {
        gnutls_priority_deinit(priorities)
        gnutls_certificate_free_credentials(credentials)
    }

    /// TLS 1.2 and 1.3 without ALPN; the server's certificate is not looked at.
    public static let standard = try! ClientSettings()
}

/// GnuTLS only reads what it is given so.
func withDatum<Result>(
    _ bytes: [UInt8], _ body: (UnsafePointer<gnutls_datum_t>) throws(TLSFailure) -> Result
) throws(TLSFailure) -> Result {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    defer { copy.deallocate() }
    _ = copy.initialize(from: bytes)
    let datum = gnutls_datum_t(data: copy.baseAddress, size: UInt32(bytes.count))
    let pointer = UnsafeMutablePointer<gnutls_datum_t>.allocate(capacity: 1)
    defer { pointer.deallocate() }
    pointer.initialize(to: datum)
    return try body(pointer)
}
