internal import Catalogue
internal import Wire
internal import XMLText

/// Refusals of document stores.
extension Reply {
    /// An error element (RFC 4918, 16): `condition` is its content, as XML.
    static func davError(_ status: Int, _ condition: [UInt8], message: String? = nil) -> Reply {
        var body = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<D:error xmlns:D=\"DAV:\">".utf8) + condition
        if let message {
            body += "<D:responsedescription>".utf8
            XMLWriter.escape(Array(message.utf8), into: &body)
            body += "</D:responsedescription>".utf8
        }
        return Reply(
            ResponseHead(
                status: status, fields: [HeaderField("Content-Type", "application/xml; charset=utf-8")]),
            body: [Part(.bytes(body + "</D:error>\n".utf8))])
    }

    /// An error element whose condition names a resource.
    static func davError(_ status: Int, _ condition: String, href: [UInt8], message: String? = nil) -> Reply {
        davError(
            status, Array("<D:\(condition)>".utf8) + hrefElement(href) + Array("</D:\(condition)>".utf8),
            message: message)
    }

    static func hrefElement(_ href: [UInt8]) -> [UInt8] {
        var element = Array("<D:href>".utf8)
        XMLWriter.escape(href, into: &element)
        return element + "</D:href>".utf8
    }

    /// A refusal without a named condition: a line of text, or what `errors` says.
    static func refusal(
        _ status: Int, _ text: String, _ fields: [HeaderField] = [], as captured: CapturedRefusal? = nil,
        at path: @autoclosure () -> [UInt8] = [], given arguments: Arguments
    ) -> Reply {
        let refusal = RefusalText(status: status, text: text, captured: captured, fields: fields)
        return .refusal(refusal, at: path(), given: arguments)
            ?? .bare(status, fields, message: arguments.text("message") ?? text)
    }

    /// A refusal in the form of a server that `errors` names; nil if that is Mishap's own.
    static func refusal(
        _ refusal: RefusalText, at path: @autoclosure () -> [UInt8] = [], given arguments: Arguments
    ) -> Reply? {
        var refusal = refusal
        refusal.message = arguments.text("message")
        return arguments.text(ErrorBody.name).flatMap(ErrorBody.init)?.reply(refusal, at: path())
    }
}
