/// What is wrong with the TLS of a connection, as failures of the catalogue say: each is one part, and several parts that do
/// not contradict each other hold at once.
public struct TLSFault: Sendable, Hashable {
    /// The certificate, those behind it, its staple, and the proof that the key is there.
    public var certificate = CertificateFault()
    /// How the connection ends within the handshake, or soon after.
    public var stop: Stop?
    public init() {}

    /// - Parameter set: Sets a part.
    public init(_ set: (inout TLSFault) -> Void) {
        self.init()
        set(&self)
    }

    /// Both at once; nil where they contradict each other: both say something about one part.
    public func combined(with other: TLSFault) -> TLSFault? {
        var both = self
        return both.certificate.take(other.certificate) && Self.take(&both.stop, other.stop) ? both : nil
    }

    /// What becomes of the connection behind its first answer, at which it is to end; nil for what others do.
    var keepAlive: KeepAlive? {
        guard let stop, stop.stage == .idle else { return nil }
        return KeepAlive(requests: 1, end: stop.act == .reset ? .reset : .close)
    }

    /// Takes what only one of them says. False if both say something.
    static func take<Part>(_ part: inout Part?, _ other: Part?) -> Bool {
        guard let other else { return true }
        guard part == nil else { return false }
        part = other
        return true
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
