internal import Catalogue
internal import Wire

extension Failure {
    /// The document to read or to delete is missing, or the collection to save it in.
    static let documentMissing = Failure(
        "documents/missing", "The document is not there; while saving, the collection that it belongs into is not.",
        wire: """
            404 and a line of text; to PUT, MKCOL and LOCK 409, which is how WebDAV says that the collection above is \
            missing. By `gone`: 410.
            """
                + ErrorBody.told(
                    #"Sabre\DAV\Exception\NotFound with "File with name /notes/plan.txt could not be located" (older: "#
                        + #"without the slash, for `message`), or Conflict"#),
        reports: DocumentMeasured.refusal,
        source: "RFC 4918, 9.3.1 and 9.7.1; RFC 9110, 15.5.5 and 15.5.11; of sabre and nextcloud: a public client's "
            + "test and owncloud/core#24753", evidence: .observed, phase: .head,
        parameters: [
            .by(["missing", "gone"], "Whether it may never have been there, or was once."), ErrorBody.parameter,
        ],
        effect: .answerToRequest { arguments, request in
            if arguments.text("by") == "gone" {
                return .refusal(410, "There was a document here, and it is gone.", given: arguments)
            }
            let refused = RefusedRequest(request)
            return refused.makesResource
                ? .refusal(409, "The collection above this document does not exist.", given: arguments)
                : .refusal(
                    404, "There is no document here.", as: .missing, at: refused.path, given: arguments)
        })
}
