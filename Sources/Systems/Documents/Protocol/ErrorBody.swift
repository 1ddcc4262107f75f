internal import Bytes
internal import Catalogue
internal import Wire
internal import XMLText

/// What is in the body of a refusal without a condition of RFC 4918.
enum ErrorBody: String, Sendable {
    /// A line of text.
    case text
    /// An error element with the exception and the message, as of servers that are built on sabre/dav, among them
    /// Nextcloud and ownCloud.
    case sabre

    /// The setting, and the parameter of failures for which it gives the default.
    static let name = "errors"

    static let setting = Setting(
        name, .word([text.rawValue, sabre.rawValue]), meaning, standard: .text(text.rawValue))
    static let parameter = Parameter(
        name, .word([text.rawValue, sabre.rawValue]), meaning, standard: .text(text.rawValue))

    private static let meaning =
        "What the body of a 404, 405, 409 or 503 is: a line of text, or the element d:error of sabre/dav, Nextcloud "
        + "and ownCloud."

    /// The reply in the form of sabre/dav; nil for text, and for a status of which no such answer was captured.
    func reply(_ status: Int, _ message: String, _ fields: [HeaderField]) -> Reply? {
        guard self == .sabre, let exception = Self.exceptions[status] else { return nil }
        var body = Array(
            (#"<?xml version="1.0" encoding="utf-8"?>"# + "\n"
                + #"<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">"# + "\n"
                + #"  <s:exception>Sabre\DAV\Exception\\#(exception)</s:exception>"# + "\n  <s:message>").utf8)
        XMLWriter.escape(Array(message.utf8), into: &body)
        body += "</s:message>\n</d:error>\n".utf8
        return StoreReply.xml(status, body, fields: fields)
    }

    private static let exceptions = [
        404: "NotFound", 405: "MethodNotAllowed", 409: "Conflict", 503: "ServiceUnavailable",
    ]
}
