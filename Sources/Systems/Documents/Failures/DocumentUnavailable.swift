internal import Catalogue
internal import Wire

extension Failure {
    static let documentUnavailable = Failure(
        "documents/unavailable", "The server of the documents is not available for a while.",
        wire: "503 with Retry-After: `after`, in whole seconds, and a line of text."
            + ErrorBody.told(#"Sabre\DAV\Exception\ServiceUnavailable"#),
        reports: DocumentMeasured.refusal, source: "RFC 9110, 10.2.3 and 15.6.4", phase: .head,
        parameters: [
            Parameter(
                "after", .duration, limit: .wholeSeconds, "The time to wait before the next attempt, in whole seconds.",
                standard: .duration(30_000_000_000)),
            ErrorBody.parameter,
        ],
        effect: .answer { arguments in
            .refusal(
                503, "The document cannot be had at present.",
                [HeaderField("Retry-After", String(arguments.seconds("after") ?? 30))],
                given: arguments)
        })
}
