internal import Wire

/// The failures of TLS. None is made before it is asked for.
struct TLSChapter: Chapter {
    var system: String { "tls" }
    var failures: [Failure] { [] }
    var rows: [CatalogueEntry] { Self.index.rows }
    func entry(code: String) -> CatalogueEntry? { Self.index[code] ?? Self.variant(code) }

    /// A failure with a word of one of its parameters behind its name, as in `old-version/ssl3`.
    private static func variant(_ code: String) -> CatalogueEntry? {
        guard let slash = code.firstIndex(of: "/"), let entry = index[String(code[..<slash])],
            case .failure(let make) = entry.disposition
        else { return nil }
        let (word, failure) = (String(code[code.index(after: slash)...]), make())
        let parameter = failure.parameters.first {
            if case .word(let words) = $0.kind { words.contains(word) } else { false }
        }
        guard let parameter,
            let variant = failure.variant(Cause.Given(parameter.name, word), named: "tls/\(code)")
        else { return nil }
        return CatalogueEntry(variant)
    }

    private static let index = RowIndex([
        .table(RowTable(CertificateFailures.text) { TLSRow(&$0) }) { entry($0, CertificateFailures.failure) },
        .table(RowTable(HandshakeMessages.text) { TLSRow(&$0) }) { entry($0, HandshakeMessages.failure) },
        .table(RowTable(HandshakeChoices.text) { TLSRow(&$0) }) { entry($0, HandshakeChoices.failure) },
        .table(RowTable(HandshakeEndings.text) { TLSRow(&$0) }) { entry($0, HandshakeEndings.failure) },
        .table(RowTable(RecordFailures.text) { TLSRow(&$0) }) { entry($0, RecordFailures.failure) },
        .table(RowTable(CloseNotifyFailures.text) { TLSRow(&$0) }) { entry($0, CloseNotifyFailures.failure) },
        .table(RowTable(impossible) { Impossible(&$0) }) { row in
            CatalogueEntry(
                "tls/\(row.code)", row.summary, source: row.source, evidence: .documented, .notInducible(row.reason))
        },
    ])

    /// What badssl.com has, and no server on one's own machine: `code | what happens | why not | source`.
    private static let impossible = """
        extended-validation | A certificate says that its owner was examined. | a client knows of each authority whether it may say that, and knows none of one's own | CA/Browser Forum, EV Guidelines, 7.1.6
        no-logged-timestamps | A certificate is in no public log. | only clients that demand it of public authorities refuse that, and no log takes certificates of one's own | RFC 6962, 3.3
        preloaded-hsts | A host that is in the client's list of HSTS is asked for in the clear. | the list is in the client | RFC 6797, 12.3
        pinned-key | A host's key is another than that in the client's list of pins. | the list is in the client; for pins of an app's own any certificate of this gateway will do | RFC 7469, 2.7
        known-bad-authority | The certificate comes from an authority that is known to be bad. | the list of them is in the client, and nobody else has their keys | CA/Browser Forum, Baseline Requirements, 4.9
        """

    private struct Impossible {
        let code, summary, reason, source: String

        init(_ row: inout TableRow) {
            (code, summary, reason, source) = (row.text(), row.text(), row.text(), row.text())
        }
    }

    private static func entry(_ row: TLSRow, _ make: (TLSRow) -> Failure) -> CatalogueEntry {
        CatalogueEntry(make(row))
    }
}
