internal import Catalogue

/// What Salesforce's REST API can say, and what its Mobile SDK for iOS makes of that.
struct SalesforceChapter: Chapter {
    init() {}

    var system: String { "salesforce" }
    var failures: [Failure] { [] }
    var rows: [CatalogueEntry] { Self.index.rows }
    func entry(code: String) -> CatalogueEntry? { Self.index[code] }

    private static let index = RowIndex(
        SalesforceErrors.rows + SalesforceStatuses.rows + SalesforceOAuth.rows + SalesforceClients.errors
            + SalesforceClients.others + SalesforceClients.outcomes)
}
