internal import Catalogue

/// The errors and statuses of Salesforce's REST API, and the errors of its Mobile SDK for iOS.
struct SalesforceChapter: Chapter {
    init() {}

    var system: String { "salesforce" }
    var failures: [Failure] { [] }
    var rows: [CatalogueEntry] { Self.index.rows }
    func entry(code: String) -> CatalogueEntry? { Self.index[code] }

    private static let index = RowIndex(
        SalesforceErrors.parts + [SalesforceBulk.part, SalesforceStatuses.part] + SalesforceOAuth.parts
            + SalesforceClients.parts)
}
