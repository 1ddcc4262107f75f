internal import Catalogue

/// The errors that a document-based app gets when opening, saving or reverting fails: `documents/640` and its symbols.
struct DocumentErrors: Chapter {
    init() {}

    var system: String { "documents" }
    var failures: [Failure] { DocumentFailures.all }
    var rows: [CatalogueEntry] { Self.index.rows }
    func entry(code: String) -> CatalogueEntry? { Self.index[code] }

    private static let index = RowIndex([
        .table(
            table,
            aliases: { row in
                _ = row.int()
                return [row.text()]
            }, entry)
    ])
    private static let table = RowTable(DocumentErrorRows.text, Row.init)
    /// All rows of the table, for tests.
    static var tableRows: [Row] { table.rows }

    /// A row of the table.
    struct Row: Sendable {
        let name: String
        let symbol: String
        let phases: [DocumentPhase]
        /// Whether Foundation raises the code because of the bytes; else the app maps the failure to it.
        let isFromFoundation: Bool
        let causes: [Cause]
        let explanation: String
        /// What Foundation reports on Linux; `isMeasured` if it reports this code.
        let measured: String?
        let isMeasured: Bool

        private enum Origin: String {
            case natural
            case appMapped = "app-mapped"
        }

        init(_ row: inout TableRow) {
            name = "documents/\(row.int())"
            symbol = row.text()
            phases = row.words()
            isFromFoundation = row.optionalWord(of: Origin.self) == .natural
            causes = row.causes()
            explanation = row.text()
            let text = row.text(after: "= ")
            isMeasured = text != nil
            measured = isMeasured ? text : row.optional()
        }
    }

    private static func entry(_ row: Row) -> CatalogueEntry {
        guard !row.causes.isEmpty else {
            return CatalogueEntry(
                row.name, aliases: [row.symbol], "Cocoa reports \(row.symbol).", source: header, evidence: .documented,
                .notInducible(row.explanation))
        }
        let phases = row.phases.map(\.rawValue).joined(separator: ", ")
        let origin = row.isFromFoundation ? "Foundation" : "the app or its file provider"
        var remarks = [
            CatalogueEntry.Remark(
                "In which phases", row.phases.map { "\($0.rawValue) (\($0.method))" }.joined(separator: ", ")),
            CatalogueEntry.Remark("Who makes the code of it", origin),
        ]
        if let measured = row.measured {
            remarks.append(CatalogueEntry.Remark("What Foundation says on Linux", measured))
        }
        return CatalogueEntry(
            row.name, aliases: [row.symbol],
            "Cocoa reports \(row.symbol) (\(phases)), which \(origin) makes of what the server does: \(row.explanation).",
            source: "\(header); \(row.isFromFoundation || row.isMeasured ? DocumentMeasured.source : mapping)",
            evidence: row.isMeasured ? .observed : row.isFromFoundation ? .documented : .assumed,
            .causes(row.causes), remarks: remarks, sample: sample(row.phases))
    }

    /// A sample request for the first phase; nil if that only reads.
    private static func sample(_ phases: [DocumentPhase]) -> CatalogueEntry.Sample? {
        guard let method = phases.first?.method, method != "GET" else { return nil }
        return CatalogueEntry.Sample(method: method, path: "/report.txt", body: "Plan")
    }

    private static let header = "FoundationErrors.h, by UIDocument.handleError(_:userInteractionPermitted:)"
    private static let mapping = "the mapping from HTTP is our assumption, after RFC 9110 and RFC 4918"
}

/// What an app does with a document when the error occurs, and the method of the request that it sends.
enum DocumentPhase: String, CaseIterable {
    case opening, saving, reverting, deleting, moving, locking, sharing

    var method: String {
        switch self {
        case .opening, .reverting: "GET"
        case .saving: "PUT"
        case .deleting: "DELETE"
        case .moving: "MOVE"
        case .locking: "LOCK"
        case .sharing: "POST"
        }
    }
}
