/// An alert of TLS, by its number (RFC 8446, 6; IANA's registry of alerts).
public struct TLSAlert: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let illegalParameter = TLSAlert(rawValue: 47)
    public static let internalError = TLSAlert(rawValue: 80)

    /// The alert of that name; nil if there is none.
    public init?(name: String) {
        guard let code = Self.names.first(where: { $0.name == name })?.code else { return nil }
        rawValue = code
    }

    /// As in IANA's registry, such as `unknown_ca`; the number in decimal if it has no name.
    public var name: String { Self.names.first { $0.code == rawValue }?.name ?? String(rawValue) }

    public static let names: [(code: UInt8, name: String)] = [
        (0, "close_notify"), (10, "unexpected_message"), (20, "bad_record_mac"), (21, "decryption_failed"),
        (22, "record_overflow"), (30, "decompression_failure"), (40, "handshake_failure"), (41, "no_certificate"),
        (42, "bad_certificate"), (43, "unsupported_certificate"), (44, "certificate_revoked"),
        (45, "certificate_expired"), (46, "certificate_unknown"), (47, "illegal_parameter"), (48, "unknown_ca"),
        (49, "access_denied"), (50, "decode_error"), (51, "decrypt_error"), (52, "too_many_cids_requested"),
        (60, "export_restriction"), (70, "protocol_version"), (71, "insufficient_security"), (80, "internal_error"),
        (86, "inappropriate_fallback"), (90, "user_canceled"), (100, "no_renegotiation"), (109, "missing_extension"),
        (110, "unsupported_extension"), (111, "certificate_unobtainable"), (112, "unrecognized_name"),
        (113, "bad_certificate_status_response"), (114, "bad_certificate_hash_value"), (115, "unknown_psk_identity"),
        (116, "certificate_required"), (120, "no_application_protocol"), (121, "ech_required"),
    ]
}
