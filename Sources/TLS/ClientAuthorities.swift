/// Certificates of the authorities that issue those of clients, as PEM text.
public enum ClientAuthorities {
    /// What is wrong with them, as the end of a sentence; nil if each can be read, and there is one at least.
    public static func problem(with pem: [UInt8]) -> String? {
        do throws(CertificateError) {
            _ = try X509Certificate.all(inPEM: pem, atMost: .max)
            return nil
        } catch {
            return error.description
        }
    }
}
