internal import Bytes
internal import Catalogue
internal import Wire
internal import XMLText

/// Whose errors the store sends.
enum ErrorBody: String, Sendable, CaseIterable {
    /// Mishap's own: a line of text, or an element of RFC 4918.
    case text
    /// An error element with the exception and the message, as of servers that are built on sabre/dav.
    case sabre
    /// The same with the exceptions and texts of Nextcloud and ownCloud.
    case nextcloud
    /// A page of HTML, or nothing where nginx has no page.
    case nginx

    /// The setting, and the parameter of failures for which it gives the default.
    static let name = "errors"

    static let setting = Setting(name, .word(words), meaning, standard: .text(text.rawValue))
    static let parameter = Parameter(name, .word(words), meaning, standard: .text(text.rawValue))

    private static let words = allCases.map(\.rawValue)
    private static let meaning =
        "Whose errors the store sends: a line of text or an element of RFC 4918, the element d:error of sabre/dav, that "
        + "of Nextcloud and ownCloud, or the pages of nginx."

    /// The refusal in the form of a server; nil for text, and where that server has no such error.
    ///
    /// - Parameter path: The decoded path that was asked for.
    func reply(_ refusal: RefusalText, at path: @autoclosure () -> [UInt8]) -> Reply? {
        switch self {
        case .text: return nil
        case .nginx: return NginxPage.reply(refusal)
        case .sabre, .nextcloud:
            guard let exception = exception(of: refusal) else { return nil }
            return element(exception, refusal, path)
        }
    }

    // MARK: sabre/dav

    private func element(_ exception: String, _ refusal: RefusalText, _ path: () -> [UInt8]) -> Reply {
        var body = Array(
            (#"<?xml version="1.0" encoding="utf-8"?>"# + "\n"
                + #"<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns">"# + "\n"
                + "  <s:exception>\(exception)</s:exception>\n").utf8)
        let message = refusal.message ?? refusal.captured?.message(of: self, at: path) ?? refusal.text
        if message.isEmpty {
            body += "  <s:message/>\n".utf8
        } else {
            body += "  <s:message>".utf8
            XMLWriter.escape(Array(message.utf8), into: &body)
            body += "</s:message>\n".utf8
        }
        if let condition = refusal.condition, self == .sabre || refusal.status != 423 {
            condition.write(into: &body)
        }
        return StoreReply.xml(refusal.status, body + "</d:error>\n".utf8, fields: refusal.fields)
    }

