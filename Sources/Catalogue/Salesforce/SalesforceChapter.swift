/// What Salesforce's REST API can say, and what its Mobile SDK for iOS makes of that.
public struct SalesforceChapter: Chapter {
    public init() {}

    public var system: String { "salesforce" }
    public var failures: [Failure] { [] }
    public var rows: [CatalogueEntry] { Self.index.rows }
    public func entry(code: String) -> CatalogueEntry? { Self.index[code] }

    private static let index = RowIndex(
        SalesforceErrors.rows + SalesforceStatuses.rows + SalesforceOAuth.rows + SalesforceClients.errors
            + SalesforceClients.others + SalesforceClients.outcomes)
}
