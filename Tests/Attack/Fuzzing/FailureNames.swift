/// Failures of TLS by the server's name that a client asks for.
enum FailureNames {
    /// Those that neither wait for seconds nor cost many milliseconds.
    static let all = """
        expired expired-intermediate not-yet-valid wrong-host wrong-address address-as-name wildcard-too-deep nul-in-
        name wildcard-top-level partial-wildcard unicode-name self-signed untrusted-root incomplete-chain wrong-
        authority-key-id no-authority-key-id no-subject issuer-first wrong-key-usage wrong-purpose issuer-not-ca name-
        constraints path-length unknown-critical-extension sha1-signature md5-signature sha1-intermediate weak-key
        bad-certificate-signature unreadable-certificate unreadable-key revoked unknown-status stale-staple
        unreadable-staple missing-staple reversed-chain unrelated-certificate no-common-name common-name-only long-
        validity invalid-sct wrong-key wrong-signature bad-finished no-certificate missing-message repeated-message
        unknown-message wrong-order truncated-message data-in-handshake unoffered-signature oversized-message unknown-
        version unoffered-cipher compression wrong-session-id bad-key-share unoffered-group malformed-alpn unasked-
        staple huge-extension bad-change-cipher-spec old-version downgrade retry-twice retry-same-group weak-cipher
        weak-dh no-secure-renegotiation no-alpn alpn-refused alpn-unoffered unrecognized-name client-certificate-
        required client-certificate-rejected huge-certificate-request garbage plain-http other-protocol alert close-
        in-handshake reset-in-handshake close-notify-in-handshake bad-record-mac record-overflow plaintext-overflow
        empty-records padding-only-record fragmented unknown-record-type wrong-record-version unexpected-change-
        cipher-spec heartbeat plaintext-after-handshake late-certificate-request warning-flood hello-request ticket-
        flood key-update-flood malformed-ticket bad-key-update repeated-finished resumption-refused wrong-psk-identity
        no-close-notify close-notify-before-answer close-notify-mid-body data-after-close-notify old-version-1.1 old-
        version-ssl3 old-version-ssl2 weak-cipher-cbc weak-cipher-anonymous weak-cipher-static-rsa weak-dh-composite
        resumption-refused-bad-finished alert-server-hello reset-in-handshake-certificate close-notify-in-handshake-
        finished alert-first-request close-in-handshake-idle expired--fragmented wrong-host--warning-flood
        """.split(whereSeparator: \.isWhitespace).map { "\($0).tls.localhost" }
}
