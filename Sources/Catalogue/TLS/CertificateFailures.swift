internal import Wire

/// Certificates that a client must not take, and some that it may.
enum CertificateFailures {
    /// As `TLSRow` reads it.
    static let text = """
        expired | The certificate has expired. | A certificate that ended a day ago. | 60 | SSLError, from SSLCertVerificationError: certificate has expired (verify code 10) | CERT_HAS_EXPIRED | SSLHandshakeException: PKIX path validation failed: validity check failed | The certificate chain uses expired certificate | RFC 5280, 4.1.2.5
        expired-intermediate | An intermediate certificate has expired. | A good certificate, and behind it that of its issuer, which ended a day ago. | 60 | SSLError, from SSLCertVerificationError: certificate has expired (verify code 10) | CERT_HAS_EXPIRED | SSLHandshakeException: PKIX path validation failed: validity check failed | The certificate chain uses expired certificate | RFC 5280, 6.1.3
        not-yet-valid | The certificate is not valid yet. | A certificate that begins in a day. | 60 | SSLError, from SSLCertVerificationError: certificate is not yet valid (verify code 9) | CERT_NOT_YET_VALID | SSLHandshakeException: PKIX path validation failed: validity check failed | The certificate chain uses not yet valid certificate | RFC 5280, 4.1.2.5
        wrong-host | The certificate is for another host. | A certificate for `wrong.host.invalid` alone. | 60 | SSLError, from SSLCertVerificationError: Hostname mismatch, certificate is not valid for that name (verify code 62) | ERR_TLS_CERT_ALTNAME_INVALID | SSLHandshakeException: No subject alternative DNS name matching that name found | The name in the certificate does not match the expected | RFC 6125, 6.4
        wrong-address | The certificate is for another address. | A certificate for the address 192.0.2.1 alone. | 60 | SSLError, from SSLCertVerificationError: Hostname mismatch, certificate is not valid for that name (verify code 62) | ERR_TLS_CERT_ALTNAME_INVALID | SSLHandshakeException: No name matching that name found | The name in the certificate does not match the expected | RFC 5280, 4.2.1.6
        address-as-name | The certificate has an address where the name of a host belongs. | A subjectAltName of the kind dNSName with the address of the server in digits. | 60 | SSLError, from SSLCertVerificationError: Hostname mismatch, certificate is not valid for that name (verify code 62) | ERR_TLS_CERT_ALTNAME_INVALID | SSLHandshakeException: No subject alternative DNS name matching that name found | The name in the certificate does not match the expected | RFC 5280, 4.2.1.6
        wildcard-too-deep | The certificate's wildcard is for names with one label less. | `*.a` for `x.b.a`; `*.a` for `a` where the name is that short. | 60 | SSLError, from SSLCertVerificationError: Hostname mismatch, certificate is not valid for that name (verify code 62) | ERR_TLS_CERT_ALTNAME_INVALID | SSLHandshakeException: No subject alternative DNS name matching that name found | The name in the certificate does not match the expected | RFC 6125, 6.4.3
        nul-in-name | The certificate's name has a NUL in it, behind the host's name. | A dNSName with the host's name, a NUL and `.other.invalid`. | 60 | SSLError, from SSLCertVerificationError: Hostname mismatch, certificate is not valid for that name (verify code 62) | ERR_TLS_CERT_ALTNAME_INVALID | SSLHandshakeException: No subject alternative DNS name matching that name found | The name in the certificate does not match the expected | RFC 5280, 4.2.1.6
        wildcard-top-level | The certificate's wildcard is for all names below a top-level domain. | `*.` and the last label of the host's name. | 60 | SSLError, from SSLCertVerificationError: Hostname mismatch, certificate is not valid for that name (verify code 62) | ERR_TLS_CERT_ALTNAME_INVALID | SSLHandshakeException: No subject alternative DNS name matching that name found | The name in the certificate does not match the expected | RFC 6125, 7.2
        partial-wildcard | The certificate's wildcard is for a part of a label. | The first letter of the host's name, `*`, and its other labels. | 60 | SSLError, from SSLCertVerificationError: Hostname mismatch, certificate is not valid for that name (verify code 62) | 200 | 200 | The name in the certificate does not match the expected | RFC 6125, 6.4.3
        unicode-name | The certificate's name has characters beyond ASCII. | A dNSName `bücher.` and the host's name, in UTF-8. | 60 | SSLError, from SSLCertVerificationError: Hostname mismatch, certificate is not valid for that name (verify code 62) | ERR_TLS_CERT_ALTNAME_INVALID | SSLHandshakeException: No subject alternative DNS name matching that name found | The name in the certificate does not match the expected | RFC 5280, 7.2
        self-signed | The certificate is signed by its own key. | A certificate without an issuer. | 60 | SSLError, from SSLCertVerificationError: self-signed certificate (verify code 18) | DEPTH_ZERO_SELF_SIGNED_CERT | SSLHandshakeException: PKIX path building failed: unable to find valid certification path to requested target | The certificate issuer is unknown | RFC 5280, 3.2
        untrusted-root | The certificate comes from an authority that the client does not know. | A certificate and its issuer's, whose root nobody has. | 60 | SSLError, from SSLCertVerificationError: unable to get local issuer certificate (verify code 20) | UNABLE_TO_GET_ISSUER_CERT_LOCALLY | SSLHandshakeException: PKIX path building failed: unable to find valid certification path to requested target | The certificate issuer is unknown | RFC 5280, 6.1
        incomplete-chain | The certificate of the issuer is not sent. | The leaf alone, which an intermediate has signed. | 60 | SSLError, from SSLCertVerificationError: unable to get local issuer certificate (verify code 20) | UNABLE_TO_VERIFY_LEAF_SIGNATURE | SSLHandshakeException: PKIX path building failed: unable to find valid certification path to requested target | The certificate issuer is unknown | RFC 5246, 7.4.2
        wrong-authority-key-id | The certificate names another key as its issuer's. | An authorityKeyIdentifier of 20 bytes 0x5A. | 60 | SSLError, from SSLCertVerificationError: unable to get local issuer certificate (verify code 20) | UNABLE_TO_VERIFY_LEAF_SIGNATURE | SSLHandshakeException: PKIX path validation failed: Path does not chain with any of the trust anchors | The certificate issuer is unknown | RFC 5280, 4.2.1.1
        no-authority-key-id | The certificate does not name its issuer's key. | No authorityKeyIdentifier. Python 3.13 and later refuse it, since they check strictly. | 0 | 200 | 200 | 200 | 200 | RFC 5280, 4.2.1.1
        no-subject | The certificate has an empty subject. | An empty subject, and a subjectAltName that is not critical, as it would have to be. Python 3.13 and later refuse it. | 0 | 200 | 200 | SSLHandshakeException: Failed to parse server certificates | 200 | RFC 5280, 4.1.2.6
        issuer-first | The chain begins with the issuer's certificate. | The intermediate, then the leaf. | 60 | SSLError, from SSLCertVerificationError: unsuitable certificate purpose (verify code 26) | EPROTO: bad signature | SSLHandshakeException: KeyUsage does not allow digital signatures | Key usage violation in certificate has been detected | RFC 8446, 4.4.2
        wrong-key-usage | The certificate's key may not sign. | keyUsage is dataEncipherment alone, and the server signs with it. | 60 | SSLError, from SSLCertVerificationError: unsuitable certificate purpose (verify code 26) | INVALID_PURPOSE | SSLHandshakeException: KeyUsage does not allow digital signatures | Key usage violation in certificate has been detected | RFC 5280, 4.2.1.3
        wrong-purpose | The certificate is for clients. | extendedKeyUsage is clientAuth. | 60 | SSLError, from SSLCertVerificationError: unsuitable certificate purpose (verify code 26) | INVALID_PURPOSE | SSLHandshakeException: Extended key usage does not permit use for TLS server authentication | The certificate chain does not match the intended purpose | RFC 5280, 4.2.1.12
        issuer-not-ca | The issuer's certificate is none of an authority. | An intermediate with basicConstraints CA:FALSE. | 60 | SSLError, from SSLCertVerificationError: invalid CA certificate (verify code 79) | UNSPECIFIED | SSLHandshakeException: PKIX path validation failed: CA key usage check failed | The certificate issuer is not a CA. The certificate chain violates the signer's constraints | RFC 5280, 4.2.1.9
        name-constraints | The issuer may only sign for other names. | An intermediate whose nameConstraints permit `other.invalid` alone. Addresses are not constrained by that. | 60 | SSLError, from SSLCertVerificationError: permitted subtree violation (verify code 47) | UNSPECIFIED | SSLHandshakeException: PKIX path validation failed: name constraints check failed | The certificate chain violates the signer's constraints | RFC 5280, 4.2.1.10
        path-length | The chain is longer than an authority in it allows. | Two intermediates, of which the upper one has a pathLenConstraint of 0. | 60 | SSLError, from SSLCertVerificationError: path length constraint exceeded (verify code 25) | PATH_LENGTH_EXCEEDED | SSLHandshakeException: PKIX path validation failed: basic constraints check failed | The certificate chain violates the signer's constraints | RFC 5280, 4.2.1.9
        unknown-critical-extension | The certificate has a critical extension that nobody knows. | The extension 1.3.6.1.4.1.32473.1, critical. | 60 | SSLError, from SSLCertVerificationError: unhandled critical extension (verify code 34) | UNSPECIFIED | SSLHandshakeException: PKIX path validation failed: unrecognized critical extension(s) | The certificate contains an unknown critical extension | RFC 5280, 4.2
        sha1-signature | The certificate is signed with SHA-1. | A leaf that an RSA intermediate has signed with SHA-1. | 60 | SSLError, from SSLCertVerificationError: CA signature digest algorithm too weak (verify code 68) | UNSPECIFIED | 200 | The certificate chain uses insecure algorithm | RFC 9155
        md5-signature | The certificate is signed with MD5. | A leaf that an RSA intermediate has signed with MD5. | 60 | SSLError, from SSLCertVerificationError: CA signature digest algorithm too weak (verify code 68) | UNSPECIFIED | SSLHandshakeException: PKIX path validation failed: Algorithm constraints check failed | The certificate chain uses insecure algorithm | RFC 6151
        sha1-intermediate | The certificate of the issuer is signed with SHA-1. | A good leaf, and an intermediate that the root has signed with SHA-1. | 60 | SSLError, from SSLCertVerificationError: CA signature digest algorithm too weak (verify code 68) | UNSPECIFIED | 200 | The certificate chain uses insecure algorithm | RFC 9155
        weak-key | The certificate's key is too short. | An RSA key of `bits` bits; with 512, TLS 1.2 alone. Node, GnuTLS and Java take 1,024 bits. | 60 | SSLError, from SSLCertVerificationError: EE certificate key too weak (verify code 66) | 200 | 200 | 200 | NIST SP 800-131A
        bad-certificate-signature | The certificate's signature is wrong. | A good certificate whose last bit is another. | 35 | SSLError, from SSLCertVerificationError: certificate signature failure (verify code 7) | CERT_SIGNATURE_FAILURE | SSLHandshakeException: PKIX path validation failed: signature check failed | The signature in the certificate is invalid | RFC 5280, 6.1.3
        unreadable-certificate | The certificate is no certificate. | A sequence of the right length, with bytes 0xFF in it. | 35 | SSLError, from SSLError: ASN1 lib | EPROTO: header too long | SSLHandshakeException: Failed to parse server certificates | ASN1 parser: Error in TAG | RFC 5280, 4.1
        unreadable-key | The certificate's public key is none. | A certificate, signed as it should be, whose point on the curve is 0xFF throughout. | 35 | SSLError, from SSLCertVerificationError: EE certificate key too weak (verify code 66) | EPROTO: decode error | SSLHandshakeException: Invalid CertificateVerify signature | Public key signature verification has failed | RFC 5480, 2.2
        many-names | The certificate is for very many names. | `count` further names. OpenSSL takes 1,000 of them, and 10,000 are too many bytes. | 35 | SSLError, from SSLError: excessive message size | EPROTO: excessive message size | SSLException: The size of the handshake message exceeds the maximum allowed size (32768) | The handshake data size is too large | RFC 8446, 4.4.2
        huge-chain | The chain is very long. | `length` intermediates between the root and the leaf. | 0 | 200 | 200 | SSLException: The certificate chain length exceeds the maximum allowed length (10) | Error in the certificate | RFC 8446, 4.4.2
        revoked | The stapled answer says that the certificate is revoked. | An answer of OCSP, signed by the issuer: revoked. Clients that do not look at staples accept it. | 0 | 200 | 200 | 200 | The certificate chain is revoked | RFC 6960, 2.2
        unknown-status | The stapled answer does not know the certificate. | An answer of OCSP: unknown. | 0 | 200 | 200 | 200 | 200 | RFC 6960, 2.2
        stale-staple | The stapled answer has expired. | An answer of OCSP whose nextUpdate is 20 days ago. | 0 | 200 | 200 | 200 | The revocation or OCSP data are old and have been superseded | RFC 6960, 4.2.2.1
        unreadable-staple | The stapled answer is none. | 64 bytes 0xFF in the place of an answer of OCSP. | 0 | 200 | 200 | SSLException: Tag number over 30 at 0 is not supported | The received OCSP status response is invalid | RFC 6066, 8
        missing-staple | The certificate demands a stapled answer, and there is none. | The extension of RFC 7633 with status_request, and no staple. | 0 | 200 | 200 | 200 | The certificate requires the server to include an OCSP status in its response, but the OCSP status is missing | RFC 7633, 4.3
        reversed-chain | The intermediates come in the wrong order. A control: clients accept it. | The leaf, then three intermediates from the root's on. | 0 | 200 | 200 | 200 | 200 | RFC 8446, 4.4.2
        unrelated-certificate | A certificate of another authority stands in the chain. A control: clients accept it. | The leaf, and the root of an authority that has nothing to do with it. | 0 | 200 | 200 | 200 | 200 | RFC 8446, 4.4.2
        no-common-name | The certificate's subject has no common name. A control: clients accept it. | A subject with an organization alone, and a good subjectAltName. | 0 | 200 | 200 | 200 | 200 | RFC 6125, 6.4.4
        common-name-only | The host's name is the common name alone. | No subjectAltName. | 0 | SSLError, from SSLCertVerificationError: Hostname mismatch, certificate is not valid for that name (verify code 62) | 200 | 200 | 200 | RFC 6125, 6.4.4
        long-validity | The certificate is valid for ten years. A control: only browsers refuse it, of authorities that they know. | From a day ago, for ten years. | 0 | 200 | 200 | 200 | 200 | CA/Browser Forum, Baseline Requirements, 6.3.2
        invalid-sct | The certificate timestamp is of no known log. A control: only browsers look at it. | One timestamp (RFC 6962) of a log with the id 0x4D throughout. | 0 | 200 | 200 | 200 | 200 | RFC 6962, 3.3
        wrong-key | The server has another key than the certificate's. | A signature in the handshake by another key. | 35 | SSLError, from SSLError: bad signature | EPROTO: bad signature | SSLHandshakeException: Invalid CertificateVerify signature | Public key signature verification has failed | RFC 8446, 4.4.3
        """

