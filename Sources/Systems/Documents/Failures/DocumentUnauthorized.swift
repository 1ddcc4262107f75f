internal import Catalogue
internal import Wire

extension Failure {
    /// A challenge in the words of the store; `http/challenge` has one of any scheme.
    static let documentUnauthorized = Failure(
        "documents/unauthorized", "The store wants to know who asks, or does not believe it.",
        wire: """
            401 with WWW-Authenticate: Basic and `realm`, and a line of text.
            """
                + ErrorBody.told(
                    #"Sabre\DAV\Exception\NotAuthenticated with "No public access to this resource., Username or password "#
                        + #"was incorrect, …""#),
        reports: DocumentMeasured.refusal,
        source: "RFC 9110, 11.6.1 and 15.5.2; RFC 7617, 2; of sabre and nextcloud: a public client's test",
        evidence: .observed, phase: .head,
        parameters: [
            Parameter("realm", .text, limit: .withinLine, "The realm.", standard: .text("documents")),
            ErrorBody.parameter,
        ],
        effect: .answer { arguments in
            let realm = (arguments.headText("realm") ?? "").unicodeScalars.reduce(into: "") {
                $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1)
            }
            return .refusal(
                401, "The store takes no one whom it does not know.",
                [HeaderField("WWW-Authenticate", #"Basic realm="\#(realm)", charset="UTF-8""#)], as: .unauthorized,
                given: arguments)
        })
}
