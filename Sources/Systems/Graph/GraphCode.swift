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
    }

    // MARK: What goes with a code

    /// The status of its error: that of captures, or by `statuses` the one that is published.
    func status(_ arguments: Arguments) -> Int {
        arguments.text(GraphAPI.statuses.name) == GraphAPI.published ? publishedStatus ?? status : status
    }

    /// Such as GraphMethodException; OAuthException for most.
    var type: String { code == 100 && subcode == 33 ? GraphError.method : GraphError.oauth }

    /// The `is_transient` that comes with it; nil for none.
    var isTransient: Bool? {
        switch (code, subcode) {
        case (2, _), (4, _), (17, _): true
        case (100, 1_815_629): false
        default: nil
        }
    }

    /// The `error_data` that comes with it: an object, or a string as the Marketing API sends it.
    var data: [UInt8]? {
        if isOfWhatsApp { return GraphError.whatsAppData(Self.details["\(code)"] ?? "The call failed.") }
        return (code, subcode) == (100, 1_815_629) ? Array(#""\"null\"""#.utf8) : nil
    }

    /// The `error_user_title` and `error_user_msg` that come with it.
    var userTexts: (title: String, message: String)? {
        guard (code, subcode) == (100, 1_815_629) else { return nil }
        return (
            "Duplicates of ad asset values are not allowed",
            "All ad asset values should be unique. Please check your values.(Duplicate value: 3)"
        )
    }

    /// Whether it is of the WhatsApp Cloud API, whose errors have a head of their own.
    var isOfWhatsApp: Bool { (130_000...139_999).contains(code) }

    /// How its error is built.
    var shape: GraphError.Shape { code == 101 ? .untraced : .full }

    /// Other forms in which the error was captured.
    var forms: [GraphForm] { subcode == nil ? Self.forms[code] ?? [] : [] }

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
    }

    private static let codes = RowTable(GraphCodeRows.codes) { row in
        Listed(
            code: row.int(), subcode: nil, status: (row.int(), row.word(), row.optionalInt()), source: row.word(),
            capture: row.optional(), meaning: row.text(), message: row.text())
    }
    private static let subcodes = RowTable(GraphCodeRows.subcodes, keyCells: 2) { row in
        Listed(
            code: row.int(), subcode: row.int(), status: nil, source: row.word(), capture: row.optional(),
            meaning: row.text(), message: row.text())
    }
    private static let details = RowTable(GraphCodeRows.details) { row in
        _ = row.int()
        return row.text()
    }
    /// By their codes: read once, since steps with the same few codes name them.
    private static let forms = Dictionary(
        grouping: TextTable.rows(GraphCodeRows.forms) { row in
            GraphForm(
                code: row.int(), name: row.text(), capture: row.text(), shape: row.word(), status: row.optionalInt(),
                type: row.optional(), challenge: row.optional(), details: row.optional(),
                message: GraphMessage(row.text()))
        }, by: \.code)

    /// All listed codes and subcodes, in the order of the tables.
    static var all: [GraphCode] { (codes.rows + subcodes.rows).map { GraphCode($0.code, $0.subcode) } }

    /// The listed codes and subcodes as parts of the chapter.
    static func parts(_ entry: @escaping @Sendable (GraphCode) -> CatalogueEntry) -> [RowIndex.Part] {
        [codes, subcodes].map { .table($0) { entry(GraphCode($0.code, $0.subcode)) } }
    }
}

/// Another form in which the error of a code was captured.
struct GraphForm: Sendable {
    let code: Int
    /// For `by`.
    let name: String
    let capture: String
    let shape: GraphError.Shape
    /// Nil here and below for what is the code's own.
    let status: Int?
    let type: String?
    let challenge: String?
    let details: String?
    let message: GraphMessage

    /// The form of `by` that a code has without one.
    static let standard = "standard"
}

/// The source of a code.
enum GraphSource: String, Sendable {
    case guide, limits, clients, sdk, memory, whatsApp
    /// A code that was captured, and is in no document.
    case captures
    /// A code that is in no table.
    case unlisted

    var text: String {
        switch self {
        case .guide: "https://developers.facebook.com/docs/graph-api/guides/error-handling"
        case .limits: "https://developers.facebook.com/docs/graph-api/overview/rate-limiting"
        case .clients: "public source of several client libraries"
        case .sdk: GraphChapter.sdk
        case .memory: "remembered from the API's use, and not verified"
        case .whatsApp: "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes"
        case .captures: "in no document"
        case .unlisted: "listed nowhere: any number will do"
        }
    }

    /// That of `graph/other`.
    static let other =
        "lists of codes are never complete: Instagram and the Marketing API have codes and subcodes of their own"

    var evidence: Failure.Evidence {
        switch self {
        case .guide, .limits, .whatsApp: .documented
        case .clients, .sdk, .captures: .observed
        case .memory, .unlisted: .assumed
        }
    }
}
