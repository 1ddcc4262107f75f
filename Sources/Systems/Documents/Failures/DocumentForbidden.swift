internal import Catalogue
internal import Wire

extension Failure {
    static let documentForbidden = Failure(
        "documents/forbidden", "The user has no permission for what was asked of the document.",
        wire: """
            403 with a DAV:need-privileges error, which names the resource and the privilege: read to GET, HEAD, \
            PROPFIND and COPY, write-content to PUT and LOCK, write-properties to PROPPATCH, unlock to UNLOCK, bind \
            and unbind in the collection above to MKCOL, and to DELETE and MOVE.
            """ + ErrorBody.told(#"Sabre\DAV\Exception\Forbidden"#),
        reports: DocumentMeasured.refusal,
        source: "RFC 3744, 7.1.1 and appendix B; RFC 9110, 15.5.4; of sabre and nextcloud: a capture",
        evidence: .observed, phase: .head, parameters: [ErrorBody.parameter],
        effect: .answerToRequest { arguments, request in
            let text = RefusalText(status: 403, text: "The user has no permission for this.")
            if let reply = Reply.refusal(text, given: arguments) { return reply }
            let refused = RefusedRequest(request)
            let (privilege, isAbove) = privilege(refused.method)
            let condition =
                Array("<D:need-privileges><D:resource>".utf8)
                + Reply.hrefElement(isAbove ? refused.parent : refused.href)
                + Array("<D:privilege><D:\(privilege)/></D:privilege></D:resource></D:need-privileges>".utf8)
            return .davError(403, condition, message: arguments.text("message"))
        })

    /// The privilege that a method needs, and whether it is needed for the collection above (RFC 3744, appendix B).
    private static func privilege(_ method: String) -> (name: String, isAbove: Bool) {
        switch method {
        case "PUT", "LOCK": ("write-content", false)
        case "PROPPATCH": ("write-properties", false)
        case "UNLOCK": ("unlock", false)
        case "MKCOL": ("bind", true)
        case "DELETE", "MOVE": ("unbind", true)
        case "GET", "HEAD", "OPTIONS", "PROPFIND", "COPY": ("read", false)
        default: ("write", false)
        }
    }
}
