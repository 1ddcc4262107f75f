internal import Catalogue
internal import Wire

/// The failures of the Graph API: its codes, its other failures, and the errors of the SDK for iOS.
struct GraphChapter: Chapter {
    var system: String { "graph" }
    var failures: [Failure] { GraphFailures.all }
    var rows: [CatalogueEntry] { Self.index.rows }

    func entry(code: String) -> CatalogueEntry? {
        Self.index[code] ?? GraphCode(code).map { Self.entry($0) }
    }

    /// Codes 200 to 299 are about permissions.
    func range(of number: Int) -> CatalogueEntry? {
        (200...299).contains(number) && Self.index[String(number)] == nil ? Self.permissions : nil
    }

    private static let index = RowIndex(
        GraphCode.parts(entry) + [
            .entries([other, permissions, cancelled]),
            .table(
                RowTable(GraphClientErrorRows.text, clientError),
                aliases: { row in
                    _ = row.text()
                    return aliases(&row)
                }),
        ])

    private static func entry(_ code: GraphCode) -> CatalogueEntry {
        CatalogueEntry(
            code.name, code.meaning + ".", source: code.sourceText, evidence: code.evidence,
            .failure { .graph(code) })
    }

    private static let other = CatalogueEntry(
        "graph/other", "An error with any code and subcode, negative ones too.", source: GraphSource.other,
        evidence: .assumed, .failure { .graphOther })

    /// Each code of the range is a failure; these are the listed ones.
    private static let permissions = CatalogueEntry(
        "graph/200-299",
        "A permission is missing, whatever the number: a client asks whether the code is 200 or up to 299.",
        source: GraphSource.guide.text, evidence: .documented,
        .causes(Cause.list("graph/200; graph/210; graph/270; graph/294; graph/299")))

    /// 4201 is a number of the login dialog; it is never the code of an error.
    private static let cancelled = CatalogueEntry(
        "graph/dialog-4201", "The login dialog was cancelled.",
        source: sdk, evidence: .observed, .causes(Cause.list("graph/login-redirect by=dialog-cancelled")))

    private static func clientError(_ row: inout TableRow) -> CatalogueEntry {
        let (symbol, aliases) = (row.text(), aliases(&row))
        let (causes, explanation) = (row.causes(), row.text())
        return CatalogueEntry(
            "graph/\(symbol)", aliases: aliases,
            "\(client) reports \(symbol)" + (causes.isEmpty ? "." : ": \(explanation)."), source: sdk,
            evidence: explanation.hasSuffix("not verified") ? .assumed : .documented,
            causes.isEmpty ? .notInducible(explanation) : .causes(causes))
    }

    /// Reads the cells behind the symbol: an older one, and the number.
    private static func aliases(_ row: inout TableRow) -> [String] {
        let (older, number) = (row.optional(), row.text())
        return [number] + (older.map { [$0] } ?? [])
    }

    /// The SDK's login errors for subcodes of 190.
    static let loginErrors = [
        459: "FBSDKLoginErrorUserCheckpointed", 460: "FBSDKLoginErrorPasswordChanged",
        464: "FBSDKLoginErrorUnconfirmedUser",
    ]

    static let client = "SDK for iOS"
    static let sdk = "public source of the SDK for iOS; read there, and not run on Darwin"
    static let page = "the error handling page of the SDK for iOS"
    static let batches = "https://developers.facebook.com/docs/graph-api/batch-requests"
}
