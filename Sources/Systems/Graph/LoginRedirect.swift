internal import Bytes
internal import Catalogue
internal import Wire

extension Failure {
    /// A login that fails in the browser: the app is told by a redirect to its own address.
    static let graphLoginRedirect = Failure(
        "graph/login-redirect", "The login dialog sends the user back to the app with an error or an incomplete login.",
        wire: """
            302 with the request's redirect_uri as its Location, or `location`, or fbconnect://success. What is added \
            to its query, with the request's state, is by `access-denied` error=access_denied with \
            error_reason=user_denied, by `dialog-cancelled` error_code=4201, by `unknown-error` an error that no \
            client knows; `message` is the error_description. What is added to its fragment is by `no-token` the \
            state alone, or expires_in=0 where there is none, by `bad-challenge` a token with a state that is not the request's, by `bad-id-token` an \
            id_token whose signature, nonce and audience are wrong, by `denied-scopes` a token and denied_scopes.
            """,
        reports: [
            ClientReport(
                GraphChapter.client,
                """
                by access-denied and dialog-cancelled a cancelled login, by unknown-error FBSDKLoginErrorUnknown, by \
                no-token FBSDKLoginErrorMissingAccessToken, by bad-challenge FBSDKLoginErrorBadChallengeString, by \
                bad-id-token FBSDKLoginErrorInvalidIDToken, by denied-scopes success with declinedPermissions
                """)
        ],
        source: GraphChapter.sdk, evidence: .documented, phase: .head,
        parameters: [
            .by(
                [
                    "access-denied", "dialog-cancelled", "unknown-error", "no-token", "bad-challenge", "bad-id-token",
                    "denied-scopes",
                ], "Which failure it is."),
            Parameter("location", .text, limit: .withinLine, "The app's address, in place of the redirect_uri."),
        ],
        effect: .answerToRequest { arguments, request in
            let login = Login(request)
            let target = arguments.headText("location") ?? login.redirect ?? "fbconnect://success"
            let message = arguments.text("message")
            let (delimiter, fields) = login.outcome(arguments.text("by") ?? "", message)
            let text = fields.map { "\($0)=\(PercentCoding.encode($1.utf8).text)" }.joined(separator: "&")
            // If fields go into the query, a fragment of the target is kept behind it; if they go into the fragment,
            // they replace it.
            let pieces = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let fragment = delimiter == "?" && pieces.count > 1 ? "#" + pieces[1] : ""
            let separator = delimiter == "?" && pieces[0].contains("?") ? "&" : delimiter
            return .bare(302, [HeaderField("Location", pieces[0] + separator + text + fragment)], message: message)
        })

    /// The parameters of the login request: where the user is redirected to.
    private struct Login {
        let redirect: String?
        let state: String?

        init(_ request: Request) {
            let parameters = GraphParameters(request)
            redirect = parameters.value("redirect_uri").map { bytes in
                bytes.filter { $0 > 0x20 && $0 < 0x7F }.text
            }
            state = parameters.value("state").map { $0.text }
        }

        /// The fields to add, and `?` or `#`, which precedes them.
        func outcome(_ kind: String, _ message: String?) -> (delimiter: String, [(String, String)]) {
            let state = self.state.map { [("state", $0)] } ?? []
            func error(_ name: String, _ code: String, _ reason: [(String, String)], _ text: String) -> (
                String, [(String, String)]
            ) {
                (
                    "?",
                    [("error", name), ("error_code", code)] + reason + [("error_description", message ?? text)] + state
                )
            }
            let token = [("access_token", "EAAmishap"), ("expires_in", "5184000")]
            return switch kind {
            case "dialog-cancelled": error("access_denied", "4201", [], "The user cancelled the dialog.")
            case "unknown-error": error("server_error", "9999", [], "Something that nobody has heard of went wrong.")
            case "no-token": ("#", state.isEmpty ? [("expires_in", "0")] : state)
            case "bad-challenge": ("#", token + [("state", #"{"challenge":"not-yours"}"#)])
            case "bad-id-token": ("#", token + [("id_token", Self.badToken)] + state)
            case "denied-scopes":
                ("#", token + [("granted_scopes", "public_profile"), ("denied_scopes", "email,user_friends")] + state)
            default:
                error("access_denied", "200", [("error_reason", "user_denied")], "The user declined the permissions.")
            }
        }

        /// `{"alg":"RS256","kid":"none","typ":"JWT"}`, claims of another audience and nonce, and no real signature.
        private static let badToken =
            "eyJhbGciOiJSUzI1NiIsImtpZCI6Im5vbmUiLCJ0eXAiOiJKV1QifQ"
            + ".eyJpc3MiOiJodHRwczovL3d3dy5mYWNlYm9vay5jb20iLCJhdWQiOiIwIiwibm9uY2UiOiJub25lIiwic3ViIjoiMSJ9"
            + ".bm90IGEgc2lnbmF0dXJl"
    }
}
