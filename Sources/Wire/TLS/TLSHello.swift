/// What a client's first TLS message says of it.
public struct TLSHello: Sendable, Hashable {
    /// The server's name that it asks for (SNI), in lower case; nil if it asks for none.
    public var serverName: String?
    /// The protocols that it speaks (ALPN), as it lists them.
    public var alpn: [String]
    /// The versions that it speaks, as it lists them, by their numbers on the wire: 0x0304 is TLS 1.3. Without those of no meaning
    /// (RFC 8701).
    public var versions: [UInt16]

    public init(serverName: String? = nil, alpn: [String] = [], versions: [UInt16] = []) {
        self.serverName = serverName
        self.alpn = alpn
        self.versions = versions
    }

    /// The name of a version, such as `1.3` or `SSL 3.0`; its number in hexadecimal if it has none.
    public static func name(ofVersion number: UInt16) -> String {
        switch number {
        case 0x0304: "1.3"
        case 0x0303: "1.2"
        case 0x0302: "1.1"
        case 0x0301: "1.0"
        case 0x0300: "SSL 3.0"
        default: "0x" + String(number, radix: 16)
        }
    }
}
