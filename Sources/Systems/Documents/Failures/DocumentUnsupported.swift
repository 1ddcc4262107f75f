internal import Catalogue
internal import Wire

enum DocumentUnsupported {
    /// The methods of the store.
    static let methods = "OPTIONS GET HEAD PUT DELETE PROPFIND PROPPATCH MKCOL COPY MOVE LOCK UNLOCK"
}

extension Failure {
    /// The store has fewer methods than the client expects.
    static let documentUnsupported = Failure(
        "documents/unsupported", "The store cannot do at all what was asked.",
        wire: """
            By `unknown`: 501 and a line of text; by `not-allowed`: 405 with an Allow field that has every method of \
            the store but the one that was asked for.
            """ + ErrorBody.told(#"Sabre\DAV\Exception\NotImplemented or MethodNotAllowed"#),
        reports: DocumentMeasured.refusal, source: "RFC 9110, 9.1, 10.2.1, 15.5.6 and 15.6.2", phase: .head,
        parameters: [
            .by(["unknown", "not-allowed"], "Whether no document can, or this one cannot."), ErrorBody.parameter,
        ],
        effect: .answerToRequest { arguments, request in
            if arguments.text("by") == "not-allowed" {
                return .refusal(
                    405, "This cannot be done to the document.",
                    [RefusedRequest(request).allow(DocumentUnsupported.methods)], given: arguments)
            }
            return .refusal(501, "The store does not know how to do this.", given: arguments)
        })
}
