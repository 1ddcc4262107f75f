/// The error codes of the Graph API, the subcodes that go with them, and other forms in which some were captured.
enum GraphCodeRows {
    /// code | status | how that is known | another status that the provider publishes, or - | source | where the text or
    /// the status was captured, or - | meaning | message
    ///
    /// A message behind `=` goes out as it was captured. Any other is ours, and goes out behind its code. What stands in
    /// braces is told in `GraphMessage`.
    static let codes = """
        1 | 500 | captured | - | guide | snarfed/bridgy#664, facebook/php-graph-sdk#563 | Something went wrong inside of the API, often for a moment only | = An unknown error has occurred.
        2 | 500 | captured | - | guide | trustroots 673, java-business-sdk 319, koala 425, fb-sleep-stats 97 | The service is not available for the moment | = An unexpected error has occurred. Please retry your request later.
        3 | 400 | assumed | 500 | guide | public issue threads | The application may not use this method | = (#3) Application does not have the capability to make this API call.
        4 | 403 | captured | - | guide | facebook-nodejs-business-sdk 97, react-share 70, facebook-android-sdk 582 | The application has reached its limit of calls | = (#4) Application request limit reached
        5 | 400 | assumed | - | clients | - | The address that the call comes from is not allowed | Calls from this IP address are not allowed for this application.
        6 | 400 | assumed | - | clients | - | The host that the call comes from is not allowed | Calls from this host are not allowed for this application.
        7 | 400 | assumed | - | clients | - | A host behind the API is down | The host is down.
        8 | 400 | assumed | - | clients | - | The call has to come over a secure connection | This call must be made over a secure connection.
        9 | 400 | assumed | - | clients | - | The user has made too many calls in a short time | The user has made too many calls.
        10 | 403 | published | - | guide | - | A permission is denied or was never granted | The application does not have permission for this action.
        11 | 400 | assumed | - | clients | - | The method is deprecated | This method is deprecated.
        12 | 400 | assumed | - | clients | - | The version of the API does not have this method | This method does not exist in this version of the API.
        13 | 400 | assumed | - | clients | - | The query could not be parsed, as in the old query language | The query could not be parsed.
        14 | 400 | assumed | - | clients | - | An old error around signatures | The signature of the call is not valid.
        15 | 400 | assumed | - | clients | - | The call needs a session secret, as in the old API | This call must be signed with the session secret.
        16 | 400 | assumed | - | clients | - | An old error of the API | The call failed.
        17 | 400 | captured | - | guide | facebook/facebook-python-business-sdk#416 | The user has reached the limit of calls | = (#17) User request limit reached
        18 | 400 | assumed | - | clients | - | The call asks for too many resources | The call asked for too many resources.
        21 | 400 | assumed | - | memory | - | The page has another id by now, which the message names | Page ID 1 was migrated to page ID 2.
        32 | 400 | captured | - | limits | bottender 420 | Calls for a page with a user's token have reached their limit | = (#32) Page request limit reached
        33 | 400 | assumed | - | clients | - | The object does not exist; today mostly 100 with subcode 33 | The object does not exist.
        100 | 400 | captured | - | clients | public issue threads | A parameter is missing, unknown or not valid | = Invalid parameter
        101 | 400 | assumed | - | captures | nov/fb_graph#204 | The token endpoint is asked without the application's id | = Missing client_id parameter.
        102 | 400 | captured | - | guide | bridgy 59, hello.js 548, flutter_facebook_login 151, home-assistant 152416 | The session is not valid any more, and the user has to log in | The session key is invalid or no longer valid.
        104 | 400 | captured | - | clients | public issue threads | The call needs an access token, and has none | = An access token is required to request this resource.
        190 | 400 | captured | 401 | guide | bridgy 59, hello.js 548, flutter_facebook_login 151, home-assistant 152416 | The access token is not valid, or it has expired | = Invalid OAuth access token - Cannot parse access token
        200 | 403 | captured | - | guide | snarfed/bridgy#481 | A permission is missing | = (#200) Permissions error
        210 | 403 | published | - | clients | - | The user cannot be seen by the application | The user is not visible.
        270 | 403 | published | - | clients | - | The app's access level allows calls in development only | This call is allowed in the development access level only.
        294 | 403 | published | - | clients | - | Managing ads needs the permission ads_management | Managing advertisements needs the permission ads_management.
        341 | 400 | assumed | - | guide | - | The application has reached a limit, for the moment | The application has reached a temporary limit.
        368 | 400 | assumed | 403 | guide | public issue threads | The action is blocked for a time, for reasons of policy | = The action attempted has been deemed abusive or is otherwise disallowed
        506 | 400 | assumed | - | guide | - | The same post was made twice in a row | Duplicate status message.
        613 | 400 | assumed | - | clients | public issue threads, arsduo/koala#642 | The limit that one call has for itself is exceeded | = (#613) Calls to this api have exceeded the rate limit.
        2500 | 400 | assumed | - | clients | public issue threads | The path or the query could not be parsed, or the call needs a token | = Unknown path components: /{edge}
        2635 | 400 | assumed | - | clients | - | The version of the API is deprecated | This version of the API is deprecated.
        2601 | 400 | assumed | - | clients | - | An old error of single methods | The call failed.
        2606 | 400 | assumed | - | clients | - | An old error of single methods | The call failed.
        2607 | 400 | assumed | - | clients | - | An old error of single methods | The call failed.
        2615 | 400 | assumed | - | clients | - | An old error of single methods | The call failed.
        2650 | 400 | assumed | - | clients | - | An old error of single methods | The call failed.
        2654 | 400 | assumed | - | clients | - | An old error of single methods | The call failed.
        3001 | 400 | assumed | - | clients | - | The query is not valid | Invalid query.
        3018 | 400 | assumed | - | clients | - | Insights are asked for a time that is too long ago | The time range of these insights is too long ago.
        803 | 404 | assumed | - | clients | public issue threads | What is asked for by a name does not exist | = (#803) Some of the aliases you requested do not exist: {node}
        1609005 | 400 | assumed | - | guide | - | A link could not be posted | The link could not be posted.
        80000 | 400 | assumed | - | limits | - | Too many calls of the business use case Ads Insights | There have been too many calls to Ads Insights for this ad account.
        80001 | 400 | assumed | - | limits | - | Too many calls for a page, with the token of a page or of a system user | There have been too many calls to this page's account.
        80002 | 400 | assumed | - | limits | - | Too many calls of the business use case Instagram | There have been too many calls to this Instagram account.
        80003 | 400 | assumed | - | limits | - | Too many calls of the business use case Custom Audience | There have been too many calls to Custom Audience for this ad account.
        80004 | 400 | assumed | - | limits | public issue threads | Too many calls of the business use case Ads Management | = (#80004) There have been too many calls to this ad-account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.
        80005 | 400 | assumed | - | limits | - | Too many calls of the business use case Lead Generation | There have been too many calls to Lead Generation for this page.
        80006 | 400 | assumed | - | limits | - | Too many calls of the business use case Messenger | There have been too many calls to Messenger for this page.
        80008 | 400 | assumed | - | limits | - | Too many calls of the business use case WhatsApp Business Management | There have been too many calls to this WhatsApp business account.
        80009 | 400 | assumed | - | limits | - | Too many calls of the business use case Catalog Management | There have been too many calls to this catalog.
        80014 | 400 | assumed | - | limits | - | Too many calls of the business use case Catalog Batch | There have been too many batch calls to this catalog.
        80007 | 400 | assumed | - | memory | - | Too many calls for a WhatsApp business account | There have been too many calls to this WhatsApp business account.
        131000 | 400 | assumed | - | whatsApp | tawn33y/whatsapp-cloud-api#33 | A message of WhatsApp could not be sent, and no reason is told | = (#131000) Generic error
        131026 | 400 | assumed | - | whatsApp | gabrieldwight/Whatsapp-Business-Cloud-Api-Net#80 | The recipient of a message of WhatsApp cannot get it | = (#131026) Receiver is incapable of receiving this message
        131030 | 400 | captured | - | whatsApp | Neurotech-HQ/heyoo#94 | A test number of WhatsApp sends to somebody who is not in its list | = (#131030) Recipient phone number not in allowed list
        131047 | 400 | captured | - | whatsApp | public clients' tests | The last message of the recipient to the WhatsApp business is more than a day old | = (#131047) Re-engagement message
        132001 | 400 | assumed | - | whatsApp | a capture | A template of WhatsApp does not exist in the language | = (#132001) Template name does not exist in the translation
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
        100 | 33 | clients | public issue threads, daroczig/fbRads#141 | The object does not exist, or may not be loaded | = Unsupported {verb} request. {object}Please read the Graph API documentation at https://developers.facebook.com/docs/graph-api
        100 | 1487534 | clients | - | One call asks for too much data | The call asked for too much data.
        100 | 1815629 | captures | facebook/facebook-python-business-sdk#573 | An ad has a value twice, and error_data is a string | = Invalid parameter
        17 | 2446079 | limits | - | Calls about ads have reached the limit of the user | The user has reached the request limit of the ad account.
        80000 | 2446079 | limits | - | Too many calls about ads, to Ads Insights | There have been too many calls to Ads Insights for this ad account.
        80003 | 2446079 | limits | - | Too many calls about ads, to Custom Audience | There have been too many calls to Custom Audience for this ad account.
        80004 | 2446079 | limits | public issue threads | Too many calls about ads, to Ads Management | = (#80004) There have been too many calls to this ad-account. Wait a bit and try again. For more info, please refer to https://developers.facebook.com/docs/graph-api/overview/rate-limiting.
        613 | 1487742 | clients | - | Too many calls from this ad account | There have been too many calls from this ad account.
        80000 | 2494055 | clients | - | Too many calls, seen together with limits of the business use cases | There have been too many calls to Ads Insights for this ad account.
        131000 | 2494002 | whatsApp | tawn33y/whatsapp-cloud-api#33 | A message of WhatsApp could not be sent, as older versions tell it | = (#131000) Generic error
        """

