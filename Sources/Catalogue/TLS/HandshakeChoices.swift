internal import Wire

/// What a server chooses and asks for that a client should not agree to, and what is no TLS at all.
enum HandshakeChoices {
    /// As `TLSRow` reads it.
    static let text = """
        old-version | The server speaks an old version alone. | A handshake of TLS 1.0 or 1.1; of SSL 2.0 and 3.0 the server's hello, then a FIN. | 35 | SSLError, from SSLError: tlsv1 alert protocol version | EPROTO: unsupported protocol | SSLHandshakeException: The server selected protocol version TLS10 is not accepted by client preferences [TLS13, TLS12] | 200 | RFC 8996
        downgrade | The server speaks TLS 1.2, and says that it could do better. | A ServerHello of TLS 1.2 whose random ends in `DOWNGRD` and 1. Clients of TLS 1.2 alone accept it. | 35 | SSLError, from SSLError: inappropriate fallback | EPROTO: inappropriate fallback | SSLHandshakeException: A potential protocol version downgrade attack | An illegal parameter has been received | RFC 8446, 4.1.3
        retry-twice | The server wants a second ClientHello twice. | Two HelloRetryRequests, each with the same cookie, then a FIN. | 35 | SSLError, from SSLError: unexpected message | EPROTO: unexpected message | SSLHandshakeException: Remote host terminated the handshake | An illegal parameter has been received | RFC 8446, 4.1.4
        retry-same-group | The server wants a key that the client has sent already. | A HelloRetryRequest for the first group of the client's key_share, then a FIN. | 35 | SSLError, from SSLError: bad key share | EPROTO: bad key share | SSLHandshakeException: Illegal HelloRetryRequest selected group: x25519 | The TLS connection was non-properly terminated | RFC 8446, 4.2.8
        weak-cipher | The server speaks weak ciphers alone. | TLS 1.2 with ciphers of the kind `by`. Who offers none of them gets the alert handshake_failure; who does is served. Clients of today offer neither RC4, 3DES, NULL nor anonymous ones, and accept CBC and static RSA. | 35 | SSLError, from SSLError: sslv3 alert handshake failure | EPROTO: sslv3 alert handshake failure | SSLHandshakeException: Received fatal alert: handshake_failure | A TLS fatal alert has been received. Received alert [40]: Handshake failed | RFC 9325, 4.1
        weak-dh | The group of Diffie and Hellman is too weak. | TLS 1.2 with DHE-RSA and a prime of `by` bits, or of 1,024 bits that is no prime. Who offers no DHE gets the alert handshake_failure. Who offers groups of RFC 7919 and accepts this one cannot complete the handshake. | 35 | SSLError, from SSLError: bad dh value | EPROTO: modulus too small | SSLHandshakeException: DH ServerKeyExchange does not comply to algorithm constraints | The Diffie-Hellman prime sent by the server is not acceptable (not long enough) | RFC 9325, 4.4
        no-secure-renegotiation | The server does not know secure renegotiation. | TLS 1.2 without renegotiation_info. OpenSSL 3 refuses it; GnuTLS and Java accept it. | 35 | SSLError, from SSLError: unsafe legacy renegotiation disabled | EPROTO: unsafe legacy renegotiation disabled | 200 | 200 | RFC 5746, 4.1
        no-alpn | The server chooses no protocol. A control: clients that can do without accept it. | No ALPN in the answer. | 0 | 200 | 200 | 200 | 200 | RFC 7301, 3.1
        alpn-refused | The server speaks none of the client's protocols. | The alert no_application_protocol. A client that offers none is served. | 35 | SSLError, from SSLError: tlsv1 alert no application protocol | 200 | 200 | 200 | RFC 7301, 3.2
        alpn-unoffered | The server chooses a protocol that the client has not offered. | `spdy/3.1` in the place of `http/1.1`. A client that does not offer `http/1.1` is served, or refused as usual. | 35 | SSLError, from SSLError: bad extension | 200 | 200 | 200 | RFC 7301, 3.1
        unrecognized-name | The server does not know the name that the client asks for. | The alert unrecognized_name ahead of the server's hello; as a warning the handshake goes on. | 35 | SSLError, from SSLError: tlsv1 unrecognized name | EPROTO: tlsv1 unrecognized name | SSLHandshakeException: Received fatal alert: unrecognized_name | A TLS fatal alert has been received. Received alert [112]: The server name sent was not recognized | RFC 6066, 3
        client-certificate-required | The server wants a certificate of the client. | A CertificateRequest, and for a client without one the alert certificate_required; handshake_failure in TLS 1.2. Any certificate will do. | 56 | SSLError, from SSLError: tlsv13 alert certificate required | ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED | SSLHandshakeException: Received fatal alert: certificate_required | A TLS fatal alert has been received. Received alert [116]: Certificate is required | RFC 8446, 4.4.2.4
        client-certificate-rejected | The server refuses each certificate of the client. | A CertificateRequest, and the alert bad_certificate for whatever comes, an empty list too. | 56 | SSLError, from SSLError: sslv3 alert bad certificate | ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE | SSLHandshakeException: Received fatal alert: bad_certificate | A TLS fatal alert has been received. Received alert [42]: Certificate is bad | RFC 8446, 6.2
        huge-certificate-request | The server's request for a certificate is very long. | A CertificateRequest of 53 KB, with the names of 170 authorities. A client may go without a certificate. | 0 | 200 | 200 | SSLException: The size of the handshake message (53321) exceeds the maximum allowed size (32768) | 200 | RFC 8446, 4.3.2
        garbage | What the server sends is no TLS. | 64 bytes, from 0xFF down, then a FIN. | 35 | SSLError, from SSLError: wrong version number | EPROTO: wrong version number | SSLException: Unrecognized SSL message, plaintext connection? | An unexpected TLS packet was received | RFC 8446, 5.1
        plain-http | The server answers in plain HTTP. | A 400 in the clear that says so, then a FIN. | 35 | SSLError, from SSLError: wrong version number | EPROTO: wrong version number | SSLException: Unrecognized SSL message, plaintext connection? | An unexpected TLS packet was received | RFC 8446, 5.1
        other-protocol | Another protocol is spoken on the port. | The greeting of a server of `protocol` in answer to the ClientHello, then a FIN. | 35 | SSLError, from SSLError: wrong version number | EPROTO: wrong version number | SSLException: Unrecognized SSL message, plaintext connection? | An unexpected TLS packet was received | RFC 8446, 5.1
        """

