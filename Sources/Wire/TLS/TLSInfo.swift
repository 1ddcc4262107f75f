/// What a client and the server have agreed on in the TLS handshake of a connection.
public final class TLSInfo: Sendable, Hashable {
    public enum Version: UInt8, Sendable, Hashable, CaseIterable {
        case tls12, tls13

        /// As scenario files and the journal have it.
        public var name: String {
            switch self {
            case .tls12: "1.2"
            case .tls13: "1.3"
            }
        }
    }

    public let version: Version
    /// The server's name that the client asked for (SNI), in lower case; nil if it asked for none.
    public let serverName: String?
    /// The protocol that was agreed on (ALPN); nil if the client offered none.
    public let alpn: String?
    /// Whether an earlier session was resumed, without a certificate.
    public let isResumed: Bool
    /// The subject of the client's certificate as RFC 4514 has it; nil if it sent none.
    public let clientCertificate: String?

    public init(
        version: Version, serverName: String? = nil, alpn: String? = nil, isResumed: Bool = false,
        clientCertificate: String? = nil
    ) {
        self.version = version
        self.serverName = serverName
        self.alpn = alpn
        self.isResumed = isResumed
        self.clientCertificate = clientCertificate
    }

    public static func == (left: TLSInfo, right: TLSInfo) -> Bool {
        left.version == right.version && left.serverName == right.serverName && left.alpn == right.alpn
            && left.isResumed == right.isResumed && left.clientCertificate == right.clientCertificate
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(version)
        hasher.combine(serverName)
        hasher.combine(alpn)
        hasher.combine(isResumed)
        hasher.combine(clientCertificate)
    }
}
