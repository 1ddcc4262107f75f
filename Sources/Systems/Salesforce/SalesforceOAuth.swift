internal import Catalogue
internal import JSONText
internal import Wire

/// Errors of the token and the revoke endpoint: an object with `error`, never a list.
enum SalesforceOAuth {
    /// error | endpoint | code of the Mobile SDK, or - | evidence for the status | description
    ///
    /// A description behind `=` is as captured.
    private static let table = """
        invalid_grant | token | 672 | documented | expired access/refresh token
        invalid_client | token | 671 | documented | invalid client credentials
        unsupported_grant_type | token | 666 | documented | grant type not supported
        auth_timeout | token | 667 | assumed | authentication took too long
        access_denied | token | 669 | assumed | the user has refused access
        invalid_client_id | token | 670 | observed | = client identifier invalid
        invalid_client_credentials | token | 671 | assumed | the client's secret is wrong
        invalid_request | token | 673 | assumed | a parameter is missing or wrong
        inactive_user | token | 674 | observed | = inactive user
        inactive_org | token | 675 | assumed | the organization is locked, closed or suspended
        rate_limit_exceeded | token | 676 | assumed | too many logins
        unsupported_response_type | token | 677 | assumed | response type not supported
        wrong_version | token | 678 | assumed | wrong version
        malformed_response | token | 668 | assumed | malformed response
        jwt_launch_failed | token | 682 | assumed | the JWT was refused
        other | token | 666 | assumed | an error that the client does not know
        unsupported_token_type | revoke | - | documented | this token type is not supported
        invalid_token | revoke | - | documented | the token is not valid
        """

    static let parts: [RowIndex.Part] = [
        .table(RowTable(table, Row.init), behind: "oauth/", aliases: { [alias($0.text())] }, entry),
        .entries([badToken]),
    ]

    private static func alias(_ error: String) -> String { error == catchAll ? "oauth/(any other)" : error }

    /// Stands for every error that the client does not know.
    private static let catchAll = "other"

    private struct Row: Sendable {
        let error: String
        let endpoint: Endpoint
        let clientCode: Int?
        let evidence: Failure.Evidence
        let description: String
        let isCaptured: Bool

        enum Endpoint: String {
            case token, revoke
        }

        init(_ row: inout TableRow) {
            error = row.text()
            endpoint = row.word()
            clientCode = row.optionalInt()
            evidence = row.word()
            let captured = row.text(after: "= ")
            isCaptured = captured != nil
            description = captured ?? row.text()
        }

        var name: String { "salesforce/oauth/\(error)" }
        var isCatchAll: Bool { error == catchAll }
        /// The real server has no error of this name of the SDK's: it calls an inactive user an invalid grant.
        var isInvalidGrant: Bool { error == "inactive_user" }
        var sent: String { isInvalidGrant ? "invalid_grant" : error }
        var summary: String {
            isCatchAll
                ? "The token endpoint refuses with an error that the client does not know."
                : "The \(endpoint.rawValue) endpoint refuses with \(sent): \(description)."
        }
        var source: String {
            if isInvalidGrant { return SalesforceClients.sdk + "; captured: restforce 303" }
            if isCaptured { return SalesforceClients.sdk + "; text captured: public issue threads" }
            return evidence == .documented ? SalesforceOAuth.documentation : SalesforceClients.sdk
        }
    }

    private static func entry(_ row: Row) -> CatalogueEntry {
        CatalogueEntry(
            row.name, aliases: [alias(row.error)], row.summary, source: row.source,
            evidence: row.evidence, .failure { failure(row) })
    }

