internal import Catalogue
internal import Wire

extension Failure {
    static let documentBadName = Failure(
        "documents/bad-name", "The store does not take a document of this name.",
        wire: "400 and a line of text."
            + ErrorBody.told(
                #"Sabre\DAV\Exception\BadRequest"#,
                nextcloud: #"of OCA\DAV\Connector\Sabre\Exception\InvalidPath with "\#(CapturedRefusal.invalidName)""#),
        reports: DocumentMeasured.refusal,
        source: "RFC 9110, 15.5.1; of nextcloud: a public client's test; of others, that it is about the name is our "
            + "convention", evidence: .observed, phase: .head, parameters: [ErrorBody.parameter],
        effect: .answer { arguments in
            .refusal(400, "The store takes no document of this name.", as: .badName, given: arguments)
        })
}
