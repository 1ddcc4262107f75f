/// The error codes of the Graph API, and the subcodes that go with them.
enum GraphCodeRows {
    /// code | status | how that is known | another status that the provider publishes, or - | source | where the text or
    /// the status was captured, or - | meaning | message | another message that was captured, or -
    ///
    /// A message behind `=` goes out as it was captured. Any other is ours, and goes out behind its code. What stands in
    /// braces is told in `GraphMessage`.
    static let codes = """
        1 | 500 | assumed | - | guide | - | Something went wrong inside of the API, often for a moment only | An unknown error occurred. | -
        2 | 500 | captured | - | guide | trustroots 673, java-business-sdk 319, koala 425 | The service is not available for the moment | = An unexpected error has occurred. Please retry your request later. | (#2) Service temporarily unavailable
        3 | 400 | assumed | 500 | guide | public issue threads | The application may not use this method | = (#3) Application does not have the capability to make this API call. | -
        4 | 403 | captured | - | guide | facebook-nodejs-business-sdk 97, react-share 70, facebook-android-sdk 582 | The application has reached its limit of calls | = (#4) Application request limit reached | -
        5 | 400 | assumed | - | clients | - | The address that the call comes from is not allowed | Calls from this IP address are not allowed for this application. | -
        6 | 400 | assumed | - | clients | - | The host that the call comes from is not allowed | Calls from this host are not allowed for this application. | -
        7 | 400 | assumed | - | clients | - | A host behind the API is down | The host is down. | -
        8 | 400 | assumed | - | clients | - | The call has to come over a secure connection | This call must be made over a secure connection. | -
        9 | 400 | assumed | - | clients | - | The user has made too many calls in a short time | The user has made too many calls. | -
        10 | 403 | published | - | guide | - | A permission is denied or was never granted | The application does not have permission for this action. | -
        11 | 400 | assumed | - | clients | - | The method is deprecated | This method is deprecated. | -
        12 | 400 | assumed | - | clients | - | The version of the API does not have this method | This method does not exist in this version of the API. | -
        13 | 400 | assumed | - | clients | - | The query could not be parsed, as in the old query language | The query could not be parsed. | -
        14 | 400 | assumed | - | clients | - | An old error around signatures | The signature of the call is not valid. | -
        15 | 400 | assumed | - | clients | - | The call needs a session secret, as in the old API | This call must be signed with the session secret. | -
        16 | 400 | assumed | - | clients | - | An old error of the API | The call failed. | -
        17 | 400 | assumed | - | guide | public issue threads | The user has reached the limit of calls | = (#17) User request limit reached | -
        18 | 400 | assumed | - | clients | - | The call asks for too many resources | The call asked for too many resources. | -
        21 | 400 | assumed | - | memory | - | The page has another id by now, which the message names | Page ID 1 was migrated to page ID 2. | -
        32 | 400 | captured | - | limits | bottender 420 | Calls for a page with a user's token have reached their limit | = (#32) Page request limit reached | -
        33 | 400 | assumed | - | clients | - | The object does not exist; today mostly 100 with subcode 33 | The object does not exist. | -
        100 | 400 | assumed | - | clients | public issue threads | A parameter is missing, unknown or not valid | = Invalid parameter | (#100) Tried accessing nonexisting field (x) on node type (User)
        102 | 400 | captured | - | guide | bridgy 59, hello.js 548, flutter_facebook_login 151, home-assistant 152416 | The session is not valid any more, and the user has to log in | The session key is invalid or no longer valid. | -
        104 | 400 | captured | - | clients | public issue threads | The call needs an access token, and has none | = An access token is required to request this resource. | -
        190 | 400 | captured | 401 | guide | bridgy 59, hello.js 548, flutter_facebook_login 151, home-assistant 152416 | The access token is not valid, or it has expired | = Invalid OAuth access token - Cannot parse access token | -
        200 | 403 | published | - | guide | public issue threads | A permission is missing | = (#200) Permissions error | -
        210 | 403 | published | - | clients | - | The user cannot be seen by the application | The user is not visible. | -
        270 | 403 | published | - | clients | - | The app's access level allows calls in development only | This call is allowed in the development access level only. | -
        294 | 403 | published | - | clients | - | Managing ads needs the permission ads_management | Managing advertisements needs the permission ads_management. | -
        341 | 400 | assumed | - | guide | - | The application has reached a limit, for the moment | The application has reached a temporary limit. | -
        368 | 400 | assumed | 403 | guide | public issue threads | The action is blocked for a time, for reasons of policy | = The action attempted has been deemed abusive or is otherwise disallowed | -
        506 | 400 | assumed | - | guide | - | The same post was made twice in a row | Duplicate status message. | -
        613 | 400 | assumed | - | clients | public issue threads | The limit that one call has for itself is exceeded | = (#613) Calls to this api have exceeded the rate limit. | -
        2500 | 400 | assumed | - | clients | public issue threads | The path or the query could not be parsed, or the call needs a token | = Unknown path components: /{edge} | -
        2635 | 400 | assumed | - | clients | - | The version of the API is deprecated | This version of the API is deprecated. | -
        2601 | 400 | assumed | - | clients | - | An old error of single methods | The call failed. | -
        2606 | 400 | assumed | - | clients | - | An old error of single methods | The call failed. | -
        2607 | 400 | assumed | - | clients | - | An old error of single methods | The call failed. | -
        2615 | 400 | assumed | - | clients | - | An old error of single methods | The call failed. | -
        2650 | 400 | assumed | - | clients | - | An old error of single methods | The call failed. | -
        2654 | 400 | assumed | - | clients | - | An old error of single methods | The call failed. | -
        3001 | 400 | assumed | - | clients | - | The query is not valid | Invalid query. | -
        3018 | 400 | assumed | - | clients | - | Insights are asked for a time that is too long ago | The time range of these insights is too long ago. | -
        803 | 404 | assumed | - | clients | public issue threads | What is asked for by a name does not exist | = (#803) Some of the aliases you requested do not exist: {node} | -
        1609005 | 400 | assumed | - | guide | - | A link could not be posted | The link could not be posted. | -
        80000 | 400 | assumed | - | limits | - | Too many calls of the business use case Ads Insights | There have been too many calls to Ads Insights for this ad account. | -
        80001 | 400 | assumed | - | limits | - | Too many calls for a page, with the token of a page or of a system user | There have been too many calls to this page's account. | -
        80002 | 400 | assumed | - | limits | - | Too many calls of the business use case Instagram | There have been too many calls to this Instagram account. | -
        80003 | 400 | assumed | - | limits | - | Too many calls of the business use case Custom Audience | There have been too many calls to Custom Audience for this ad account. | -
        80004 | 400 | assumed | - | limits | public issue threads | Too many calls of the business use case Ads Management | = (#80004) There have been too many calls to this ad-account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting. | -
        80005 | 400 | assumed | - | limits | - | Too many calls of the business use case Lead Generation | There have been too many calls to Lead Generation for this page. | -
        80006 | 400 | assumed | - | limits | - | Too many calls of the business use case Messenger | There have been too many calls to Messenger for this page. | -
        80008 | 400 | assumed | - | limits | - | Too many calls of the business use case WhatsApp Business Management | There have been too many calls to this WhatsApp business account. | -
        80009 | 400 | assumed | - | limits | - | Too many calls of the business use case Catalog Management | There have been too many calls to this catalog. | -
        80014 | 400 | assumed | - | limits | - | Too many calls of the business use case Catalog Batch | There have been too many batch calls to this catalog. | -
        80007 | 400 | assumed | - | memory | - | Too many calls for a WhatsApp business account | There have been too many calls to this WhatsApp business account. | -
        """