    static func failure(_ row: TLSRow) -> Failure {
        func start(_ start: TLSFault.Start) -> Failure { row.failure { _ in TLSFault { $0.start = start } } }
        func choice(_ choice: TLSFault.Choice) -> Failure { row.failure { _ in TLSFault { $0.choice = choice } } }
        func alpn(_ alpn: TLSFault.ALPN) -> Failure { row.failure { _ in TLSFault { $0.alpn = alpn } } }
        func client(_ certificate: TLSFault.ClientCertificate) -> Failure {
            row.failure { _ in TLSFault { $0.clientCertificate = certificate } }
        }
        return switch row.code {
        case "old-version":
            row.failure([.by(["1.0", "1.1", "ssl3", "ssl2"], "The version.")]) { arguments in
                TLSFault {
                    switch arguments.text("by") {
                    case "1.1": $0.choice = .version(.tls11)
                    case "ssl3": $0.start = .ssl3
                    case "ssl2": $0.start = .ssl2
                    default: $0.choice = .version(.tls10)
                    }
                }
            }
        case "downgrade": choice(.downgrade)
        case "retry-twice": start(.retryTwice)
        case "retry-same-group": start(.retrySameGroup)
        case "weak-cipher":
            row.failure([.by(TLSFault.Cipher.allCases.map(\.rawValue), "The kind of cipher.")]) { arguments in
                let cipher = arguments.text("by").flatMap { TLSFault.Cipher(rawValue: $0) } ?? .rc4
                return TLSFault {
                    $0.choice = .cipher(cipher)
                    // The usual keys can only sign by ECDSA.
                    if cipher == .staticRSA { $0.certificate.keyBits = 2_048 }
                }
            }
        case "weak-dh":
            row.failure([.by(TLSFault.DHGroup.allCases.map(\.rawValue), "The prime.")]) { arguments in
                let group = arguments.text("by").flatMap { TLSFault.DHGroup(rawValue: $0) } ?? .bits480
                return TLSFault {
                    $0.choice = .weakDH(group)
                    $0.certificate.keyBits = 2_048
                }
            }
        case "no-secure-renegotiation": choice(.noSecureRenegotiation)
        case "no-alpn": alpn(.none)
        case "alpn-refused": alpn(.refused)
        case "alpn-unoffered": alpn(.unoffered)
        case "unrecognized-name":
            row.failure([
                Parameter("level", .word(["fatal", "warning"]), "Its level.", standard: .text("fatal"))
            ]) { arguments in
                let alert = TLSAlert(rawValue: 112)
                return TLSFault {
                    if arguments.text("level") == "warning" {
                        $0.warning = alert
                    } else {
                        $0.stop = TLSFault.Stop(.alert(alert, isFatal: true), at: .hello)
                    }
                }
            }
        case "client-certificate-required": client(.required)
        case "client-certificate-rejected": client(.rejected)
        case "huge-certificate-request": client(.hugeRequest)
        case "garbage": start(.garbage)
        case "plain-http": start(.plainHTTP)
        case "other-protocol":
            row.failure([
                Parameter(
                    "protocol", .word(TLSFault.Greeting.allCases.map(\.rawValue)), "Whose greeting it is.",
                    standard: .text("ssh"))
            ]) { arguments in
                let greeting = arguments.text("protocol").flatMap { TLSFault.Greeting(rawValue: $0) } ?? .ssh
                return TLSFault { $0.start = .greeting(greeting) }
            }
        default: preconditionFailure("tls/\(row.code) chooses nothing")
        }
    }
}
