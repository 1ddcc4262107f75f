internal import Catalogue

/// The codes of the gateway, from the error table of the EMAS MTOP documentation for iOS.
///
/// Misspellings are those of the protocol.
enum ServerCodes {
    /// code | mapping code | message | note, or - | another name in the SDK for Android, or -
    static let text = """
        FAIL_SYS_API_STOP_SERVICE | ES10000 | API has been taken out of service for this app | - | -
        FAIL_SYS_SM_ODD_REQUEST | ES10001 | Request judged malicious by the sm or mtee risk engine and blocked | - | -
        FAIL_SYS_API_NOT_FOUNDED | ES10002 | No API registered under this api+v pair | - | -
        FAIL_SYS_SESSION_EXPIRED | ES10003 | Login session (sid) no longer valid | - | -
        FAIL_SYS_SYSTEM_BUSY_ERROR | ES10004 | Gateway failed while looking the session up | - | -
        FAIL_SYS_SERVLET_ASYNC_START_FAIL | ES10005 | Gateway could not start its asynchronous servlet processing | - | -
        FAIL_SYS_FLOWLIMIT | ES10006 | Per-machine concurrency limit of the gateway hit | - | -
        FAIL_SYS_API_UNAUTHORIZED | ES10007 | App is not authorised to call this API | - | -
        FAIL_SYS_PROTOPARAM_MISSED | ES10008 | A required MTOP protocol parameter is missing | - | -
        FAIL_SYS_PROTOVER_MISSED | ES10009 | MTOP protocol version missing | - | -
        FAIL_SYS_REQUEST_EXPIRED | ES10010 | Anti-replay: request timestamp outside the window | - | -
        FAIL_SYS_ILEGEL_SIGN | ES10011 | Request signature is wrong | name is misspelled in the protocol | -
        FAIL_SYS_INVALID_HTTP_METHOD | ES10012 | HTTP method check failed | - | -
        FAIL_SYS_BADARGUMENT_T | ES10013 | Parameter t is not legal | - | -
        FAIL_SYS_UNKNOWN_APP | ES10014 | appKey not known to the gateway | - | -
        FAIL_SYS_INTERNAL_FAULT | ES10015 | Gateway failed while computing the signature | - | -
        FAIL_SYS_TRAFFIC_LIMIT | ES10016 | Per-machine rate limit of the gateway hit | - | -
        FAIL_SYS_BIZPARAM_TYPE_ERROR | ES10017 | A business parameter has the wrong type | - | -
        FAIL_SYS_BIZPARAM_MISSED | ES10018 | A business parameter is missing | - | -
        FAIL_SYS_AUTH_PARAM_MISSED | ES10019 | Authorisation parameter missing | - | FAIL_SYS_TOPAUTHPARAM_MISSED
        FAIL_SYS_AUTH_FAILED | ES10020 | Authorisation check failed | - | FAIL_SYS_TOPAUTH_FAILED
        FAIL_SYS_AUTH_ACCESS_TOKEN_EXPIRED_ERROR | ES10021 | Authorisation token no longer valid | - | FAIL_SYS_TOPAUTH_ACCESSTOKENEXPIRED_ERROR
        FAIL_SYS_TOPAUTH_TRAFFICLIMIT_ERROR | ES10022 | TOP traffic limit reached | - | -
        FAIL_SYS_UNAUTH_API_ERROR | ES10023 | Business-level authorisation refused | - | FAIL_SYS_TOPUNAUTHAPI_ERROR
        FAIL_SYS_AUTH_FAULT | ES10024 | Authorisation is misconfigured | - | FAIL_SYS_TOPAUTH_FAULT
        FAIL_SYS_RETMISSED_ERROR | ES10025 | Backend answer carries no ret code | - | -
        FAIL_SYS_PARAMINVALID_ERROR | ES10026 | Parameter validation failed | - | -
        SYSTEM_ERROR | ES10027 | Call to the backend HTTP or HSF interface failed | no FAIL_SYS_ prefix | -
        FAIL_SYS_UNAUTHORIZED_ENTRANCE | ES10028 | This entrance/domain may not reach the API | - | -
        FAIL_SYS_SESSION_ERROR | ES10029 | Session lookup failed inside the pandora plug-in | - | -
        FAIL_SYS_MT_ODD_REQUEST | ES10030 | Blocked by mtee security | - | -
        FAIL_SYS_EXPIRED_REQUEST | ES10031 | Anti-replay: request expired | second name of the same idea | -
        FAIL_SYS_PORTOCOLPARAM_INVALID | ES10032 | Protocol parameter illegal | name is misspelled in the protocol | -
        FAIL_SYS_INVALID_PROTOCOLVERSION | ES10033 | Protocol version illegal | - | -
        FAIL_SYS_ILLEGAL_ARGUMENT_TTID | ES10034 | Parameter ttid illegal | - | -
        FAIL_SYS_PARAM_MISSING | ES10035 | A mandatory parameter is missing | - | -
        FAIL_SYS_PARAM_FORMAT_ERROR | ES10036 | A parameter has the wrong format | - | -
        FAIL_SYS_ILLEGAL_ACCESS_TOKEN | ES10037 | ACCESS_TOKEN is not valid | - | -
        FAIL_SYS_ACCESS_TOKEN_STOP_SERVICE | ES10038 | ACCESS_TOKEN authorisation switched off | - | -
        FAIL_SYS_ACCESS_TOKEN_INTERNAL_FAULT | ES10039 | Exception while checking ACCESS_TOKEN | - | -
        FAIL_SYS_ACCESS_TOKEN_TRAFFIC_LIMIT | ES10040 | Rate limit of the ACCESS_TOKEN check | - | -
        FAIL_SYS_ACCESS_TOKEN_EXPIRED | ES10041 | ACCESS_TOKEN has expired | - | -
        FAIL_SYS_ACCESS_TOKEN_PARAM_INVALID | ES10042 | ACCESS_TOKEN parameters invalid | - | -
        FAIL_SYS_ACCESS_TOKEN_UNKNOWN_ERROR | ES10043 | Unknown ACCESS_TOKEN failure | - | -
        FAIL_SYS_REQUEST_QUEUED | ES10044 | Request is throttled into a queue | - | -
        FAIL_SYS_SERVICE_NOT_EXIST | ES20000 | HSF service does not exist | - | -
        FAIL_SYS_SERVICE_TIMEOUT | ES20001 | HSF call timed out | - | -
        FAIL_SYS_SERVICE_FAULT | ES20002 | Requested service is faulty | - | -
        FAIL_SYS_HTTP_QUERYIP_ERROR | ES30000 | No IP found for the HTTP backend domain | - | -
        FAIL_SYS_HTTP_REQUESTSUBMIT_FAILED | ES30001 | Asynchronous HTTP backend request could not be submitted | - | -
        FAIL_SYS_HTTP_INVOKE_ERROR | ES30002 | HTTP backend call failed | - | -
        FAIL_SYS_HTTP_RESPONSE_TIMEOUT | ES30003 | HTTP backend did not answer in time | - | -
        FAIL_SYS_HTTP_CONNECT_TIMEOUT | ES30004 | HTTP backend could not be connected in time | - | -
        UNKNOWN_FAIL_CODE | ES40000 | Business side returned no error code | - | -
        FAIL_SYS_HSF_THROWN_EXCEPTION | ES40001 | HSF method threw an uncaught exception | - | -
        FAIL_SYS_SERVICE_INNER_FAULT | ES40002 | Service-internal error | - | -
        FAIL_SYS_HTTP_RESULT_FIELDMISSED | ES40003 | HTTP backend result lacks a required field | - | -
        """
}
