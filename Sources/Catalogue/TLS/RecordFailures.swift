internal import Wire

/// Records that a client must not take, what a server may not send behind the handshake, and sessions that cannot be resumed.
enum RecordFailures {
    /// As `TLSRow` reads it.
    static let text = """
        bad-record-mac | A record of the answer is damaged. | The first record of the answer, whose last bit is another. | 56 | SSLError, from SSLError: decryption failed or bad record mac | ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC | SSLException: Tag mismatch! | Decryption has failed | RFC 8446, 5.2
        record-overflow | A record is longer than any may be. | In the place of the answer's first record, one of 18,433 bytes. | 56 | SSLError, from SSLError: packet length too long | ERR_SSL_PACKET_LENGTH_TOO_LONG | SSLProtocolException: Input record too big: max = 16709 len = 18438 | A TLS record packet with invalid length was received | RFC 8446, 5.2
        plaintext-overflow | There is more in a record than there may be. | The first record of the answer, filled up with spaces to 16,386 bytes. | 56 | SSLError, from SSLError: data length too long | ERR_SSL_DATA_LENGTH_TOO_LONG | 200 | A TLS record packet with invalid length was received | RFC 8446, 5.1
        empty-records | Many records have nothing in them. | `count` records without content ahead of the answer. | 56 | SSLError, from SSLError: record too small | ERR_SSL_RECORD_TOO_SMALL | SSLException: Incorrect inner plaintext: no content type | 200 | RFC 8446, 5.1
        padding-only-record | A record has nothing but padding. | 64 zeros, sealed, ahead of the answer. TLS 1.3 alone. | 56 | SSLError, from SSLError: bad record type | ERR_SSL_BAD_RECORD_TYPE | SSLException: Incorrect inner plaintext: no content type | Decryption has failed | RFC 8446, 5.4
        fragmented | An answer comes byte by byte, in a record each. A control: clients accept it. | Records of one byte for the first 1,024 bytes of answers. | 0 | 200 | 200 | 200 | 200 | RFC 8446, 5.1
        unknown-record-type | A record is of no known type. | A record of the type 99, sealed as it should be, ahead of the answer. | 56 | SSLError, from SSLError: bad record type | ERR_SSL_BAD_RECORD_TYPE | SSLProtocolException: Unknown content type: 99 | An unexpected TLS packet was received | RFC 8446, 5
        wrong-record-version | The header of a record has another version. | 0x0305 in the header of the answer's first record, which is sealed as it should be. | 56 | SSLError, from SSLError: wrong version number | ERR_SSL_WRONG_VERSION_NUMBER | SSLException: Tag mismatch! | A packet with illegal or unsupported version was received | RFC 8446, 5.1
        unexpected-change-cipher-spec | A ChangeCipherSpec comes behind the handshake. | A ChangeCipherSpec ahead of the answer: in the clear, in TLS 1.2 sealed. | 56 | SSLError, from SSLError: bad record type | ERR_SSL_BAD_RECORD_TYPE | SSLProtocolException: Unexpected content: 20 | An unexpected TLS packet was received | RFC 8446, 5
        heartbeat | A heartbeat comes, on which nobody has agreed. | A sealed heartbeat request with four bytes, ahead of the answer. | 56 | SSLError, from SSLError: bad record type | ERR_SSL_BAD_RECORD_TYPE | SSLProtocolException: Unknown content type: 24 | An unexpected TLS packet was received | RFC 6520, 3
        plaintext-after-handshake | The answer comes in the clear. | HTTP without TLS, behind a handshake as it should be. | 56 | SSLError, from SSLError: wrong version number | ERR_SSL_WRONG_VERSION_NUMBER | SSLProtocolException: Input record too big: max = 16709 len = 20532 | An unexpected TLS packet was received | RFC 8446, 5.2
        late-certificate-request | The server asks for a certificate behind the handshake. | A sealed CertificateRequest right behind the handshake. TLS 1.3 alone. A client that takes part in that, as curl and requests do, answers it, and is served. | 0 | 200 | ERR_SSL_UNEXPECTED_MESSAGE | SSLProtocolException: Unexpected handshake message: certificate_request | An unexpected TLS packet was received | RFC 8446, 4.6.2
        warning-flood | The server sends many warnings. | `count` alerts user_canceled, of the level warning, right behind the handshake. | 56 | SSLError, from SSLError: too many warn alerts | ERR_SSL_TOO_MANY_WARN_ALERTS | 200 | A TLS fatal alert has been received. Received alert [90]: User canceled | RFC 8446, 6
        hello-request | The server asks for another handshake. | `times` HelloRequests right behind the handshake. TLS 1.2 alone. The answer waits for a handshake of the client, or its warning no_renegotiation; so many handshakes are answered. | 0 | 200 | 200 | 200 | An unexpected TLS handshake packet was received | RFC 5246, 7.4.1.1
        ticket-flood | The server sends many tickets. A control: clients accept it. | `count` NewSessionTickets right behind the handshake. TLS 1.3 alone. | 0 | 200 | 200 | 200 | 200 | RFC 8446, 4.6.1
        key-update-flood | The server changes its keys again and again. | `count` KeyUpdates right behind the handshake, none of which asks for one of the client. TLS 1.3 alone. | 0 | 200 | 200 | 200 | Too many handshake packets have been received | RFC 8446, 4.6.3
        malformed-ticket | A ticket of the server ends too early. | A NewSessionTicket of its lifetime alone, right behind the handshake. TLS 1.3 alone. | 56 | SSLError, from SSLError: length mismatch | ERR_SSL_LENGTH_MISMATCH | SSLHandshakeException: Invalid NewSessionTicket message: insufficient data | Error in parsing | RFC 8446, 4.6.1
        bad-key-update | A KeyUpdate has a value that it cannot have. | A KeyUpdate of 2, right behind the handshake. TLS 1.3 alone. | 56 | SSLError, from SSLError: bad key update | ERR_SSL_BAD_KEY_UPDATE | SSLHandshakeException: Invalid KeyUpdate message value: <UNKNOWN KeyUpdateRequest TYPE: 2> | An illegal parameter has been received | RFC 8446, 4.6.3
        repeated-finished | The server sends Finished again. | A second Finished, of 32 bytes, right behind the handshake. TLS 1.3 alone. | 56 | SSLError, from SSLError: unexpected message | ERR_SSL_UNEXPECTED_MESSAGE | SSLProtocolException: Unexpected handshake message: finished | An unexpected TLS packet was received | RFC 8446, 4
        resumption-refused | A session that the client resumes fails. | For a client that offers a session: the alert handshake_failure, an RST, or a Finished whose last bit is another. Others are served, and get a session to resume. | 35 | - | EPROTO: sslv3 alert handshake failure | SSLHandshakeException: Received fatal alert: handshake_failure | A TLS fatal alert has been received. Received alert [40]: Handshake failed | RFC 8446, 4.2.11
        wrong-psk-identity | The server resumes a session that the client has not offered. | 7 as selected_identity of pre_shared_key in ServerHello, for a client that offers a session. Others are served, and get one. TLS 1.3 alone. | 35 | - | EPROTO: bad psk identity | SSLHandshakeException: Selected identity index is not in correct range. | Decryption has failed | RFC 8446, 4.2.11
        """

