internal import Catalogue
internal import Wire

/// An error code of the Graph API, alone or with a subcode, with what the tables have for it or for its range.
struct GraphCode: Sendable {
    /// How well a status is known.
    enum StatusBasis: String, Sendable {
        case captured, published, assumed
    }

    let code: Int
    /// Nil if no subcode is sent by default.
    let subcode: Int?
    let status: Int
    let statusBasis: StatusBasis
    /// What the provider publishes, where other statuses were captured or are assumed.
    let publishedStatus: Int?
    let source: GraphSource
    /// Where the message or the status was captured.
    let capture: String?
    /// A sentence without its full stop.
    let meaning: String
    let message: GraphMessage
    let isMessageCaptured: Bool
    /// Another message that was captured.
    let otherMessage: String?

    var name: String { "graph/\(code)" + (subcode.map { "/\($0)" } ?? "") }

    var evidence: Failure.Evidence { capture == nil ? source.evidence : .observed }
    var sourceText: String { source.text + (capture.map { "; captured: \($0)" } ?? "") }

    /// Reads a code and subcode as in the catalogue: `190` or `190/463`, both from 1 up and without leading zeros. Nil
    /// for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int32($0) }.filter { $0 > 0 }
        guard (1...2).contains(parts.count), numbers.map(String.init) == parts.map(String.init) else { return nil }
        self.init(Int(numbers[0]), numbers.count == 2 ? Int(numbers[1]) : nil)
    }

    init(_ code: Int, _ subcode: Int? = nil) {
        let listed = Self.codes["\(code)"]
        let pair = subcode.flatMap { Self.subcodes["\(code)/\($0)"] }
        self.code = code
        self.subcode = subcode
        let isPermission = (200...299).contains(code)
        status = listed?.status?.number ?? (isPermission ? 403 : 400)
        statusBasis = listed?.status?.basis ?? (isPermission ? .published : .assumed)
        publishedStatus = listed?.status?.published
        source = pair?.source ?? (subcode == nil ? listed?.source ?? (isPermission ? .guide : .unlisted) : .unlisted)
        capture = (pair ?? listed)?.capture ?? (statusBasis == .captured ? listed?.capture : nil)
        meaning =
            pair?.meaning ?? listed?.meaning
            ?? (isPermission ? "A permission is missing, as with every code from 200 to 299" : "An error of the API")
        let text =
            pair?.message ?? listed?.message
            ?? (isPermission ? "The user has not granted the permission that this call needs." : "The call failed.")
        isMessageCaptured = text.hasPrefix("= ")
        // Texts about tokens were captured without their code.
        message = GraphMessage(
            isMessageCaptured ? String(text.dropFirst(2)) : code == 190 ? text : "(#\(code)) \(text)")
        otherMessage = subcode == nil ? listed?.otherMessage : nil
    }

    // MARK: What goes with a code

    /// Such as GraphMethodException; OAuthException for most.
    var type: String { code == 100 && subcode == 33 ? GraphError.method : GraphError.oauth }

    /// The `is_transient` that comes with it; nil for none.
    var isTransient: Bool? { [2, 4].contains(code) ? true : nil }

    /// How the SDK for iOS handles it, by its built-in table.
    var category: String {
        switch code {
        case 1, 2, 4, 9, 17, 341: "transient"
        case 102, 190: "recoverable"
        default: "other"
        }
    }

    // MARK: The tables

    private struct Listed {
        let code: Int
        let subcode: Int?
        /// Nil for a subcode, which has the status of its code.
        let status: (number: Int, basis: StatusBasis, published: Int?)?
        let source: GraphSource
        let capture: String?
        let meaning: String
        let message: String
        let otherMessage: String?
    }

    private static let codes = RowTable(GraphCodeRows.codes) { row in
        Listed(
            code: row.int(), subcode: nil, status: (row.int(), row.word(), row.optionalInt()), source: row.word(),
            capture: row.optional(), meaning: row.text(), message: row.text(), otherMessage: row.optional())
    }
    private static let subcodes = RowTable(GraphCodeRows.subcodes, keyCells: 2) { row in
        Listed(
            code: row.int(), subcode: row.int(), status: nil, source: row.word(), capture: row.optional(),
            meaning: row.text(), message: row.text(), otherMessage: nil)
    }

    /// All listed codes and subcodes, in the order of the tables.
    static var all: [GraphCode] { (codes.rows + subcodes.rows).map { GraphCode($0.code, $0.subcode) } }

    /// The listed codes and subcodes as parts of the chapter.
    static func parts(_ entry: @escaping @Sendable (GraphCode) -> CatalogueEntry) -> [RowIndex.Part] {
        [codes, subcodes].map { .table($0) { entry(GraphCode($0.code, $0.subcode)) } }
    }
}

/// The source of a code.
enum GraphSource: String, Sendable {
    case guide, limits, clients, sdk, memory
    /// A code that is in no table.
    case unlisted

    var text: String {
        switch self {
        case .guide: "https://developers.facebook.com/docs/graph-api/guides/error-handling"
        case .limits: "https://developers.facebook.com/docs/graph-api/overview/rate-limiting"
        case .clients: "public source of several client libraries"
        case .sdk: GraphChapter.sdk
        case .memory: "remembered from the API's use, and not verified"
        case .unlisted: "listed nowhere: any number will do"
        }
    }

    var evidence: Failure.Evidence {
        switch self {
        case .guide, .limits: .documented
        case .clients, .sdk: .observed
        case .memory, .unlisted: .assumed
        }
    }
}
