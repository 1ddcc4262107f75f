/// Error codes that the SDKs raise by themselves; no gateway sends them.
enum ClientCodes {
    /// name | aliases | situation | message of the SDK | causes; - for none, ! for a failure of its own | how it is
    /// caused, or why nothing causes it
    static let iOS = """
        IEC10000 | tbsdk request not network, ANDROID_SYS_NO_NETWORK, EC10000 | no network | 网络竟然奔溃了 | - | the SDK looks at the device's reachability before it sends anything
        IEC10001 | tbsdk request timeout, ANDROID_SYS_NETWORK_ERROR, EC10001 | the request timed out | 网络竟然奔溃了 | http/timeout; http/slow-headers; tcp/connect-timeout | no answer within the client's time, 30 seconds by default
        FAIL_ACCS | IEC10002 | the long connection (ACCS) failed | 网络竟然奔溃了 | tcp/reset-on-first-byte; tcp/refuse; http2/goaway code=NO_ERROR | the connection is refused, reset, or sent away at once
        420 | FAIL_LOCAL_ERROR_FANG_XUE_FENG, IEC20000, ANDROID_SYS_API_FLOW_LIMIT_LOCKED, EC20000 | the gateway throttles | 前方拥挤，亲稍等再试试 | ! | -
        419 | FAIL_LOCAL_ERROR_FANG_SHUO, IEC20001, ANDROID_SYS_API_41X_ANTI_ATTACK, EC20001 | the gateway wants a check against abuse | 前方拥挤，亲稍等再试试 | ! | -
        Wrong_Server_Response | IEC30001 | a status from 400 on, or a body that is no JSON object | 服务竟然出错了 | http/html; http/status/502; http/empty-body; http/truncated-json | a page, an empty body or broken JSON comes where the envelope belongs
        """

    /// name | alias, or - | meaning | causes; - for none, ! for a failure of its own | how it is caused, or why nothing
    /// causes it
    static let iOSExtra = """
        FAIL | IEC30003 | some failure that is told no further | - | nobody documents what leads to it: there is only the constant
        FAIL_CLIENT_RESPONSE_FALSIFIED | - | the body does not match its digest | ! | -
        network_timeout | - | the request timed out, as older versions call it | http/timeout | the request is never answered
        MTOP_LOCAL_ERROR_NO_AUTH_MODEL | - | the app has no module for authorisation | - | the app is packaged without it
        MTOP_LOCAK_ERROR_NO_LOGIN_MODEL | - | the app has no module for the login | - | the app is packaged without it
        """

    /// name | alias, or - | meaning | causes, or - | how it is caused, or why nothing causes it
    static let android = """
        ANDROID_SYS_JSONDATA_BLANK | EC30000 | the body is empty | http/empty-body | a success without a body, and without x-retcode
        ANDROID_SYS_JSONDATA_PARSE_ERROR | EC30001 | the body is not JSON | http/html; http/truncated-json | a page or broken JSON comes where the envelope belongs, and no x-retcode
        ANDROID_SYS_MTOPSDK_INIT_ERROR | EC40000 | the SDK could not begin | - | it is raised inside the SDK
        ANDROID_SYS_MTOPCONTEXT_INIT_ERROR | EC40001 | a request's context could not be made | - | it is raised inside the SDK
        ANDROID_SYS_GENERATE_MTOP_SIGN_ERROR | EC40002 | the request could not be signed | - | it is raised inside the SDK
        ANDROID_SYS_NETWORK_REQUEST_CONVERT_ERROR | EC40003 | the request could not be laid out | - | it is raised inside the SDK
        ANDROID_SYS_MTOP_APICALL_ASYNC_TIMEOUT | EC40004 | an asynchronous call timed out | http/timeout | the request is never answered
        ANDROID_SYS_INIT_MTOP_ISIGN_ERROR | EC40005 | the signing component could not begin | - | it is raised inside the SDK
        ANDROID_SYS_MTOP_MISS_CALL_FACTORY | EC40006 | the app brings nothing that makes calls | - | it is raised inside the SDK
        ANDROID_SYS_LOGIN_FAIL | EC40007 | the login that a call needs failed | mtop/FAIL_SYS_SESSION_EXPIRED | the session expires, and then the login fails
        ANDROID_SYS_LOGIN_CANCEL | EC40008 | the login that a call needs was cancelled | - | it is raised inside the SDK
        ANDROID_SYS_ILLEGAL_JSPARAM_ERROR | EC40009 | a page gave the SDK illegal parameters | - | it is raised inside the SDK
        ANDROID_SYS_PARSE_JSPARAM_ERROR | EC40010 | a page's parameters could not be parsed | - | it is raised inside the SDK
        ANDROID_SYS_BUILD_PROTOCOL_PARAMS_ERROR | EC40011 | the protocol's parameters could not be put together | - | it is raised inside the SDK
        EC00000 | - | an error of the client that has no code of its own | - | it is raised inside the SDK
        ES00000 | - | a FAIL_SYS code that the client does not know | mtop/FAIL_SYS_OF_A_NEWER_GATEWAY | the gateway answers with a FAIL_SYS code that stands in no table
        TERR00000 | - | a business error of somebody else's service | mtop/FAIL_BIZ_ERROR | the answer has a code that does not begin with FAIL_SYS
        """
}
