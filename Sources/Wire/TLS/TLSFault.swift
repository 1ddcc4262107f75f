/// What is wrong with the TLS of a connection, as failures of the catalogue say: each is one part, and several parts that do
/// not contradict each other hold at once.
public struct TLSFault: Sendable, Hashable {
    /// The certificate, those behind it, its staple, and the proof that the key is there.
    public var certificate = CertificateFault()
    /// The version, the cipher and what else is chosen.
    public var choice: Choice?
    public var alpn: ALPN?
    public var clientCertificate: ClientCertificate?
    /// What comes in place of TLS.
    public var start: Start?
    /// The messages of the handshake.
    public var message: Message?
    /// How the connection ends within the handshake, or soon after.
    public var stop: Stop?
    /// What comes behind the handshake.
    public var record: Record?
    /// How a side ends by a close_notify.
    public var end: End?
    /// What becomes of a client that resumes a session.
    public var resumption: Resumption?

    public init() {}

    /// - Parameter set: Sets a part.
    public init(_ set: (inout TLSFault) -> Void) {
        self.init()
        set(&self)
    }

    /// Both at once; nil where they contradict each other: both say something about one part, or each ends the handshake.
    public func combined(with other: TLSFault) -> TLSFault? {
        var both = self
        let isPossible =
            Self.take(&both.choice, other.choice) && Self.take(&both.alpn, other.alpn)
            && Self.take(&both.clientCertificate, other.clientCertificate) && Self.take(&both.start, other.start)
            && Self.take(&both.message, other.message) && Self.take(&both.stop, other.stop)
            && Self.take(&both.record, other.record) && Self.take(&both.end, other.end)
            && Self.take(&both.resumption, other.resumption) && both.certificate.take(other.certificate)
        let isWithoutHandshake = both.start != nil || both.choice == .ssl2 || both.choice == .ssl3
        let isAlone = [self, other].contains { $0 == TLSFault() }
        return isPossible && both.ends <= 1 && (!isWithoutHandshake || isAlone) ? both : nil
    }

    /// What becomes of the connection behind its first answer, at which it is to end; nil for what others do.
    var keepAlive: KeepAlive? {
        guard let stop, stop.stage == .idle else { return nil }
        return KeepAlive(requests: 1, end: stop.act == .reset ? .reset : .close)
    }

    /// How many parts of it end the handshake, or change how it goes.
    private var ends: Int {
        [start != nil, message != nil, stop != nil, resumption != nil].reduce(0) { $0 + ($1 ? 1 : 0) }
    }

    /// Takes what only one of them says. False if both say something.
    static func take<Part>(_ part: inout Part?, _ other: Part?) -> Bool {
        guard let other else { return true }
        guard part == nil else { return false }
        part = other
        return true
    }

    // MARK: What is chosen

    public enum Choice: Sendable, Hashable {
        /// TLS 1.0 or 1.1.
        case tls10, tls11
        /// A first message of SSL 2 or SSL 3, and nothing behind it.
        case ssl2, ssl3
        /// TLS 1.2 with the mark of a server that could speak 1.3 (RFC 8446, 4.1.3).
        case downgrade
        case weakCipher(Cipher)
        /// Finite-field Diffie-Hellman with a prime of so many bits.
        case weakDH(bits: Int)
        /// A number of 2,048 bits that is no prime.
        case compositeDH
        /// No renegotiation_info in the answer (RFC 5746).
        case noSecureRenegotiation
    }

    /// Weak ciphers, and weak ways to agree on keys.
    public enum Cipher: String, Sendable, Hashable, CaseIterable {
        case rc4
        case tripleDES = "3des"
        case null, anonymous, cbc
        case staticRSA = "static-rsa"
    }

    public enum ALPN: Sendable, Hashable {
        /// No protocol is chosen.
        case none
        /// None of the client's is spoken: alert 120.
        case refused
        /// One is chosen that the client has not offered.
        case unoffered
        /// Two are chosen.
        case malformed
    }

    public enum ClientCertificate: Sendable, Hashable {
        case required
        /// Whatever the client sends is refused.
        case rejected
        /// So many names of authorities are listed that the request is large.
        case hugeRequest
        /// The client is asked behind the handshake, although it did not offer that.
        case late
    }

    public enum Start: Sendable, Hashable {
        case garbage
        /// An answer of HTTP in the clear.
        case plainHTTP
        /// The greeting of a server of another protocol, by its name: `ssh`, `smtp`.
        case otherProtocol(String)
        /// Two HelloRetryRequests.
        case retryTwice
        /// A HelloRetryRequest for the group that the client has sent a key for.
        case retrySameGroup
    }

    /// A message of the handshake that is wrong, missing or one too many.
    public enum Message: Sendable, Hashable, CaseIterable {
        case noCertificate, missing, repeated, unknown, wrongOrder, truncated, data, unofferedSignature, oversized
        case unknownVersion, unofferedCipher, compression, wrongSessionID, badKeyShare, unofferedGroup
        case unaskedStaple, hugeExtension, badChangeCipherSpec, badFinished
        /// The alert unrecognized_name (RFC 6066, 3), at either level.
        case unrecognizedNameWarning, unrecognizedNameFatal
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

    /// What the server sends once the handshake is done. `times`: how often.
    public enum Record: Sendable, Hashable {
        case warningFlood(times: Int)
        /// A record of the answer whose tag is wrong.
        case badMAC
        /// A record whose header says that it is longer than any may be.
        case overflow
        /// A record that has more plaintext than any may have.
        case plaintextOverflow
        case empty(times: Int)
        /// A record of TLS 1.3 that is padding alone.
        case paddingOnly
        /// The answer in records of one byte each.
        case fragmented
        case unknownType, wrongVersion, unexpectedChangeCipherSpec, heartbeat
        /// The answer in the clear.
        case plaintext
        case helloRequest(times: Int)
        case ticketFlood(times: Int)
        case keyUpdateFlood(times: Int)
        case malformedTicket, badKeyUpdate, repeatedFinished
    }

    public enum End: Sendable, Hashable {
        /// No end has a close_notify.
        case withoutCloseNotify
        /// A close_notify in place of the first answer.
        case beforeAnswer
        /// A close_notify in the middle of the first answer's body.
        case midBody
        /// The rest of the answer behind a close_notify.
        case dataBehind
    }

    /// For clients that offer a session of before; others get a good handshake, and a ticket.
    public enum Resumption: Sendable, Hashable {
        case alert, reset, badFinished
        /// An identity is chosen that the client has not offered.
        case wrongIdentity
    }
}
