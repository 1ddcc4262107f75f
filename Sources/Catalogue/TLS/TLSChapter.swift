internal import Wire

/// The failures of TLS. None is made before it is asked for.
struct TLSChapter: Chapter {
    var system: String { "tls" }
    var failures: [Failure] { [] }
    var rows: [CatalogueEntry] { Self.index.rows }
    func entry(code: String) -> CatalogueEntry? { Self.index[code] }

    private static let index = RowIndex([
        .table(RowTable(CertificateFailures.text) { TLSRow(&$0) }) { entry($0, CertificateFailures.failure) },
        .table(RowTable(HandshakeEndings.text) { TLSRow(&$0) }) { entry($0, HandshakeEndings.failure) },
    ])

    private static func entry(_ row: TLSRow, _ make: (TLSRow) -> Failure) -> CatalogueEntry {
        CatalogueEntry(make(row))
    }
}
