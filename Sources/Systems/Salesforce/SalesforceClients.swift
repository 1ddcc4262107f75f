internal import Catalogue

/// The errors of the Mobile SDK for iOS, by symbol and by number, and what a server does that causes them.
enum SalesforceClients {
    /// symbol | alias, or - | domain, or - | number, or - | causes, or - | how it is caused, or why nothing causes it
    private static let table = """
        kSFOAuthErrorUnknown | - | OAuth | 666 | salesforce/oauth/other; salesforce/oauth/unsupported_grant_type | the token endpoint gives an error that is not in its table
        kSFOAuthErrorTimeout | - | OAuth | 667 | http/timeout; salesforce/oauth/auth_timeout | the token endpoint is silent, for 120 s by default
        kSFOAuthErrorMalformed | - | OAuth | 668 | http/html; http/truncated-json; http/empty-body; salesforce/oauth/malformed_response | the token endpoint's answer is not JSON
        kSFOAuthErrorAccessDenied | - | OAuth | 669 | salesforce/oauth/access_denied | the error is access_denied
        kSFOAuthErrorInvalidClientId | - | OAuth | 670 | salesforce/oauth/invalid_client_id | the error is invalid_client_id
        kSFOAuthErrorInvalidClientCredentials | - | OAuth | 671 | salesforce/oauth/invalid_client; salesforce/oauth/invalid_client_credentials | the error is invalid_client or invalid_client_credentials
        kSFOAuthErrorInvalidGrant | - | OAuth | 672 | salesforce/oauth/invalid_grant | the error is invalid_grant; the user is logged out as well
        kSFOAuthErrorInvalidRequest | - | OAuth | 673 | salesforce/oauth/invalid_request | the error is invalid_request
        kSFOAuthErrorInactiveUser | - | OAuth | 674 | salesforce/oauth/inactive_user error=inactive_user | the error is inactive_user
        kSFOAuthErrorInactiveOrg | - | OAuth | 675 | salesforce/oauth/inactive_org | the error is inactive_org
        kSFOAuthErrorRateLimitExceeded | - | OAuth | 676 | salesforce/oauth/rate_limit_exceeded | the error is rate_limit_exceeded
        kSFOAuthErrorUnsupportedResponseType | - | OAuth | 677 | salesforce/oauth/unsupported_response_type | the error is unsupported_response_type
        kSFOAuthErrorWrongVersion | - | OAuth | 678 | salesforce/oauth/wrong_version | the error is wrong_version
        kSFOAuthErrorBrowserLaunchFailed | - | OAuth | 679 | - | the browser of the client's device does not start
        kSFOAuthErrorUnknownAdvancedAuthConfig | - | OAuth | 680 | http/html; http/truncated-json; http/status/404 | the document that configures the login is of no use, which was not tried
        kSFOAuthErrorInvalidMDMConfiguration | - | OAuth | 681 | - | the profile by which the device is managed is wrong
        kSFOAuthErrorJWTInvalidGrant | - | OAuth | 682 | salesforce/oauth/jwt_launch_failed | the exchange of a JWT is refused
        kSFOAuthErrorRequestCancelled | - | OAuth | 683 | http/challenge; tls/untrusted-root | the client refuses a challenge of the connection to the token endpoint, and so cancels
        kSFOAuthErrorRefreshFailed | - | OAuth | 684 | tcp/reset; tcp/close; http/length-too-long; tcp/refuse | the connection to the token endpoint fails
        kSFOAuthErrorInvalidURL | - | OAuth | 685 | - | the client builds a URL that is none
        kSFIdentityErrorUnknown | - | Identity | 766 | tcp/reset; tcp/close | the identity request fails in another way than those below
        kSFIdentityErrorNoData | - | Identity | 767 | http/empty-body | the identity URL answers 200 and nothing
        kSFIdentityErrorDataMalformed | - | Identity | 768 | http/html; http/truncated-json | the identity URL answers 200 with what is not JSON
        kSFIdentityErrorBadHttpResponse | kSFIdentityErrorTypeBadHttpResponse | Identity | 769 | salesforce/SERVER_UNAVAILABLE; salesforce/NOT_FOUND; http/status/500 | the identity URL answers neither 200 nor 401 nor 403
        kSFIdentityErrorMissingParameters | - | Identity | 770 | - | the client's code asks without what is needed
        kSFIdentityErrorAlreadyRetrieving | - | Identity | 771 | - | the client's code asks a second time meanwhile
        SFOAuthSessionRefreshErrorCodeInvalidCredentials | - | OAuth | 766 | - | the client has lost its own credentials
        kSFRestErrorCode | - | RestAPI | 999 | - | it is raised before anything is sent, for a query that is nil and the like
        kSFRestErrorDomain | com.salesforce.RestAPI.ErrorDomain | RestAPI | - | salesforce/NOT_FOUND; salesforce/MALFORMED_QUERY; salesforce/REQUEST_LIMIT_EXCEEDED; salesforce/UNKNOWN_EXCEPTION | a response has any status but 2xx, which is then the code
        rest-error-2018 | - | - | - | salesforce/NOT_FOUND; salesforce/UNKNOWN_EXCEPTION | the same in the SDK of 2018, whose domain is the URL of the response
        """

