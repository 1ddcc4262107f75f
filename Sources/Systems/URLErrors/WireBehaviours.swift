internal import Catalogue

/// What a server can do on the wire, each tested against real clients, and the failure that does it.
enum WireBehaviours {
    /// behaviour | layer | failure, or - for a control case | bytes on the wire
    static let text = """
        baseline_ok | http1 | - | control case: 200 with JSON
        fin_on_accept | tcp | tcp/close-on-accept | accept, then close at once
        rst_on_accept | tcp | tcp/reset-on-accept | accept, then SO_LINGER 0 close (RST) at once
        rst_after_request | tcp | tcp/reset | read request head, then RST
        fin_after_request | tcp | tcp/close | read request head, then FIN, no bytes sent
        silent_never_reply | http1 | http/timeout | read request head, never answer
        fin_mid_headers | http1 | tcp/close-mid-headers | status line + partial header name, then FIN
        fin_mid_body | http1 | tcp/close-mid-body | Content-Length 100, 10 bytes, FIN
        rst_mid_body | http1 | tcp/reset-mid-body | Content-Length 100, 10 bytes, RST
        stall_mid_body | http1 | tcp/stall-mid-body | Content-Length 100, 10 bytes, then silence
        garbage_status_line | http1 | http/malformed-status-line | "BLAH BLAH" instead of a status line
        binary_garbage | http1 | http/garbage | bytes 01..C7 instead of a response
        bad_http_version | http1 | http/malformed-status-line by=version | HTTP/9.9 status line
        non_numeric_status | http1 | http/malformed-status-line by=letters | status code "abc"
        bad_chunk_size | http1 | http/bad-chunk-size | chunk size line ZZZ
        truncated_chunked | http1 | http/missing-last-chunk | one good chunk, FIN before the terminator
        bad_gzip | http1 | http/bad-gzip | Content-Encoding: gzip over plain text
        truncated_gzip | http1 | http/truncated-gzip | valid gzip stream with the last 12 bytes missing, Content-Length matching
        unknown_content_encoding | http1 | http/unknown-encoding | Content-Encoding: x-martian
        unknown_transfer_encoding | http1 | http/unknown-transfer-encoding | Transfer-Encoding: x-martian
        conflicting_content_length | http1 | http/conflicting-lengths | two different Content-Length headers
        negative_content_length | http1 | http/bad-length | Content-Length: -5
        overflow_content_length | http1 | http/bad-length by=overflow | 23-digit Content-Length
        header_1mb | http1 | http/oversized-header | one 1 MiB header value
        header_no_colon | http1 | http/malformed-header | header line without colon
        header_nul | http1 | http/malformed-header by=nul | NUL inside a header value
        zero_byte_200 | http1 | http/empty-body | 200 with Content-Length: 0
        redirect_loop_self | http1 | http/redirect-loop | 302 to itself
        redirect_to_file | http1 | http/redirect-to-file | 302 to file:///
        redirect_to_ftp | http1 | http/redirect-to by=ftp | 302 to ftp://
        redirect_no_location | http1 | http/redirect-without-location | 302 without Location
        redirect_bad_url | http1 | http/redirect-to by=bad-url | 302 to http://[::bad/
        redirect_closed_port | http1 | http/redirect-to by=closed-port | 302 to a closed port (port 1)
        redirect_unresolvable | http1 | http/redirect-to | 302 to no-such-host.invalid
        redirect_empty_host | http1 | http/redirect-to by=empty-host | 302 to http:///nohost
        auth_401_no_challenge | http1 | http/status/401 | 401 without WWW-Authenticate, which a null in `headers` leaves out
        auth_401_unknown_scheme | http1 | http/challenge scheme=Martian | 401 WWW-Authenticate: Martian
        auth_401_basic | http1 | http/challenge | 401 WWW-Authenticate: Basic
        status_407_direct | http1 | http/challenge status=407 | 407 from an origin, no proxy in use
        status_420 | http1 | http/status/420 | 420 with empty body
        status_101 | http1 | http/unrequested-upgrade | unrequested 101 upgrade
        status_999 | http1 | http/status/999 | status 999
        status_099 | http1 | http/malformed-status-line by=low-status | status 099
        flood_1xx | http1 | http/interim-flood | 3000 x 103 before the 200
        html_instead_of_json | http1 | http/html | 200 text/html
        drip_headers | http1 | http/slow-headers | response head one byte every 0.3 s
        post_rst_during_upload | http1 | tcp/reset-mid-upload | RST after the first bytes of a large POST
        post_413_then_close | http1 | http/early-reply | 413 while the upload is still running, then close
        post_stop_reading | http1 | tcp/stop-reading | stop reading a large POST, window closes
        tls_port_speaks_http | tls | tls/plain-http | plain HTTP reply to a ClientHello
        tls_alert_close_notify | tls | tls/alert alert=close_notify | TLS alert 0 (close_notify) in reply to ClientHello
        tls_alert_unexpected_message | tls | tls/alert alert=unexpected_message | TLS alert 10 (unexpected_message) in reply to ClientHello
        tls_alert_bad_record_mac | tls | tls/alert alert=bad_record_mac | TLS alert 20 (bad_record_mac) in reply to ClientHello
        tls_alert_handshake_failure | tls | tls/alert alert=handshake_failure | TLS alert 40 (handshake_failure) in reply to ClientHello
        tls_alert_bad_certificate | tls | tls/alert alert=bad_certificate | TLS alert 42 (bad_certificate) in reply to ClientHello
        tls_alert_certificate_expired | tls | tls/alert alert=certificate_expired | TLS alert 45 (certificate_expired) in reply to ClientHello
        tls_alert_unknown_ca | tls | tls/alert alert=unknown_ca | TLS alert 48 (unknown_ca) in reply to ClientHello
        tls_alert_access_denied | tls | tls/alert alert=access_denied | TLS alert 49 (access_denied) in reply to ClientHello
        tls_alert_decode_error | tls | tls/alert alert=decode_error | TLS alert 50 (decode_error) in reply to ClientHello
        tls_alert_protocol_version | tls | tls/alert alert=protocol_version | TLS alert 70 (protocol_version) in reply to ClientHello
        tls_alert_insufficient_security | tls | tls/alert alert=insufficient_security | TLS alert 71 (insufficient_security) in reply to ClientHello
        tls_alert_internal_error | tls | tls/alert alert=internal_error | TLS alert 80 (internal_error) in reply to ClientHello
        tls_alert_inappropriate_fallback | tls | tls/alert alert=inappropriate_fallback | TLS alert 86 (inappropriate_fallback) in reply to ClientHello
        tls_alert_unrecognized_name | tls | tls/alert alert=unrecognized_name | TLS alert 112 (unrecognized_name) in reply to ClientHello
        tls_alert_certificate_required | tls | tls/alert alert=certificate_required | TLS alert 116 (certificate_required) in reply to ClientHello
        tls_alert_no_application_protocol | tls | tls/alert alert=no_application_protocol | TLS alert 120 (no_application_protocol) in reply to ClientHello
        tls_fin_in_handshake | tls | tls/close-in-handshake | FIN after ClientHello
        tls_rst_in_handshake | tls | tls/reset-in-handshake | RST after ClientHello
        tls_silent_handshake | tls | tls/stall-in-handshake | no ServerHello
        tls_cert_good | tls | tls/untrusted-root | control: certificate from a CA the client was given
        tls_cert_expired | tls | tls/expired | expired certificate
        tls_cert_notyet | tls | tls/not-yet-valid | certificate not valid yet
        tls_cert_wronghost | tls | tls/wrong-host | certificate for another name
        tls_cert_selfsigned | tls | tls/self-signed | self-signed certificate
        tls_client_cert_required_13 | tls | tls/client-certificate-required | TLS 1.3 CertificateRequest, none sent
        tls_client_cert_required_12 | tls | tls/client-certificate-required | TLS 1.2 CertificateRequest, none sent
        tls_only_1_0 | tls | tls/old-version | server speaks TLS 1.0 only
        tls_truncated_body_no_close_notify | tls | tls/no-close-notify | Content-Length 100, 10 bytes, TCP FIN without close_notify
        tls_eof_body_no_close_notify | tls | tls/no-close-notify | EOF-delimited body, TCP FIN without close_notify
        h2_rst_NO_ERROR | http2 | http2/rst-stream code=NO_ERROR | RST_STREAM error code 0x0
        h2_goaway_NO_ERROR | http2 | http2/goaway code=NO_ERROR | GOAWAY last-stream-id 0, error code 0x0
        h2_rst_PROTOCOL_ERROR | http2 | http2/rst-stream code=PROTOCOL_ERROR | RST_STREAM error code 0x1
        h2_goaway_PROTOCOL_ERROR | http2 | http2/goaway code=PROTOCOL_ERROR | GOAWAY last-stream-id 0, error code 0x1
        h2_rst_INTERNAL_ERROR | http2 | http2/rst-stream code=INTERNAL_ERROR | RST_STREAM error code 0x2
        h2_goaway_INTERNAL_ERROR | http2 | http2/goaway code=INTERNAL_ERROR | GOAWAY last-stream-id 0, error code 0x2
        h2_rst_FLOW_CONTROL_ERROR | http2 | http2/rst-stream code=FLOW_CONTROL_ERROR | RST_STREAM error code 0x3
        h2_goaway_FLOW_CONTROL_ERROR | http2 | http2/goaway code=FLOW_CONTROL_ERROR | GOAWAY last-stream-id 0, error code 0x3
        h2_rst_SETTINGS_TIMEOUT | http2 | http2/rst-stream code=SETTINGS_TIMEOUT | RST_STREAM error code 0x4
        h2_goaway_SETTINGS_TIMEOUT | http2 | http2/goaway code=SETTINGS_TIMEOUT | GOAWAY last-stream-id 0, error code 0x4
        h2_rst_STREAM_CLOSED | http2 | http2/rst-stream code=STREAM_CLOSED | RST_STREAM error code 0x5
        h2_goaway_STREAM_CLOSED | http2 | http2/goaway code=STREAM_CLOSED | GOAWAY last-stream-id 0, error code 0x5
        h2_rst_FRAME_SIZE_ERROR | http2 | http2/rst-stream code=FRAME_SIZE_ERROR | RST_STREAM error code 0x6
        h2_goaway_FRAME_SIZE_ERROR | http2 | http2/goaway code=FRAME_SIZE_ERROR | GOAWAY last-stream-id 0, error code 0x6
        h2_rst_REFUSED_STREAM | http2 | http2/rst-stream code=REFUSED_STREAM | RST_STREAM error code 0x7
        h2_goaway_REFUSED_STREAM | http2 | http2/goaway code=REFUSED_STREAM | GOAWAY last-stream-id 0, error code 0x7
        h2_rst_CANCEL | http2 | http2/rst-stream code=CANCEL | RST_STREAM error code 0x8
        h2_goaway_CANCEL | http2 | http2/goaway code=CANCEL | GOAWAY last-stream-id 0, error code 0x8
        h2_rst_COMPRESSION_ERROR | http2 | http2/rst-stream code=COMPRESSION_ERROR | RST_STREAM error code 0x9
        h2_goaway_COMPRESSION_ERROR | http2 | http2/goaway code=COMPRESSION_ERROR | GOAWAY last-stream-id 0, error code 0x9
        h2_rst_CONNECT_ERROR | http2 | http2/rst-stream code=CONNECT_ERROR | RST_STREAM error code 0xa
        h2_goaway_CONNECT_ERROR | http2 | http2/goaway code=CONNECT_ERROR | GOAWAY last-stream-id 0, error code 0xa
        h2_rst_ENHANCE_YOUR_CALM | http2 | http2/rst-stream code=ENHANCE_YOUR_CALM | RST_STREAM error code 0xb
        h2_goaway_ENHANCE_YOUR_CALM | http2 | http2/goaway code=ENHANCE_YOUR_CALM | GOAWAY last-stream-id 0, error code 0xb
        h2_rst_INADEQUATE_SECURITY | http2 | http2/rst-stream code=INADEQUATE_SECURITY | RST_STREAM error code 0xc
        h2_goaway_INADEQUATE_SECURITY | http2 | http2/goaway code=INADEQUATE_SECURITY | GOAWAY last-stream-id 0, error code 0xc
        h2_rst_HTTP_1_1_REQUIRED | http2 | http2/rst-stream code=HTTP_1_1_REQUIRED | RST_STREAM error code 0xd
        h2_goaway_HTTP_1_1_REQUIRED | http2 | http2/goaway code=HTTP_1_1_REQUIRED | GOAWAY last-stream-id 0, error code 0xd
        h2_goaway_lastid_covers_then_close | http2 | http2/goaway | GOAWAY NO_ERROR whose last-stream-id covers the request, then FIN
        h2_data_before_headers | http2 | http2/data-before-headers | DATA frame before HEADERS
        h2_bad_hpack | http2 | http2/broken-hpack | undecodable header block
        h2_frame_too_large | http2 | http2/oversized-frame | frame length 0xFFFFFF
        h2_missing_status | http2 | http2/missing-status | HEADERS without :status
        h2_fin_after_request | http2 | tcp/close | FIN after the request HEADERS
        h2_rst_mid_body | http2 | http2/rst-stream code=INTERNAL_ERROR | 200 + partial DATA + RST_STREAM INTERNAL_ERROR
        h2_tcp_rst_after_request | http2 | tcp/reset | TCP RST after the request HEADERS
        proxy_connect_502 | proxy | proxy/connect-status status=502 | CONNECT answered 502
        proxy_connect_407 | proxy | proxy/connect-status status=407 | CONNECT answered 407
        proxy_connect_garbage | proxy | proxy/connect-garbage | CONNECT answered with garbage
        proxy_connect_fin | proxy | proxy/connect-close | FIN after CONNECT
        proxy_connect_302 | proxy | proxy/connect-status status=302 | CONNECT answered 302
        socks4_reply_5b | socks | proxy/socks4-reply code=91 | SOCKS4 reply code 0x5b
        socks4_reply_5c | socks | proxy/socks4-reply code=92 | SOCKS4 reply code 0x5c
        socks4_reply_5d | socks | proxy/socks4-reply code=93 | SOCKS4 reply code 0x5d
        socks4_reply_77 | socks | proxy/socks4-reply code=119 | SOCKS4 reply code 0x77
        socks4_bad_version | socks | proxy/socks4-version | SOCKS4 reply with version byte 09
        socks5_no_acceptable_method | socks | proxy/socks5-method method=255 | SOCKS5 method FF
        socks5_unsupported_method | socks | proxy/socks5-method method=126 | SOCKS5 method 7E
        socks5_bad_version | socks | proxy/socks5-version | SOCKS5 greeting answered with version 04
        socks5_bad_credentials | socks | proxy/socks5-credentials | SOCKS5 user/password sub-negotiation status 01
        socks5_reply_01 | socks | proxy/socks5-reply code=1 | SOCKS5 reply code 0x01
        socks5_reply_02 | socks | proxy/socks5-reply code=2 | SOCKS5 reply code 0x02
        socks5_reply_03 | socks | proxy/socks5-reply code=3 | SOCKS5 reply code 0x03
        socks5_reply_04 | socks | proxy/socks5-reply code=4 | SOCKS5 reply code 0x04
        socks5_reply_05 | socks | proxy/socks5-reply code=5 | SOCKS5 reply code 0x05
        socks5_reply_06 | socks | proxy/socks5-reply code=6 | SOCKS5 reply code 0x06
        socks5_reply_07 | socks | proxy/socks5-reply code=7 | SOCKS5 reply code 0x07
        socks5_reply_08 | socks | proxy/socks5-reply code=8 | SOCKS5 reply code 0x08
        socks5_reply_09 | socks | proxy/socks5-reply code=9 | SOCKS5 reply code 0x09
        socks5_bad_addr_type | socks | proxy/socks5-address-type | SOCKS5 reply with address type 09
        socks5_fin_in_handshake | socks | proxy/socks5-close | FIN after the SOCKS5 greeting
        syn_blackhole_backlog_full | tcp | tcp/connect-timeout | listener with a full backlog, SYN unanswered
        connect_refused | tcp | tcp/refuse | port bound but not listening
        """

    struct Behaviour: Sendable, Hashable {
        let name: String
        let layer: Layer
        /// Nil for the control case.
        let cause: Cause?
        let wire: String
    }

    enum Layer: String {
        case tcp, http1, tls, http2, socks, proxy
    }

    static let all = TextTable.rows(text) { row in
        Behaviour(name: row.text(), layer: row.word(), cause: row.optionalCause(), wire: row.text())
    }
}
