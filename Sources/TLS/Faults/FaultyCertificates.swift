internal import CGnuTLS
internal import Synchronization
internal import Wire

/// Issues certificates of which something is wrong, below an authority that clients trust.
final class FaultyCertificates: Sendable {
    private static let day: Int64 = 86_400
    /// Seconds for which one is shown before another one is made.
    static let lifetime: Int64 = 43_200

    private struct Keys {
        var rsa: [Int: PrivateKey] = [:]
        var other: PrivateKey?
        var stranger: Authority?
    }

    private let authority: Authority
    private let key: PrivateKey
    private let keys = Mutex(Keys())

    /// - Parameter key: That of good certificates.
    init(_ authority: Authority, _ key: PrivateKey) {
        self.authority = authority
        self.key = key
    }

    /// Who signs: its certificate and its key.
    private struct Issuer {
        let certificate: X509Certificate
        let key: PrivateKey
    }

    /// - Parameters:
    ///   - subjects: What a good certificate would be for.
    ///   - now: Seconds since 1970.
    func identity(
        for subjects: [SubjectName], _ fault: CertificateFault, at now: Int64
    ) throws(CertificateError) -> Identity {
        let key = try fault.keyBits.map { (bits) throws(CertificateError) in try rsaKey(bits) } ?? key
        // From the one that issues the leaf up to the one below the root.
        let issuers = try issuers(fault, at: now)
        let root = Issuer(certificate: authority.certificate, key: authority.key)
        let issuer = issuers.first ?? root
        let leaf = try leaf(for: subjects, fault, key, by: issuer, at: now)
        var sent = [try bytes(of: leaf, fault, issuer)]
        if fault.issuer != .notSent { sent += issuers.map { $0.certificate.exported(GNUTLS_X509_FMT_DER) } }
        switch fault.order {
        case .issuerFirst: sent.swapAt(0, 1)
        case .reversed: sent[1...].reverse()
        case .unrelated: sent.insert(try stranger(at: now).certificate.exported(GNUTLS_X509_FMT_DER), at: 1)
        case nil: break
        }
        // GnuTLS takes the key's use from this one, and does not look at what is sent.
        let shown = try authority.issue(for: subjects, key, usage: Self.usage(fault), at: now)
        return try Identity(
            sending: sent, as: shown, fault.proof == .wrongKey ? try otherKey() : key,
            staples: try staples(fault, leaf, issuers, root, at: now))
    }

    /// What a key is for. One of RSA may be what a client encrypts for.
    private static func usage(_ fault: CertificateFault) -> Int32 {
        GNUTLS_KEY_DIGITAL_SIGNATURE | (fault.keyBits == nil ? 0 : GNUTLS_KEY_KEY_ENCIPHERMENT)
    }

    // MARK: The leaf

    private func leaf(
        for subjects: [SubjectName], _ fault: CertificateFault, _ key: PrivateKey, by issuer: Issuer, at now: Int64
    ) throws(CertificateError) -> X509Certificate {
        let unsigned = UnsignedCertificate(key, serial: Authority.serial())
        let names = FaultyNames(subjects, fault.names)
        if fault.content == .noSubject {
            // Nothing.
        } else if fault.names == .withoutCommonName {
            unsigned.add { gnutls_x509_crt_set_dn_by_oid($0, GNUTLS_OID_X520_ORGANIZATION_NAME, 0, "Mishap", 6) }
        } else {
            unsigned.setName(names.common)
        }
        switch fault.validity {
        case .expired: unsigned.setValidity(from: now - 31 * Self.day, to: now - Self.day)
        case .notYetValid: unsigned.setValidity(from: now + Self.day, to: now + 31 * Self.day)
        case .long: unsigned.setValidity(from: now - Self.day, to: min(now + 3_649 * Self.day, authority.expires))
        case nil: unsigned.setValidity(from: now - Self.day, to: min(now + 396 * Self.day - 1, authority.expires))
        }
        unsigned.add { gnutls_x509_crt_set_basic_constraints($0, 0, -1) }
        let usage = fault.content == .wrongKeyUsage ? GNUTLS_KEY_DATA_ENCIPHERMENT : Self.usage(fault)
        unsigned.add { gnutls_x509_crt_set_key_usage($0, UInt32(usage)) }
        let purpose = fault.content == .wrongPurpose ? GNUTLS_KP_TLS_WWW_CLIENT : GNUTLS_KP_TLS_WWW_SERVER
        unsigned.add { gnutls_x509_crt_set_key_purpose_oid($0, purpose, 0) }
        switch fault.content {
        case .noAuthorityKeyID: break
        case .wrongAuthorityKeyID:
            let other = [UInt8](repeating: 0x5A, count: 20)
            unsigned.add { gnutls_x509_crt_set_authority_key_id($0, other, other.count) }
        default:
            let id = fault.issuer == .itself ? [] : issuer.certificate.subjectKeyID
            if !id.isEmpty { unsigned.add { gnutls_x509_crt_set_authority_key_id($0, id, id.count) } }
        }
        if let alternatives = names.alternatives {
            unsigned.setExtension("2.5.29.17", alternatives)
        }
        if fault.content == .unknownCriticalExtension {
            unsigned.setExtension("1.3.6.1.4.1.32473.1", DER.null, isCritical: true)
        }
        if fault.content == .invalidTimestamp { unsigned.setExtension("1.3.6.1.4.1.11129.2.4.2", Self.timestamps) }
        // status_request is what the server is to have (RFC 7633, 4).
        if fault.staple == .missing {
            unsigned.setExtension("1.3.6.1.5.5.7.1.24", DER.sequence(DER.integer([5])))
        }
        if fault.issuer == .itself { return try unsigned.signed(by: nil, key) }
        let digest =
            switch fault.digest {
            case .sha1: GNUTLS_DIG_SHA1
            case .md5: GNUTLS_DIG_MD5
            case nil: fault.bytes == nil ? GNUTLS_DIG_UNKNOWN : GNUTLS_DIG_SHA256
            }
        return try unsigned.signed(by: issuer.certificate, issuer.key, digest)
    }

