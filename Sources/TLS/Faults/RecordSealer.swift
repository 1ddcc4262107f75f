internal import CGnuTLS

/// Seals and opens records of one direction by its key, beside GnuTLS (RFC 8446, 5.2; RFC 5288, 3; RFC 7905, 2).
final class RecordSealer {
    private let cipher: gnutls_aead_cipher_hd_t
    private let iv: [UInt8]
    private let tagSize: Int
    private let isTLS13: Bool
    /// In TLS 1.2 with AES, 8 bytes of the nonce stand before each record.
    private var hasExplicitNonce: Bool { !isTLS13 && iv.count < 12 }
    /// The number of the next record that is sealed, and of the next one that is opened.
    var (next, nextToOpen) = (UInt64(0), UInt64(0))

    /// Nil if the cipher is none with associated data.
    init?(_ name: gnutls_cipher_algorithm_t, key: [UInt8], iv: [UInt8], isTLS13: Bool) {
        var made: gnutls_aead_cipher_hd_t?
        guard key.withDatum({ gnutls_aead_cipher_init(&made, name, $0) }) >= 0, let made else { return nil }
        cipher = made
        self.iv = iv
        self.isTLS13 = isTLS13
        tagSize = Int(gnutls_cipher_get_tag_size(name))
    }

    /// The keys of TLS 1.3 that follow from a secret (RFC 8446, 7.3).
    convenience init?(_ session: gnutls_session_t, secret: [UInt8]) {
        let name = gnutls_cipher_get(session)
        let digest = gnutls_mac_algorithm_t(rawValue: UInt32(gnutls_prf_hash_get(session).rawValue))
        let key = Self.expand(secret, "key", Int(gnutls_cipher_get_key_size(name)), digest)
        self.init(name, key: key, iv: Self.expand(secret, "iv", 12, digest), isTLS13: true)
    }

    deinit { gnutls_aead_cipher_deinit(cipher) }

    /// HKDF-Expand-Label without a context (RFC 8446, 7.1).
    static func expand(
        _ secret: [UInt8], _ label: String, _ count: Int, _ digest: gnutls_mac_algorithm_t
    ) -> [UInt8] {
        let name = Array("tls13 \(label)".utf8)
        let info = [UInt8(count >> 8), UInt8(count & 0xFF), UInt8(name.count)] + name + [0]
        var made = [UInt8](repeating: 0, count: count)
        _ = secret.withDatum { secret in info.withDatum { gnutls_hkdf_expand(digest, secret, $0, &made, count) } }
        return made
    }

    private func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

    private func nonce(_ number: UInt64) -> [UInt8] {
        if hasExplicitNonce { return iv + bytes(number) }
        var nonce = iv
        for (index, byte) in bytes(number).enumerated() { nonce[nonce.count - 8 + index] ^= byte }
        return nonce
    }

    private func associated(_ type: UInt8, _ number: UInt64, count: Int) -> [UInt8] {
        isTLS13
            ? [23, 3, 3, UInt8(count >> 8), UInt8(count & 0xFF)]
            : bytes(number) + [type, 3, 3, UInt8(count >> 8), UInt8(count & 0xFF)]
    }

    /// A whole record.
    ///
    /// - Parameter padding: Zeros behind the content, in TLS 1.3; nil: padding alone, so that the record has no type.
    func seal(_ type: UInt8, _ content: [UInt8], padding: Int? = 0) -> [UInt8] {
        var plain = content
        if isTLS13 { plain += padding.map { [type] + [UInt8](repeating: 0, count: $0) } ?? [0] }
        let number = next
        next += 1
        let associated = associated(type, number, count: isTLS13 ? plain.count + tagSize : plain.count)
        let nonce = nonce(number)
        var sealed = [UInt8](repeating: 0, count: plain.count + tagSize)
        var count = sealed.count
        _ = gnutls_aead_cipher_encrypt(
            cipher, nonce, nonce.count, associated, associated.count, tagSize, plain, plain.count, &sealed, &count)
        let body = (hasExplicitNonce ? bytes(number) : []) + sealed.prefix(count)
        return [isTLS13 ? 23 : type, 3, 3, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }

    /// The type and the content of a record; nil if it is not sealed by this key and number.
    func open(_ record: [UInt8]) -> (type: UInt8, content: [UInt8])? {
        let start = 5 + (hasExplicitNonce ? 8 : 0)
        guard record.count >= start + tagSize else { return nil }
        let sealed = Array(record[start...])
        let number = nextToOpen
        let nonce = hasExplicitNonce ? iv + record[5..<13] : nonce(number)
        let associated = associated(record[0], number, count: isTLS13 ? sealed.count : sealed.count - tagSize)
        var plain = [UInt8](repeating: 0, count: sealed.count)
        var count = plain.count
        guard
            gnutls_aead_cipher_decrypt(
                cipher, nonce, nonce.count, associated, associated.count, tagSize, sealed, sealed.count, &plain, &count)
                >= 0
        else { return nil }
        nextToOpen += 1
        plain.removeLast(plain.count - count)
        guard isTLS13 else { return (record[0], plain) }
        while plain.last == 0 { plain.removeLast() }
        guard let type = plain.popLast() else { return nil }
        return (type, plain)
    }
}
