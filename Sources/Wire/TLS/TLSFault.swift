/// What is wrong with the TLS of a connection, as failures of the catalogue say: each is one part, and several parts that do
/// not contradict each other hold at once.
public struct TLSFault: Sendable, Hashable {
    /// The certificate, those behind it, its staple, and the proof that the key is there.
    public var certificate = CertificateFault()
    /// What comes in the place of TLS.
    public var start: Start?
    /// The version, cipher and group that the server chooses.
    public var choice: Choice?
    public var alpn: ALPN?
    public var clientCertificate: ClientCertificate?
    /// An alert of the level warning, ahead of the server's hello.
    public var warning: TLSAlert?
    /// What is wrong with the server's messages in the handshake.
    public var message: Message?
    /// What is sent right behind the handshake.
    public var afterHandshake: AfterHandshake?
    /// What is wrong with the records of the first answer.
    public var record: Record?
    /// What happens to a client that resumes a session. One that does not gets a session that it could resume.
    public var resumption: Resumption?
    /// How the connection ends within the handshake, or soon after.
    public var stop: Stop?
    public init() {}

    /// - Parameter set: Sets a part.
    public init(_ set: (inout TLSFault) -> Void) {
        self.init()
        set(&self)
    }

    /// Both at once; nil where they contradict each other: both say something about one part, they need other versions of TLS, or
    /// one of them comes in the place of TLS.
    public func combined(with other: TLSFault) -> TLSFault? {
        var both = self
        let isPossible =
            both.certificate.take(other.certificate) && Self.take(&both.start, other.start)
            && Self.take(&both.choice, other.choice) && Self.take(&both.alpn, other.alpn)
            && Self.take(&both.clientCertificate, other.clientCertificate)
            && Self.take(&both.warning, other.warning) && Self.take(&both.message, other.message)
            && Self.take(&both.afterHandshake, other.afterHandshake) && Self.take(&both.record, other.record)
            && Self.take(&both.resumption, other.resumption) && Self.take(&both.stop, other.stop)
        guard isPossible, !both.versions.isEmpty else { return nil }
        if both.changesRecords, both.choice?.hasOldCiphers == true { return nil }
        return both.start == nil || self == TLSFault() || other == TLSFault() ? both : nil
    }

    /// The versions of TLS in which there can be such a connection; empty if its parts need different ones.
    public var versions: Set<TLSInfo.Version> {
        var versions = choice?.versions ?? [.tls12, .tls13]
        if let message { versions.formIntersection(message.versions) }
        if let afterHandshake { versions.formIntersection(afterHandshake.versions) }
        if record == .paddingOnly || resumption == .wrongIdentity { versions.formIntersection([.tls13]) }
        // PSS, which TLS 1.3 wants, does not fit into so short a key.
        if let bits = certificate.keyBits, bits < 1_024 { versions.formIntersection([.tls12]) }
        return versions
    }

    /// Those of the versions that are spoken in which it is possible; versions of before TLS 1.2 are spoken for it alone.
    public func versions(of spoken: Set<TLSInfo.Version>) -> Set<TLSInfo.Version> {
        if case .version(let version)? = choice { [version] } else { versions.intersection(spoken) }
    }

    /// Whether records behind the handshake are opened and sealed anew, which takes a cipher that authenticates.
    public var changesRecords: Bool { record != nil && record != .noCloseNotify }

    /// Whether sessions can be resumed.
    public var hasTickets: Bool {
        if case .tickets? = afterHandshake { true } else { resumption != nil }
    }

    /// What becomes of the connection behind its first answer, at which it is to end; nil for what others do.
    var keepAlive: KeepAlive? {
        switch record {
        case .noCloseNotify, .closeNotify, .closeNotifyMidBody, .dataAfterCloseNotify:
            return KeepAlive(requests: 1, end: .close)
        default: break
        }
        guard let stop, stop.stage == .idle else { return nil }
        let end: KeepAlive.End =
            switch stop.act {
            case .reset: .reset
            case .stall: .silence
            case .alert, .close, .closeNotify, .pause: .close
            }
        return KeepAlive(requests: 1, end: end)
    }

    /// Whether a client can notice it before it has sent a request.
    public var isSeenInHandshake: Bool {
        var rest = self
        (rest.record, rest.resumption) = (nil, nil)
        if stop?.stage == .firstRequest || stop?.stage == .idle { rest.stop = nil }
        return rest != TLSFault()
    }

    /// Takes what only one of them says. False if both say something.
    static func take<Part>(_ part: inout Part?, _ other: Part?) -> Bool {
        guard let other else { return true }
        guard part == nil else { return false }
        part = other
        return true
    }

    // MARK: What the server says instead, or chooses

    public enum Start: Sendable, Hashable {
        /// Bytes that are no TLS.
        case garbage
        case plainHTTP
        /// The greeting of a server of this protocol.
        case greeting(Greeting)
        /// Two HelloRetryRequests.
        case retryTwice
        /// A HelloRetryRequest for a group of which the client has sent a key.
        case retrySameGroup
        /// A server's hello of SSL 2.0 or 3.0.
        case ssl2, ssl3
    }

    public enum Greeting: String, Sendable, Hashable, CaseIterable {
        case ssh, smtp, ftp, imap, pop3
    }

    public enum Choice: Sendable, Hashable {
        /// TLS 1.0 or 1.1.
        case version(TLSInfo.Version)
        /// TLS 1.2, with the mark of a server that could have spoken 1.3 (RFC 8446, 4.1.3).
        case downgrade
        case cipher(Cipher)
        case weakDH(DHGroup)
        /// Without the extension renegotiation_info.
        case noSecureRenegotiation

