internal import Catalogue
internal import Wire

extension Failure {
    static let documentUnsupportedCharset = Failure(
        "documents/unsupported-charset", "The store does not take text in the encoding that it came in.",
        wire: "415 with `accept` as the Accept field of the answer, and a line of text."
            + ErrorBody.told(
                #"Sabre\DAV\Exception\UnsupportedMediaType"#,
                nextcloud: #"of OCA\DAV\Connector\Sabre\Exception\UnsupportedMediaType"#),
        reports: DocumentMeasured.refusal, source: "RFC 9110, 12.5.1 and 15.5.16", phase: .head,
        parameters: [
            Parameter(
                "accept", .text, limit: .withinLine, "What it would take.",
                standard: .text("text/plain;charset=us-ascii")),
            ErrorBody.parameter,
        ],
        effect: .answer { arguments in
            .refusal(
                415, "The store keeps text in another encoding.",
                [HeaderField("Accept", arguments.headText("accept") ?? "")], given: arguments)
        })
}
