internal import GatewayServer
internal import JSONText
internal import Wire

/// The address of a gateway.
struct GatewayAddress: Hashable {
    let scheme: Scheme
    let host: String
    let port: UInt16

    private init(_ scheme: Scheme = .http, host: String, port: UInt16) {
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    /// Parses `http://HOST:PORT`, optionally followed by a slash.
    ///
    /// - Parameters:
    ///   - needsScheme: False takes `127.0.0.1:8080` too.
    ///   - takesHTTPS: True takes `https://HOST:PORT` too.
    init(_ url: String, needsScheme: Bool = false, takesHTTPS: Bool = false) throws(UsageError) {
        let wrong = UsageError.noAddress(url)
        let given = Scheme.allCases.first { url.hasPrefix($0.prefix) }
        let scheme = given ?? .http
        var rest = given.map { url.dropFirst($0.prefix.count) } ?? url[...]
        // Without a scheme a port is needed, so that a word is not taken for a host.
        guard given != nil || !needsScheme && rest.contains(":") else { throw wrong }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        var host = rest
        var port: UInt16 = scheme.standardPort
        let bracket = rest.firstIndex(of: "]") ?? rest.startIndex
        if let colon = rest[bracket...].lastIndex(of: ":") {
            guard let number = UInt16(rest[rest.index(after: colon)...]), number > 0 else { throw wrong }
            port = number
            host = rest[..<colon]
        }
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.unicodeScalars.contains(where: Self.isForbidden) else { throw wrong }
        self.init(scheme, host: String(host), port: port)
        guard scheme == .http || takesHTTPS else { throw .askedInTheClear(url, meant: inTheClear.url) }
    }

    /// The same port without TLS.
    var inTheClear: GatewayAddress { GatewayAddress(host: host, port: port) }

    /// As a client says it that leaves out the port which the scheme has by itself.
    var shortURL: String { port == scheme.standardPort ? String(url.dropLast(":\(port)".count)) : url }

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
    var url: String { scheme.prefix + authority }
}

extension Scheme {
    fileprivate var standardPort: UInt16 { self == .http ? 80 : 443 }
}
