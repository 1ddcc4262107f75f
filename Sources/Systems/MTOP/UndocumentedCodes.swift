/// Codes that are in no table of the documentation: those of the gateway for web pages (H5), and a few that only some
/// clients know.
enum UndocumentedCodes {
    /// code | message | note | token if new cookies come with it, or - | source
    static let text = """
        FAIL_SYS_TOKEN_EMPTY | The cookie that H5 requests are signed with is missing | H5 | token | reference
        FAIL_SYS_TOKEN_EXOIRED | The token that H5 requests are signed with has expired | H5; misspelled in the protocol | token | reference
        FAIL_SYS_TOKEN_EXPIRED | The token that H5 requests are signed with has expired | H5; the right spelling, which some clients take too | token | clients
        FAIL_SYS_TOKEN_ILLEGAL | The token is illegal | H5 | - | captures
        FAIL_SYS_USER_VALIDATE | The user has to pass a check first | a retry does not help | - | clients
        FAIL_SYS_ILLEGAL_ACCESS | Token and cookie do not belong together, or the access is forbidden | H5 | - | clients
        FAIL_SYS_ILLEGAL_REQUEST | The request is illegal | H5 | - | reference
        RGV587_ERROR | SM | the risk control blocks the client, mostly with this message | - | clients
        FAIL_SYS_AUTH_EXPIRED | The authorisation has expired | only the header of the SDK for iOS names it | - | iOS
        FAIL_SYS_LOGIN_CANCEL | The login was cancelled | only older tables for Android list it | - | Android
        FAIL_SYS_LOGIN_FAIL | The login failed | only older tables for Android list it | - | Android
        """
}