    static func failure(_ row: TLSRow) -> Failure {
        func certificate(
            _ parameters: [Parameter] = [],
            _ set: @escaping @Sendable (inout CertificateFault, Arguments) -> Void
        ) -> Failure {
            row.failure(parameters) { arguments in TLSFault { set(&$0.certificate, arguments) } }
        }
        return switch row.code {
        case "expired": certificate { fault, _ in fault.validity = .expired }
        case "expired-intermediate": certificate { fault, _ in fault.issuer = .expired }
        case "not-yet-valid": certificate { fault, _ in fault.validity = .notYetValid }
        case "wrong-host": certificate { fault, _ in fault.names = .otherHost }
        case "wrong-address": certificate { fault, _ in fault.names = .otherAddress }
        case "address-as-name": certificate { fault, _ in fault.names = .addressAsHost }
        case "wildcard-too-deep": certificate { fault, _ in fault.names = .wildcardTooDeep }
        case "nul-in-name": certificate { fault, _ in fault.names = .nul }
        case "wildcard-top-level": certificate { fault, _ in fault.names = .topLevelWildcard }
        case "partial-wildcard": certificate { fault, _ in fault.names = .partialWildcard }
        case "unicode-name": certificate { fault, _ in fault.names = .unicode }
        case "self-signed": certificate { fault, _ in fault.issuer = .itself }
        case "untrusted-root": certificate { fault, _ in fault.issuer = .unknown }
        case "incomplete-chain": certificate { fault, _ in fault.issuer = .notSent }
        case "wrong-authority-key-id": certificate { fault, _ in fault.content = .wrongAuthorityKeyID }
        case "no-authority-key-id": certificate { fault, _ in fault.content = .noAuthorityKeyID }
        case "no-subject": certificate { fault, _ in fault.content = .noSubject }
        case "issuer-first": certificate { fault, _ in fault.order = .issuerFirst }
        case "wrong-key-usage": certificate { fault, _ in fault.content = .wrongKeyUsage }
        case "wrong-purpose": certificate { fault, _ in fault.content = .wrongPurpose }
        case "issuer-not-ca": certificate { fault, _ in fault.issuer = .notAuthority }
        case "name-constraints": certificate { fault, _ in fault.issuer = .nameConstraints }
        case "path-length": certificate { fault, _ in fault.issuer = .pathLength }
        case "unknown-critical-extension": certificate { fault, _ in fault.content = .unknownCriticalExtension }
        case "sha1-signature": certificate { fault, _ in fault.digest = .sha1 }
        case "md5-signature": certificate { fault, _ in fault.digest = .md5 }
        case "sha1-intermediate": certificate { fault, _ in fault.issuer = .sha1 }
        case "bad-certificate-signature": certificate { fault, _ in fault.bytes = .badSignature }
        case "unreadable-certificate": certificate { fault, _ in fault.bytes = .unreadable }
        case "unreadable-key": certificate { fault, _ in fault.bytes = .unreadableKey }
        case "revoked": certificate { fault, _ in fault.staple = .revoked }
        case "unknown-status": certificate { fault, _ in fault.staple = .unknown }
        case "stale-staple": certificate { fault, _ in fault.staple = .stale }
        case "unreadable-staple": certificate { fault, _ in fault.staple = .unreadable }
        case "missing-staple": certificate { fault, _ in fault.staple = .missing }
        case "reversed-chain": certificate { fault, _ in fault.order = .reversed }
        case "unrelated-certificate": certificate { fault, _ in fault.order = .unrelated }
        case "no-common-name": certificate { fault, _ in fault.names = .withoutCommonName }
        case "common-name-only": certificate { fault, _ in fault.names = .commonNameOnly }
        case "long-validity": certificate { fault, _ in fault.validity = .long }
        case "invalid-sct": certificate { fault, _ in fault.content = .invalidTimestamp }
        case "wrong-key": certificate { fault, _ in fault.proof = .wrongKey }
        case "weak-key":
            certificate([
                Parameter("bits", .word(["1024", "512"]), "The length of the key.", standard: .text("1024"))
            ]) { fault, arguments in fault.keyBits = arguments.text("bits").flatMap { Int($0) } }
        case "many-names":
            certificate([
                Parameter("count", .count(1...10_000), "How many names there are.", standard: .count(10_000))
            ]) { fault, arguments in fault.names = .many(arguments.count("count") ?? 10_000) }
        case "huge-chain":
            certificate([
                Parameter("length", .count(2...100), "How many intermediates there are.", standard: .count(20))
            ]) { fault, arguments in fault.issuer = .chain(arguments.count("length") ?? 20) }
        default: preconditionFailure("tls/\(row.code) has no certificate")
        }
    }
}
