internal import Wire

extension TLSFault.Start {
    /// What a server sends in place of TLS.
    ///
    /// - Parameter hello: The ClientHello that it answers; nil if that is too long to be read at once.
    func bytes(for hello: ClientHello?) -> [UInt8] {
        switch self {
        case .garbage: (0..<64).map { UInt8(0xFF - $0) }
        case .plainHTTP: Array(Self.plainAnswer.utf8)
        case .greeting(let greeting): Array(greeting.text.utf8)
        case .retryTwice: Self.retry(hello, Self.cookie) + Self.retry(hello, Self.cookie)
        case .retrySameGroup:
            Self.retry(
                hello,
                ServerHello.Extension(
                    kind: ServerHello.Kind.keyShare,
                    content: Int(hello?.keyShares.first ?? hello?.groups.first ?? Self.x25519).bytes(2)))
        case .ssl3:
            // A cipher of RSA with AES, which SSL 3.0 has had as well.
            Self.record(
                version: [3, 0],
                ServerHello(
                    version: [3, 0], random: [UInt8](repeating: 0x5A, count: 32), cipher: 0x002F
                ).message)
        case .ssl2: Self.ssl2Hello
        }
    }

    /// As servers of HTTP say it to a client that speaks TLS.
    private static let plainAnswer = """
        HTTP/1.1 400 Bad Request\r
        Content-Type: text/plain\r
        Content-Length: 48\r
        Connection: close\r
        \r
        Client sent an HTTPS request to an HTTP server.\n
        """

    private static let x25519: UInt16 = 29
    /// Enough of a change for a second hello.
    private static let cookie = ServerHello.Extension(
        kind: ServerHello.Kind.cookie, content: [0, 8] + [UInt8](repeating: 0x5A, count: 8))

    /// A HelloRetryRequest in a record of its own (RFC 8446, 4.1.4).
    private static func retry(_ hello: ClientHello?, _ demand: ServerHello.Extension) -> [UInt8] {
        let ciphers: ClosedRange<UInt16> = 0x1301...0x1303
        let version = ServerHello.Extension(kind: ServerHello.Kind.supportedVersions, content: [3, 4])
        let retry = ServerHello(
            random: ServerHello.retryRandom, sessionID: hello?.sessionID ?? [],
            cipher: hello?.ciphers.first(where: ciphers.contains) ?? 0x1301, extensions: [version, demand])
        return record(version: [3, 3], retry.message)
    }

    private static func record(version: [UInt8], _ message: [UInt8]) -> [UInt8] {
        [Flight.Kind.handshake] + version + message.count.bytes(2) + message
    }

    /// SERVER-HELLO of SSL 2.0: no session, a certificate of X.509, the version, the lengths of the three parts that follow, which
    /// are a certificate, one kind of cipher, and the id of the connection.
    private static let ssl2Hello: [UInt8] = {
        let (certificate, cipher) = ([UInt8](repeating: 0x5A, count: 64), [UInt8]([1, 0, 0x80]))
        let id = [UInt8](repeating: 0xA5, count: 16)
        let lengths = certificate.count.bytes(2) + cipher.count.bytes(2) + id.count.bytes(2)
        let body: [UInt8] = [4, 0, 1, 0, 2] + lengths + certificate + cipher + id
        return (0x8000 | body.count).bytes(2) + body
    }()
}

extension TLSFault.Greeting {
    fileprivate var text: String {
        switch self {
        case .ssh: "SSH-2.0-OpenSSH_9.2p1\r\n"
        case .smtp: "220 mail.invalid ESMTP ready\r\n"
        case .ftp: "220 ftp.invalid FTP server ready\r\n"
        case .imap: "* OK [CAPABILITY IMAP4rev1] ready\r\n"
        case .pop3: "+OK POP3 ready\r\n"
        }
    }
}
