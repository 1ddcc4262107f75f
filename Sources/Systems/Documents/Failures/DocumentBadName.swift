internal import Catalogue
internal import Wire

extension Failure {
    static let documentBadName = Failure(
        "documents/bad-name", "The store does not take a document of this name.",
        wire: "400 and a line of text.",
        reports: DocumentMeasured.refusal, source: "RFC 9110, 15.5.1; that it is about the name is our convention",
        evidence: .assumed, phase: .head,
        effect: .answer { arguments in
            .refusal(400, "The store takes no document of this name.", given: arguments)
        })
}
