/// Names of header fields, parameters and members whose values are kept out of reports and logs.
public enum SecretNames {
    private static let parts: [ByteSearch] = [
        "authorization", "cookie", "token", "secret", "password", "passwd", "passphrase", "api-key", "api_key",
        "apikey",
        "credential", "signature", "assertion", "jwt", "sessionid", "session_id", "session-id",
    ].map { ByteSearch(Array($0.utf8), ignoreCase: true) }

    /// What stands in place of such a value.
    public static let redacted = "[redacted]"

    /// Whether a text has such a name in it, in any case: `X-Auth-Token`, `client_secret`, `headers.Cookie`.
    public static func occur(in text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        return parts.contains { $0.isFound(in: bytes[...]) }
    }
}
