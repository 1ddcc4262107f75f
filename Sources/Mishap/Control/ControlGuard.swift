internal import Bytes
internal import Wire

/// Judges who may use the control API: by the client's address, the Host, the Origin and the token of a request.
struct ControlGuard: Sendable {
    private let access: ControlAccess
    private let token: [UInt8]?
    private let names: HostCheck

    init(_ access: ControlAccess, token: String? = nil, allowedHosts: [String] = []) {
        self.access = access
        self.token = token.map { Array($0.utf8) }
        names = HostCheck(allowed: allowedHosts)
    }

    /// Why a guarded call is refused; nil if it is not.
    func refusal(of exchange: Exchange) -> WireScript? {
        refusalOfPlace(of: exchange) ?? token.flatMap { Self.problem(with: exchange.request, $0) }
    }

    /// The response to what a browser asks before it sends a call of a page (CORS preflight), which has no token; nil for
    /// other requests.
    func preflight(_ exchange: Exchange) -> WireScript? {
        guard let preflight = CrossOrigin.preflight(exchange.request) else { return nil }
        return refusalOfPlace(of: exchange) ?? preflight
    }

    /// The Origin of a page that may read answers; nil if there is none, or another.
    func page(of request: Request) -> [UInt8]? {
        guard access != .off, let origin = request.first(Self.origin),
            names.allows(origin: request.head[origin])
        else { return nil }
        return Array(request.head[origin])
    }

    /// Refuses by where the client is, and by which name it and its page come.
    func refusalOfPlace(of exchange: Exchange) -> WireScript? {
        switch access {
        case .off: return Problems.make(404, "the control API is off; see --control")
        case .loopback where !exchange.isLoopback:
            return Problems.make(403, "the control API answers this machine only, without --control any")
        case .any, .loopback: break
        }
        let request = exchange.request
        // The authority of a target in absolute form overrides the Host field (RFC 9112, 3.2.2).
        guard let host = request.authority ?? request.first(Self.host),
            names.allows(host: Self.withoutUser(request.head[host]))
        else {
            return Problems.make(
                403,
                "the control API wants a Host that is an address, one label, below localhost, or named by --allow-host")
        }
        if let origin = request.first(Self.origin), !names.allows(origin: request.head[origin]),
            !isOwn(origin: request.head[origin].text, host: request.head[host], request.scheme)
        {
            return Problems.make(
                403, "the control API answers pages of this machine, and of hosts that --allow-host names")
        }
        return nil
    }

    /// Whether it is the page of this gateway, which has the Host of its own calls. A name might be another page's, bent to
    /// this machine: it counts only where any client may call, as a container's does.
    private func isOwn(origin: String, host: ArraySlice<UInt8>, _ scheme: Scheme) -> Bool {
        origin.lowercased() == scheme.prefix + host.text.lowercased() && (access == .any || HostCheck.isAddress(host))
    }

    private static func withoutUser(_ authority: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
    }

    // MARK: Token

    /// 401 (RFC 6750, section 3); nil if the request has the token.
    private static func problem(with request: Request, _ token: [UInt8]) -> WireScript? {
        guard let given = bearerToken(of: request) else {
            return Problems.make(
                401, "the control API wants the token of --token: \"Authorization: Bearer TOKEN\"",
                [HeaderField("WWW-Authenticate", "Bearer")])
        }
        guard !isSame(given, token) else { return nil }
        return Problems.make(
            401, "this is not the token of --token", [HeaderField("WWW-Authenticate", "Bearer error=\"invalid_token\"")]
        )
    }

    private static func bearerToken(of request: Request) -> [UInt8]? {
        guard let range = request.first(authorization) else { return nil }
        let value = request.head[range]
        guard let blank = value.firstIndex(of: UInt8(ascii: " ")), value[..<blank].equalsIgnoringCase("bearer") else {
            return nil
        }
        return Array(value[blank...].trimmingSpaces())
    }

    /// Takes as long for each token of this length, so that no byte of it can be found by measuring. An empty one lets
    /// nobody in.
    private static func isSame(_ given: [UInt8], _ token: [UInt8]) -> Bool {
        guard given.count == token.count, !token.isEmpty else { return false }
        var difference: UInt8 = 0
        for index in given.indices { difference |= given[index] ^ token[index] }
        return difference == 0
    }

    private static let host = Array("host".utf8)
    private static let origin = Array("origin".utf8)
    private static let authorization = Array("authorization".utf8)
}
