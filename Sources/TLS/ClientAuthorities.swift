internal import CGnuTLS

/// Certificates of the authorities that issue those of clients, as PEM text.
public enum ClientAuthorities {
    /// What is wrong with them, as the end of a sentence; nil if each can be read, and there is one at least.
    public static func problem(with pem: [UInt8]) -> String? {
        let (beginning, end) = (Array("-----BEGIN CERTIFICATE-----".utf8), Array("-----END CERTIFICATE-----".utf8))
        var (rest, number) = (pem[...], 0)
        while let start = place(of: beginning, in: rest) {
            number += 1
            guard let stop = place(of: end, in: rest[start...]) else {
                return "its certificate \(number) has no end"
            }
            let result = read(Array(rest[start..<stop + end.count]))
            guard result >= 0 else {
                return "its certificate \(number) cannot be read (\(String(cString: gnutls_strerror(result))))"
            }
            rest = rest[(stop + end.count)...]
        }
        return number == 0 ? "it has no certificate" : nil
    }

    private static func read(_ pem: [UInt8]) -> Int32 {
        var certificate: gnutls_x509_crt_t?
        var result = gnutls_x509_crt_init(&certificate)
        guard result >= 0, let certificate else { return result }
        defer { gnutls_x509_crt_deinit(certificate) }
        var pem = pem
        result = pem.withUnsafeMutableBufferPointer { bytes in
            var data = gnutls_datum_t(data: bytes.baseAddress, size: UInt32(bytes.count))
            return gnutls_x509_crt_import(certificate, &data, GNUTLS_X509_FMT_PEM)
        }
        return result
    }

    private static func place(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        while let start = rest.firstIndex(of: wanted[0]) {
            rest = rest[start...]
            if rest.starts(with: wanted) { return start }
            rest = rest.dropFirst()
        }
        return nil
    }
}
