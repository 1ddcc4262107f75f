internal import Bytes
internal import CGnuTLS

/// An answer of OCSP about one certificate (RFC 6960, 4.2), which GnuTLS can read and not make.
struct OCSPResponse {
    enum Status {
        case good, revoked, unknown
    }

    let bytes: [UInt8]

    /// - Parameters:
    ///   - certificate: The one that it is about, of the issuer that signs the answer.
    ///   - validity: From when to when it holds, in seconds since 1970.
    init(
        _ status: Status, _ certificate: X509Certificate, by issuer: X509Certificate, _ key: PrivateKey,
        validity: ClosedRange<Int64>
    ) throws(CertificateError) {
        guard let parts = SignedParts(issuer) else { throw .notMade("the issuer cannot be read") }
        let name = Array(issuer.exported(GNUTLS_X509_FMT_DER)[parts.subject])
        let begin = Self.time(validity.lowerBound)
        let state =
            switch status {
            case .good: DER.value(0x80, [])
            case .revoked: DER.value(0xA1, begin)
            case .unknown: DER.value(0x82, [])
            }
        let sha1 = DER.sequence(DER.identifier([1, 3, 14, 3, 2, 26]), DER.null)
        let id = DER.sequence(
            sha1, DER.octets(Self.sha1(name)), DER.octets(Self.sha1(Array(parts.bytes[parts.key]))),
            DER.integer(certificate.serial))
        let one = DER.sequence(id, state, begin, DER.value(0xA0, Self.time(validity.upperBound)))
        let data = DER.sequence(DER.value(0xA1, name), begin, DER.sequence(one))
        let basic = DER.octets(try SignedParts.signed(data, by: key))
        bytes = DER.sequence(
            DER.value(0x0A, [0]),
            DER.value(0xA0, DER.sequence(DER.identifier([1, 3, 6, 1, 5, 5, 7, 48, 1, 1]), basic)))
    }

    /// A GeneralizedTime.
    private static func time(_ seconds: Int64) -> [UInt8] {
        let text = HTTPDate.iso8601(epochSeconds: seconds).text
        return DER.value(0x18, text.utf8.filter { (0x30...0x39).contains($0) } + [UInt8(ascii: "Z")])
    }

    private static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        _ = gnutls_hash_fast(GNUTLS_DIG_SHA1, bytes, bytes.count, &digest)
        return digest
    }
}