    static func failure(_ row: TLSRow) -> Failure {
        func record(_ record: TLSFault.Record) -> Failure { row.failure { _ in TLSFault { $0.record = record } } }
        func after(_ messages: TLSFault.AfterHandshake) -> Failure {
            row.failure { _ in TLSFault { $0.afterHandshake = messages } }
        }
        func flood(
            _ name: String, _ range: ClosedRange<Int>, standard: Int, _ summary: String,
            _ set: @escaping @Sendable (inout TLSFault, Int) -> Void
        ) -> Failure {
            row.failure([Parameter(name, .count(range), summary, standard: .count(standard))]) { arguments in
                TLSFault { set(&$0, arguments.count(name) ?? standard) }
            }
        }
        return switch row.code {
        case "bad-record-mac": record(.badMAC)
        case "record-overflow": record(.overflow)
        case "plaintext-overflow": record(.plaintextOverflow)
        case "empty-records":
            flood("count", 1...1_000, standard: 100, "How many records there are.") { $0.record = .empty($1) }
        case "padding-only-record": record(.paddingOnly)
        case "fragmented": record(.fragmented)
        case "unknown-record-type": record(.unknownType)
        case "wrong-record-version": record(.wrongVersion)
        case "unexpected-change-cipher-spec": record(.changeCipherSpec)
        case "heartbeat": record(.heartbeat)
        case "plaintext-after-handshake": record(.plaintext)
        case "late-certificate-request": after(.certificateRequest)
        case "warning-flood":
            flood("count", 1...1_000, standard: 40, "How many alerts there are.") { $0.afterHandshake = .warnings($1) }
        case "hello-request":
            flood("times", 1...100, standard: 50, "How many requests there are.") {
                $0.afterHandshake = .helloRequests($1)
            }
        case "ticket-flood":
            flood("count", 1...1_000, standard: 200, "How many tickets there are.") { $0.afterHandshake = .tickets($1) }
        case "key-update-flood":
            flood("count", 1...1_000, standard: 100, "How many updates there are.") {
                $0.afterHandshake = .keyUpdates($1)
            }
        case "malformed-ticket": after(.malformedTicket)
        case "bad-key-update": after(.badKeyUpdate)
        case "repeated-finished": after(.secondFinished)
        case "resumption-refused":
            row.failure([.by(["alert", "reset", "bad-finished"], "How it fails.")]) { arguments in
                TLSFault {
                    switch arguments.text("by") {
                    case "reset": $0.resumption = .reset
                    case "bad-finished": $0.resumption = .badFinished
                    default: $0.resumption = .alert
                    }
                }
            }
        case "wrong-psk-identity": row.failure { _ in TLSFault { $0.resumption = .wrongIdentity } }
        default: preconditionFailure("tls/\(row.code) has no record")
        }
    }
}
