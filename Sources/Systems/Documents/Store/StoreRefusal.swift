internal import Bytes
internal import Wire
internal import XMLText

/// Why the store refuses a request: a condition named by RFC 4918 or RFC 4331, or a text.
struct StoreRefusal: Error {
    enum Condition: String {
        case propfindFiniteDepth = "propfind-finite-depth"
        case lockTokenSubmitted = "lock-token-submitted"
        case noConflictingLock = "no-conflicting-lock"
        case lockTokenMatchesRequestURI = "lock-token-matches-request-uri"
        case quotaNotExceeded = "quota-not-exceeded"
    }

    private enum Reason {
        case text(String)
        /// The condition that is not met, and for which path.
        case condition(Condition, path: DocumentPath?, isCollection: Bool)
    }

    let status: Int
    private let reason: Reason
    private var fields: [HeaderField] = []

    init(_ status: Int, _ text: String, fields: [HeaderField] = []) {
        self.status = status
        reason = .text(text)
        self.fields = fields
    }

    init(_ status: Int, _ condition: Condition, at path: DocumentPath? = nil, isCollection: Bool = false) {
        self.status = status
        reason = .condition(condition, path: path, isCollection: isCollection)
    }

    /// The parsed body of a request; a problem with it is thrown as a refusal.
    static func unwrap<Body>(_ reading: Result<Body, BodyProblem>) throws(StoreRefusal) -> Body {
        switch reading {
        case .success(let body): return body
        case .failure(let problem): throw StoreRefusal(problem.status, problem.message)
        }
    }

    func reply(to request: Request, _ errors: ErrorBody) -> Reply {
        switch reason {
        case .text(let text):
            return errors.reply(status, text, fields) ?? StoreReply.text(status, text, fields: fields)
        case .condition(let condition, let path, let isCollection):
            var body = Array(utf8: #"<?xml version="1.0" encoding="utf-8"?>"# + "\n" + #"<D:error xmlns:D="DAV:">"#)
            guard let path else {
                body += "<D:\(condition.rawValue)/></D:error>\n".utf8
                return StoreReply.xml(status, body)
            }
            body += "<D:\(condition.rawValue)><D:href>".utf8
            XMLWriter.escape(
                path.href(afterPrefix: request.head[request.pathPrefix], isCollection: isCollection), into: &body)
            body += "</D:href></D:\(condition.rawValue)></D:error>\n".utf8
            return StoreReply.xml(status, body)
        }
    }
}
