internal import CGnuTLS

/// What stands in PEM texts, and bytes that GnuTLS writes.
enum PEM {
    /// Whether a text has a header with these words, such as `-----BEGIN RSA PRIVATE KEY-----`.
    static func contains(_ text: [UInt8], _ words: StaticString) -> Bool {
        words.withUTF8Buffer { words in
            text.split(separator: UInt8(ascii: "\n")).contains { line in
                // Of a key that OpenSSL encrypted before PKCS #8, a line below the header says so (RFC 1421, 4.6.1.1).
                guard line.starts(with: "-----BEGIN ".utf8) || line.starts(with: "Proc-Type:".utf8) else {
                    return false
                }
                return line.indices.contains { line[$0...].starts(with: words) }
            }
        }
    }

    /// What a function writes that tells first how much it is.
    static func exported(_ export: (UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>) -> Int32) -> [UInt8] {
        var size = 0
        _ = export(nil, &size)
        var bytes = [UInt8](repeating: 0, count: size)
        let code = bytes.withUnsafeMutableBytes { export($0.baseAddress, &size) }
        precondition(code == 0, "what was read or made can be written")
        return Array(bytes.prefix(size))
    }
}

extension Identity {
    /// The last of its certificates, in PEM: by which it is trusted, if the chain is whole.
    public var lastCertificatePEM: [UInt8] {
        var last = certificates[certificates.count - 1].cert
        return PEM.exported {
            gnutls_pem_base64_encode("CERTIFICATE", &last, $0?.assumingMemoryBound(to: CChar.self), $1)
        }
    }
}
