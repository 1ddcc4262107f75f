import Testing

/// A shipped scenario, with requests and the expected answers, in order.
///
///     ScenarioRow("http/empty-body", [ScenarioExchange(.get("/any"), .kept(HTTPText.json("")))])
///
/// `PREFIX` in a field of a request or in the text of an answer stands for the path prefix of the row's session.
struct ScenarioRow: Sendable, CustomTestStringConvertible {
    /// With its folder, such as `http/empty-body`.
    let name: String
    let exchanges: [ScenarioExchange]
    /// The failure that the journal has for every exchange; nil if the scenario has several failures, or none: then it is
    /// not checked.
    let failure: String?
    /// Masks bytes that differ from run to run, after `Date` fields were removed. The result must not be longer.
    let mask: @Sendable ([UInt8]) -> [UInt8]

    init(
        _ name: String, _ exchanges: [ScenarioExchange], failure: String? = nil,
        mask: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
    ) {
        self.name = name
        self.exchanges = exchanges
        self.failure = failure
        self.mask = mask
    }

    var testDescription: String { name }
    /// A session of its own, so that the row begins at the first step, and its journal has nothing else.
    var prefix: String { "/@\(name)~rows" }
    /// The same session as the control API names it.
    var session: String { name.replacing("/", with: "--") + "~rows" }
}

/// A request to a scenario, and the expected answer.
struct ScenarioExchange: Sendable {
    let request: ScenarioRequest
    let answer: ScenarioAnswer

    init(_ request: ScenarioRequest, _ answer: ScenarioAnswer) {
        self.request = request
        self.answer = answer
    }
}

struct ScenarioRequest: Sendable {
    let method: String
    /// Behind the prefix of the session.
    let target: String
    /// Without `Content-Length`, which a body brings along.
    let fields: [String]
    let body: String

    init(_ method: String, _ target: String, _ fields: [String] = [], _ body: String = "") {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
    }

    static func get(_ target: String) -> Self { Self("GET", target) }
}

struct ScenarioAnswer: Sendable {
    enum Content: Sendable {
        /// Every byte.
        case text(String)
        case bytes([UInt8])
        /// The beginning, and the number of all bytes, `Date` included.
        case beginning(String, count: Int)
        /// A response with this status that has each of these texts in its head or body.
        case containing(status: String, [String])
    }

    enum Ending: Sendable, Equatable {
        /// Open, and another request is answered.
        case kept
        /// The peer's FIN.
        case closed
        /// The peer's RST.
        case reset
        /// Open and silent.
        case held
        /// The first bytes of a slow answer, which take at least this long.
        case unfinished(atLeast: Duration)
    }

    let content: Content
    let ending: Ending

    init(_ content: Content, _ ending: Ending) {
        self.content = content
        self.ending = ending
    }

    static func kept(_ text: String) -> Self { Self(.text(text), .kept) }
    static func closed(_ text: String) -> Self { Self(.text(text), .closed) }
    static func kept(_ status: String, _ parts: [String]) -> Self {
        Self(.containing(status: status, parts), .kept)
    }
    /// A page of HTML.
    static func page(_ status: String) -> Self { kept(status, ["\r\nContent-Type: text/html"]) }

    static let end = closed("")
    static let reset = Self(.text(""), .reset)
    static let silence = Self(.text(""), .held)
}

/// Responses as they are on the wire, written by hand and not by the encoder.
enum HTTPText {
    /// - Parameter length: The value of `Content-Length`, where it is not the body's.
    static func response(_ status: String, _ fields: [String], _ body: String, length: Int? = nil) -> String {
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(length ?? body.utf8.count)", "", body]
        return lines.joined(separator: "\r\n")
    }

    static func json(_ body: String, _ fields: [String] = [], length: Int? = nil) -> String {
        response("200 OK", ["Content-Type: application/json"] + fields, body, length: length)
    }
}
