/// The codes of CFNetwork and of `NSURLErrorDomain`, and what a server does that causes them.
enum URLErrorRows {
    /// number | name | name in NSURLErrorDomain, or - | what that rests on | causes, or - | how it is caused, or why
    /// nothing causes it | what the client has to do, or -
    static let text = """
        1 | kCFHostErrorHostNotFound | - | measured | http/redirect-to | redirect to a host under .invalid; or hand out such a host name in a payload | -
        2 | kCFHostErrorUnknown | - | assumed | - | it needs a name server of ours, and Mishap answers no DNS | -
        100 | kCFSOCKSErrorUnknownClientVersion | - | assumed | proxy/socks5-version | SOCKS reply claiming the client version is unknown; only an approximation, the field is not defined in SOCKS4/5 replies | client must be set to use the mock as SOCKS proxy
        101 | kCFSOCKSErrorUnsupportedServerVersion | - | measured | proxy/socks5-version; proxy/socks4-version | SOCKS reply with version byte other than 4/5 (0 for SOCKS4 replies) | client must be set to use the mock as SOCKS proxy
        110 | kCFSOCKS4ErrorRequestFailed | - | measured | proxy/socks4-reply code=91 | SOCKS4 reply 0x5B | client must be set to use the mock as SOCKS proxy
        111 | kCFSOCKS4ErrorIdentdFailed | - | measured | proxy/socks4-reply code=92 | SOCKS4 reply 0x5C | client must be set to use the mock as SOCKS proxy
        112 | kCFSOCKS4ErrorIdConflict | - | measured | proxy/socks4-reply code=93 | SOCKS4 reply 0x5D | client must be set to use the mock as SOCKS proxy
        113 | kCFSOCKS4ErrorUnknownStatusCode | - | measured | proxy/socks4-reply code=119 | SOCKS4 reply with any other code, e.g. 0x77 | client must be set to use the mock as SOCKS proxy
        120 | kCFSOCKS5ErrorBadState | - | measured | proxy/socks5-close | SOCKS5 bytes out of order: connect reply before method choice, or FIN mid negotiation | client must be set to use the mock as SOCKS proxy
        121 | kCFSOCKS5ErrorBadResponseAddr | - | measured | proxy/socks5-address-type | SOCKS5 reply with address type not 1/3/4 | client must be set to use the mock as SOCKS proxy
        122 | kCFSOCKS5ErrorBadCredentials | - | measured | proxy/socks5-credentials | choose method 02, then answer 01 01 (failure) to the user/password exchange | client must be set to use the mock as SOCKS proxy with a user name
        123 | kCFSOCKS5ErrorUnsupportedNegotiationMethod | - | measured | proxy/socks5-method method=126 | choose a method the client did not offer, e.g. 0x7E | client must be set to use the mock as SOCKS proxy
        124 | kCFSOCKS5ErrorNoAcceptableMethod | - | measured | proxy/socks5-method method=255 | method 0xFF | client must be set to use the mock as SOCKS proxy
        200 | kCFFTPErrorUnexpectedStatusCode | - | assumed | - | it needs an FTP server, and Mishap speaks no FTP | client must use an ftp:// URL
        300 | kCFErrorHTTPAuthenticationTypeUnsupported | - | measured | http/challenge scheme=Martian | 401 whose WWW-Authenticate names an unknown scheme | -
        301 | kCFErrorHTTPBadCredentials | - | assumed | http/challenge | 401 again after credentials were sent | client must send credentials
        302 | kCFErrorHTTPConnectionLost | - | measured | tcp/close; tcp/reset; tcp/close-mid-headers | FIN or RST after the request and before the end of the response head | -
        303 | kCFErrorHTTPParseFailure | - | measured | http/malformed-status-line; http/garbage; http/malformed-header; http/bad-chunk-size | bytes that are not HTTP status line / header / chunk | -
        304 | kCFErrorHTTPRedirectionLoopDetected | - | measured | http/redirect-loop | redirect to itself, or A -> B -> A | -
        305 | kCFErrorHTTPBadURL | - | measured | http/redirect-to by=bad-url | redirect whose Location cannot be parsed as URL | -
        306 | kCFErrorHTTPProxyConnectionFailure | - | measured | proxy/connect-close; tcp/refuse | proxy port refuses, or closes before any reply | client must be set to use the mock as HTTP(S) proxy
        307 | kCFErrorHTTPBadProxyCredentials | - | measured | proxy/connect-status status=407 | 407 again after proxy credentials were sent | client must be set to use the mock as HTTP(S) proxy
        308 | kCFErrorPACFileError | - | assumed | http/status/404; http/html | PAC URL returns 404, HTML, or a script that throws / lacks FindProxyForURL | client must be set to a PAC URL on the mock
        309 | kCFErrorPACFileAuth | - | assumed | http/challenge | PAC URL answers 401 | client must be set to a PAC URL on the mock
        310 | kCFErrorHTTPSProxyConnectionFailure | - | measured | proxy/connect-close; http/timeout | proxy accepts TCP, closes or times out after CONNECT | client must be set to use the mock as HTTP(S) proxy
        311 | kCFStreamErrorHTTPSProxyFailureUnexpectedResponseToCONNECTMethod | - | measured | proxy/connect-status status=502; proxy/connect-status status=302; proxy/connect-garbage | CONNECT answered with something not 2xx (502, 302) | client must be set to use the mock as HTTP(S) proxy
        -996 | kCFURLErrorBackgroundSessionInUseByAnotherProcess | NSURLErrorBackgroundSessionInUseByAnotherProcess | documented | - | two processes of the client device share one background session | -
        -997 | kCFURLErrorBackgroundSessionWasDisconnected | NSURLErrorBackgroundSessionWasDisconnected | documented | - | the background-transfer daemon of the client device went away | -
        -998 | kCFURLErrorUnknown | - | documented | - | catch-all inside the loader; no wire behaviour maps to it alone | -
        -999 | kCFURLErrorCancelled | NSURLErrorCancelled | documented | http/timeout; http/challenge | make the client itself cancel: TLS certificate that fails its pinning check, or an auth challenge its delegate answers with cancel; or hold the answer until the user gives up | client must cancel
        -1000 | kCFURLErrorBadURL | NSURLErrorBadURL | measured | http/redirect-to by=bad-url | redirect with an unparsable Location, or a bad URL inside a payload the client will follow | -
        -1001 | kCFURLErrorTimedOut | NSURLErrorTimedOut | measured | http/timeout; tcp/stall-mid-body; http/slow-headers; tcp/connect-timeout | accept and stay silent; stall inside head or body; full backlog so SYN is unanswered | -
        -1002 | kCFURLErrorUnsupportedURL | NSURLErrorUnsupportedURL | measured | http/redirect-to by=ftp | redirect to an unknown scheme (x-martian://) or to ftp:// | -
        -1003 | kCFURLErrorCannotFindHost | NSURLErrorCannotFindHost | measured | http/redirect-to | redirect to no-such-host.invalid | -
        -1004 | kCFURLErrorCannotConnectToHost | NSURLErrorCannotConnectToHost | measured | http/redirect-to by=closed-port; tcp/refuse | nothing listening on the port; or redirect to such a port | -
        -1005 | kCFURLErrorNetworkConnectionLost | NSURLErrorNetworkConnectionLost | measured | tcp/reset; tcp/reset-mid-body; tcp/close-mid-body; tls/no-close-notify | RST after request or inside the body; FIN inside the body on Darwin; TLS close without close_notify | -
        -1006 | kCFURLErrorDNSLookupFailed | NSURLErrorDNSLookupFailed | assumed | - | it needs a name server of ours, and Mishap answers no DNS | -
        -1007 | kCFURLErrorHTTPTooManyRedirects | NSURLErrorHTTPTooManyRedirects | measured | http/redirect-loop | more than 16-20 redirects, or a loop | -
        -1008 | kCFURLErrorResourceUnavailable | NSURLErrorResourceUnavailable | assumed | http/bad-gzip | answer that cannot be delivered: undecodable content in a download | -
        -1009 | kCFURLErrorNotConnectedToInternet | NSURLErrorNotConnectedToInternet | documented | - | the client device has no usable interface or route | -
        -1010 | kCFURLErrorRedirectToNonExistentLocation | NSURLErrorRedirectToNonExistentLocation | assumed | http/redirect-without-location | 3xx without a usable Location | -
        -1011 | kCFURLErrorBadServerResponse | NSURLErrorBadServerResponse | measured | tcp/close; http/malformed-status-line; tcp/close-on-accept; http/status/500 | FIN with no bytes; impossible status line; (some loaders) unexpected 5xx | -
        -1012 | kCFURLErrorUserCancelledAuthentication | NSURLErrorUserCancelledAuthentication | assumed | http/challenge; http/challenge status=407; tls/client-certificate-required | 401/407 or client-certificate challenge that the client or user cancels | client must cancel the challenge
        -1013 | kCFURLErrorUserAuthenticationRequired | NSURLErrorUserAuthenticationRequired | assumed | http/challenge; http/status/403 | 401/403 on a resource whose credentials the client does not have | challenge must reach the loader without credentials
        -1014 | kCFURLErrorZeroByteResource | NSURLErrorZeroByteResource | assumed | http/empty-body; tcp/close-mid-body after=0 | Content-Length above 0, zero body bytes, FIN | -
        -1015 | kCFURLErrorCannotDecodeRawData | NSURLErrorCannotDecodeRawData | assumed | http/bad-gzip | body bytes that do not match Content-Encoding | -
        -1016 | kCFURLErrorCannotDecodeContentData | NSURLErrorCannotDecodeContentData | assumed | http/unknown-encoding | Content-Encoding the client does not know | -
        -1017 | kCFURLErrorCannotParseResponse | NSURLErrorCannotParseResponse | assumed | http/malformed-header; http/bad-chunk-size; http/malformed-status-line; http2/missing-status | malformed header, chunk or HTTP/2 header block | -
        -1018 | kCFURLErrorInternationalRoamingOff | NSURLErrorInternationalRoamingOff | documented | - | roaming setting of the client device | -
        -1019 | kCFURLErrorCallIsActive | NSURLErrorCallIsActive | documented | - | phone call on the client device | -
        -1020 | kCFURLErrorDataNotAllowed | NSURLErrorDataNotAllowed | documented | - | cellular-data setting of the client device | -
        -1021 | kCFURLErrorRequestBodyStreamExhausted | NSURLErrorRequestBodyStreamExhausted | documented | http/redirect-loop status=307; http/redirect-loop status=308; http/challenge | 307/308 redirect or 401 after a streamed (non-rewindable) POST body was consumed | client must upload from a one-shot stream
        -1022 | kCFURLErrorAppTransportSecurityRequiresSecureConnection | NSURLErrorAppTransportSecurityRequiresSecureConnection | assumed | http/redirect-to location=http://example.com/ | https page redirecting to http:// | App Transport Security must be on
        -1100 | kCFURLErrorFileDoesNotExist | NSURLErrorFileDoesNotExist | assumed | http/redirect-to-file path=/no/such/file | FTP 550; or redirect to file:// of a missing path where a loader allows it | client must use ftp:// or file://
        -1101 | kCFURLErrorFileIsDirectory | NSURLErrorFileIsDirectory | assumed | - | it needs an FTP server, and Mishap speaks no FTP | client must use ftp:// or file://
        -1102 | kCFURLErrorNoPermissionsToReadFile | NSURLErrorNoPermissionsToReadFile | reported | http/status/403 | HTTP 403 on a download | -
        -1103 | kCFURLErrorDataLengthExceedsMaximum | NSURLErrorDataLengthExceedsMaximum | assumed | http/too-large | body or WebSocket message above the client limit | -
        -1104 | kCFURLErrorFileOutsideSafeArea | NSURLErrorFileOutsideSafeArea | documented | - | sandbox check on the client device | -
        -1200 | kCFURLErrorSecureConnectionFailed | NSURLErrorSecureConnectionFailed | measured | tls/alert alert=handshake_failure; tls/plain-http; tls/close-in-handshake; tls/old-version | TLS alert handshake_failure, plain HTTP on the TLS port, FIN in the handshake, TLS 1.0 only | -
        -1201 | kCFURLErrorServerCertificateHasBadDate | NSURLErrorServerCertificateHasBadDate | measured | tls/expired | expired certificate | -
        -1202 | kCFURLErrorServerCertificateUntrusted | NSURLErrorServerCertificateUntrusted | measured | tls/self-signed; tls/wrong-host | self-signed certificate, or certificate for another host name | -
        -1203 | kCFURLErrorServerCertificateHasUnknownRoot | NSURLErrorServerCertificateHasUnknownRoot | assumed | tls/untrusted-root | certificate signed by a CA the client does not know | -
        -1204 | kCFURLErrorServerCertificateNotYetValid | NSURLErrorServerCertificateNotYetValid | measured | tls/not-yet-valid | certificate not valid yet | -
        -1205 | kCFURLErrorClientCertificateRejected | NSURLErrorClientCertificateRejected | measured | tls/client-certificate-rejected; tls/alert alert=bad_certificate; tls/alert alert=unknown_ca; tls/alert alert=certificate_expired | client certificate answered with alert bad_certificate / unknown_ca / certificate_expired | client must present a certificate for an exact match
        -1206 | kCFURLErrorClientCertificateRequired | NSURLErrorClientCertificateRequired | measured | tls/client-certificate-required; tls/alert alert=certificate_required | CertificateRequest, and alert certificate_required (1.3) or handshake_failure (1.2) when none comes | -
        -2000 | kCFURLErrorCannotLoadFromNetwork | NSURLErrorCannotLoadFromNetwork | documented | - | client asked for cached data only; a server can at most forbid caching (Cache-Control: no-store) and so make the cache empty | -
        -3000 | kCFURLErrorCannotCreateFile | NSURLErrorCannotCreateFile | documented | - | local file system of the client device | -
        -3001 | kCFURLErrorCannotOpenFile | NSURLErrorCannotOpenFile | documented | - | local file system of the client device | -
        -3002 | kCFURLErrorCannotCloseFile | NSURLErrorCannotCloseFile | documented | - | local file system of the client device | -
        -3003 | kCFURLErrorCannotWriteToFile | NSURLErrorCannotWriteToFile | documented | - | local file system of the client device | -
        -3004 | kCFURLErrorCannotRemoveFile | NSURLErrorCannotRemoveFile | documented | - | local file system of the client device | -
        -3005 | kCFURLErrorCannotMoveFile | NSURLErrorCannotMoveFile | documented | - | local file system of the client device | -
        -3006 | kCFURLErrorDownloadDecodingFailedMidStream | NSURLErrorDownloadDecodingFailedMidStream | assumed | http/bad-gzip by=midway | download whose gzip stream turns corrupt half way | client must use a download task / decoding download
        -3007 | kCFURLErrorDownloadDecodingFailedToComplete | NSURLErrorDownloadDecodingFailedToComplete | assumed | http/truncated-gzip | download whose gzip stream ends early | client must use a download task / decoding download
        -4000 | kCFHTTPCookieCannotParseCookieFile | - | documented | - | local cookie file of the client device | -
        -72000 | kCFNetServiceErrorUnknown | - | documented | - | catch-all of the Bonjour API | -
        -72001 | kCFNetServiceErrorCollision | - | assumed | - | it needs a multicast DNS responder, and Mishap is none | client must publish a Bonjour service
        -72002 | kCFNetServiceErrorNotFound | - | assumed | - | it needs a multicast DNS responder, and Mishap is none | client must resolve a Bonjour service
        -72003 | kCFNetServiceErrorInProgress | - | documented | - | API misuse by the client | -
        -72004 | kCFNetServiceErrorBadArgument | - | documented | - | API misuse by the client | -
        -72005 | kCFNetServiceErrorCancel | - | documented | - | client cancels its own search | -
        -72006 | kCFNetServiceErrorInvalid | - | documented | - | API misuse by the client | -
        -72007 | kCFNetServiceErrorTimeout | - | assumed | - | it needs a multicast DNS responder, and Mishap is none | client must resolve a Bonjour service with a timeout
        -73000 | kCFNetServiceErrorDNSServiceFailure | - | documented | - | DNS-SD daemon of the client device | -
        """
}
