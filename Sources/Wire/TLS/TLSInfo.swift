/// What a client and the server have agreed on in the TLS handshake of a connection.
public final class TLSInfo: Sendable, Hashable {
    public enum Version: UInt8, Sendable, Hashable, CaseIterable {
        /// TLS 1.0 and 1.1 are spoken only where a failure says so.
        case tls10, tls11, tls12, tls13

        /// Those that a gateway speaks.
        public static let spoken: [Version] = [.tls12, .tls13]

        /// As scenario files and the journal have it.
        public var name: String {
            switch self {
            case .tls10: "1.0"
            case .tls11: "1.1"
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
    /// All of it as journals keep it with each request of the connection: `init(encoded:)` reads it.
    package let encoded: [UInt8]

    public init(
        version: Version, serverName: String? = nil, alpn: String? = nil, isResumed: Bool = false,
        clientCertificate: String? = nil
    ) {
        self.version = version
        self.serverName = serverName
        self.alpn = alpn
        self.isResumed = isResumed
        self.clientCertificate = clientCertificate
        let texts = [serverName, alpn, clientCertificate]
        var bytes = [version.rawValue | (isResumed ? 1 << 7 : 0)]
        for (number, text) in texts.enumerated() where text != nil { bytes[0] |= 1 << UInt8(4 + number) }
        for text in texts.compactMap(\.self) {
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: text.utf8.count >> shift)) }
            bytes += text.utf8
        }
        encoded = bytes
    }

    /// Reads what begins with `encoded`.
    package convenience init(encoded bytes: UnsafeRawBufferPointer) {
        var rest = unsafe bytes[1...]
        func text(_ bit: UInt8) -> String? {
            guard unsafe bytes[0] & 1 << bit != 0 else { return nil }
            let count = unsafe rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
            unsafe rest = rest.dropFirst(4)
            defer { unsafe rest = rest.dropFirst(count) }
            return unsafe String(decoding: rest.prefix(count), as: UTF8.self)
        }
        let (serverName, alpn, clientCertificate) = (text(4), text(5), text(6))
        self.init(
            version: unsafe Version(rawValue: bytes[0] & 0xF) ?? .tls13, serverName: serverName, alpn: alpn,
            isResumed: unsafe bytes[0] & 1 << 7 != 0, clientCertificate: clientCertificate)
    }

    public static func == (left: TLSInfo, right: TLSInfo) -> Bool { left.encoded == right.encoded }
    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}
