/// The error codes of the Graph API, and the subcodes that go with them.
enum GraphCodeRows {
    /// code | status, which is not published and is our assumption | source | meaning | message behind the code
    static let codes = """
        1 | 500 | guide | Something went wrong inside of the API, often for a moment only | An unknown error occurred.
        2 | 500 | guide | The service is not available for the moment | The service is temporarily unavailable.
        3 | 400 | guide | The application may not use this method | The application does not have the capability to make this call.
        4 | 403 | guide | The application has reached its limit of calls | The application has reached its request limit.
        5 | 400 | clients | The address that the call comes from is not allowed | Calls from this IP address are not allowed for this application.
        6 | 400 | clients | The host that the call comes from is not allowed | Calls from this host are not allowed for this application.
        7 | 400 | clients | A host behind the API is down | The host is down.
        8 | 400 | clients | The call has to come over a secure connection | This call must be made over a secure connection.
        9 | 400 | clients | The user has made too many calls in a short time | The user has made too many calls.
        10 | 403 | guide | A permission is denied or was never granted | The application does not have permission for this action.
        11 | 400 | clients | The method is deprecated | This method is deprecated.
        12 | 400 | clients | The version of the API does not have this method | This method does not exist in this version of the API.
        13 | 400 | clients | The query could not be parsed, as in the old query language | The query could not be parsed.
        14 | 400 | clients | An old error around signatures | The signature of the call is not valid.
        15 | 400 | clients | The call needs a session secret, as in the old API | This call must be signed with the session secret.
        16 | 400 | clients | An old error of the API | The call failed.
        17 | 400 | guide | The user has reached the limit of calls | The user has reached the request limit.
        18 | 400 | clients | The call asks for too many resources | The call asked for too many resources.
        21 | 400 | memory | The page has another id by now, which the message names | Page ID 1 was migrated to page ID 2.
        32 | 400 | limits | Calls for a page with a user's token have reached their limit | The page has reached its request limit.
        33 | 400 | clients | The object does not exist; today mostly 100 with subcode 33 | The object does not exist.
        100 | 400 | clients | A parameter is missing, unknown or not valid | Invalid parameter.
        102 | 401 | guide | The session is not valid any more, and the user has to log in | The session key is invalid or no longer valid.
        104 | 400 | memory | The signature or the proof of the app's secret is wrong | The appsecret_proof of the call is not valid.
        190 | 401 | guide | The access token is not valid, or it has expired | The access token is not valid or has expired.
        200 | 403 | guide | A permission is missing | The user has not granted the permission that this call needs.
        210 | 403 | clients | The user cannot be seen by the application | The user is not visible.
        270 | 403 | clients | The app's access level allows calls in development only | This call is allowed in the development access level only.
        294 | 403 | clients | Managing ads needs the permission ads_management | Managing advertisements needs the permission ads_management.
        341 | 400 | guide | The application has reached a limit, for the moment | The application has reached a temporary limit.
        368 | 400 | guide | The action is blocked for a time, for reasons of policy | This action was temporarily blocked for policy reasons.
        506 | 400 | guide | The same post was made twice in a row | Duplicate status message.
        613 | 400 | clients | The limit that one call has for itself is exceeded | Calls to this API have exceeded its rate limit.
        2500 | 400 | clients | The path or the query could not be parsed, or the call needs a token | Unknown path components.
        2635 | 400 | clients | The version of the API is deprecated | This version of the API is deprecated.
        2601 | 400 | clients | An old error of single methods | The call failed.
        2606 | 400 | clients | An old error of single methods | The call failed.
        2607 | 400 | clients | An old error of single methods | The call failed.
        2615 | 400 | clients | An old error of single methods | The call failed.
        2650 | 400 | clients | An old error of single methods | The call failed.
        2654 | 400 | clients | An old error of single methods | The call failed.
        3001 | 400 | clients | The query is not valid | Invalid query.
        3018 | 400 | clients | Insights are asked for a time that is too long ago | The time range of these insights is too long ago.
        803 | 404 | clients | What is asked for by a name does not exist | Some of the aliases you requested do not exist.
        1609005 | 400 | guide | A link could not be posted | The link could not be posted.
        80000 | 400 | limits | Too many calls of the business use case Ads Insights | There have been too many calls to Ads Insights for this ad account.
        80001 | 400 | limits | Too many calls for a page, with the token of a page or of a system user | There have been too many calls to this page's account.
        80002 | 400 | limits | Too many calls of the business use case Instagram | There have been too many calls to this Instagram account.
        80003 | 400 | limits | Too many calls of the business use case Custom Audience | There have been too many calls to Custom Audience for this ad account.
        80004 | 400 | limits | Too many calls of the business use case Ads Management | There have been too many calls to Ads Management for this ad account.
        80005 | 400 | limits | Too many calls of the business use case Lead Generation | There have been too many calls to Lead Generation for this page.
        80006 | 400 | limits | Too many calls of the business use case Messenger | There have been too many calls to Messenger for this page.
        80008 | 400 | limits | Too many calls of the business use case WhatsApp Business Management | There have been too many calls to this WhatsApp business account.
        80009 | 400 | limits | Too many calls of the business use case Catalog Management | There have been too many calls to this catalog.
        80014 | 400 | limits | Too many calls of the business use case Catalog Batch | There have been too many batch calls to this catalog.
        80007 | 400 | memory | Too many calls for a WhatsApp business account | There have been too many calls to this WhatsApp business account.
        """

    /// code | subcode | source | meaning | message
    static let subcodes = """
        190 | 452 | clients | The session does not match the one that is known | The session does not match the current one.
        190 | 458 | guide | The user has removed the app | The user has not authorized this application.
        190 | 459 | guide | The user has to log in on the web site, at a checkpoint | The user has to log in at the web site to pass a checkpoint.
        190 | 460 | guide | The user has changed the password | The session is not valid any more: the user has changed the password.
        190 | 463 | guide | The access token has expired | The session has expired.
        190 | 464 | guide | The user's account is not confirmed | The user's account is not confirmed.
        190 | 467 | guide | The access token is not valid | The access token is not valid.
        190 | 490 | clients | The session has expired | The session has expired.
        190 | 492 | guide | The session is not valid | The session is not valid.
        190 | 493 | sdk | The token has expired, and the client keeps it and marks it so | The session has expired.
        100 | 33 | clients | The object does not exist, or may not be loaded | The object does not exist, or cannot be loaded.
        100 | 1487534 | clients | One call asks for too much data | The call asked for too much data.
        17 | 2446079 | limits | Calls about ads have reached the limit of the user | The user has reached the request limit of the ad account.
        80000 | 2446079 | limits | Too many calls about ads, to Ads Insights | There have been too many calls to Ads Insights for this ad account.
        80003 | 2446079 | limits | Too many calls about ads, to Custom Audience | There have been too many calls to Custom Audience for this ad account.
        80004 | 2446079 | limits | Too many calls about ads, to Ads Management | There have been too many calls to Ads Management for this ad account.
        613 | 1487742 | clients | Too many calls from this ad account | There have been too many calls from this ad account.
        80000 | 2494055 | clients | Too many calls, seen together with limits of the business use cases | There have been too many calls to Ads Insights for this ad account.
        """
}
