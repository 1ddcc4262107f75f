internal import Wire

extension Failure {
    /// A 401 or 407 with a challenge of any authentication scheme.
    static let challenge = Failure(
        "http/challenge", "The gateway demands credentials, whatever the client sends.",
        wire: """
            401 with WWW-Authenticate: `scheme` and its parameters, or 407 with Proxy-Authenticate \
            where `status` is 407; a problem document. An empty `scheme` leaves the field out.
            """,
        reports: .measured(
            curl: "0 with the 401", requests: "401", node: "401; 407 is TypeError: fetch failed", java: "401",
            urlSession: """
                Basic hangs where no credentials are set; an unknown scheme is a plain 401
                """),
        source: Measured.and(
            "RFC 9110, 11.6 and 15.5.2; RFC 7617, 2; RFC 7616, 3.3; RFC 6750, 3; RFC 4559, 4.1"),
        evidence: .observed, phase: .head,
        parameters: [
            Parameter(
                "scheme", .text, limit: .withinLine, "Basic, Digest, Bearer, Negotiate, NTLM, or any other word.",
                standard: .text("Basic")),
            Parameter(
                "realm", .text, limit: .withinLine, "The realm, where the scheme has one.", standard: .text("Mishap")),
        ],
        effect: .answer { arguments in
            let status = arguments.count("status") ?? 401
            var reply = Reply.problem(status, detail: arguments.text("message"))
            let value = challenge(
                arguments.headText("scheme") ?? "Basic", arguments.headText("realm") ?? "Mishap")
            if !value.isEmpty {
                let name = status == 407 ? "Proxy-Authenticate" : "WWW-Authenticate"
                reply.head.fields.insert(HeaderField(name, value), at: 0)
            }
            return reply
        })

    private static func challenge(_ scheme: String, _ realm: String) -> String {
        let quoted = realm.unicodeScalars.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1) }
        let realm = #"realm="\#(quoted)""#
        return switch scheme.lowercased() {
        case "": ""
        case "negotiate", "ntlm": scheme  // a first challenge has no parameters
        case "basic": #"\#(scheme) \#(realm), charset="UTF-8""#
        case "digest":
            #"\#(scheme) \#(realm), qop="auth", algorithm=MD5, nonce="4d69736861702d6e6f6e6365""#
        case "bearer":
            #"\#(scheme) \#(realm), error="invalid_token", error_description="The access token expired""#
        default: "\(scheme) \(realm)"
        }
    }
}
