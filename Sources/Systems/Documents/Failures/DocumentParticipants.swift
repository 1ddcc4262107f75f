internal import Catalogue
internal import JSONText
internal import Wire

extension Failure {
    static let documentParticipants = Failure(
        "documents/too-many-participants", "The document is shared with as many as it can be.",
        wire: """
            409 with a problem document, `{"type", "title", "status", "limit", "participants"}`: both numbers are \
            `limit`. By `unprocessable`: 422 with the same.
            """,
        reports: DocumentMeasured.refusal,
        source: "RFC 9457; RFC 9110, 15.5.10 and 15.5.21; the members are our convention", evidence: .assumed,
        phase: .head,
        parameters: [
            .by(["conflict", "unprocessable"], "How the store says it."),
            Parameter("limit", .count(1...1_000_000), "How many may share it.", standard: .count(100)),
        ],
        effect: .answer { arguments in
            let status = arguments.text("by") == "unprocessable" ? 422 : 409
            let limit = arguments.count("limit") ?? 100
            let title = arguments.text("message") ?? "The document has too many participants"
            let problem = JSONValue.object([
                ("type", .string("about:blank")), ("title", .string(title)), ("status", .int(Int64(status))),
                ("limit", .int(Int64(limit))), ("participants", .int(Int64(limit))),
            ])
            return Reply(
                ResponseHead(status: status, fields: [HeaderField("Content-Type", "application/problem+json")]),
                body: [Reply.Part(.bytes(problem.bytes() + [UInt8(ascii: "\n")]))])
        })
}
