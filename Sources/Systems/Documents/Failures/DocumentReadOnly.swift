internal import Catalogue
internal import Wire

extension Failure {
    static let documentReadOnly = Failure(
        "documents/read-only", "The store takes no changes.",
        wire: """
            By `method`: 405 with an Allow field that has no method but those that read; by `maintenance`: 503 with \
            Retry-After: 120. Both with a line of text.
            """
                + ErrorBody.told(
                    #"Sabre\DAV\Exception\MethodNotAllowed, or ServiceUnavailable with "System in maintenance mode.""#),
        reports: DocumentMeasured.refusal,
        source: "RFC 9110, 10.2.1, 10.2.3, 15.5.6 and 15.6.4; that it is about the volume is our convention; of sabre "
            + "and nextcloud: owncloud/core#25582", evidence: .observed, phase: .head,
        parameters: [.by(["method", "maintenance"], "Whether it is for ever, or for a while."), ErrorBody.parameter],
        effect: .answerToRequest { arguments, request in
            if arguments.text("by") == "maintenance" {
                return .refusal(
                    503, "The store is being looked after, and takes no changes.",
                    [HeaderField("Retry-After", "120")], as: .maintenance, given: arguments)
            }
            return .refusal(
                405, "The store can only be read.", [RefusedRequest(request).allow("OPTIONS GET HEAD PROPFIND")],
                given: arguments)
        })
}
