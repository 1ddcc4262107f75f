import TestSupport
import Testing

/// A request to a scenario of Salesforce, and all that comes back.
struct SalesforceExchange: Sendable {
    enum Answer: Sendable {
        /// These bytes, dates aside; the connection lives on.
        case kept(String)
        /// These bytes, and then the end.
        case closed(String)
        /// A head that begins so, and what its body is.
        case page(String)
        case reset
        case end
        /// Nothing, for as long as somebody waits.
        case silence
    }

    let method: String
    let target: String
    let body: String
    let answer: Answer

    init(_ method: String, _ target: String, _ body: String = "", _ answer: Answer) {
        self.method = method
        self.target = target
        self.body = body
        self.answer = answer
    }

    static let query = "/services/data/v62.0/query?q=SELECT+Id+FROM+Account"
    static let token = "/services/oauth2/token"

    /// A query.
    static func query(_ answer: Answer) -> Self { Self("GET", query, "", answer) }
    /// A refresh of the access token.
    static func refresh(_ answer: Answer) -> Self { Self("POST", token, "grant_type=refresh_token", answer) }

    func run(_ name: String, _ gateway: RunningGateway) throws {
        let connection = try gateway.connect()
        let type = target.hasPrefix(Self.token) ? "application/x-www-form-urlencoded" : "application/json"
        let fields = body.isEmpty ? [] : ["Content-Type: \(type)", "Content-Length: \(body.utf8.count)"]
        connection.send(request("/@\(name)\(target)", fields, method: method) + body)
        switch answer {
        case .kept(let wanted):
            let answer = connection.receive(within: .seconds(10)) { $0.withoutDates.count >= wanted.utf8.count }
            #expect(answer.withoutDate == wanted, "\(name)")
            connection.expectAlive(name)
        case .closed(let wanted):
            let answer = connection.receive(within: .seconds(10))
            #expect(answer.withoutDate == wanted, "\(name)")
            #expect(answer.ending == .end, "\(name)")
        case .page(let status):
            let answer = connection.receiveResponse(within: .seconds(10))
            #expect(answer.text.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(name): \(answer)")
            #expect(answer.text.contains("\r\nContent-Type: text/html"), "\(name): \(answer)")
        case .reset: #expect(connection.receive(within: .seconds(10)).description == " [ECONNRESET]", "\(name)")
        case .end: #expect(connection.receive(within: .seconds(10)).description == " [EOF]", "\(name)")
        case .silence: try gateway.expectSilence(connection, name.replacing("/", with: "--"))
        }
    }
}

/// Answers as they are written by hand, so that a test says what is on the wire.
extension SalesforceExchange.Answer {
    static func json(_ status: String, _ body: String, _ fields: [String] = [], type: String = "application/json")
        -> Self
    {
        .kept(ScenarioRow.answer(status, ["Content-Type: \(type)"] + fields, body))
    }

    /// The system's own JSON.
    static func own(_ status: String, _ body: String, _ fields: [String] = []) -> Self {
        json(status, body, fields, type: "application/json;charset=UTF-8")
    }

    static func error(_ status: String, _ text: String, _ fields: [String] = []) -> Self {
        own(status, "[\(text)]", fields)
    }

    static func oauth(_ error: String, _ description: String, status: String = "400 Bad Request") -> Self {
        own(
            status, #"{"error":"\#(error)","error_description":"\#(description)"}"#, ["Cache-Control: no-store"])
    }

    static let expired = error("401 Unauthorized", SalesforceText.expired)
    static let result = json("200 OK", SalesforceText.result)
}

enum SalesforceText {
    static let result = #"{"totalSize":1,"done":true,"records":[{"Id":"001000000000001AAA","Name":"Ada Lovelace"}]}"#
    static let stock =
        #"{"totalSize":1,"done":true,"records":[{"attributes":{"type":"Account","url":"/services/data/v62.0/sobjects/"#
        + #"Account/001000000000001AAA"},"Id":"001000000000001AAA","Name":"Ada Lovelace"}]}"#
    static let created = #"{"id":"001000000000001AAA","success":true,"errors":[]}"#
    static let expired = error("INVALID_SESSION_ID", "The session has expired or is not valid")
    static let notFound = error("NOT_FOUND", "The requested resource does not exist")

    static func error(_ code: String, _ message: String, _ fields: String = "") -> String {
        #"{"message":"\#(message)","errorCode":"\#(code)"\#(fields.isEmpty ? "" : ",\"fields\":[\(fields)]")}"#
    }
}