    /// Other errors of the SDK, and names in its document about responses: symbol | causes, or - | as above
    private static let otherTable = """
        kSFOAuthErrorDomain | salesforce/oauth/invalid_grant; salesforce/oauth/inactive_user; http/html; tcp/reset | no new access token is to be had; the code says why
        apiResponseIsEmpty | http/empty-body; http/status/204 | a response that should have a body has none
        apiFailed | salesforce/UNKNOWN_EXCEPTION; salesforce/NOT_FOUND; tcp/reset | the request fails
        decodingFailed | http/html; salesforce/200 | the JSON is not of the type that is asked for
        jsonSerialization | http/truncated-json; http/html | the response is not JSON
        invalidRequest | - | the client's code asks for what is no request
        """

    /// Callbacks of the SDK's delegate: callback | causes | when it is called
    private static let outcomeTable = """
        didLoadResponse | salesforce/200; http/html; http/empty-body; salesforce/204 | the status is 2xx, whatever the body is: without JSON it is handed over raw, without anything as nil
        didFailLoadWithError | salesforce/NOT_FOUND; salesforce/UNKNOWN_EXCEPTION; tcp/reset; http/timeout | the status is not 2xx once a refresh has been tried, or the connection fails
        requestDidCancelLoad | http/challenge; tls/untrusted-root | the client refuses a challenge (SDK of 2018; today's has no such callback)
        requestDidTimeout | http/timeout; http/slow-headers; tcp/stall-mid-body | the server is silent until the client gives up (SDKs of 2016 and 2018; today's reports -1001)
        """

    static let parts: [RowIndex.Part] = [
        .table(
            errors,
            aliases: { row in
                _ = row.text()
                return aliases(&row)
            }),
        .table(others), .table(outcomes, aliases: { aliases(callback: $0.text()) }),
    ]

    private static let errors = RowTable(table) { row in
        let symbol = row.text()
        let aliases = aliases(&row)
        // This one was not observed.
        let isVerified = symbol != "kSFOAuthErrorUnknownAdvancedAuthConfig"
        return entry(
            symbol, aliases, row.causes(), row.text(), symbol == "rest-error-2018" ? sdk2018 : sdk,
            isVerified ? .documented : .assumed)
    }
    private static let others = RowTable(otherTable) { row in
        let symbol = row.text()
        return entry(
            symbol, [], row.causes(), row.text(), symbol == "kSFOAuthErrorDomain" ? "\(document); \(sdk)" : sdk,
            .assumed)
    }
    private static let outcomes = RowTable(outcomeTable) { row in
        let callback = row.text()
        return entry(
            callback, aliases(callback: callback), row.causes(), row.text(), "\(document); \(sdk)", .documented)
    }

    /// Reads the cells behind the symbol: the alias, the domain and the number.
    private static func aliases(_ row: inout TableRow) -> [String] {
        let other = row.optional()
        let domain = row.optionalWord(of: Domain.self).map { "com.salesforce.\($0.rawValue).ErrorDomain" }
        let number = row.optionalInt()
        var aliases = other.map { [$0] } ?? []
        if let number, let domain { aliases += ["\(number)", "\(domain)/\(number)"] }
        return aliases
    }

    /// The selectors, as they are printed: those without a result have no colon in some places.
    private static func aliases(callback: String) -> [String] {
        let selectors = callback.hasPrefix("did") ? ["request:\(callback)"] : [callback, "request:\(callback)"]
        return selectors.filter { $0 != callback } + selectors.map { $0 + ":" }
    }

    private enum Domain: String {
        case oauth = "OAuth"
        case identity = "Identity"
        case rest = "RestAPI"
    }

    private static func entry(
        _ symbol: String, _ aliases: [String], _ causes: [Cause], _ explanation: String, _ source: String,
        _ evidence: Failure.Evidence
    ) -> CatalogueEntry {
        let isInduced = !causes.isEmpty
        return CatalogueEntry(
            "salesforce/\(symbol)", aliases: aliases,
            "The Mobile SDK for iOS reports \(symbol)" + (isInduced ? ": \(explanation)." : "."), source: source,
            evidence: evidence, isInduced ? .causes(causes) : .notInducible(explanation))
    }

    static let oauthDomain = "com.salesforce.OAuth.ErrorDomain"
    static let sdk = "public source of the Mobile SDK for iOS, read there and not run on Darwin"
    private static let sdk2018 = "public source of the Mobile SDK for iOS of 2018, read there and not run on Darwin"
    private static let document = "the Mobile SDK's page on handling REST responses"
}
