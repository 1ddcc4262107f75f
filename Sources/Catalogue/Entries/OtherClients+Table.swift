extension OtherClients {
    /// failure | clients, separated by commas | what they report
    static let table = #"""
        http/bad-chunk-size | undici | HTTPParserError: Response does not match the HTTP/1.1 protocol (Invalid character in chunk size)
        http/bad-chunk-size | node:http, axios, superagent | Error HPE_INVALID_CHUNK_SIZE: Parse Error: Invalid character in chunk size
        http/bad-chunk-size | got | RequestError HPE_INVALID_CHUNK_SIZE: Parse Error: Invalid character in chunk size
        http/bad-chunk-size | ky | TypeError: terminated, from HPE_INVALID_CHUNK_SIZE
        http/bad-chunk-size | HttpURLConnection | IOException: Bogus chunk size
        http/bad-chunk-size | OkHttp | ProtocolException: Expected leading [0-9a-fA-F] character but was 0x5a
        http/bad-chunk-size | Apache HttpClient | MalformedChunkCodingException: Bad chunk header: ZZZ
        http/bad-chunk-size | reactor-netty | NumberFormatException: Invalid character in chunk size
        http/bad-chunk-size | Ktor CIO | ClosedByteChannelException: Invalid HEX number: ZZZ, wrong digit: Z
        http/bad-chunk-size | Go net/http, resty, go-retryablehttp | invalid byte in chunk length
        http/bad-chunk-size | fasthttp | empty hex number
        http/bad-chunk-size | reqwest | error decoding response body, from Invalid chunk size line: missing size digit
        http/bad-chunk-size | hyper | error reading a body from connection, from Invalid chunk size line: missing size digit
        http/bad-chunk-size | ureq | protocol: chunk length cannot be read as a number
        http/bad-chunk-size | httpx | RemoteProtocolError: illegal chunk header: bytearray(b'ZZZ')
        http/bad-chunk-size | aiohttp | ClientResponseError, from BadHttpMessage: Invalid character in chunk size
        http/bad-cookie | Node fetch, undici, node:http, axios, got, ky, superagent, Java HttpClient, HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO, fasthttp, resty, go-retryablehttp, reqwest, hyper, ureq | 200
        http/bad-cookie | Go net/http | 200; its jar keeps the one by insecure, and no other
        http/bad-cookie | httpx, aiohttp | 200
        http/bad-gzip | undici, node:http, HttpURLConnection, Ktor CIO, hyper | 200: it does not unpack
        http/bad-gzip | axios, superagent | Error Z_DATA_ERROR: incorrect header check
        http/bad-gzip | got | ReadError Z_DATA_ERROR: incorrect header check
        http/bad-gzip | ky | TypeError: terminated, from Z_DATA_ERROR
        http/bad-gzip | OkHttp | IOException: ID1ID2: actual 0x00007b22 != expected 0x00001f8b
        http/bad-gzip | Apache HttpClient | ZipException: Not in GZIP format
        http/bad-gzip | reactor-netty | DecompressionException: Input is not in the GZIP format
        http/bad-gzip | Go net/http, fasthttp, resty, go-retryablehttp | gzip: invalid header
        http/bad-gzip | reqwest | error decoding response body, from Invalid gzip header
        http/bad-gzip | ureq | gzip decompression failed: invalid gzip header
        http/bad-gzip | httpx | DecodingError: Error -3 while decompressing data: incorrect header check
        http/bad-gzip | aiohttp | ClientPayloadError, from ContentEncodingError: Can not decode content-encoding: gzip
        http/bad-length | undici | HTTPParserError: Response does not match the HTTP/1.1 protocol (Invalid character in Content-Length)
        http/bad-length | node:http, axios, superagent | Error HPE_INVALID_CONTENT_LENGTH: Parse Error: Invalid character in Content-Length
        http/bad-length | got | RequestError HPE_INVALID_CONTENT_LENGTH: Parse Error: Invalid character in Content-Length
        http/bad-length | ky | TypeError: fetch failed, from HPE_INVALID_CONTENT_LENGTH
        http/bad-length | HttpURLConnection | 200
        http/bad-length | OkHttp | IllegalArgumentException: byteCount < 0: -5 (by overflow and word: 200)
        http/bad-length | Apache HttpClient | ClientProtocolException: Negative content length: -5
        http/bad-length | reactor-netty | IllegalArgumentException: Content-Length value is not a number: -5
        http/bad-length | Ktor CIO | 200, 0 bytes; by overflow and word ClosedByteChannelException
        http/bad-length | Go net/http, resty, go-retryablehttp | bad Content-Length "-5"
        http/bad-length | fasthttp | error when reading response headers: cannot parse Content-Length: unexpected first char found. Expecting 0-9
        http/bad-length | reqwest | error sending request, from invalid content-length parsed
        http/bad-length | hyper | client error (SendRequest), from invalid content-length parsed
        http/bad-length | ureq | protocol: content-length header not a number
        http/bad-length | httpx | RemoteProtocolError: bad Content-Length
        http/bad-length | aiohttp | ClientResponseError, from BadHttpMessage: Invalid character in Content-Length
        http/challenge | undici, node:http, HttpURLConnection, Apache HttpClient, reactor-netty, Ktor CIO, Go net/http, fasthttp, resty, go-retryablehttp, reqwest, hyper, ureq | 401
        http/challenge | axios | AxiosError ERR_BAD_REQUEST: Request failed with status code 401
        http/challenge | got | HTTPError ERR_NON_2XX_3XX_RESPONSE: Request failed with status code 401 (Unauthorized)
        http/challenge | ky | HTTPError: Request failed with status code 401 Unauthorized
        http/challenge | superagent | Error: Unauthorized
        http/challenge | OkHttp | 401; 407 is ProtocolException
        http/challenge | httpx, aiohttp | 401
        http/conflicting-lengths | undici | ResponseContentLengthMismatchError UND_ERR_RES_CONTENT_LENGTH_MISMATCH: Response body length does not match content-length header
        http/conflicting-lengths | node:http, axios, superagent | Error HPE_UNEXPECTED_CONTENT_LENGTH: Parse Error: Duplicate Content-Length
        http/conflicting-lengths | got | RequestError HPE_UNEXPECTED_CONTENT_LENGTH: Parse Error: Duplicate Content-Length
        http/conflicting-lengths | ky | TypeError: fetch failed, from HPE_UNEXPECTED_CONTENT_LENGTH
        http/conflicting-lengths | HttpURLConnection, Ktor CIO | 200
        http/conflicting-lengths | OkHttp | ProtocolException: unexpected end of stream
        http/conflicting-lengths | Apache HttpClient | ClientProtocolException: Multiple Content-Length headers
        http/conflicting-lengths | reactor-netty | IllegalArgumentException: Multiple Content-Length values found: [12, 15]
        http/conflicting-lengths | Go net/http, resty, go-retryablehttp | message cannot contain multiple Content-Length headers; got ["12" "15"]
        http/conflicting-lengths | fasthttp | unexpected EOF
        http/conflicting-lengths | reqwest | error sending request, from invalid content-length parsed
        http/conflicting-lengths | hyper | client error (SendRequest), from invalid content-length parsed
        http/conflicting-lengths | ureq | protocol: conflicting content-length headers
        http/conflicting-lengths | httpx | RemoteProtocolError: conflicting Content-Length headers
        http/conflicting-lengths | aiohttp | ClientResponseError, from BadHttpMessage: Duplicate Content-Length
        http/early-reply | undici, node:http, HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO, Go net/http, fasthttp, resty, go-retryablehttp, reqwest, hyper, ureq | 413
        http/early-reply | axios | AxiosError ERR_BAD_REQUEST: Request failed with status code 413
        http/early-reply | got | HTTPError ERR_NON_2XX_3XX_RESPONSE: Request failed with status code 413 (Content Too Large)
        http/early-reply | ky | HTTPError: Request failed with status code 413 Content Too Large
        http/early-reply | superagent | Error: Payload Too Large
        http/early-reply | httpx, aiohttp | 413
        http/empty-body | undici, node:http, ky | 200; SyntaxError by json()
        http/empty-body | axios | 200; an empty text, no error
        http/empty-body | got, HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO | 200
        http/empty-body | superagent | 200; an empty object, no error
        http/empty-body | Go net/http, fasthttp, resty, go-retryablehttp | 200; unexpected end of JSON input
        http/empty-body | reqwest, hyper, ureq | 200; EOF while parsing a value at line 1 column 0
        http/empty-body | httpx | 200; JSONDecodeError by json()
        http/empty-body | aiohttp | 200
        http/garbage | undici | HTTPParserError: Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/)
        http/garbage | node:http, axios, superagent | Error HPE_INVALID_CONSTANT: Parse Error: Expected HTTP/, RTSP/ or ICE/
        http/garbage | got | RequestError HPE_INVALID_CONSTANT: Parse Error: Expected HTTP/, RTSP/ or ICE/
        http/garbage | ky | TypeError: fetch failed, from HPE_INVALID_CONSTANT
        http/garbage | HttpURLConnection | IOException: Invalid Http response
        http/garbage | OkHttp | ProtocolException: Unexpected status line
        http/garbage | Apache HttpClient | NoHttpResponseException: HOST failed to respond
        http/garbage | reactor-netty | PrematureCloseException: Connection prematurely closed BEFORE response
        http/garbage | Ktor CIO | ParserException: Unsupported HTTP version
        http/garbage | Go net/http, resty, go-retryablehttp | malformed HTTP response
        http/garbage | fasthttp | error when reading response headers: cannot find whitespace in the first line of response
        http/garbage | reqwest | error sending request, from invalid HTTP version parsed
        http/garbage | hyper | client error (SendRequest), from invalid HTTP version parsed
        http/garbage | ureq | protocol: http parse fail: invalid HTTP version
        http/garbage | httpx | RemoteProtocolError: illegal request line
        http/garbage | aiohttp | ClientResponseError, from BadStatusLine: Bad status line
        http/html | undici, node:http, ky | 200; SyntaxError by json()
        http/html | axios | 200; the body as text, no error
        http/html | got | ParseError ERR_BODY_PARSE_FAILURE: Unexpected token '<', "<!DOCTYPE "... is not valid JSON
        http/html | superagent | 200; an empty object, no error
        http/html | HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO | 200
        http/html | Go net/http, fasthttp, resty, go-retryablehttp | 200; invalid character '<' looking for beginning of value
        http/html | reqwest, hyper, ureq | 200; expected value at line 1 column 1
        http/html | httpx | 200; JSONDecodeError by json()
        http/html | aiohttp | 200; ContentTypeError by json()
        http/interim-flood | undici, node:http, axios, got, ky, superagent, OkHttp, Apache HttpClient, Go net/http, resty, go-retryablehttp, reqwest, hyper | 200
        http/interim-flood | HttpURLConnection | SocketTimeoutException: Read timed out (for a single 103 too)
        http/interim-flood | reactor-netty, Ktor CIO, fasthttp | 103 as the answer
        http/interim-flood | ureq | response header is too big: 84120 > 65536
        http/interim-flood | httpx, aiohttp | 200
        http/invalid-utf8 | undici, node:http, axios, got, ky, superagent, Java HttpClient, HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO, Go net/http, fasthttp, resty, go-retryablehttp | 200
        http/invalid-utf8 | reqwest, hyper, ureq | 200; invalid unicode code point at line 1 column 3
        http/invalid-utf8 | httpx, aiohttp | 200; UnicodeDecodeError by json()
        http/length-too-long | undici | SocketError UND_ERR_SOCKET: other side closed
        http/length-too-long | node:http, superagent | Error ECONNRESET: aborted
        http/length-too-long | axios | AxiosError ERR_BAD_RESPONSE: stream has been aborted
        http/length-too-long | got | ReadError ECONNRESET: The server aborted pending request
        http/length-too-long | ky | TypeError: terminated, from UND_ERR_SOCKET: other side closed
        http/length-too-long | HttpURLConnection | 200; the body cut short, no error
        http/length-too-long | OkHttp | ProtocolException: unexpected end of stream
        http/length-too-long | Apache HttpClient | ConnectionClosedException: Premature end of Content-Length delimited message body (expected: 102; received: 12)
        http/length-too-long | reactor-netty | PrematureCloseException: Connection prematurely closed DURING response
        http/length-too-long | Ktor CIO | IllegalStateException: Content-Length mismatch: expected 102 bytes, but received 12 bytes
        http/length-too-long | Go net/http, fasthttp, resty, go-retryablehttp | unexpected EOF
        http/length-too-long | reqwest | error decoding response body, from end of file before message length reached
        http/length-too-long | hyper | error reading a body from connection, from end of file before message length reached
        http/length-too-long | ureq | Peer disconnected
        http/length-too-long | httpx | RemoteProtocolError: peer closed connection without sending complete message body (received 12 bytes, expected 102)
        http/length-too-long | aiohttp | ClientPayloadError, from ContentLengthError: Not enough data to satisfy content length header
        http/length-too-short | undici, ky | 200; SyntaxError by json()
        http/length-too-short | node:http, axios | Error HPE_INVALID_CONSTANT: Parse Error: Expected HTTP/, RTSP/ or ICE/; without keep-alive HPE_CLOSED_CONNECTION
        http/length-too-short | got | RequestError HPE_INVALID_CONSTANT: Parse Error: Expected HTTP/, RTSP/ or ICE/
        http/length-too-short | superagent | Error HPE_CLOSED_CONNECTION: Parse Error: Data after `Connection: close`
        http/length-too-short | Java HttpClient, Apache HttpClient | 200, 6 bytes
        http/length-too-short | HttpURLConnection | 200, all 12 bytes
        http/length-too-short | OkHttp | 200, 6 bytes; the next call is ProtocolException: Unexpected status line: true}
        http/length-too-short | reactor-netty, Ktor CIO | 200
        http/length-too-short | Go net/http, fasthttp, resty, go-retryablehttp | 200; unexpected end of JSON input
        http/length-too-short | reqwest, hyper, ureq | 200; EOF while parsing a value at line 1 column 6
        http/length-too-short | httpx | 200; JSONDecodeError by json()
        http/length-too-short | aiohttp | ClientResponseError, from BadStatusLine: Bad status line
        http/malformed-header | undici | HTTPParserError: Response does not match the HTTP/1.1 protocol (Invalid header token)
        http/malformed-header | node:http, axios, superagent | Error HPE_INVALID_HEADER_TOKEN: Parse Error: Invalid header token
        http/malformed-header | got | RequestError HPE_INVALID_HEADER_TOKEN: Parse Error: Invalid header token
        http/malformed-header | ky | TypeError: fetch failed, from HPE_INVALID_HEADER_TOKEN
        http/malformed-header | HttpURLConnection, OkHttp, reactor-netty | 200
        http/malformed-header | Apache HttpClient | ClientProtocolException: Invalid header; error at offset 22: <This line has no colon>
        http/malformed-header | Ktor CIO | ParserException: Character with code 32 is not allowed in header names
        http/malformed-header | Go net/http, resty, go-retryablehttp | malformed MIME header: missing colon: "This line has no colon" (by folded, space-before-colon: 200)
        http/malformed-header | fasthttp | error when reading response headers: malformed MIME header: missing colon: "This line has no colon"
        http/malformed-header | reqwest | error sending request, from invalid HTTP header parsed
        http/malformed-header | hyper | client error (SendRequest), from invalid HTTP header parsed
        http/malformed-header | ureq | protocol: http parse fail: invalid header name
        http/malformed-header | httpx | RemoteProtocolError: illegal header line: bytearray(b'This line has no colon')
        http/malformed-header | aiohttp | ClientResponseError, from BadHttpMessage: Invalid header token
        http/malformed-status-line | undici | HTTPParserError: Response does not match the HTTP/1.1 protocol (Expected HTTP/, RTSP/ or ICE/)
        http/malformed-status-line | node:http, axios, superagent | Error HPE_INVALID_CONSTANT: Parse Error: Expected HTTP/, RTSP/ or ICE/
        http/malformed-status-line | got | RequestError HPE_INVALID_CONSTANT: Parse Error: Expected HTTP/, RTSP/ or ICE/
        http/malformed-status-line | ky | TypeError: fetch failed, from HPE_INVALID_CONSTANT
        http/malformed-status-line | HttpURLConnection | IOException: Invalid Http response (by low-status: 99 as the status)
        http/malformed-status-line | OkHttp | ProtocolException: Unexpected status line: BLAH BLAH (by low-status: 99 as the status)
        http/malformed-status-line | Apache HttpClient | NoHttpResponseException: HOST failed to respond
        http/malformed-status-line | reactor-netty | IllegalArgumentException: invalid version format: BLAH
        http/malformed-status-line | Ktor CIO | ParserException: Unsupported HTTP version: BLAH
        http/malformed-status-line | Go net/http, resty, go-retryablehttp | malformed HTTP status code "BLAH" (by version: 200; by low-status: 99 as the status)
        http/malformed-status-line | fasthttp | error when reading response headers: cannot parse response status code (by version: 200; by low-status: 99 as the status)
        http/malformed-status-line | reqwest | error sending request, from invalid HTTP version parsed
        http/malformed-status-line | hyper | client error (SendRequest), from invalid HTTP version parsed
        http/malformed-status-line | ureq | protocol: http parse fail: invalid HTTP version
        http/malformed-status-line | httpx | RemoteProtocolError: illegal status line: bytearray(b'BLAH BLAH')
        http/malformed-status-line | aiohttp | ClientResponseError, from BadStatusLine: Bad status line
        http/missing-last-chunk | undici | SocketError UND_ERR_SOCKET: other side closed
        http/missing-last-chunk | node:http, superagent | Error ECONNRESET: aborted
        http/missing-last-chunk | axios | AxiosError ERR_BAD_RESPONSE: stream has been aborted
        http/missing-last-chunk | got | ReadError ECONNRESET: The server aborted pending request
        http/missing-last-chunk | ky | TypeError: terminated, from UND_ERR_SOCKET: other side closed
        http/missing-last-chunk | HttpURLConnection | IOException: Premature EOF
        http/missing-last-chunk | OkHttp | EOFException
        http/missing-last-chunk | Apache HttpClient | ConnectionClosedException: Premature end of chunk coded message body: closing chunk expected
        http/missing-last-chunk | reactor-netty | PrematureCloseException: Connection prematurely closed DURING response
        http/missing-last-chunk | Ktor CIO | 200; as if it were whole, no error
        http/missing-last-chunk | Go net/http, resty, go-retryablehttp | unexpected EOF
        http/missing-last-chunk | fasthttp | the server closed connection before returning the first response byte
        http/missing-last-chunk | reqwest | error decoding response body, from unexpected EOF during chunk size line
        http/missing-last-chunk | hyper | error reading a body from connection, from unexpected EOF during chunk size line
        http/missing-last-chunk | ureq | Peer disconnected
        http/missing-last-chunk | httpx | RemoteProtocolError: peer closed connection without sending complete message body (incomplete chunked read)
        http/missing-last-chunk | aiohttp | ClientPayloadError, from TransferEncodingError: Not enough data to satisfy transfer length header
        http/no-continue | Node fetch, ky | TypeError: fetch failed, from UND_ERR_NOT_SUPPORTED
        http/no-continue | undici | NotSupportedError UND_ERR_NOT_SUPPORTED: expect header not supported
        http/no-continue | node:http | no error by itself; the timeout event of its socket
        http/no-continue | axios, got, reactor-netty, Ktor CIO, Go net/http, fasthttp, resty, go-retryablehttp, reqwest, hyper, ureq | 200
        http/no-continue | superagent | Error ERR_HTTP_HEADERS_SENT: Cannot set headers after they are sent to the client
        http/no-continue | Java HttpClient | HttpTimeoutException: request timed out
        http/no-continue | HttpURLConnection | 200, after its read timeout; with a fixed length of 2 MB ProtocolException: Server rejected operation
        http/no-continue | OkHttp | SocketTimeoutException: timeout
        http/no-continue | Apache HttpClient | 200, after 3 s
        http/no-continue | httpx | 200
        http/no-continue | aiohttp | TimeoutError
        http/oversized-header | undici | HeadersOverflowError UND_ERR_HEADERS_OVERFLOW: Headers Overflow Error
        http/oversized-header | node:http, axios, superagent | Error HPE_HEADER_OVERFLOW: Parse Error: Header overflow
        http/oversized-header | got | RequestError HPE_HEADER_OVERFLOW: Parse Error: Header overflow
        http/oversized-header | ky | TypeError: fetch failed, from UND_ERR_HEADERS_OVERFLOW
        http/oversized-header | HttpURLConnection | ProtocolException: Header size too big: 393217 > 393216
        http/oversized-header | OkHttp | IOException: unexpected end of stream
        http/oversized-header | Apache HttpClient, resty, go-retryablehttp | 200
        http/oversized-header | reactor-netty | TooLongHttpHeaderException: HTTP header is larger than 8192 bytes.
        http/oversized-header | Ktor CIO | IllegalStateException: Header line length limit exceeded
        http/oversized-header | Go net/http | 200: its limit is 10 MiB
        http/oversized-header | fasthttp | error when reading response headers: small read buffer. Increase ReadBufferSize
        http/oversized-header | reqwest | error sending request, from message head is too large
        http/oversized-header | hyper | client error (SendRequest), from message head is too large
        http/oversized-header | ureq | response header is too big: 128000 > 65536
        http/oversized-header | httpx | RemoteProtocolError: Receive buffer too long
        http/oversized-header | aiohttp | ClientResponseError, from LineTooLong: Got more than 8190 bytes
        http/redirect-loop | undici, node:http | 302; SyntaxError by json()
        http/redirect-loop | axios | Error ERR_FR_TOO_MANY_REDIRECTS: Maximum number of redirects exceeded
        http/redirect-loop | got | MaxRedirectsError ERR_TOO_MANY_REDIRECTS: Redirected 10 times. Aborting.
        http/redirect-loop | ky | TypeError: fetch failed, from redirect count exceeded
        http/redirect-loop | superagent | Error: Found
        http/redirect-loop | HttpURLConnection | ProtocolException: Server redirected too many times (20)
        http/redirect-loop | OkHttp | ProtocolException: Too many follow-up requests: 21
        http/redirect-loop | Apache HttpClient | ClientProtocolException: Circular redirect
        http/redirect-loop | reactor-netty | 302
        http/redirect-loop | Ktor CIO | SendCountExceedException: Max send count 20 exceeded.
        http/redirect-loop | Go net/http, resty, go-retryablehttp | stopped after 10 redirects
        http/redirect-loop | fasthttp | 302; unexpected end of JSON input
        http/redirect-loop | reqwest | error following redirect, from too many redirects
        http/redirect-loop | hyper | 302; EOF while parsing a value at line 1 column 0
        http/redirect-loop | ureq | too many redirects
        http/redirect-loop | httpx | 302; JSONDecodeError by json()
        http/redirect-loop | aiohttp | TooManyRedirects
        http/redirect-to | undici, node:http | 302; SyntaxError by json()
        http/redirect-to | axios | Error ENOTFOUND: getaddrinfo ENOTFOUND no-such-host.invalid
        http/redirect-to | got | RequestError ENOTFOUND: getaddrinfo ENOTFOUND no-such-host.invalid
        http/redirect-to | ky | TypeError: fetch failed, from ENOTFOUND
        http/redirect-to | superagent | Error: getaddrinfo ENOTFOUND no-such-host.invalid
        http/redirect-to | HttpURLConnection | UnknownHostException: no-such-host.invalid
        http/redirect-to | OkHttp, Apache HttpClient | UnknownHostException: no-such-host.invalid: Name or service not known
        http/redirect-to | reactor-netty | UnknownHostException: Failed to resolve 'no-such-host.invalid'
        http/redirect-to | Ktor CIO | UnresolvedAddressException
        http/redirect-to | Go net/http, resty, go-retryablehttp | dial tcp: lookup no-such-host.invalid: no such host
        http/redirect-to | fasthttp | 302; unexpected end of JSON input
        http/redirect-to | reqwest | error sending request, from failed to lookup address information: Name or service not known
        http/redirect-to | hyper | 302; EOF while parsing a value at line 1 column 0
        http/redirect-to | ureq | io: failed to lookup address information: Name or service not known
        http/redirect-to | httpx | 302; JSONDecodeError by json()
        http/redirect-to | aiohttp | ClientConnectorDNSError: Cannot connect to host no-such-host.invalid:80
        http/redirect-to-file | undici, node:http | 302; SyntaxError by json()
        http/redirect-to-file | axios | Error ERR_FR_REDIRECTION_FAILURE: Redirected request failed: Unsupported protocol file:
        http/redirect-to-file | got | RequestError ERR_UNSUPPORTED_PROTOCOL: Unsupported protocol: file:
        http/redirect-to-file | ky | TypeError: fetch failed, from URL scheme must be a HTTP(S) scheme
        http/redirect-to-file | superagent | Error EUNSUPPORTEDREDIRECT: Unsupported protocol in redirect location: file:///etc/hosts
        http/redirect-to-file | HttpURLConnection, OkHttp | 302
        http/redirect-to-file | Apache HttpClient | ClientProtocolException: Redirect URI does not specify a valid host name: file:///etc/hosts
        http/redirect-to-file | reactor-netty | IllegalArgumentException: Host is not specified
        http/redirect-to-file | Ktor CIO | IllegalArgumentException: protocol = file host = null
        http/redirect-to-file | Go net/http, resty, go-retryablehttp | unsupported protocol scheme "file"
        http/redirect-to-file | fasthttp | 302; unexpected end of JSON input
        http/redirect-to-file | reqwest, hyper | 302; EOF while parsing a value at line 1 column 0
        http/redirect-to-file | ureq | too many redirects
        http/redirect-to-file | httpx | 302; JSONDecodeError by json()
        http/redirect-to-file | aiohttp | NonHttpUrlRedirectClientError: file:///etc/hosts
        http/redirect-without-location | undici, node:http | 302; SyntaxError by json()
        http/redirect-without-location | axios | AxiosError ERR_BAD_RESPONSE: Request failed with status code 302
        http/redirect-without-location | got | HTTPError ERR_NON_2XX_3XX_RESPONSE: Request failed with status code 302 (Found)
        http/redirect-without-location | ky | HTTPError: Request failed with status code 302 Found
        http/redirect-without-location | superagent | Error: No location header for redirect
        http/redirect-without-location | HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO | 302
        http/redirect-without-location | Go net/http, fasthttp, resty, go-retryablehttp | 302; unexpected end of JSON input
        http/redirect-without-location | reqwest, hyper | 302; EOF while parsing a value at line 1 column 0
        http/redirect-without-location | ureq | protocol: missing a location header
        http/redirect-without-location | httpx | 302; JSONDecodeError by json()
        http/redirect-without-location | aiohttp | 302; ContentTypeError by json()
        http/slow-headers | undici | HeadersTimeoutError UND_ERR_HEADERS_TIMEOUT: Headers Timeout Error
        http/slow-headers | node:http | no end within 12 s
        http/slow-headers | axios | AxiosError ECONNABORTED: timeout of 2000ms exceeded
        http/slow-headers | got | TimeoutError ETIMEDOUT: Timeout awaiting 'request' for 2000ms
        http/slow-headers | ky | TimeoutError: Request timed out
        http/slow-headers | superagent | Error ECONNABORTED: Timeout of 2000ms exceeded
        http/slow-headers | HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO | no end within 12 s, whatever its timeout
        http/slow-headers | Go net/http, resty, go-retryablehttp | context deadline exceeded (Client.Timeout exceeded while awaiting headers)
        http/slow-headers | fasthttp | timeout
        http/slow-headers | reqwest | error sending request, from operation timed out
        http/slow-headers | hyper | no end by itself: it has no timeout
        http/slow-headers | ureq | timeout: global
        http/slow-headers | httpx | no end by itself: its timeout is for each read
        http/slow-headers | aiohttp | TimeoutError
        http/status/100 | Go net/http, resty, go-retryablehttp | context deadline exceeded (Client.Timeout exceeded while awaiting headers)
        http/status/100 | fasthttp | timeout
        http/status/100 | reqwest | error sending request, from operation timed out
        http/status/100 | hyper | no end by itself: it has no timeout
        http/status/100 | ureq | protocol: received headers with 100-continue response
        http/status/100 | httpx | ReadTimeout
        http/status/100 | aiohttp | TimeoutError
        http/status/429 | HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO, Go net/http, fasthttp, resty, reqwest, hyper, ureq | 429
        http/status/429 | go-retryablehttp | giving up after 3 attempts
        http/status/429 | httpx, aiohttp | 429
        http/status/503 | undici, node:http, HttpURLConnection, OkHttp, reactor-netty, Ktor CIO, Go net/http, fasthttp, resty, reqwest, hyper, ureq | 503
        http/status/503 | axios | AxiosError ERR_BAD_RESPONSE: Request failed with status code 503
        http/status/503 | got | HTTPError ERR_NON_2XX_3XX_RESPONSE: Request failed with status code 503 (Service Unavailable)
        http/status/503 | ky | HTTPError: Request failed with status code 503 Service Unavailable
        http/status/503 | superagent | Error: Service Unavailable
        http/status/503 | Apache HttpClient | 503, after it asked again a second later
        http/status/503 | go-retryablehttp | giving up after 3 attempts
        http/status/503 | httpx, aiohttp | 503
        http/timeout | undici | HeadersTimeoutError UND_ERR_HEADERS_TIMEOUT: Headers Timeout Error
        http/timeout | node:http | no error by itself; the timeout event of its socket
        http/timeout | axios | AxiosError ECONNABORTED: timeout of 2000ms exceeded
        http/timeout | got | TimeoutError ETIMEDOUT: Timeout awaiting 'request' for 2000ms
        http/timeout | ky | TimeoutError: Request timed out
        http/timeout | superagent | Error ECONNABORTED: Timeout of 2000ms exceeded
        http/timeout | HttpURLConnection, Apache HttpClient | SocketTimeoutException: Read timed out
        http/timeout | OkHttp | SocketTimeoutException: timeout
        http/timeout | reactor-netty | ReadTimeoutException
        http/timeout | Ktor CIO | SocketTimeoutException: Socket timeout has expired
        http/timeout | Go net/http, resty, go-retryablehttp | context deadline exceeded (Client.Timeout exceeded while awaiting headers)
        http/timeout | fasthttp | timeout
        http/timeout | reqwest | error sending request, from operation timed out
        http/timeout | hyper | no end by itself: it has no timeout
        http/timeout | ureq | timeout: global
        http/timeout | httpx | ReadTimeout
        http/timeout | aiohttp | TimeoutError
        http/too-large | Node fetch, undici, node:http, ky | 200; SyntaxError by json()
        http/too-large | axios | 200; the body as text, no error
        http/too-large | got | ParseError ERR_BODY_PARSE_FAILURE: Unexpected token
        http/too-large | superagent | SyntaxError: Unexpected token
        http/too-large | Java HttpClient, HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO, Go net/http, go-retryablehttp, reqwest, hyper, ureq | 200
        http/too-large | fasthttp | body size exceeds the given limit
        http/too-large | resty | resty: response body too large
        http/too-large | httpx, aiohttp | 200; JSONDecodeError by json()
        http/truncated-gzip | undici, node:http, ky | 200; SyntaxError by json()
        http/truncated-gzip | axios | 200; the body as text, no error
        http/truncated-gzip | got | ReadError Z_BUF_ERROR: unexpected end of file
        http/truncated-gzip | superagent | SyntaxError: Unexpected end of JSON input
        http/truncated-gzip | HttpURLConnection, Ktor CIO | 200: it does not unpack
        http/truncated-gzip | OkHttp | EOFException: source exhausted prematurely
        http/truncated-gzip | Apache HttpClient | EOFException: Unexpected end of ZLIB input stream
        http/truncated-gzip | reactor-netty | 200 with what could be unpacked, no error
        http/truncated-gzip | Go net/http, fasthttp, resty, go-retryablehttp | unexpected EOF
        http/truncated-gzip | reqwest | error decoding response body, from unexpected end of file
        http/truncated-gzip | hyper | 200; expected value at line 1 column 1
        http/truncated-gzip | ureq | gzip decompression failed: incomplete deflate stream
        http/truncated-gzip | httpx, aiohttp | 200; JSONDecodeError by json()
        http/truncated-json | undici, node:http, ky | 200; SyntaxError by json()
        http/truncated-json | axios | 200; the body as text, no error
        http/truncated-json | got | ParseError ERR_BODY_PARSE_FAILURE: Unexpected end of JSON input
        http/truncated-json | superagent | SyntaxError: Unexpected end of JSON input
        http/truncated-json | Java HttpClient, HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO | 200
        http/truncated-json | Go net/http, fasthttp, resty, go-retryablehttp | 200; unexpected end of JSON input
        http/truncated-json | reqwest, hyper, ureq | 200; EOF while parsing a value at line 1 column 6
        http/truncated-json | httpx, aiohttp | 200; JSONDecodeError by json()
        http/unknown-encoding | undici, node:http, axios, got, ky, superagent, HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO, Go net/http, resty, go-retryablehttp, reqwest, hyper, ureq | 200
        http/unknown-encoding | fasthttp | unsupported Content-Encoding
        http/unknown-encoding | httpx, aiohttp | 200
        http/unknown-transfer-encoding | undici, node:http, axios, got, ky, superagent, HttpURLConnection, OkHttp, reactor-netty, reqwest, hyper, ureq | 200
        http/unknown-transfer-encoding | Apache HttpClient | ClientProtocolException: Unsupported transfer encoding: x-martian
        http/unknown-transfer-encoding | Ktor CIO | ClosedByteChannelException: Unsupported transfer encoding x-martian
        http/unknown-transfer-encoding | Go net/http, resty, go-retryablehttp | unsupported transfer encoding: "x-martian"
        http/unknown-transfer-encoding | fasthttp | empty hex number
        http/unknown-transfer-encoding | httpx | RemoteProtocolError: Only Transfer-Encoding: chunked is supported
        http/unknown-transfer-encoding | aiohttp | 200
        http/unrequested-upgrade | undici | SocketError UND_ERR_SOCKET: bad upgrade
        http/unrequested-upgrade | node:http | no response, no error and no timeout: the close event only
        http/unrequested-upgrade | axios | AxiosError ECONNABORTED: timeout of 2000ms exceeded
        http/unrequested-upgrade | got, Ktor CIO | no end within 12 s, whatever its timeout
        http/unrequested-upgrade | ky | TypeError: fetch failed, from UND_ERR_SOCKET: bad upgrade
        http/unrequested-upgrade | superagent | Error ECONNABORTED: Timeout of 2000ms exceeded
        http/unrequested-upgrade | HttpURLConnection, reactor-netty | 101
        http/unrequested-upgrade | OkHttp | 101; by stall the next call on the connection times out
        http/unrequested-upgrade | Apache HttpClient | ClientProtocolException: Unsupported or invalid protocol: websocket
        http/unrequested-upgrade | Go net/http | 101; by stall the body never ends, whatever Client.Timeout
        http/unrequested-upgrade | fasthttp, resty, go-retryablehttp | 101; unexpected end of JSON input
        http/unrequested-upgrade | reqwest, hyper, ureq | 101; EOF while parsing a value at line 1 column 0
        http/unrequested-upgrade | httpx | RemoteProtocolError: Received server _SWITCH_UPGRADE event without a pending proposal
        http/unrequested-upgrade | aiohttp | 101; ContentTypeError by json()
        http/wrong-content-type | undici, node:http, axios, got, ky, Java HttpClient, HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO, Go net/http, fasthttp, resty, go-retryablehttp, reqwest, hyper, ureq | 200
        http/wrong-content-type | superagent | 200; an empty object, no error
        http/wrong-content-type | httpx | 200
        http/wrong-content-type | aiohttp | 200; ContentTypeError by json()
        tcp/close | undici | SocketError UND_ERR_SOCKET: other side closed
        tcp/close | node:http, axios, superagent | Error ECONNRESET: socket hang up
        tcp/close | got | RequestError ECONNRESET: socket hang up
        tcp/close | ky | TypeError: fetch failed, from UND_ERR_SOCKET: other side closed
        tcp/close | HttpURLConnection | SocketException: Unexpected end of file from server
        tcp/close | OkHttp | IOException: unexpected end of stream
        tcp/close | Apache HttpClient | NoHttpResponseException: HOST failed to respond
        tcp/close | reactor-netty | PrematureCloseException: Connection prematurely closed BEFORE response
        tcp/close | Ktor CIO | EOFException: Failed to parse HTTP response: the server prematurely closed the connection
        tcp/close | Go net/http, resty, go-retryablehttp | EOF
        tcp/close | fasthttp | the server closed connection before returning the first response byte
        tcp/close | reqwest | error sending request, from connection closed before message completed
        tcp/close | hyper | client error (SendRequest), from connection closed before message completed
        tcp/close | ureq | io: Peer disconnected
        tcp/close | httpx | RemoteProtocolError: Server disconnected without sending a response.
        tcp/close | aiohttp | ServerDisconnectedError: Server disconnected
        tcp/close-mid-body | undici | SocketError UND_ERR_SOCKET: other side closed
        tcp/close-mid-body | node:http, superagent | Error ECONNRESET: aborted
        tcp/close-mid-body | axios | AxiosError ERR_BAD_RESPONSE: stream has been aborted
        tcp/close-mid-body | got | ReadError ECONNRESET: The server aborted pending request
        tcp/close-mid-body | ky | TypeError: terminated, from UND_ERR_SOCKET: other side closed
        tcp/close-mid-body | HttpURLConnection | 200; the body cut short, no error
        tcp/close-mid-body | OkHttp | ProtocolException: unexpected end of stream
        tcp/close-mid-body | Apache HttpClient | ConnectionClosedException: Premature end of Content-Length delimited message body (expected: 12; received: 6)
        tcp/close-mid-body | reactor-netty | PrematureCloseException: Connection prematurely closed DURING response
        tcp/close-mid-body | Ktor CIO | IllegalStateException: Content-Length mismatch: expected 12 bytes, but received 6 bytes
        tcp/close-mid-body | Go net/http, fasthttp, resty, go-retryablehttp | unexpected EOF
        tcp/close-mid-body | reqwest | error decoding response body, from end of file before message length reached
        tcp/close-mid-body | hyper | error reading a body from connection, from end of file before message length reached
        tcp/close-mid-body | ureq | Peer disconnected
        tcp/close-mid-body | httpx | RemoteProtocolError: peer closed connection without sending complete message body (received 6 bytes, expected 12)
        tcp/close-mid-body | aiohttp | ClientPayloadError, from ContentLengthError: Not enough data to satisfy content length header
        tcp/close-mid-headers | undici | SocketError UND_ERR_SOCKET: other side closed
        tcp/close-mid-headers | node:http, axios, superagent | Error ECONNRESET: socket hang up
        tcp/close-mid-headers | got | RequestError ECONNRESET: socket hang up
        tcp/close-mid-headers | ky | TypeError: fetch failed, from UND_ERR_SOCKET: other side closed
        tcp/close-mid-headers | HttpURLConnection | 200; no body, no error
        tcp/close-mid-headers | OkHttp | IOException: unexpected end of stream
        tcp/close-mid-headers | Apache HttpClient | ClientProtocolException: Invalid header; error at offset 3: <Dat>
        tcp/close-mid-headers | reactor-netty | PrematureChannelClosureException: Connection closed before received headers
        tcp/close-mid-headers | Ktor CIO | ParserException: No colon in HTTP header in Dat
        tcp/close-mid-headers | Go net/http, resty, go-retryablehttp | malformed MIME header: missing colon: "Dat"
        tcp/close-mid-headers | fasthttp | error when reading response headers: EOF
        tcp/close-mid-headers | reqwest | error sending request, from connection closed before message completed
        tcp/close-mid-headers | hyper | client error (SendRequest), from connection closed before message completed
        tcp/close-mid-headers | ureq | io: Peer disconnected
        tcp/close-mid-headers | httpx | RemoteProtocolError: Server disconnected without sending a response.
        tcp/close-mid-headers | aiohttp | ServerDisconnectedError
        tcp/close-mid-upload | undici | SocketError UND_ERR_SOCKET: other side closed
        tcp/close-mid-upload | node:http, axios, superagent | Error ECONNRESET: socket hang up
        tcp/close-mid-upload | got | RequestError ECONNRESET: socket hang up
        tcp/close-mid-upload | ky | TypeError: fetch failed, from UND_ERR_SOCKET: other side closed
        tcp/close-mid-upload | Java HttpClient | IOException: HTTP/1.1 header parser received no bytes
        tcp/close-mid-upload | HttpURLConnection | SocketException: Unexpected end of file from server
        tcp/close-mid-upload | OkHttp | IOException: unexpected end of stream
        tcp/close-mid-upload | Apache HttpClient | NoHttpResponseException: HOST failed to respond
        tcp/close-mid-upload | reactor-netty | PrematureCloseException: Connection prematurely closed BEFORE response
        tcp/close-mid-upload | Ktor CIO | EOFException: Failed to parse HTTP response: the server prematurely closed the connection
        tcp/close-mid-upload | Go net/http | EOF, or use of closed network connection
        tcp/close-mid-upload | fasthttp | the server closed connection before returning the first response byte
        tcp/close-mid-upload | resty, go-retryablehttp | use of closed network connection
        tcp/close-mid-upload | reqwest | error sending request, from connection closed before message completed
        tcp/close-mid-upload | hyper | client error (SendRequest), from connection closed before message completed
        tcp/close-mid-upload | ureq | io: Peer disconnected
        tcp/close-mid-upload | httpx | RemoteProtocolError: Server disconnected without sending a response.
        tcp/close-mid-upload | aiohttp | ServerDisconnectedError: Server disconnected
        tcp/reset | undici, node:http, superagent | Error: read ECONNRESET
        tcp/reset | axios | Error ECONNRESET: read ECONNRESET
        tcp/reset | got | RequestError ECONNRESET: read ECONNRESET
        tcp/reset | ky | TypeError: fetch failed, from ECONNRESET
        tcp/reset | HttpURLConnection, OkHttp, Apache HttpClient, Ktor CIO | SocketException: Connection reset
        tcp/reset | reactor-netty | NativeIoException: recvAddress(..) failed with error(-104): Connection reset by peer
        tcp/reset | Go net/http, resty, go-retryablehttp | read: connection reset by peer
        tcp/reset | fasthttp | the server closed connection before returning the first response byte
        tcp/reset | reqwest | error sending request, from Connection reset by peer (os error 104)
        tcp/reset | hyper | client error (SendRequest), from Connection reset by peer (os error 104)
        tcp/reset | ureq | io: Connection reset by peer (os error 104)
        tcp/reset | httpx | ReadError, from ConnectionResetError: Connection reset by peer
        tcp/reset | aiohttp | ClientOSError: [Errno 104] Connection reset by peer
        tcp/reset-mid-body | undici | SocketError UND_ERR_SOCKET: other side closed, or Error: read ECONNRESET
        tcp/reset-mid-body | node:http | Error: read ECONNRESET of the request, and aborted of the response
        tcp/reset-mid-body | superagent | Error ECONNRESET: aborted, or read ECONNRESET
        tcp/reset-mid-body | axios | AxiosError ERR_BAD_RESPONSE: stream has been aborted, or Error ECONNRESET
        tcp/reset-mid-body | got | RequestError or ReadError ECONNRESET
        tcp/reset-mid-body | ky | TypeError: terminated, from ECONNRESET
        tcp/reset-mid-body | HttpURLConnection, OkHttp, Apache HttpClient | SocketException: Connection reset
        tcp/reset-mid-body | reactor-netty | NativeIoException: recvAddress(..) failed with error(-104): Connection reset by peer
        tcp/reset-mid-body | Ktor CIO | ClosedByteChannelException: Connection reset, or two other classes
        tcp/reset-mid-body | Go net/http, fasthttp, resty, go-retryablehttp | read: connection reset by peer
        tcp/reset-mid-body | reqwest | error decoding response body, from Connection reset by peer (os error 104)
        tcp/reset-mid-body | hyper | error reading a body from connection, from Connection reset by peer (os error 104)
        tcp/reset-mid-body | ureq | Peer disconnected
        tcp/reset-mid-body | httpx | ReadError, from ConnectionResetError: Connection reset by peer
        tcp/reset-mid-body | aiohttp | ClientPayloadError, from ContentLengthError: Not enough data to satisfy content length header
        tcp/reset-mid-upload | undici, node:http, superagent | Error: write ECONNRESET
        tcp/reset-mid-upload | axios | Error ECONNRESET: write ECONNRESET
        tcp/reset-mid-upload | got | RequestError ECONNRESET: write ECONNRESET
        tcp/reset-mid-upload | ky | TypeError: fetch failed, from ECONNRESET
        tcp/reset-mid-upload | HttpURLConnection | SocketException: Unexpected end of file from server, or Connection reset, or IOException: Error writing to server
        tcp/reset-mid-upload | OkHttp, Apache HttpClient | SocketException: Connection reset by peer
        tcp/reset-mid-upload | reactor-netty | NativeIoException: recvAddress(..) failed with error(-104): Connection reset by peer
        tcp/reset-mid-upload | Ktor CIO | EOFException: Failed to parse HTTP response: the server prematurely closed the connection
        tcp/reset-mid-upload | Go net/http | connection reset by peer, use of closed network connection or broken pipe
        tcp/reset-mid-upload | fasthttp | the server closed connection before returning the first response byte
        tcp/reset-mid-upload | resty, go-retryablehttp | read: connection reset by peer
        tcp/reset-mid-upload | reqwest | error sending request, from Connection reset by peer (os error 104)
        tcp/reset-mid-upload | hyper | client error (SendRequest), from Connection reset by peer (os error 104)
        tcp/reset-mid-upload | ureq | io: Connection reset by peer (os error 104)
        tcp/reset-mid-upload | httpx | ReadError, from ConnectionResetError: Connection reset by peer
        tcp/reset-mid-upload | aiohttp | ClientOSError: [Errno 104] Connection reset by peer
        tcp/reset-on-first-byte | undici, node:http, superagent | Error: read ECONNRESET
        tcp/reset-on-first-byte | axios | Error ECONNRESET: read ECONNRESET
        tcp/reset-on-first-byte | got | RequestError ECONNRESET: read ECONNRESET
        tcp/reset-on-first-byte | ky | TypeError: fetch failed, from ECONNRESET
        tcp/reset-on-first-byte | HttpURLConnection, OkHttp, Apache HttpClient, Ktor CIO | SocketException: Connection reset
        tcp/reset-on-first-byte | reactor-netty | NativeIoException: recvAddress(..) failed with error(-104): Connection reset by peer
        tcp/reset-on-first-byte | Go net/http, resty, go-retryablehttp | read: connection reset by peer
        tcp/reset-on-first-byte | fasthttp | the server closed connection before returning the first response byte
        tcp/reset-on-first-byte | reqwest | error sending request, from Connection reset by peer (os error 104)
        tcp/reset-on-first-byte | hyper | client error (SendRequest), from Connection reset by peer (os error 104)
        tcp/reset-on-first-byte | ureq | io: Connection reset by peer (os error 104)
        tcp/reset-on-first-byte | httpx | ReadError, from ConnectionResetError: Connection reset by peer
        tcp/reset-on-first-byte | aiohttp | ClientOSError: [Errno 104] Connection reset by peer
        tcp/slow | undici, node:http, axios, ky, Java HttpClient, HttpURLConnection, OkHttp, Apache HttpClient, reactor-netty, Ktor CIO | 200
        tcp/slow | got | TimeoutError ETIMEDOUT: Timeout awaiting 'request' for 2000ms
        tcp/slow | superagent | Error ECONNABORTED: Timeout of 2000ms exceeded
        tcp/slow | Go net/http, resty, go-retryablehttp | context deadline exceeded (Client.Timeout or context cancellation while reading body)
        tcp/slow | fasthttp | timeout
        tcp/slow | reqwest | error decoding response body, from operation timed out
        tcp/slow | hyper | no end by itself: it has no timeout
        tcp/slow | ureq | timeout: global
        tcp/slow | httpx | 200
        tcp/slow | aiohttp | TimeoutError
        tcp/stall-mid-body | undici | BodyTimeoutError UND_ERR_BODY_TIMEOUT: Body Timeout Error
        tcp/stall-mid-body | node:http | no error by itself; the timeout event of its socket
        tcp/stall-mid-body | axios | AxiosError ERR_BAD_RESPONSE: stream has been aborted
        tcp/stall-mid-body | got | TimeoutError ETIMEDOUT: Timeout awaiting 'request' for 2000ms
        tcp/stall-mid-body | ky | no end within 12 s, whatever its timeout
        tcp/stall-mid-body | superagent | Error ECONNABORTED: Timeout of 2000ms exceeded
        tcp/stall-mid-body | HttpURLConnection, OkHttp, Apache HttpClient | SocketTimeoutException: Read timed out
        tcp/stall-mid-body | reactor-netty | ReadTimeoutException
        tcp/stall-mid-body | Ktor CIO | ClosedByteChannelException
        tcp/stall-mid-body | Go net/http, resty, go-retryablehttp | context deadline exceeded (Client.Timeout or context cancellation while reading body)
        tcp/stall-mid-body | fasthttp | timeout
        tcp/stall-mid-body | reqwest | error decoding response body, from operation timed out
        tcp/stall-mid-body | hyper | no end by itself: it has no timeout
        tcp/stall-mid-body | ureq | timeout: global
        tcp/stall-mid-body | httpx | ReadTimeout
        tcp/stall-mid-body | aiohttp | TimeoutError
        tcp/stop-reading | undici | HeadersTimeoutError UND_ERR_HEADERS_TIMEOUT: Headers Timeout Error
        tcp/stop-reading | node:http | no error by itself; the timeout event of its socket
        tcp/stop-reading | axios | AxiosError ECONNABORTED: timeout of 2000ms exceeded
        tcp/stop-reading | got | TimeoutError ETIMEDOUT: Timeout awaiting 'request' for 2000ms
        tcp/stop-reading | ky | TimeoutError: Request timed out
        tcp/stop-reading | superagent | Error ECONNABORTED: Timeout of 2000ms exceeded
        tcp/stop-reading | HttpURLConnection, Apache HttpClient, reactor-netty | no end within 12 s, whatever its timeout
        tcp/stop-reading | OkHttp | SocketTimeoutException: timeout
        tcp/stop-reading | Ktor CIO | SocketTimeoutException: Socket timeout has expired
        tcp/stop-reading | Go net/http, resty, go-retryablehttp | context deadline exceeded (Client.Timeout exceeded while awaiting headers)
        tcp/stop-reading | fasthttp | timeout
        tcp/stop-reading | reqwest | error sending request, from operation timed out
        tcp/stop-reading | hyper | no end by itself: it has no timeout
        tcp/stop-reading | ureq | timeout: global
        tcp/stop-reading | httpx | WriteTimeout
        tcp/stop-reading | aiohttp | TimeoutError
        """#
}