    /// A list with one certificate timestamp (RFC 6962, 3.2 and 3.3), of a log that nobody knows.
    private static let timestamps: [UInt8] = {
        let log = [UInt8](repeating: 0x4D, count: 32)
        let timestamp = [0] + log + [0, 0, 1, 0x90, 0, 0, 0, 0] + [0, 0] + [4, 3, 0, 8, 0x30, 6, 2, 1, 1, 2, 1, 1]
        let count = timestamp.count
        return DER.octets([0, UInt8(count + 2), 0, UInt8(count)] + timestamp)
    }()

    /// What is sent for it.
    private func bytes(
        of leaf: X509Certificate, _ fault: CertificateFault, _ issuer: Issuer
    ) throws(CertificateError) -> [UInt8] {
        var bytes = leaf.exported(GNUTLS_X509_FMT_DER)
        switch fault.bytes {
        case nil: break
        case .badSignature: bytes[bytes.count - 1] ^= 1
        case .unreadable:
            // A sequence of the right length, with nothing of a certificate in it.
            for index in bytes.indices.dropFirst(4) { bytes[index] = 0xFF }
        case .unreadableKey:
            guard let parts = SignedParts(leaf) else { throw .notMade("the certificate cannot be read") }
            // No point of the curve.
            for index in parts.key.dropFirst() { bytes[index] = 0xFF }
            bytes = try SignedParts.signed(Array(bytes[parts.signed]), by: issuer.key)
        }
        return bytes
    }

    // MARK: Those above it

    /// From the one that issues the leaf up; empty for the authority.
    private func issuers(_ fault: CertificateFault, at now: Int64) throws(CertificateError) -> [Issuer] {
        let root = Issuer(certificate: authority.certificate, key: authority.key)
        if fault.digest != nil {
            // There is no signature by elliptic curves with MD5.
            return [try intermediate(by: root, try rsaKey(2_048), at: now)]
        }
        switch fault.issuer {
        case .unknown:
            let stranger = try stranger(at: now)
            return [try intermediate(by: Issuer(certificate: stranger.certificate, key: stranger.key), at: now)]
        case .notSent: return [try intermediate(by: root, at: now)]
        case .expired:
            return [
                try intermediate(by: root, at: now) { $0.setValidity(from: now - 31 * Self.day, to: now - Self.day) }
            ]
        case .notAuthority:
            return [
                try intermediate(by: root, at: now, isAuthority: false)
            ]
        case .nameConstraints:
            let other = DER.sequence(DER.value(0x82, Array("other.invalid".utf8)))
            let constraints = DER.sequence(DER.value(0xA0, other))
            return [
                try intermediate(by: root, at: now) { $0.setExtension("2.5.29.30", constraints, isCritical: true) }
            ]
        case .pathLength:
            let upper = try intermediate(by: root, at: now, pathLength: 0)
            return [try intermediate(by: upper, at: now, number: 2), upper]
        case .sha1: return [try intermediate(by: root, at: now, GNUTLS_DIG_SHA1)]
        case .chain(let count): return try chain(of: count, below: root, at: now)
        case .itself, nil: break
        }
        if fault.order == .reversed { return try chain(of: 3, below: root, at: now) }
        if fault.order == .issuerFirst || fault.staple != nil { return [try intermediate(by: root, at: now)] }
        return []
    }