    /// code | subcode | source | where the text was captured, or - | meaning | message, as above
    static let subcodes = """
        190 | 452 | clients | - | The session does not match the one that is known | The session does not match the current one.
        190 | 458 | guide | public issue threads | The user has removed the app | = Error validating access token: The user has not authorized application 123456.
        190 | 459 | guide | - | The user has to log in on the web site, at a checkpoint | The user has to log in at the web site to pass a checkpoint.
        190 | 460 | guide | public issue threads | The user has changed the password | = Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.
        190 | 463 | guide | public issue threads | The access token has expired | = Error validating access token: Session has expired on {expired}. The current time is {now}.
        190 | 464 | guide | - | The user's account is not confirmed | The user's account is not confirmed.
        190 | 467 | guide | public issue threads | The access token is not valid | = Error validating access token: The session is invalid because the user logged out.
        190 | 490 | clients | - | The session has expired | The session has expired.
        190 | 492 | guide | - | The session is not valid | The session is not valid.
        190 | 493 | sdk | public issue threads | The token has expired, and the client keeps it and marks it so | = The access token is invalid since the user hasn't engaged the app in longer than 90 days.
        100 | 33 | clients | public issue threads | The object does not exist, or may not be loaded | = Unsupported {verb} request. {object}Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api
        100 | 1487534 | clients | - | One call asks for too much data | The call asked for too much data.
        17 | 2446079 | limits | - | Calls about ads have reached the limit of the user | The user has reached the request limit of the ad account.
        80000 | 2446079 | limits | - | Too many calls about ads, to Ads Insights | There have been too many calls to Ads Insights for this ad account.
        80003 | 2446079 | limits | - | Too many calls about ads, to Custom Audience | There have been too many calls to Custom Audience for this ad account.
        80004 | 2446079 | limits | public issue threads | Too many calls about ads, to Ads Management | = (#80004) There have been too many calls to this ad-account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.
        613 | 1487742 | clients | - | Too many calls from this ad account | There have been too many calls from this ad account.
        80000 | 2494055 | clients | - | Too many calls, seen together with limits of the business use cases | There have been too many calls to Ads Insights for this ad account.
        """
}
