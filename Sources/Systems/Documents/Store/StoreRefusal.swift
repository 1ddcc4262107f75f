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

        /// For servers whose errors have a message beside the condition.
        fileprivate var text: String {
            switch self {
            case .propfindFiniteDepth: "a collection is listed with Depth 0 or 1"
            case .lockTokenSubmitted, .noConflictingLock: ""
            case .lockTokenMatchesRequestURI: "there is no lock with this token here"
            case .quotaNotExceeded: "there is no room for this"
            }
        }
    }

    private enum Reason {
        case text(String)
        /// The condition that is not met, and for which path.
        case condition(Condition, path: DocumentPath?, isCollection: Bool)
    }

    let status: Int
    private let reason: Reason
    private var fields: [HeaderField] = []
    private var captured: CapturedRefusal?

    init(_ status: Int, _ text: String, fields: [HeaderField] = [], as captured: CapturedRefusal? = nil) {
        self.status = status
        reason = .text(text)
        self.fields = fields
        self.captured = captured
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
        if errors != .text, let reply = errors.reply(text(to: request, errors), at: path(of: request)) { return reply }
        switch reason {
        case .text(let text): return StoreReply.text(status, text, fields: fields)
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

    /// What the refusal says in the forms of other servers.
    private func text(to request: Request, _ errors: ErrorBody) -> RefusalText {
        let status = errors == .nginx ? NginxPage.status(status, to: request) : status
        switch reason {
        case .text(let text):
            return RefusalText(status: status, text: text, captured: captured, fields: fields)
        case .condition(let condition, let path, _):
            return RefusalText(
                status: status, text: condition.text, captured: status == 423 ? .locked : nil,
                condition: RefusalText.Condition(name: condition, path: path?.bytes))
        }
    }

    /// The path that a server names: that of the lock, else that of the request.
    private func path(of request: Request) -> [UInt8] {
        if case .condition(_, let path?, _) = reason { return path.bytes }
        return (try? DocumentPath(target: request.head[request.path]).bytes) ?? Array(request.head[request.path])
    }
}
