internal import CGnuTLS

/// Seals and opens records of one direction by its key, beside GnuTLS: those of TLS 1.3 (RFC 8446, 5.2), and of TLS 1.2 with a
/// cipher that authenticates (RFC 5288, 3; RFC 7905, 2).
final class RecordSealer {
    private let cipher: gnutls_aead_cipher_hd_t
    private let iv: [UInt8]
    private let tagSize: Int
    private let isTLS13: Bool
    /// The number of the next record that is sealed, and of the next one that is opened.
    private var (next, nextToOpen) = (UInt64(0), UInt64(0))

    /// With the keys that follow from a secret of TLS 1.3 (RFC 8446, 7.3); nil if GnuTLS does not have the cipher.
    init?(_ session: gnutls_session_t, secret: [UInt8]) {
        let name = gnutls_cipher_get(session)
        let digest = gnutls_mac_algorithm_t(rawValue: UInt32(gnutls_prf_hash_get(session).rawValue))
        let key = Self.expand(secret, "key", Int(gnutls_cipher_get_key_size(name)), digest)
        guard let made = Self.cipher(name, key) else { return nil }
        cipher = made
        iv = Self.expand(secret, "iv", 12, digest)
        tagSize = Int(gnutls_cipher_get_tag_size(name))
        isTLS13 = true
    }

    /// With the keys of a session of TLS 1.2 whose handshake is over; nil if its cipher is another kind of one.
    init?(writerOf session: gnutls_session_t) {
        let name = gnutls_cipher_get(session)
        var (mac, iv, key) = (gnutls_datum_t(), gnutls_datum_t(), gnutls_datum_t())
        var number = [UInt8](repeating: 0, count: 8)
        guard gnutls_cipher_get_tag_size(name) > 0,
            gnutls_record_get_state(session, 0, &mac, &iv, &key, &number) >= 0,
            let made = Self.cipher(name, Array(key.bytes))
        else { return nil }
        cipher = made
        self.iv = Array(iv.bytes)
        tagSize = Int(gnutls_cipher_get_tag_size(name))
        isTLS13 = false
        next = number.reduce(0) { $0 << 8 | UInt64($1) }
        nextToOpen = next
    }

    deinit { gnutls_aead_cipher_deinit(cipher) }

    private static func cipher(_ name: gnutls_cipher_algorithm_t, _ key: [UInt8]) -> gnutls_aead_cipher_hd_t? {
        var made: gnutls_aead_cipher_hd_t?
        return key.withDatum({ gnutls_aead_cipher_init(&made, name, $0) }) >= 0 ? made : nil
    }

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

    /// Whether the nonce of a record has a part that is sent with it: that of GCM in TLS 1.2.
    private var sendsNonce: Bool { iv.count < 12 }

    private func nonce(_ number: UInt64) -> [UInt8] {
        var nonce = sendsNonce ? iv + [UInt8](repeating: 0, count: 8) : iv
        withUnsafeBytes(of: number.bigEndian) { for index in 0..<8 { nonce[4 + index] ^= $0[index] } }
        return nonce
    }

    /// What is authenticated and not sealed: in TLS 1.3 the header of the record.
    private func additional(_ header: [UInt8], _ number: UInt64, plainCount: Int) -> [UInt8] {
        if isTLS13 { return header }
        let number = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        return number + header[..<3] + [UInt8(plainCount >> 8), UInt8(plainCount & 0xFF)]
    }

    /// A whole record.
    ///
    /// - Parameter version: The minor part of the version in its header.
    func seal(_ type: UInt8, _ content: [UInt8], version: UInt8 = 3) -> [UInt8] {
        isTLS13 ? seal(content + [type], as: Flight.Kind.data, version) : seal(content, as: type, version)
    }

    /// A record of TLS 1.3 without a type behind its padding.
    func sealedPadding(_ count: Int) -> [UInt8] {
        seal([UInt8](repeating: 0, count: count), as: Flight.Kind.data, 3)
    }

    private func seal(_ plain: [UInt8], as type: UInt8, _ version: UInt8) -> [UInt8] {
        let sent = sendsNonce ? Array(nonce(next)[4...]) : []
        let length = sent.count + plain.count + tagSize
        let header = [type, 3, version, UInt8(length >> 8), UInt8(length & 0xFF)]
        let (nonce, additional) = (nonce(next), additional(header, next, plainCount: plain.count))
        next += 1
        var sealed = [UInt8](repeating: 0, count: plain.count + tagSize)
        var count = sealed.count
        _ = gnutls_aead_cipher_encrypt(
            cipher, nonce, nonce.count, additional, additional.count, tagSize, plain, plain.count, &sealed, &count)
        return header + sent + sealed.prefix(count)
    }

    /// The type and the content of a record; nil if it is not sealed by this key and number.
    func open(_ record: [UInt8]) -> (type: UInt8, content: [UInt8])? {
        let start = sendsNonce ? 13 : 5
        guard record.count >= start + tagSize else { return nil }
        let (header, sealed) = (Array(record[..<5]), Array(record[start...]))
        let nonce = sendsNonce ? iv + record[5..<13] : nonce(nextToOpen)
        let additional = additional(header, nextToOpen, plainCount: sealed.count - tagSize)
        var plain = [UInt8](repeating: 0, count: sealed.count)
        var count = plain.count
        let code = gnutls_aead_cipher_decrypt(
            cipher, nonce, nonce.count, additional, additional.count, tagSize, sealed, sealed.count, &plain, &count)
        guard code >= 0 else { return nil }
        nextToOpen += 1
        plain.removeLast(plain.count - count)
        guard isTLS13 else { return (header[0], plain) }
        while plain.last == 0 { plain.removeLast() }
        guard let type = plain.popLast() else { return nil }
        return (type, plain)
    }
}
