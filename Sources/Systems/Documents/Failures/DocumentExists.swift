internal import Catalogue
internal import Wire

extension Failure {
    static let documentExists = Failure(
        "documents/exists", "A document of this name is there already, and was not to be replaced.",
        wire: """
            412 and a line of text, as after If-None-Match: * and after Overwrite: F; to MKCOL 405 with an Allow field \
            that lacks it. By `conflict`: 409, which Bitrix24 sends to MKCOL too (rclone/rclone#3513).
            """ + ErrorBody.told(#"Sabre\DAV\Exception\PreconditionFailed, MethodNotAllowed or Conflict"#),
        reports: DocumentMeasured.refusal, source: "RFC 9110, 13.1.2; RFC 4918, 9.3.1, 9.8.4 and 9.9.4", phase: .head,
        parameters: [.by(["precondition", "conflict"], "How the store says it."), ErrorBody.parameter],
        effect: .answerToRequest { arguments, request in
            let refused = RefusedRequest(request)
            let text = "There is something of this name already."
            if arguments.text("by") == "conflict" { return .refusal(409, text, given: arguments) }
            guard refused.method == "MKCOL" else { return .refusal(412, text, given: arguments) }
            return .refusal(405, text, [refused.allow(DocumentUnsupported.methods)], given: arguments)
        })
}
