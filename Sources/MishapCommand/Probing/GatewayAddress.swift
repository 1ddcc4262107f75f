internal import GatewayServer
internal import JSONText

/// Where a gateway is expected to listen.
struct GatewayAddress: Hashable {
    let host: String
    let port: UInt16

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// `http://HOST:PORT`, with nothing but a slash behind it.
    init(_ url: String) throws(UsageError) {
        let wrong = UsageError.noAddress(url)
        guard url.hasPrefix("http://") else { throw wrong }
        var rest = url.dropFirst(7)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        var host = rest
        var port: UInt16 = 80
        let bracket = rest.firstIndex(of: "]") ?? rest.startIndex
        if let colon = rest[bracket...].lastIndex(of: ":") {
            guard let number = UInt16(rest[rest.index(after: colon)...]), number > 0 else { throw wrong }
            port = number
            host = rest[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.unicodeScalars.contains(where: Self.isForbidden) else { throw wrong }
        self.init(host: String(host), port: port)
    }

    /// To reach a gateway that listens on a host and a port. Where any free port was asked for, the usual one is as good as
    /// another.
    init(listeningOn host: String, port: UInt16) {
        self.init(
            host: Terminal.safe(ServerConfiguration.clientHost(host)),
            port: port > 0 ? port : ServerConfiguration().port)
    }

    /// Where `serve` is reached where nothing is said.
    static let standard = GatewayAddress(listeningOn: ServerConfiguration().host, port: ServerConfiguration().port)

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || "/?#@".unicodeScalars.contains(scalar)
    }

    /// Host and port as a URL has them.
    var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
    var url: String { "http://\(authority)" }
}
