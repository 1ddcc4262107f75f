internal import CGnuTLS

/// Seals and opens records of one direction of TLS 1.3 by its key, beside GnuTLS (RFC 8446, 5.2).
final class RecordSealer {
    private let cipher: gnutls_aead_cipher_hd_t
    private let iv: [UInt8]
    private let tagSize: Int
    /// The number of the next record that is sealed, and of the next one that is opened.
    var (next, nextToOpen) = (UInt64(0), UInt64(0))

    /// With the keys that follow from a secret (RFC 8446, 7.3); nil if GnuTLS does not have the cipher.
    init?(_ session: gnutls_session_t, secret: [UInt8]) {
        let name = gnutls_cipher_get(session)
        let digest = gnutls_mac_algorithm_t(rawValue: UInt32(gnutls_prf_hash_get(session).rawValue))
        let key = Self.expand(secret, "key", Int(gnutls_cipher_get_key_size(name)), digest)
        var made: gnutls_aead_cipher_hd_t?
        guard key.withDatum({ gnutls_aead_cipher_init(&made, name, $0) }) >= 0, let made else { return nil }
        cipher = made
        iv = Self.expand(secret, "iv", 12, digest)
        tagSize = Int(gnutls_cipher_get_tag_size(name))
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

    private func nonce(_ number: UInt64) -> [UInt8] {
        var nonce = iv
        withUnsafeBytes(of: number.bigEndian) { for index in 0..<8 { nonce[4 + index] ^= $0[index] } }
        return nonce
    }

    /// A whole record.
    func seal(_ type: UInt8, _ content: [UInt8]) -> [UInt8] {
        let plain = content + [type]
        let header = header(plain.count + tagSize)
        let nonce = nonce(next)
        next += 1
        var sealed = [UInt8](repeating: 0, count: plain.count + tagSize)
        var count = sealed.count
        _ = gnutls_aead_cipher_encrypt(
            cipher, nonce, nonce.count, header, header.count, tagSize, plain, plain.count, &sealed, &count)
        return header + sealed.prefix(count)
    }

    private func header(_ count: Int) -> [UInt8] { [23, 3, 3, UInt8(count >> 8), UInt8(count & 0xFF)] }

    /// The type and the content of a record; nil if it is not sealed by this key and number.
    func open(_ record: [UInt8]) -> (type: UInt8, content: [UInt8])? {
        guard record.count >= 5 + tagSize else { return nil }
        let (header, sealed) = (Array(record[..<5]), Array(record[5...]))
        let nonce = nonce(nextToOpen)
        var plain = [UInt8](repeating: 0, count: sealed.count)
        var count = plain.count
        let code = gnutls_aead_cipher_decrypt(
            cipher, nonce, nonce.count, header, header.count, tagSize, sealed, sealed.count, &plain, &count)
        guard code >= 0 else { return nil }
        nextToOpen += 1
        plain.removeLast(plain.count - count)
        while plain.last == 0 { plain.removeLast() }
        guard let type = plain.popLast() else { return nil }
        return (type, plain)
    }
}
