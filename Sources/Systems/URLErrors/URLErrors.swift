internal import Catalogue

/// The error codes of Apple's URL loading system: `urlerror/-1005` and its symbols.
struct URLErrors: Chapter {
    init() {}

    var system: String { "urlerror" }
    var failures: [Failure] { [] }
    var rows: [CatalogueEntry] { Self.index.rows }
    func entry(code: String) -> CatalogueEntry? { Self.index[code] }

    private static let index = RowIndex([
        .table(
            RowTable(URLErrorRows.text, entry),
            aliases: { row in
                _ = row.int()
                return aliases(row.text(), row.optional())
            })
    ])

    private static func aliases(_ name: String, _ nsName: String?) -> [String] {
        [name] + (nsName.map { [$0] } ?? [])
    }

    private static func entry(_ row: inout TableRow) -> CatalogueEntry {
        let (number, name, nsName) = (row.int(), row.text(), row.optional())
        let basis: Basis = row.word()
        let (causes, explanation, client) = (row.causes(), row.text(), row.optional())
        let what = "A client reports \(nsName ?? name)"
        return CatalogueEntry(
            "urlerror/\(number)", aliases: aliases(name, nsName),
            causes.isEmpty ? "\(what)." : "\(what): \(explanation)\(client.map { " (\($0))" } ?? "").",
            source: basis == .measured ? "\(Measured.loopback); \(list)" : list, evidence: basis.evidence,
            causes.isEmpty ? .notInducible(explanation) : .causes(causes))
    }

    /// The basis of what is known about a code.
    private enum Basis: String {
        case documented, assumed
        /// A client that was measured on loopback reported it.
        case measured
        /// People report it of clients; it was not measured.
        case reported

        var evidence: Failure.Evidence {
            switch self {
            case .documented: .documented
            case .assumed: .assumed
            case .measured, .reported: .observed
            }
        }
    }

    private static let list = "CFNetworkErrors.h and NSURLError.h, as listed in the EMAS MTOP documentation for iOS"
}
