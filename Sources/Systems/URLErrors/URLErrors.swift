internal import Catalogue

/// What Apple's loading system calls the failures of the network: `urlerror/-1005` and its symbols.
struct URLErrors: Chapter {
    init() {}

    var system: String { "urlerror" }
    var failures: [Failure] { [] }
    var rows: [CatalogueEntry] { Self.index.rows }
    func entry(code: String) -> CatalogueEntry? { Self.index[code] }

    private static let index = RowIndex(TextTable(URLErrorRows.text, columns: 7).rows.map(entry))

    private static func entry(_ cells: [String]) -> CatalogueEntry {
        let evidence = Failure.Evidence(rawValue: cells[3]) ?? .assumed
        let isInduced = cells[4] != "-"
        let client = cells[6].isEmpty ? "" : " (\(cells[6]))"
        return CatalogueEntry(
            "urlerror/\(cells[0])", aliases: [cells[1], cells[2]].filter { !$0.isEmpty },
            isInduced
                ? "A client reports \(cells[2].isEmpty ? cells[1] : cells[2]): \(cells[5])\(client)."
                : "A client reports \(cells[2].isEmpty ? cells[1] : cells[2]).",
            source: evidence == .observed ? "\(Measured.loopback); \(list)" : list, evidence: evidence,
            isInduced ? .causes(Cause.list(cells[4])) : .notInducible(cells[5]))
    }

    private static let list = "CFNetworkErrors.h and NSURLError.h, as listed in the EMAS MTOP documentation for iOS"
}