        /// Whether there is no cipher that authenticates.
        var hasOldCiphers: Bool {
            switch self {
            case .version, .cipher(.rc4), .cipher(.tripleDES), .cipher(.null), .cipher(.cbc), .cipher(.anonymous): true
            case .cipher(.staticRSA), .downgrade, .weakDH, .noSecureRenegotiation: false
            }
        }

        /// Whether it leaves a client of that version perhaps without a common suite.
        public var isOfSuites: Bool {
            switch self {
            case .cipher, .weakDH: true
            case .version, .downgrade, .noSecureRenegotiation: false
            }
        }

        /// Of all but one it is the cipher suite of TLS 1.2 that says so.
        fileprivate var versions: Set<TLSInfo.Version> {
            if case .version(let version) = self { [version] } else { [.tls12] }
        }
    }

    public enum Cipher: String, Sendable, Hashable, CaseIterable {
        case rc4, tripleDES = "3des", null, anonymous, cbc, staticRSA = "static-rsa"
    }

    /// Groups of Diffie and Hellman, by the bits of their primes.
    public enum DHGroup: String, Sendable, Hashable, CaseIterable {
        case bits480 = "480", bits512 = "512", bits1024 = "1024"
        /// Its modulus, of 1,024 bits, is no prime.
        case composite
    }

    public enum ALPN: Sendable, Hashable {
        /// The server chooses none.
        case none
        /// It speaks none of the client's.
        case refused
        /// It chooses one that the client does not speak.
        case unoffered
    }

    public enum ClientCertificate: Sendable, Hashable {
        case required
        /// Whatever comes is refused.
        case rejected
        /// The server asks for one by a message of more than 32 KiB. The client may go without.
        case hugeRequest
    }

    // MARK: Messages and records

    /// Which of the server's messages in the handshake is changed, and how. The bytes are those of the table in
    /// `ChangedMessages`.
    public enum Message: String, Sendable, Hashable, CaseIterable {
        case wrongSignature = "wrong-signature", badFinished = "bad-finished"
        case noCertificate = "no-certificate", missing = "missing-message", repeated = "repeated-message"
        case unknown = "unknown-message", wrongOrder = "wrong-order", truncated = "truncated-message"
        case dataInHandshake = "data-in-handshake", unofferedSignature = "unoffered-signature"
        case oversized = "oversized-message"
        case unknownVersion = "unknown-version", unofferedCipher = "unoffered-cipher", compression
        case wrongSessionID = "wrong-session-id", badKeyShare = "bad-key-share", unofferedGroup = "unoffered-group"
        case malformedALPN = "malformed-alpn", unaskedStaple = "unasked-staple", hugeExtension = "huge-extension"
        case badChangeCipherSpec = "bad-change-cipher-spec"

        /// TLS 1.2 has no id of a session that is wrong: another one is that of a new session.
        fileprivate var versions: Set<TLSInfo.Version> { self == .wrongSessionID ? [.tls13] : [.tls12, .tls13] }
    }

    public enum AfterHandshake: Sendable, Hashable {
        /// So many alerts of the level warning.
        case warnings(Int)
        /// So many HelloRequests, each of which asks for a new handshake.
        case helloRequests(Int)
        case tickets(Int)
        case keyUpdates(Int)
        case certificateRequest
        case malformedTicket, badKeyUpdate, secondFinished

        fileprivate var versions: Set<TLSInfo.Version> {
            switch self {
            case .warnings: [.tls12, .tls13]
            case .helloRequests: [.tls12]
            default: [.tls13]
            }
        }
    }

    public enum Record: Sendable, Hashable {
        /// Its last byte is another.
        case badMAC
        /// Its header has a length of 18,433 bytes.
        case overflow
        /// There are 16,386 bytes in it.
        case plaintextOverflow
        /// So many records of no bytes are ahead of it.
        case empty(Int)
        /// One with nothing but padding is ahead of it.
        case paddingOnly
        /// Each of its first 1,024 bytes has a record of its own.
        case fragmented
        /// One of the type 99 is ahead of it.
        case unknownType
        /// Its header has the version 3.5.
        case wrongVersion
        /// A ChangeCipherSpec is ahead of it.
        case changeCipherSpec
        /// A heartbeat (RFC 6520) is ahead of it.
        case heartbeat
        /// The answer comes in the clear.
        case plaintext
        /// A close_notify in the place of the answer, or in the middle of the body; with data behind it.
        case closeNotify, closeNotifyMidBody, dataAfterCloseNotify
        /// The answer ends the connection, without a close_notify.
        case noCloseNotify
    }

    public enum Resumption: Sendable, Hashable {
        case alert, reset, badFinished
        /// The server's hello names a session that the client has not offered.
        case wrongIdentity
    }

    // MARK: Endings

    /// A place in the handshake, or behind it.
    public enum Stage: String, Sendable, Hashable, CaseIterable {
        /// The ClientHello has come, and nothing is sent.
        case hello
        /// Behind the ServerHello.
        case serverHello = "server-hello"
        /// Behind the server's Certificate.
        case certificate
        /// Behind the server's Finished.
        case finished
        /// The first bytes of a request have come.
        case firstRequest = "first-request"
        /// Behind the first answer.
        case idle
    }

    public struct Stop: Sendable, Hashable {
        public enum Act: Sendable, Hashable {
            /// An alert, then a FIN. `isFatal`: its level.
            case alert(TLSAlert, isFatal: Bool)
            /// A FIN alone.
            case close
            /// A close_notify, then a FIN.
            case closeNotify
            /// An RST.
            case reset
            /// Silence, until the client goes.
            case stall
            /// Silence for so long; then it goes on.
            case pause(Nanoseconds)
        }

        public var stage: Stage
        public var act: Act

        public init(_ act: Act, at stage: Stage) {
            self.stage = stage
            self.act = act
        }
    }
}
