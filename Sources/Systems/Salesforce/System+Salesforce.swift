internal import Catalogue

extension System {
    static let salesforce = System(
        SalesforceChapter(), dialect: Salesforce(),
        calls: [
            ("session-expired expired-session token-expired invalid-token", ["salesforce/INVALID_SESSION_ID"]),
            ("rate-limit rate-limited throttled too-many-requests", ["salesforce/REQUEST_LIMIT_EXCEEDED"]),
        ],
        foreign: [
            ForeignName(
                "SFRestDelegate RestClientDelegate",
                other:
                    "it is told of every answer, and of what fails: any error of salesforce, such as NOT_FOUND, and no "
                    + "answer at all, such as http/timeout"),
            ForeignName("requestForQuery requestForQuery:", "salesforce/kSFRestErrorCode"),
            ForeignName(
                "rawResponse rawResponse: request:didLoadResponse:rawResponse: request:didFail:rawResponse:error:",
                other: "it is the answer as it came, status and fields, as of any error of salesforce"),
        ])
}
