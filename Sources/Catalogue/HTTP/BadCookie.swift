internal import Wire

extension Failure {
    /// A cookie that should not be kept.
    static let badCookie = Failure(
        "http/bad-cookie", "The gateway sets a cookie that a client should refuse, or cannot keep.",
        wire: """
            The reply with one more Set-Cookie: by `foreign` for the domain example.com, by `no-name` without a name, by \
            `insecure` with the prefix __Secure- and without Secure, by `expired` one that \
            ended in 1970.
            """,
        reports: .measured(curl: "0; by foreign, insecure and expired nothing is kept"),
        source: "RFC 6265, 5.3 and 6.1; the prefix: draft-ietf-httpbis-rfc6265bis, 4.1.3", phase: .head,
        parameters: [
            .by(["foreign", "no-name", "insecure", "expired"], "What is wrong with the cookie.")
        ],
        objection: { _, reply in
            reply.head.isExact ? Objection("nothing is added to a \"head\"") : nil
        },
        effect: .spoiler { arguments, reply in
            let cookie =
                switch arguments.text("by") {
                case "no-name": "=5f2c; Path=/"
                case "insecure": "__Secure-session=5f2c; Path=/"
                case "expired": "session=5f2c; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0"
                default: "session=5f2c; Path=/; Domain=example.com"
                }
            if !reply.head.isExact { reply.head.fields.append(HeaderField("Set-Cookie", cookie)) }
        })
}
