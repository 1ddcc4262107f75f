internal import Catalogue

/// The error codes of Apple's URL loading system: `urlerror/-1005` and its symbols.
struct URLErrors: Chapter {
    init() {}

    var system: String { "urlerror" }
    var failures: [Failure] { [] }
    var rows: [CatalogueEntry] { Self.index.rows }
    func entry(code: String) -> CatalogueEntry? { Self.index[code] }

    private static let index = RowIndex(TextTable.rows(URLErrorRows.text, entry))

    private static func entry(_ row: inout TableRow) -> CatalogueEntry {
        let (number, name, nsName) = (row.int(), row.text(), row.optional())
        let evidence: Failure.Evidence = row.word()
        let (causes, explanation, client) = (row.causes(), row.text(), row.optional())
        let what = "A client reports \(nsName ?? name)"
        return CatalogueEntry(
            "urlerror/\(number)", aliases: [name] + (nsName.map { [$0] } ?? []),
            causes.isEmpty ? "\(what)." : "\(what): \(explanation)\(client.map { " (\($0))" } ?? "").",
            source: evidence == .observed ? "\(Measured.loopback); \(list)" : list, evidence: evidence,
            causes.isEmpty ? .notInducible(explanation) : .causes(causes))
    }

    private static let list = "CFNetworkErrors.h and NSURLError.h, as listed in the EMAS MTOP documentation for iOS"
}
