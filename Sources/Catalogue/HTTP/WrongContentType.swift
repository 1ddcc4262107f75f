internal import Wire

extension Failure {
    /// A valid body with the wrong Content-Type.
    static let wrongContentType = Failure(
        "http/wrong-content-type", "The body is right, but Content-Type says that it is something else.",
        wire: "The reply as it is, with Content-Type: `type`.",
        reports: .measured(
            curl: "0", requests: "200: .json() does not look at the type",
            node: "200: .json() does not look at the type"),
        source: Measured.and("RFC 9110, 8.3"), evidence: .observed,
        parameters: [
            Parameter(
                "type", .text, limit: .withinLine, "The type that is said.", standard: .text("text/html; charset=utf-8")
            )
        ],
        effect: .spoiler { arguments, reply in
            reply.head.set("Content-Type", arguments.headText("type") ?? "text/html; charset=utf-8")
        })
}