    private static func failure(_ row: Row) -> Failure {
        var parameters = [
            Parameter(
                "error_uri", .text, "A page that tells more, as in the answers to SAML assertions, in `error_uri`.")
        ]
        if row.isCatchAll {
            parameters.insert(Parameter("error", .text, "The error.", standard: .text("server_error")), at: 0)
        }
        if row.isInvalidGrant {
            let error = Parameter(
                "error", .text, "The error: inactive_user is what the SDK's list calls it.", standard: .text(row.sent))
            parameters.insert(error, at: 0)
        }
        return Failure(
            row.name, row.summary,
            wire: """
                400 with \(row.isCatchAll ? "`error`" : "an `error` of \(row.sent)") and an `error_description`, which is \
                the message, Cache-Control: no-cache, no-store and Pragma: no-cache. The text is \
                \(row.isCaptured ? "as captured" : row.evidence == .documented ? "documented" : "assumed").\
                \(row.error == "invalid_grant" ? passwordWire : "")
                """,
            reports: reports(row), source: row.source, evidence: row.evidence, parameters: parameters,
            effect: .answerToCall { arguments in
                let make = { description in
                    reply(
                        arguments.text("error") ?? row.sent, description,
                        uri: arguments.text("error_uri"))
                }
                let stock = make(arguments.text("message") ?? row.description)
                guard row.error == "invalid_grant", arguments.text("message") == nil else { return { _, _ in stock } }
                let ofPassword = make(refusedPassword)
                return { _, context in
                    Salesforce.parameter("grant_type", context.request)?.elementsEqual("password".utf8) == true
                        ? ofPassword : stock
                }
            })
    }

    private static let refusedPassword = "authentication failure"
    private static let passwordWire =
        " For a grant of a password it is \"\(refusedPassword)\", as captured (omniphx/forrest#364, of 2026; "
        + "django-salesforce/django-salesforce#107). \"authentication failure - Failed: API security token required\" "
        + "(metadaddy/Forcecraft#12) and \"activation secret invalid\" (restforce/restforce#826) were captured too, "
        + "for `message`."

    static func reply(_ error: String, _ description: String, uri: String? = nil) -> Reply {
        var members: [(String, JSONValue)] = [("error", .string(error)), ("error_description", .string(description))]
        if let uri { members.append(("error_uri", .string(uri))) }
        return notCacheable(Salesforce.json(400, JSONValue.object(members).bytes()))
    }

    /// Answers of the token endpoint must not be cached (RFC 6749, 5.1). The fields are as captured.
    static func notCacheable(_ reply: Reply) -> Reply {
        var reply = reply
        reply.head.set("Cache-Control", "no-cache, no-store")
        reply.head.set("Pragma", "no-cache")
        return reply
    }

    private static func reports(_ row: Row) -> [Failure.ClientReport] {
        guard let code = row.clientCode else { return [] }
        let ending = row.error == "invalid_grant" ? ", and the user is logged out" : ""
        return [
            Failure.ClientReport(
                "simple-salesforce", "SalesforceAuthenticationFailed with the error and the description"),
            Failure.ClientReport(
                "Mobile SDK for iOS", "\(SalesforceClients.oauthDomain) \(code), whatever the status is\(ending)"),
        ]
    }

    /// The refusal of the identity endpoints, which is plain text.
    private static let badToken = CatalogueEntry(
        "salesforce/oauth/Bad_OAuth_Token", aliases: ["Bad_OAuth_Token"], badTokenSummary,
        source: SalesforceClients.sdk, evidence: .assumed,
        .failure {
            Failure(
                "salesforce/oauth/Bad_OAuth_Token", badTokenSummary,
                wire: "403 with the text Bad_OAuth_Token, and no JSON.",
                reports: [
                    Failure.ClientReport("Mobile SDK for iOS", "a refresh of the access token, at the identity URL")
                ],
                source: SalesforceClients.sdk, evidence: .assumed,
                effect: .answer { arguments in badTokenReply(arguments.text("message")) })
        })

    private static let badTokenSummary = "An identity endpoint refuses the access token."

    static func badTokenReply(_ message: String? = nil) -> Reply {
        Reply(status: 403, contentType: "text/html;charset=UTF-8", text: message ?? "Bad_OAuth_Token")
    }

    private static let documentation = "OAuth token endpoint of Salesforce: its documentation, and public captures"
}
