internal import GatewayServer
internal import JSONText

/// The address of a gateway.
struct GatewayAddress: Hashable {
    let host: String
    let port: UInt16

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Parses `http://HOST:PORT`, optionally followed by a slash.
    ///
    /// - Parameter needsScheme: False takes `127.0.0.1:8080` too.
    init(_ url: String, needsScheme: Bool = false) throws(UsageError) {
        let wrong = UsageError.noAddress(url)
        let scheme = "http://"
        var rest = url.hasPrefix(scheme) ? url.dropFirst(scheme.count) : url[...]
        // Without a scheme a port is needed, so that a word is not taken for a host.
        guard url.hasPrefix(scheme) || !needsScheme && rest.contains(":") else { throw wrong }
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

    /// The address of a gateway that listens on a host and port. Port 0, which means any free port, becomes the default
    /// port.
    init(listeningOn host: String, port: UInt16) {
        self.init(
            host: Terminal.safe(ServerConfiguration.clientHost(host)),
            port: port > 0 ? port : ServerConfiguration().port)
    }

    /// The default address of `serve`.
    static let standard = GatewayAddress(listeningOn: ServerConfiguration().host, port: ServerConfiguration().port)

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value <= 0x20 || scalar.value == 0x7F || "/?#@".unicodeScalars.contains(scalar)
    }

    /// Host and port as in a URL, with brackets around IPv6 addresses.
    var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
    var url: String { "http://\(authority)" }
}
