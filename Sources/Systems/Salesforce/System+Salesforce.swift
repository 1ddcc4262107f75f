internal import Catalogue

extension System {
    /// The REST API of Salesforce.
    static let salesforce = System(SalesforceChapter(), dialect: Salesforce())
}
