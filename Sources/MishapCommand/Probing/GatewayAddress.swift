/// Where a gateway is expected to listen.
struct GatewayAddress: Hashable {
    let host: String
    let port: UInt16

    private init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// `http://HOST:PORT`, with nothing but a slash behind it.
    init(_ url: String) throws(Misuse) {
        let wrong = Misuse.noAddress(url)
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
        guard !host.isEmpty, !host.contains(where: { "/?#@ \r\n".contains($0) }) else { throw wrong }
        self.init(host: String(host), port: port)
    }

    /// What `serve` listens on in the same environment.
    static func standard(_ environment: Environment) -> GatewayAddress {
        let wildcards = ["0.0.0.0", "::"]
        let host = environment["MISHAP_HOST"].flatMap { wildcards.contains($0) ? nil : $0 } ?? "127.0.0.1"
        let port = environment["MISHAP_PORT"].flatMap { UInt16($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 8080
        return GatewayAddress(host: host, port: port)
    }

    /// Host and port as a URL has them.
    var authority: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
    var url: String { "http://\(authority)" }
}
