/// What clients print, such as `ECONNRESET` or `SocketTimeoutException`, and the failures at which they were seen to.
///
/// Measured in November 2026 against every failure of HTTP and TCP: curl, requests, Node's fetch and http, undici, axios,
/// got, ky and superagent; OkHttp, Apache HttpClient 5, java.net.http, HttpURLConnection, reactor-netty and Ktor; Go's
/// net/http, fasthttp, resty and go-retryablehttp; reqwest, hyper and ureq. Against those of TLS: curl, requests, Node's https,
/// java.net.http and gnutls-cli. Names that a client has for nearly every error,
/// such as AxiosError, are left out.
enum ClientErrorNames {
    /// names, separated by commas | failures, those that most clients report so first
    static let text = """
        ECONNRESET, ConnectionResetError, connection reset by peer | tcp/reset; tcp/reset-mid-body; tcp/reset-on-first-byte; tcp/reset-mid-upload; tcp/close; http/length-too-long; http/missing-last-chunk; tcp/close-mid-body
        UND_ERR_SOCKET, SocketError, other side closed | tcp/close; tcp/close-mid-body; tcp/close-mid-headers; http/length-too-long; http/missing-last-chunk; tcp/reset-mid-body; http/unrequested-upgrade
        socket hang up | tcp/close; tcp/close-mid-headers; tcp/close-mid-body
        SocketException | tcp/reset; tcp/reset-on-first-byte; tcp/reset-mid-body; tcp/reset-mid-upload; tcp/close-mid-upload
        NativeIoException | tcp/reset; tcp/reset-on-first-byte; tcp/reset-mid-body; tcp/reset-mid-upload
        SocketTimeoutException, ReadTimeoutException | http/timeout; tcp/stall-mid-body; tcp/stop-reading; http/length-too-long; http/missing-last-chunk
        TimeoutError, HttpTimeoutException, HeadersTimeoutError, UND_ERR_HEADERS_TIMEOUT | http/timeout; http/slow-headers; tcp/stop-reading
        BodyTimeoutError, UND_ERR_BODY_TIMEOUT | tcp/stall-mid-body
        NoHttpResponseException | tcp/close; http/garbage; http/malformed-status-line; tcp/close-mid-upload
        PrematureCloseException | tcp/close; tcp/close-mid-body; http/length-too-long; http/missing-last-chunk; tcp/close-mid-upload; http/garbage
        PrematureChannelClosureException | tcp/close-mid-headers
        ConnectionClosedException | tcp/close-mid-body; http/length-too-long; http/missing-last-chunk
        ClosedByteChannelException | http/bad-chunk-size; http/missing-last-chunk; http/length-too-long; tcp/reset-mid-body; http/unknown-transfer-encoding
        EOFException, unexpected EOF, unexpected end of stream | tcp/close; tcp/close-mid-body; http/length-too-long; http/missing-last-chunk; http/truncated-gzip; http/garbage
        ChunkedEncodingError, IncompleteRead, ProtocolError | http/bad-chunk-size; http/missing-last-chunk; http/length-too-long; tcp/close-mid-body; tcp/reset-mid-body
        RemoteDisconnected | tcp/close; tcp/close-on-accept; tcp/close-mid-upload
        BadStatusLine, HPE_INVALID_CONSTANT, ParserException, HTTPParserError | http/garbage; http/malformed-status-line; http/malformed-header
        ProtocolException, ClientProtocolException | http/malformed-status-line; http/garbage; http/malformed-header; http/bad-length; http/conflicting-lengths; http/bad-chunk-size; http/length-too-long; http/redirect-loop
        UnsupportedHttpVersionException | http/malformed-status-line
        HPE_INVALID_HEADER_TOKEN, InvalidHeader | http/malformed-header
        HPE_HEADER_OVERFLOW, HeadersOverflowError, UND_ERR_HEADERS_OVERFLOW, TooLongHttpHeaderException | http/oversized-header
        HPE_INVALID_CHUNK_SIZE, MalformedChunkCodingException, InvalidChunkLength | http/bad-chunk-size
        HPE_INVALID_CONTENT_LENGTH | http/bad-length
        HPE_UNEXPECTED_CONTENT_LENGTH, ResponseContentLengthMismatchError, UND_ERR_RES_CONTENT_LENGTH_MISMATCH | http/conflicting-lengths
        HPE_CLOSED_CONNECTION | http/length-too-short
        NotImplementedException | http/unknown-transfer-encoding
        Z_DATA_ERROR, ContentDecodingError, ZipException, DataFormatException, DecompressionException, CorruptInputError | http/bad-gzip
        Z_BUF_ERROR | http/truncated-gzip
        ERR_FR_TOO_MANY_REDIRECTS, MaxRedirectsError, TooManyRedirects, CircularRedirectException, SendCountExceedException | http/redirect-loop
        ERR_FR_REDIRECTION_FAILURE, ERR_UNSUPPORTED_PROTOCOL, EUNSUPPORTEDREDIRECT, InvalidSchema | http/redirect-to-file
        UncheckedIOException | http/redirect-without-location; http/status/307; http/status/308
        ERR_BODY_PARSE_FAILURE, JSONDecodeError, SyntaxError, JsonParseException, MalformedJsonException | http/html; http/truncated-json; http/empty-body
        ConnectException, HttpHostConnectException | tcp/refuse
        captive, captive-portal | http/html; http/redirect-to
        CERT_HAS_EXPIRED, certificate has expired, certificate_expired | tls/expired; tls/expired-intermediate
        CERT_NOT_YET_VALID, certificate is not yet valid | tls/not-yet-valid
        ERR_TLS_CERT_ALTNAME_INVALID, Hostname mismatch, No subject alternative DNS name matching | tls/wrong-host; tls/wrong-address; tls/address-as-name; tls/wildcard-too-deep; tls/nul-in-name; tls/common-name-only
        DEPTH_ZERO_SELF_SIGNED_CERT, self-signed certificate | tls/self-signed
        UNABLE_TO_GET_ISSUER_CERT_LOCALLY, unable to get local issuer certificate | tls/untrusted-root; tls/incomplete-chain; tls/wrong-authority-key-id
        UNABLE_TO_VERIFY_LEAF_SIGNATURE | tls/incomplete-chain; tls/wrong-authority-key-id
        CERT_SIGNATURE_FAILURE | tls/bad-certificate-signature
        INVALID_PURPOSE, unsuitable certificate purpose | tls/wrong-purpose; tls/wrong-key-usage; tls/issuer-first
        PATH_LENGTH_EXCEEDED | tls/path-length
        SSLCertVerificationError, CERTIFICATE_VERIFY_FAILED | tls/expired; tls/wrong-host; tls/untrusted-root; tls/self-signed; tls/not-yet-valid; tls/incomplete-chain
        PKIX path building failed, SunCertPathBuilderException | tls/untrusted-root; tls/self-signed; tls/incomplete-chain
        PKIX path validation failed, CertPathValidatorException | tls/expired; tls/not-yet-valid; tls/name-constraints; tls/issuer-not-ca
        SSLHandshakeException | tls/untrusted-root; tls/expired; tls/wrong-host; tls/alert; tls/close-in-handshake
        SSLEOFError, Remote host terminated the handshake | tls/close-in-handshake; tls/reset-in-handshake
        SSLZeroReturnError | tls/close-notify-in-handshake
        dh key too small, modulus too small | tls/weak-dh
        legacy sigalg disallowed or unsupported, unsupported protocol, UNSUPPORTED_PROTOCOL | tls/old-version
        wrong version number, WRONG_VERSION_NUMBER, Unrecognized SSL message | tls/plain-http; tls/other-protocol; tls/garbage; tls/wrong-record-version; tls/plaintext-after-handshake
        UNSAFE_LEGACY_RENEGOTIATION_DISABLED | tls/no-secure-renegotiation
        DECRYPTION_FAILED_OR_BAD_RECORD_MAC | tls/bad-record-mac
        EPROTO | tls/alert; tls/unreadable-certificate; tls/wrong-key; tls/many-names
        """

    /// The failures by the names in lower case.
    static let failures: [String: [String]] = {
        let rows = TextTable.rows(text) { row in (row.texts(), row.causes().map(\.failure)) }
        return Dictionary(
            rows.flatMap { names, failures in names.map { ($0.lowercased(), failures) } },
            uniquingKeysWith: { first, _ in first })
    }()

    static let names = TextTable.rows(text) { row in
        let names = row.texts()
        _ = row.causes()
        return names
    }.flatMap(\.self)
}