    /// code | what the error_data of WhatsApp tells
    static let details = """
        131000 | Generic error
        131026 | Message Undeliverable.
        131030 | Recipient phone number not in allowed list: Add recipient phone number to recipient list and try again.
        131047 | Message failed to send because more than 24 hours have passed since the customer last replied to this number.
        132001 | template name (hello_world) does not exist in en_US
        """

    /// code | name of the form, for `by` | where it was captured | how its error is built | the status if not that of the
    /// code, or - | the type likewise, or - | the word of its challenge likewise, or - | what WhatsApp's error_data tells,
    /// or - | message as it was captured
    static let forms = """
        1 | short | snarfed/bridgy#664, facebook/php-graph-sdk#563 | short | - | - | - | - | An unknown error occurred
        1 | too-much-data | snarfed/bridgy#664, facebook/php-graph-sdk#563 | short | - | - | - | - | Please reduce the amount of data you're asking for, then retry your request
        2 | unavailable | restfb/restfb#650 | full | - | - | - | - | (#2) Service temporarily unavailable
        100 | nonexisting-field | public issue threads | full | - | - | - | - | (#100) Tried accessing nonexisting field (x) on node type (User)
        100 | no-node | facebook/php-graph-sdk#1035 | full | - | GraphMethodException | - | - | No node specified
        100 | publish-video | facebook-api-video-upload#21 | full | - | - | - | - | (#100) No permission to publish the video
        100 | public-metadata | gatsby-source-instagram#145 | full | - | - | - | - | (#100) Page Public Metadata Access requires either app secret proof or an app token
        100 | code-used | freizl/hoauth2#19 | full | - | - | invalid_code | - | This authorization code has been used.
        100 | redirect-uri | CaptainFact/captain-fact-api#54 | full | - | - | invalid_code | - | Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request
        100 | code-format | facebook.ex#52 | full | - | - | invalid_code | - | Invalid verification code format.
        100 | whatsapp | botpress/messaging#676, shridarpatil/frappe_whatsapp#43 | full | - | - | - | Parameter Invalid | (#100) Invalid parameter
        100 | messaging-product | shridarpatil/frappe_whatsapp#43 | full | - | - | - | - | (#100) The parameter messaging_product is required.
        200 | publish-actions | snarfed/bridgy#481 | full | - | - | - | - | (#200) Requires extended permission: publish_actions
        200 | deactivated | msigley/WP-Instagram-API#6 | full | 200 | - | - | - | API access deactivated. To reactivate, go to the app dashboard.
        2500 | instagram | restfb/restfb#1558 | escaped | - | IGApiException | - | - | Unknown path components: /{edge}
        """
}
