internal import Catalogue

extension System {
    static let salesforce = System(SalesforceChapter(), dialect: Salesforce())
}