    /// The exception, with its namespace.
    private func exception(of refusal: RefusalText) -> String? {
        if self == .nextcloud {
            let own = refusal.captured == .badName ? "InvalidPath" : Self.nextcloudExceptions[refusal.status]
            if let own { return #"OCA\DAV\Connector\Sabre\Exception\"# + own }
        }
        return (refusal.condition?.exception ?? Self.exceptions[refusal.status]).map { #"Sabre\DAV\Exception\"# + $0 }
    }

    private static let exceptions = [
        400: "BadRequest", 401: "NotAuthenticated", 403: "Forbidden", 404: "NotFound", 405: "MethodNotAllowed",
        409: "Conflict", 412: "PreconditionFailed", 415: "UnsupportedMediaType", 423: "Locked", 501: "NotImplemented",
        503: "ServiceUnavailable", 507: "InsufficientStorage",
    ]
    private static let nextcloudExceptions = [
        413: "EntityTooLarge", 415: "UnsupportedMediaType", 423: "FileLocked",
    ]

    // MARK: What explain says

    /// The forms that a refusal has beside Mishap's own.
    static func told(_ sabre: String, nextcloud: String = "the same", nginx: String = "its page") -> String {
        " By `errors` of sabre an element d:error of \(sabre), of nextcloud \(nextcloud), of nginx \(nginx)."
    }
}

/// What a refusal says, from which each form takes what it has.
struct RefusalText {
    var status: Int
    /// Mishap's own text.
    var text: String
    /// The text that a scenario gives in place of any other.
    var message: String?
    var captured: CapturedRefusal?
    var condition: Condition?
    var fields: [HeaderField] = []

    /// A condition of RFC 4918 that is not met.
    struct Condition {
        let name: StoreRefusal.Condition
        /// The path for which it is not met, decoded.
        var path: [UInt8]?

        /// The exception of sabre/dav for it; nil if the status decides.
        fileprivate var exception: String? {
            switch name {
            case .noConflictingLock: "ConflictingLock"
            case .lockTokenMatchesRequestURI: "LockTokenMatchesRequestUri"
            case .propfindFiniteDepth, .lockTokenSubmitted, .quotaNotExceeded: nil
            }
        }

        /// As sabre/dav writes it, whose paths have no slash in front. It has none for a quota.
        fileprivate func write(into body: inout [UInt8]) {
            guard name != .quotaNotExceeded else { return }
            guard let path else {
                body += "  <d:\(name.rawValue)/>\n".utf8
                return
            }
            body += "  <d:\(name.rawValue)>\n    <d:href>".utf8
            XMLWriter.escape(Array(path.drop { $0 == UInt8(ascii: "/") }), into: &body)
            body += "</d:href>\n  </d:\(name.rawValue)>\n".utf8
        }
    }
}

/// A refusal for which servers that are built on sabre/dav were seen to have words of their own.
enum CapturedRefusal {
    case missing, locked, badName, partialContent, unauthorized, maintenance

    /// Nil where the server has no words of its own.
    fileprivate func message(of errors: ErrorBody, at path: () -> [UInt8]) -> String? {
        switch self {
        case .missing: "File with name \(String(decoding: path(), as: UTF8.self)) could not be located"
        case .locked where errors == .nextcloud:
            "\"\(String(decoding: path().drop { $0 == UInt8(ascii: "/") }, as: UTF8.self))\" is locked"
        case .locked: ""
        case .badName: errors == .nextcloud ? Self.invalidName : nil
        case .partialContent: Self.partialContentText
        case .unauthorized: Self.unauthorizedText
        case .maintenance: Self.maintenanceText
        }
    }

    static let invalidName = "File name contains at least one invalid character"
    static let partialContentText = "Content-Range on PUT requests are forbidden."
    static let maintenanceText = "System in maintenance mode."
    static let unauthorizedText =
        "No public access to this resource., Username or password was incorrect, No 'Authorization: Bearer' header "
        + "found. Either the client didn't send one, or the server is mis-configured, Username or password was incorrect"
}

/// The pages that nginx sends with its errors.
enum NginxPage {
    static func reply(_ refusal: RefusalText) -> Reply {
        let status = refusal.status
        guard let title = refusal.message ?? titles[status] else {
            return StoreReply.empty(status, fields: refusal.fields)
        }
        var shown: [UInt8] = Array("\(status) ".utf8)
        XMLWriter.escape(Array(title.utf8), into: &shown)
        let body =
            Array("<html>\r\n<head><title>".utf8) + shown + Array("</title></head>\r\n<body>\r\n<center><h1>".utf8)
            + shown + Array("</h1></center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n".utf8)
        let type = HeaderField("Content-Type", "text/html")
        return Reply(ResponseHead(status: status, fields: [type] + refusal.fields), body: [Reply.Part(.bytes(body))])
    }

    /// nginx has no page for a 422 and a 423.
    private static let titles = [
        400: "Bad Request", 401: "Authorization Required", 403: "Forbidden", 404: "Not Found", 405: "Not Allowed",
        409: "Conflict", 410: "Gone", 412: "Precondition Failed", 413: "Request Entity Too Large",
        414: "Request-URI Too Large", 415: "Unsupported Media Type", 500: "Internal Server Error",
        501: "Not Implemented", 502: "Bad Gateway", 503: "Service Temporarily Unavailable",
        507: "Insufficient Storage",
    ]

    /// The status of nginx where it is another: a Destination on another server is a bad request, and a full disk is
    /// found too late for a 507 while a body is saved.
    static func status(_ status: Int, to request: Request) -> Int {
        switch status {
        case 502: 400
        case 507 where request.head[request.method].elementsEqual("PUT".utf8): 500
        default: status
        }
    }
}
