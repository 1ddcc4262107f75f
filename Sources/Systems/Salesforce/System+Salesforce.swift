internal import Catalogue

extension System {
    static let salesforce = System(
        SalesforceChapter(), dialect: Salesforce(),
        calls: [
            ("session-expired expired-session token-expired invalid-token", ["salesforce/INVALID_SESSION_ID"]),
            ("rate-limit rate-limited throttled too-many-requests", ["salesforce/REQUEST_LIMIT_EXCEEDED"]),
        ])
}
