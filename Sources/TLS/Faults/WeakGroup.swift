internal import CGnuTLS
internal import Wire

/// Parameters of Diffie and Hellman that are too weak.
final class WeakGroup {
    private let handle: gnutls_dh_params_t

    init(_ group: TLSFault.DHGroup) throws(TLSError) {
        var made: gnutls_dh_params_t?
        guard gnutls_dh_params_init(&made) >= 0, let made else { throw TLSError("no parameters") }
        handle = made
        let result = Self.modulus(group).withDatum { prime in
            [2].withDatum { gnutls_dh_params_import_raw(made, prime, $0) }
        }
        guard result >= 0 else { throw TLSError("no parameters", result) }
    }

    deinit { gnutls_dh_params_deinit(handle) }

    func set(in credentials: gnutls_certificate_credentials_t) {
        gnutls_certificate_set_dh_params(credentials, handle)
    }

    /// Of 480 and 512 bits: safe primes of our own. Of 1,024: that of RFC 2409, 6.2; two less than that is divisible by 3.
    private static func modulus(_ group: TLSFault.DHGroup) -> [UInt8] {
        let digits =
            switch group {
            case .bits480:
                """
                FE4FE522C3B0D24C951D06ADA5DE219DD04F8C17F92A50D42255BA75FF99431127385EE83F29FD2AF9A8EABF5832620DD3FCEAB3\
                6B882D430AA78A07
                """
            case .bits512:
                """
                F8A3534345DEAE2CF071CD8240B6D3413EC6E7B1E31F53747F46FB889BF8816633FB438EC51F4D7F8D592BC9E15D2E63629662FA\
                C1B2C8130001FF91A45F6D4F
                """
            case .bits1024, .composite:
                """
                FFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3\
                CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5\
                AE9F24117C4B1FE649286651ECE65381FFFFFFFFFFFFFFFF
                """
            }
        var bytes = digits.utf8.map { UInt8(Character(Unicode.Scalar($0)).hexDigitValue ?? 0) }
        bytes = stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] << 4 | bytes[$0 + 1] }
        if group == .composite { bytes[bytes.count - 1] -= 2 }
        return bytes
    }

    /// Takes the groups of RFC 7919 out of a ClientHello: GnuTLS takes one of these if it can, and never the parameters here.
    ///
    /// - Parameter content: Of the record, which may be something else.
    static func hideStandardGroups(in content: UnsafeMutableRawBufferPointer) {
        var offset = 4 + 2 + 32
        func number(_ bytes: Int) -> Int? {
            guard offset + bytes <= content.count else { return nil }
            defer { offset += bytes }
            return content[offset..<offset + bytes].reduce(0) { $0 << 8 | Int($1) }
        }
        guard content.count > offset, content[0] == 1 else { return }
        for lengthBytes in [1, 2, 1] {
            guard let count = number(lengthBytes) else { return }
            offset += count
        }
        guard number(2) != nil else { return }
        while let kind = number(2), let count = number(2) {
            let end = offset + count
            if kind == 10, number(2) != nil {
                while offset < min(end, content.count - 1) {
                    if content[offset] == 1 { content[offset] = 0xFE }
                    offset += 2
                }
            }
            offset = end
        }
    }
}