    private func chain(of count: Int, below root: Issuer, at now: Int64) throws(CertificateError) -> [Issuer] {
        var chain: [Issuer] = []
        for number in 0..<count {
            chain.insert(try intermediate(by: chain.first ?? root, at: now, number: number + 1), at: 0)
        }
        return chain
    }

    private func intermediate(
        by issuer: Issuer, _ given: PrivateKey? = nil, at now: Int64,
        _ digest: gnutls_digest_algorithm_t = GNUTLS_DIG_UNKNOWN, isAuthority: Bool = true, pathLength: Int32 = -1,
        number: Int = 1, _ change: (UnsignedCertificate) -> Void = { _ in }
    ) throws(CertificateError) -> Issuer {
        let key: PrivateKey
        if let given { key = given } else { key = try PrivateKey() }
        let unsigned = UnsignedCertificate(key, serial: Authority.serial())
        unsigned.setName("Mishap intermediate \(number)")
        unsigned.setValidity(from: now - Self.day, to: min(now + 396 * Self.day, authority.expires))
        unsigned.add { gnutls_x509_crt_set_basic_constraints($0, isAuthority ? 1 : 0, pathLength) }
        let usage = isAuthority ? GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN : GNUTLS_KEY_DIGITAL_SIGNATURE
        unsigned.add { gnutls_x509_crt_set_key_usage($0, UInt32(usage)) }
        let id = issuer.certificate.subjectKeyID
        unsigned.add { gnutls_x509_crt_set_authority_key_id($0, id, id.count) }
        change(unsigned)
        return Issuer(certificate: try unsigned.signed(by: issuer.certificate, issuer.key, digest), key: key)
    }

    // MARK: Staples

    /// One for each certificate that is sent, the leaf's first.
    private func staples(
        _ fault: CertificateFault, _ leaf: X509Certificate, _ issuers: [Issuer], _ root: Issuer, at now: Int64
    ) throws(CertificateError) -> [[UInt8]] {
        guard let staple = fault.staple, staple != .missing, let issuer = issuers.first else { return [] }
        if staple == .unreadable { return [[UInt8](repeating: 0xFF, count: 64)] }
        let status: OCSPResponse.Status =
            switch staple {
            case .revoked: .revoked
            case .unknown: .unknown
            default: .good
            }
        let validity =
            staple == .stale ? now - 30 * Self.day...now - 20 * Self.day : now - Self.day...now + 6 * Self.day
        let first = try OCSPResponse(
            status, leaf, by: issuer.certificate, issuer.key, validity: validity)
        // Java asks about each, the root excepted.
        guard SignedParts.algorithm(of: root.key) != nil else { return [first.bytes] }
        let second = try OCSPResponse(
            .good, issuer.certificate, by: root.certificate, root.key, validity: now - Self.day...now + 6 * Self.day)
        return [first.bytes, second.bytes]
    }

    // MARK: Keys and others, each made once

    private func rsaKey(_ bits: Int) throws(CertificateError) -> PrivateKey {
        if let known = keys.withLock({ $0.rsa[bits] }) { return known }
        // Without the lock, since it takes up to a tenth of a second.
        let made = try PrivateKey(rsaBits: bits)
        return keys.withLock { keys in
            if let known = keys.rsa[bits] { return known }
            keys.rsa[bits] = made
            return made
        }
    }

    private func otherKey() throws(CertificateError) -> PrivateKey {
        try keys.withLock { (keys) throws(CertificateError) -> PrivateKey in
            if let known = keys.other { return known }
            let made = try PrivateKey()
            keys.other = made
            return made
        }
    }

    /// An authority that nobody trusts.
    private func stranger(at now: Int64) throws(CertificateError) -> Authority {
        try keys.withLock { (keys) throws(CertificateError) -> Authority in
            if let known = keys.stranger { return known }
            let made = try Authority(at: now)
            keys.stranger = made
            return made
        }
    }
}
