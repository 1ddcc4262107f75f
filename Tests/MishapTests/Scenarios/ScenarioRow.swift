import TestSupport
import Testing

/// What one shipped scenario puts onto the wire, and how that ends.
struct ScenarioRow: Sendable, CustomTestStringConvertible {
    enum Ending: Sendable {
        /// The peer's FIN.
        case closed
        /// The peer's RST.
        case reset
        /// Open and silent.
        case held
        /// Open, and there for another request, which gets the same.
        case kept
        /// The first bytes of something slow: they take at least so long.
        case unfinished(atLeast: Duration)
    }

    enum Content: Sendable {
        /// Every byte but those of `Date` fields.
        case exactly([UInt8])
        /// So many bytes, dates and all, that begin so.
        case beginning(String, count: Int)
    }

    let name: String
    let content: Content
    let ending: Ending
    /// What is sent; the target is the scenario's own.
    let method: String
    let body: [UInt8]

    init(
        _ name: String, _ content: Content, _ ending: Ending, method: String = "GET", body: [UInt8] = []
    ) {
        self.name = name
        self.content = content
        self.ending = ending
        self.method = method
        self.body = body
    }

    init(_ name: String, _ text: String, _ ending: Ending, method: String = "GET", body: [UInt8] = []) {
        self.init(name, .exactly(Array(text.utf8)), ending, method: method, body: body)
    }

    var testDescription: String { name }
    var target: String { "/@\(name)/any" }

    var request: [UInt8] {
        let fields = body.isEmpty ? [] : ["Content-Length: \(body.count)"]
        return Array(MishapTests.request(target, fields, method: method).utf8) + body
    }

    /// Bytes to wait for, dates aside.
    var count: Int {
        switch content {
        case .exactly(let bytes): bytes.count
        case .beginning(_, let count): count
        }
    }

    func expect(_ bytes: [UInt8]) {
        switch content {
        case .exactly(let wanted):
            let isRight = bytes.withoutDates == wanted
            #expect(isRight, "\(name) sent:\n\(bytes.withoutDates.shown)")
        case .beginning(let beginning, let count):
            #expect(bytes.starts(with: beginning.utf8), "\(name) sent:\n\(bytes.shown)")
            #expect(bytes.count == count)
        }
    }

    /// A head of these lines, the body's length and the body.
    static func answer(_ status: String, _ fields: [String], _ body: String, length: Int? = nil) -> String {
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(length ?? body.utf8.count)", "", body]
        return lines.joined(separator: "\r\n")
    }

    /// 200 with JSON.
    static func json(_ body: String, _ fields: [String] = [], length: Int? = nil) -> String {
        answer("200 OK", ["Content-Type: application/json"] + fields, body, length: length)
    }

    /// The order that most scenarios tell of.
    static let order =
        #"{"order":{"id":1042,"state":"shipped","customer":"Ada Lovelace","#
        + #""items":[{"sku":"A-7","count":2},{"sku":"B-1","count":1}]}}"#
    /// What plain HTTP says where nothing stands beside a spoiler.
    static let ok = #"{"ok":true}"# + "\n"
}
