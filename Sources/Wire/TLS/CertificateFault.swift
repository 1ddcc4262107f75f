/// What is wrong with the certificate that a client is shown: nothing, unless a part says so.
public struct CertificateFault: Sendable, Hashable {
    public var validity: Validity?
    public var names: Names?
    public var issuer: Issuer?
    public var content: Content?
    public var digest: Digest?
    /// An RSA key of so many bits.
    public var keyBits: Int?
    public var bytes: Bytes?
    public var order: Order?
    public var staple: Staple?
    public var proof: Proof?

    /// Nothing.
    public static let none = CertificateFault()

    public init() {}

    /// Takes what only the other one says. False if both say something about one part.
    mutating func take(_ other: CertificateFault) -> Bool {
        TLSFault.take(&validity, other.validity) && TLSFault.take(&names, other.names)
            && TLSFault.take(&issuer, other.issuer) && TLSFault.take(&content, other.content)
            && TLSFault.take(&digest, other.digest) && TLSFault.take(&keyBits, other.keyBits)
            && TLSFault.take(&bytes, other.bytes) && TLSFault.take(&order, other.order)
            && TLSFault.take(&staple, other.staple) && TLSFault.take(&proof, other.proof)
    }

    public enum Validity: Sendable, Hashable {
        case expired, notYetValid
        /// For ten years, which is longer than browsers take from public authorities.
        case long
    }

    /// The names that it is for, in place of the one that the client asks for.
    public enum Names: Sendable, Hashable {
        case otherHost, otherAddress
        /// An address of the server, as the name of a host.
        case addressAsHost
        /// `*.a` for `x.b.a`.
        case wildcardTooDeep
        /// The client's name, a NUL and another name behind it.
        case nul
        /// `*.` and the last label alone.
        case topLevelWildcard
        /// A wildcard for a part of a label.
        case partialWildcard
        /// A name with characters beyond ASCII, which are encoded as UTF-8.
        case unicode
        /// The client's name as a subjectAltName, and a subject without a common name.
        case withoutCommonName
        /// The client's name as the common name, and no subjectAltName.
        case commonNameOnly
        /// The client's and many more.
        case many(Int)
    }

    public enum Issuer: Sendable, Hashable {
        /// Its own key.
        case itself
        /// An authority that nobody trusts.
        case unknown
        /// An intermediate that is not sent.
        case notSent
        /// Intermediates between the authority and it, of which something is wrong.
        case expired, notAuthority, nameConstraints, pathLength, sha1
        /// So many good ones.
        case chain(Int)
    }

    /// Fields and extensions.
    public enum Content: Sendable, Hashable {
        case wrongAuthorityKeyID, noAuthorityKeyID, noSubject
        /// Its key may not sign.
        case wrongKeyUsage
        /// It is for clients.
        case wrongPurpose
        case unknownCriticalExtension
        /// A certificate timestamp of no known log.
        case invalidTimestamp
    }

    public enum Digest: Sendable, Hashable {
        case sha1, md5
    }

    /// What is sent is no valid certificate.
    public enum Bytes: Sendable, Hashable {
        case badSignature, unreadable, unreadableKey
    }

    /// Which certificates are sent, in which order.
    public enum Order: Sendable, Hashable {
        case issuerFirst
        /// The intermediates from the root on.
        case reversed
        /// One of another chain stands between.
        case unrelated
    }

    /// The stapled answer of OCSP.
    public enum Staple: Sendable, Hashable {
        case revoked, unknown, stale, unreadable
        /// The certificate demands one (RFC 7633), and none is sent.
        case missing
    }

    /// How the server proves that it has the key.
    public enum Proof: Sendable, Hashable {
        case wrongKey
    }
}
