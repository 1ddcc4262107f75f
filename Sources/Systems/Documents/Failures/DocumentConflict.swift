internal import Catalogue
internal import Wire

extension Failure {
    static let documentConflict = Failure(
        "documents/conflict", "Somebody else has saved a newer version than the one that the client has.",
        wire: """
            412 with `etag` as the ETag of the newer version, as after an If-Match that does not hold, and a line of \
            text. By `conflict`: 409 with the same.
            """ + ErrorBody.told(#"Sabre\DAV\Exception\PreconditionFailed or Conflict"#),
        reports: DocumentMeasured.refusal, source: "RFC 9110, 8.8.3 and 13.1.1; RFC 4918, 9.7", phase: .head,
        parameters: [
            .by(["precondition", "conflict"], "How the store says it."),
            Parameter(
                "etag", .text, limit: .withinLine, "The entity tag of the newer version, with its quotes.",
                standard: .text("\"5eb63bbbe01eeed0\"")),
            ErrorBody.parameter,
        ],
        effect: .answer { arguments in
            .refusal(
                arguments.text("by") == "conflict" ? 409 : 412, "Somebody else has saved a newer version.",
                [HeaderField("ETag", arguments.headText("etag") ?? "")], given: arguments)
        })
}
