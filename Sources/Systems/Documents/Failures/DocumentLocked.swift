internal import Catalogue
internal import Wire
internal import XMLText

extension Failure {
    static let documentLocked = Failure(
        "documents/locked", "Somebody else has locked the document.",
        wire: """
            423 with a DAV:lock-token-submitted error that names the document, or to LOCK a DAV:no-conflicting-lock \
            error; and behind it the lock, which is exclusive and of `owner`.
            """
                + ErrorBody.told(
                    #"Sabre\DAV\Exception\Locked, or ConflictingLock, with the condition"#,
                    nextcloud: #"of OCA\DAV\Connector\Sabre\Exception\FileLocked with ""notes/plan.txt" is locked""#,
                    nginx: "no body"),
        reports: DocumentMeasured.refusal,
        source: "RFC 4918, 11.3, 14.1 and 16; of nextcloud: a capture", evidence: .observed, phase: .head,
        parameters: [
            Parameter(
                "owner", .text, "Who holds the lock; only errors of text say it.", standard: .text("Bea")),
            ErrorBody.parameter,
        ],
        effect: .answerToRequest { arguments, request in
            let refused = RefusedRequest(request)
            let unmet: StoreRefusal.Condition = refused.method == "LOCK" ? .noConflictingLock : .lockTokenSubmitted
            let text = RefusalText(
                status: 423, text: "", captured: .locked,
                condition: RefusalText.Condition(name: unmet, path: refused.path))
            if let reply = Reply.refusal(text, at: refused.path, given: arguments) { return reply }
            let name = unmet.rawValue
            var condition = Array("<D:\(name)>".utf8) + Reply.hrefElement(refused.href) + Array("</D:\(name)>".utf8)
            condition += "<D:lockdiscovery><D:activelock><D:locktype><D:write/></D:locktype>".utf8
            condition += "<D:lockscope><D:exclusive/></D:lockscope><D:depth>0</D:depth><D:owner>".utf8
            XMLWriter.escape(Array((arguments.text("owner") ?? "").utf8), into: &condition)
            condition += "</D:owner><D:lockroot>".utf8 + Reply.hrefElement(refused.href)
            condition += "</D:lockroot></D:activelock></D:lockdiscovery>".utf8
            return .davError(423, condition, message: arguments.text("message"))
        })
}
