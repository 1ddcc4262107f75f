internal import Catalogue
internal import Wire

/// Header fields that are not about limits.
extension Failure {
    static let graphAuthenticate = Failure(
        "graph/www-authenticate", "The access token is refused, and a challenge in the head says so too.",
        wire: """
            401 with an error of code 190, and WWW-Authenticate: OAuth "Facebook Platform" "`error`" and the error's \
            message.
            """,
        reports: [ClientReport(GraphChapter.client, "as graph/190; the field is not looked at")],
        source: GraphSource.memory.text, evidence: .assumed,
        parameters: [
            Parameter(
                "error", .text, limit: .withinLine, "What the challenge calls it.", standard: .text("invalid_token"))
        ],
        effect: .answerToCall { arguments in
            let message = arguments.text("message") ?? refused
            let words = [
                "Facebook Platform", arguments.headText("error") ?? "invalid_token",
                arguments.headText("message") ?? refused,
            ]
            let challenge = HeaderField("WWW-Authenticate", "OAuth " + words.map(quoted).joined(separator: " "))
            let envelope = GraphErrorTemplate(GraphError(code: 190, message: message), status: 401, [challenge])
            return { _, context in envelope.reply(in: context) }
        })

    private static let refused = "(#190) The access token is not valid."

    /// A quoted string (RFC 9110, 5.6.4). By scalar, because a quote with a combining accent behind it is one
    /// character.
    private static func quoted(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "\"") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : String($1) } + "\""
    }

    static let graphPlatformFields = Failure(
        "graph/facebook-api-version",
        "The answer tells the version that it was made by, which is not the one asked for.",
        wire: "The reply as it is, with facebook-api-version: `version`, x-fb-rev and x-fb-trace-id.",
        source: GraphSource.memory.text, evidence: .assumed, phase: .head,
        parameters: [
            Parameter("version", .text, limit: .withinLine, "The version that is told.", standard: .text("v2.0"))
        ],
        stock: GraphAPI().stockSuccess,
        effect: .spoiler { arguments, reply in
            reply.head.set("facebook-api-version", arguments.headText("version") ?? "v2.0")
            reply.head.set("x-fb-rev", "1000000000")
            reply.head.set("x-fb-trace-id", "Amishap")
        })
}
