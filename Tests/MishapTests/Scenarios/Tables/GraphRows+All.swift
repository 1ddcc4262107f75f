/// The answers of the shipped scenarios of the Graph API, request by request.
extension GraphRows {
    static let all: [ScenarioRow] = [
        row(
            "healthy", [(me, other("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#, "Content-Type: application/json"))]),
        row(
            "ad-account-limit",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 613, 1487742, "There have been too many calls from this ad account.",
                        #"X-Ad-Account-Usage: {"acc_id_util_pct":100,"reset_time_duration":100,"ads_api_access_tier":"standard_access"}"#
                    )
                )
            ]),
        row(
            "ads-limit",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 80004, 2446079,
                        "= (#80004) There have been too many calls to this ad-account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.",
                        #"X-Business-Use-Case-Usage: {"1":[{"type":"ads_management","call_count":100,"total_cputime":20,"total_time":20,"estimated_time_to_regain_access":12,"ads_api_access_tier":"standard_access"}]}"#
                    )
                )
            ]),
        row(
            "app-events",
            [
                (
                    post(#"/v20.0/1234/activities"#, #"event=MOBILE_APP_INSTALL"#),
                    error("400 Bad Request", 100, nil, "= Invalid parameter")
                ),
                (me, other("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#, #"Content-Type: application/json"#)),
            ]),
        row(
            "app-limit",
            [
                (
                    me,
                    error(
                        "403 Forbidden", 4, nil, "= (#4) Application request limit reached",
                        #"X-App-Usage: {"call_count":100,"total_cputime":25,"total_time":25}"#)
                )
            ]),
        row(
            "app-removed",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 190, 458,
                        "= Error validating access token: The user has not authorized application 123456.")
                )
            ]),
        row(
            "bad-link",
            [
                (me, error("400 Bad Request", 1609005, nil, "The link could not be posted."))
            ]),
        row(
            "bad-path",
            [
                (me, error("400 Bad Request", 2500, nil, "= Unknown path components: /me"))
            ]),
        row(
            "batch-mixed",
            [
                (
                    batch,
                    text(
                        "200 OK",
                        #"[{"code":200,"headers":[{"name":"Content-Type","value":"application/json"},{"name":"facebook-api-version","value":"v20.0"}],"body":"{\"id\":\"1\",\"name\":\"Ada Lovelace\"}"},null,"#
                            + element(403, [], error(200, "(#200) Permissions error")) + "]"
                    )
                ),
                (
                    plainBatch,
                    text(
                        "200 OK",
                        #"[{"code":200,"body":"{\"id\":\"1\",\"name\":\"Ada Lovelace\"}"},null,{"code":403,"body":"{\"error\":{\"message\":\"(#200) Permissions error\",\"type\":\"OAuthException\",\"code\":200,\"fbtrace_id\":\"A......................\"}}"}]"#
                    )
                ),
            ]),
        row(
            "batch-over-limit",
            [
                (
                    batch,
                    text(
                        "200 OK",
                        #"[{"code":200,"headers":[{"name":"Content-Type","value":"application/json"},{"name":"facebook-api-version","value":"v20.0"}],"body":"{\"id\":\"1\",\"name\":\"Ada Lovelace\"}"},{"code":200,"headers":[{"name":"Content-Type","value":"application/json"},{"name":"facebook-api-version","value":"v20.0"}],"body":"{\"id\":\"1\",\"name\":\"Ada Lovelace\"}"},"#
                            + element(
                                403, [("X-App-Usage", #"{\"call_count\":100,\"total_cputime\":25,\"total_time\":25}"#)],
                                error(4, "(#4) Application request limit reached")) + "]"
                    )
                ),
                (
                    me,
                    error(
                        "403 Forbidden", 4, nil, "= (#4) Application request limit reached",
                        #"X-App-Usage: {"call_count":100,"total_cputime":25,"total_time":25}"#)
                ),
            ]),
        row(
            "batch-token-refused",
            [
                (batch, error("400 Bad Request", 190, 463, expired)),
                (me, other("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#, #"Content-Type: application/json"#)),
            ]),
        row(
            "batch-transient",
            [
                (
                    batch,
                    text(
                        "200 OK",
                        "["
                            + element(
                                500, [], error(2, "An unexpected error has occurred. Please retry your request later."))
                            + #",{"code":200,"headers":[{"name":"Content-Type","value":"application/json"},{"name":"facebook-api-version","value":"v20.0"}],"body":"{\"id\":\"1\",\"name\":\"Ada Lovelace\"}"},{"code":200,"headers":[{"name":"Content-Type","value":"application/json"},{"name":"facebook-api-version","value":"v20.0"}],"body":"{\"id\":\"1\",\"name\":\"Ada Lovelace\"}"}]"#
                    )
                ),
                (me, other("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#, #"Content-Type: application/json"#)),
            ]),
        row(
            "business-limit",
            [
                (
                    me,
                    other(
                        "200 OK", #"{"data":[]}"#, #"Content-Type: application/json"#,
                        #"X-Business-Use-Case-Usage: {"1":[{"type":"ads_insights","call_count":90,"total_cputime":20,"total_time":20,"estimated_time_to_regain_access":0,"ads_api_access_tier":"standard_access"}]}"#
                    )
                ),
                (
                    me,
                    other(
                        "200 OK", #"{"data":[]}"#, #"Content-Type: application/json"#,
                        #"X-Business-Use-Case-Usage: {"1":[{"type":"ads_insights","call_count":90,"total_cputime":20,"total_time":20,"estimated_time_to_regain_access":0,"ads_api_access_tier":"standard_access"}]}"#
                    )
                ),
                (
                    me,
                    error(
                        "400 Bad Request", 80000, nil,
                        "There have been too many calls to Ads Insights for this ad account.",
                        #"X-Business-Use-Case-Usage: {"1":[{"type":"ads_insights","call_count":100,"total_cputime":20,"total_time":20,"estimated_time_to_regain_access":1,"ads_api_access_tier":"standard_access"}]}"#
                    )
                ),
                (me, other("200 OK", #"{"data":[]}"#, #"Content-Type: application/json"#)),
            ]),
        row(
            "call-limit",
            [
                (me, error("400 Bad Request", 613, nil, "= (#613) Calls to this api have exceeded the rate limit."))
            ]),
        row(
            "checkpoint",
            [
                (
                    me,
                    error("400 Bad Request", 190, 459, "The user has to log in at the web site to pass a checkpoint.")
                )
            ]),
        row(
            "declined-permission",
            [
                (
                    get(#"/v20.0/me/permissions?access_token=EAAold"#),
                    text(
                        "200 OK",
                        #"{"data":[{"permission":"public_profile","status":"granted"},{"permission":"email","status":"granted"},{"permission":"user_friends","status":"declined"}]}"#
                    )
                )
            ]),
        row(
            "deprecated-version",
            [
                (me, error("400 Bad Request", 2635, nil, "This version of the API is deprecated."))
            ]),
        row(
            "development-only",
            [
                (me, error("403 Forbidden", 270, nil, "This call is allowed in the development access level only."))
            ]),
        row(
            "duplicate-post",
            [
                (me, error("400 Bad Request", 506, nil, "Duplicate status message."))
            ]),
        row(
            "empty",
            [
                (me, text("200 OK", #""#))
            ]),
        row(
            "error-categories",
            [
                (
                    get(#"/v20.0/1234?fields=ios_sdk_error_categories&access_token=EAAold"#),
                    other(
                        "200 OK",
                        #"{"id":"1234","ios_sdk_error_categories":[{"name":"transient","items":[{"code":2},{"code":613},{"code":100,"subcodes":[33]}]},{"name":"login","items":[{"code":10}],"recovery_message":"Please log in again to go on.","recovery_options":["OK","Cancel"]},{"name":"other","items":[{"code":190}]}]}"#,
                        #"Content-Type: application/json"#)
                ),
                (me, error("400 Bad Request", 613, nil, "= (#613) Calls to this api have exceeded the rate limit.")),
                (me, error("403 Forbidden", 10, nil, "The application does not have permission for this action.")),
                (me, error("400 Bad Request", 190, nil, "= Invalid OAuth access token - Cannot parse access token")),
                (me, other("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#, #"Content-Type: application/json"#)),
            ]),
        row(
            "error-with-200",
            [
                (me, error("200 OK", 190, nil, "= Invalid OAuth access token - Cannot parse access token"))
            ]),
        row(
            "facebook-api-version",
            [
                (
                    me,
                    text(
                        "200 OK", #"{"id":"1"}"#, #"facebook-api-version: v2.0"#, #"x-fb-rev: 1000000000"#,
                        "x-fb-request-id: A......................", "x-fb-trace-id: ...........")
                )
            ]),
        row(
            "forbidden-address",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 5, nil, "Calls from this IP address are not allowed for this application.")
                )
            ]),
        row(
            "image",
            [
                (me, picture)
            ]),
        row(
            "insights-too-old",
            [
                (me, error("400 Bad Request", 3018, nil, "The time range of these insights is too long ago."))
            ]),
        row(
            "invalid-appsecret-proof",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 100, "Invalid appsecret_proof provided in the API argument",
                        #"{"error":{"message":"Invalid appsecret_proof provided in the API argument","type":"GraphMethodException","code":100,"fbtrace_id":"A......................"}}"#
                    )
                )
            ]),
        row(
            "invalid-parameter",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 100, "Invalid parameter",
                        #"{"error":{"message":"Invalid parameter","type":"OAuthException","code":100,"error_data":{"blame_field_specs":[["message"]]},"fbtrace_id":"A......................"}}"#
                    )
                )
            ]),
        row(
            "is-transient",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 368, "",
                        #"{"error":{"message":"The action attempted has been deemed abusive or is otherwise disallowed","type":"OAuthException","code":368,"is_transient":true,"fbtrace_id":"A......................"}}"#
                    )
                ),
                (me, other("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#, #"Content-Type: application/json"#)),
            ]),
        row(
            "login-bad-challenge",
            [
                (
                    get(#"/v20.0/dialog/oauth?client_id=1234&redirect_uri=fb1234%3A%2F%2Fauthorize&state=s%201"#),
                    other(
                        "302 Found", #""#,
                        #"Location: fb1234://authorize#access_token=EAAmishap&expires_in=5184000&state=%7B%22challenge%22%3A%22not-yours%22%7D"#
                    )
                )
            ]),
        row(
            "login-bad-id-token",
            [
                (
                    get(#"/v20.0/dialog/oauth?client_id=1234&redirect_uri=fb1234%3A%2F%2Fauthorize&state=s%201"#),
                    other(
                        "302 Found", #""#,
                        #"Location: fb1234://authorize#access_token=EAAmishap&expires_in=5184000&id_token=eyJhbGciOiJSUzI1NiIsImtpZCI6Im5vbmUiLCJ0eXAiOiJKV1QifQ.eyJpc3MiOiJodHRwczovL3d3dy5mYWNlYm9vay5jb20iLCJhdWQiOiIwIiwibm9uY2UiOiJub25lIiwic3ViIjoiMSJ9.bm90IGEgc2lnbmF0dXJl&state=s%201"#
                    )
                )
            ]),
        row(
            "login-cancelled",
            [
                (
                    get(#"/v20.0/dialog/oauth?client_id=1234&redirect_uri=fb1234%3A%2F%2Fauthorize&state=s%201"#),
                    other(
                        "302 Found", #""#,
                        #"Location: fb1234://authorize?error=access_denied&error_code=4201&error_description=The%20user%20cancelled%20the%20dialog.&state=s%201"#
                    )
                )
            ]),
        row(
            "login-denied-scopes",
            [
                (
                    get(#"/v20.0/dialog/oauth?client_id=1234&redirect_uri=fb1234%3A%2F%2Fauthorize&state=s%201"#),
                    other(
                        "302 Found", #""#,
                        #"Location: fb1234://authorize#access_token=EAAmishap&expires_in=5184000&granted_scopes=public_profile&denied_scopes=email%2Cuser_friends&state=s%201"#
                    )
                )
            ]),
        row(
            "login-needed",
            [
                (me, error("400 Bad Request", 102, nil, "The session key is invalid or no longer valid."))
            ]),
        row(
            "login-redirect",
            [
                (
                    get(#"/v20.0/dialog/oauth?client_id=1234&redirect_uri=fb1234%3A%2F%2Fauthorize&state=s%201"#),
                    other(
                        "302 Found", #""#,
                        #"Location: fb1234://authorize?error=access_denied&error_code=200&error_reason=user_denied&error_description=The%20user%20declined%20the%20permissions.&state=s%201"#
                    )
                )
            ]),
        row(
            "login-unknown-error",
            [
                (
                    get(#"/v20.0/dialog/oauth?client_id=1234&redirect_uri=fb1234%3A%2F%2Fauthorize&state=s%201"#),
                    other(
                        "302 Found", #""#,
                        #"Location: fb1234://authorize?error=server_error&error_code=9999&error_description=Something%20that%20nobody%20has%20heard%20of%20went%20wrong.&state=s%201"#
                    )
                )
            ]),
        row(
            "login-without-token",
            [
                (
                    get(#"/v20.0/dialog/oauth?client_id=1234&redirect_uri=fb1234%3A%2F%2Fauthorize&state=s%201"#),
                    other("302 Found", #""#, #"Location: fb1234://authorize#state=s%201"#)
                )
            ]),
        row(
            "method-missing",
            [
                (
                    get(#"/v2.0/me?access_token=EAAold"#),
                    error(
                        "400 Bad Request", 12, nil, "This method does not exist in this version of the API.",
                        version: "v2.0")
                ),
                (
                    get(#"/v20.0/4?access_token=EAAold"#),
                    missing("4")
                ),
            ]),
        row(
            "missing-element",
            [
                (
                    batch,
                    text(
                        "200 OK",
                        #"[{"code":200,"headers":[{"name":"Content-Type","value":"application/json; charset=UTF-8"}],"body":"{\"id\":\"1\"}"},{"code":200,"headers":[{"name":"Content-Type","value":"application/json; charset=UTF-8"}],"body":"{\"id\":\"1\"}"}]"#
                    )
                ),
                (
                    plainBatch,
                    text("200 OK", #"[{"code":200,"body":"{\"id\":\"1\"}"},{"code":200,"body":"{\"id\":\"1\"}"}]"#)
                ),
                (
                    me,
                    text("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#)
                ),
            ]),
        row(
            "no-list",
            [
                (batch, text("200 OK", #"{"success":true}"#)),
                (
                    me,
                    text("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#)
                ),
            ]),
        row(
            "object-missing",
            [
                (
                    me,
                    missing("me")
                )
            ]),
        row(
            "other-user",
            [
                (me, text("200 OK", #"{"id":"2"}"#))
            ]),
        row(
            "page-limit",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 32, nil, "= (#32) Page request limit reached",
                        #"X-Page-Usage: {"call_count":100,"total_cputime":25,"total_time":25}"#)
                )
            ]),
        row(
            "page-migrated",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 21, nil,
                        "Page ID 114267 was migrated to page ID 134895. Please update your API calls to the new ID")
                )
            ]),
        row(
            "password-changed",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 190, 460,
                        "= Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons."
                    )
                )
            ]),
        row(
            "permission-denied",
            [
                (me, error("403 Forbidden", 10, nil, "The application does not have permission for this action."))
            ]),
        row(
            "permission-missing",
            [
                (
                    me,
                    error("403 Forbidden", 200, nil, "= (#200) Permissions error")
                )
            ]),
        row(
            "policy-block",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 368, "",
                        #"{"error":{"message":"The action attempted has been deemed abusive or is otherwise disallowed","type":"OAuthException","code":368,"error_user_title":"You cannot post right now","error_user_msg":"We limit how often you can post in a given time.","fbtrace_id":"A......................"}}"#
                    )
                )
            ]),
        row(
            "secure-connection",
            [
                (me, error("400 Bad Request", 8, nil, "This call must be made over a secure connection."))
            ]),
        row(
            "session-expired",
            [
                (me, error("400 Bad Request", 190, 490, "The session has expired."))
            ]),
        row(
            "session-invalid",
            [
                (me, error("400 Bad Request", 190, 492, "The session is not valid."))
            ]),
        row(
            "session-mismatch",
            [
                (me, error("400 Bad Request", 190, 452, "The session does not match the current one."))
            ]),
        row(
            "strict",
            [
                (
                    get("/v20.0/me"),
                    error(
                        "400 Bad Request", 2500, "",
                        #"{"error":{"message":"An active access token must be used to query information about the current user.","type":"OAuthException","code":2500,"fbtrace_id":"A......................"}}"#
                    )
                ),
                (
                    get("/v20.0/me?access_token=%22%22"),
                    error(
                        "400 Bad Request", 190, "Invalid OAuth access token - Cannot parse access token",
                        #"{"error":{"message":"Invalid OAuth access token - Cannot parse access token","type":"OAuthException","code":190,"fbtrace_id":"A......................"}}"#
                    )
                ),
                (me, other("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#, "Content-Type: application/json")),
            ]),
        row(
            "success-with-500",
            [
                (
                    me,
                    other(
                        "500 Internal Server Error", #"{"id":"1","name":"Ada Lovelace"}"#,
                        #"Content-Type: application/json"#)
                )
            ]),
        row(
            "temporary-limit",
            [
                (me, error("400 Bad Request", 341, nil, "The application has reached a temporary limit."))
            ]),
        row(
            "text",
            [
                (me, other("200 OK", #"success=true"#, #"Content-Type: text/plain; charset=utf-8"#))
            ]),
        row(
            "timed-out",
            [
                (batch, text("200 OK", #"[null,null,null]"#)),
                (me, error("500 Internal Server Error", 1, nil, "The request took too long.")),
            ]),
        row(
            "token-expired-then-renewed",
            [
                (me, error("400 Bad Request", 190, 463, expired)),
                (
                    post(#"/v20.0/oauth/access_token"#, #"grant_type=fb_extend_sso_token&access_token=EAAold"#),
                    other(
                        "200 OK", #"{"access_token":"EAAnew","token_type":"bearer","expires_in":5183944}"#,
                        #"Content-Type: application/json"#)
                ),
                (
                    get(#"/v20.0/me?access_token=EAAnew"#),
                    other("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#, #"Content-Type: application/json"#)
                ),
                (
                    post(
                        #"/v20.0/"#,
                        #"include_headers=false&batch=[{"method":"GET","relative_url":"me?access_token=EAAnew"}]"#),
                    text("200 OK", ##"[{"code":200,"body":"{\"id\":\"1\",\"name\":\"Ada Lovelace\"}"}]"##)
                ),
                (me, error("400 Bad Request", 190, 463, expired)),
            ]),
        row(
            "token-expired",
            [
                (me, error("400 Bad Request", 190, 463, expired))
            ]),
        row(
            "token-invalid",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 190, 467,
                        "= Error validating access token: The session is invalid because the user logged out.")
                )
            ]),
        row(
            "token-kept",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 190, 493,
                        "= The access token is invalid since the user hasn't engaged the app in longer than 90 days.")
                )
            ]),
        row(
            "token-refused",
            [
                (me, error("400 Bad Request", 190, nil, "= Invalid OAuth access token - Cannot parse access token"))
            ]),
        row(
            "token-required",
            [
                (me, error("400 Bad Request", 104, nil, "= An access token is required to request this resource."))
            ]),
        row(
            "too-much-data",
            [
                (me, error("400 Bad Request", 100, 1487534, "The call asked for too much data."))
            ]),
        row(
            "transient-then-success",
            [
                (
                    me,
                    error(
                        "500 Internal Server Error", 2, nil,
                        "= An unexpected error has occurred. Please retry your request later.")
                ),
                (me, other("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#, #"Content-Type: application/json"#)),
            ]),
        row(
            "twice-transient",
            [
                (me, error("500 Internal Server Error", 1, nil, "= An unknown error has occurred.")),
                (me, error("500 Internal Server Error", 1, nil, "= An unknown error has occurred.")),
                (me, other("200 OK", #"{"id":"1","name":"Ada Lovelace"}"#, #"Content-Type: application/json"#)),
            ]),
        row(
            "unconfirmed-user",
            [
                (me, error("400 Bad Request", 190, 464, "The user's account is not confirmed."))
            ]),
        row(
            "unlisted-permission",
            [
                (
                    me,
                    error("403 Forbidden", 299, nil, "The user has not granted the permission that this call needs.")
                )
            ]),
        row(
            "user-limit",
            [
                (
                    me,
                    error(
                        "400 Bad Request", 17, nil, "= (#17) User request limit reached",
                        #"X-App-Usage: {"call_count":100,"total_cputime":25,"total_time":25}"#)
                )
            ]),
        row(
            "user-rate",
            [
                (me, error("400 Bad Request", 9, nil, "The user has made too many calls."))
            ]),
        row(
            "without-id",
            [
                (me, text("200 OK", #"{}"#))
            ]),
        row(
            "www-authenticate",
            [
                (
                    me,
                    error("400 Bad Request", 190, nil, "= Invalid OAuth access token - Cannot parse access token")
                )
            ]),
        row(
            "x-ad-account-usage",
            [
                (
                    me,
                    text(
                        "200 OK", #"{"id":"1"}"#,
                        #"X-Ad-Account-Usage: {"acc_id_util_pct":95,"reset_time_duration":100,"ads_api_access_tier":"standard_access"}"#
                    )
                )
            ]),
        row(
            "x-app-usage",
            [
                (
                    me,
                    text(
                        "200 OK", #"{"id":"1"}"#, #"X-App-Usage: {"call_count":95,"total_cputime":25,"total_time":25}"#)
                ),
                (
                    batch,
                    text(
                        "200 OK",
                        #"[{"code":200,"headers":[{"name":"Content-Type","value":"application/json; charset=UTF-8"},{"name":"facebook-api-version","value":"v20.0"},{"name":"X-App-Usage","value":"{\"call_count\":95,\"total_cputime\":25,\"total_time\":25}"}],"body":"{\"id\":\"1\"}"},{"code":200,"headers":[{"name":"Content-Type","value":"application/json; charset=UTF-8"},{"name":"facebook-api-version","value":"v20.0"},{"name":"X-App-Usage","value":"{\"call_count\":95,\"total_cputime\":25,\"total_time\":25}"}],"body":"{\"id\":\"1\"}"},{"code":200,"headers":[{"name":"Content-Type","value":"application/json; charset=UTF-8"},{"name":"facebook-api-version","value":"v20.0"},{"name":"X-App-Usage","value":"{\"call_count\":95,\"total_cputime\":25,\"total_time\":25}"}],"body":"{\"id\":\"1\"}"}]"#
                    )
                ),
            ]),
        row(
            "x-business-use-case-usage",
            [
                (
                    me,
                    text(
                        "200 OK", #"{"id":"1"}"#,
                        #"X-Business-Use-Case-Usage: {"17841400000000000":[{"type":"instagram","call_count":98,"total_cputime":20,"total_time":20,"estimated_time_to_regain_access":0,"ads_api_access_tier":"standard_access"}]}"#
                    )
                )
            ]),
        row(
            "x-fb-ads-insights-throttle",
            [
                (
                    me,
                    text(
                        "200 OK", #"{"id":"1"}"#,
                        #"X-FB-Ads-Insights-Throttle: {"app_id_util_pct":95,"acc_id_util_pct":95,"ads_api_access_tier":"standard_access"}"#
                    )
                )
            ]),
        row(
            "x-page-usage",
            [
                (
                    me,
                    text(
                        "200 OK", #"{"id":"1"}"#, #"X-Page-Usage: {"call_count":95,"total_cputime":25,"total_time":25}"#
                    )
                )
            ]),
    ]
}
