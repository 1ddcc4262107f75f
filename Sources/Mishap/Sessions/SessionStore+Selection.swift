internal import Bytes
internal import Wire

/// Fields of a request that say where it belongs.
struct RoutingFields {
    let session: Range<Int>?
    let host: Range<Int>?
    /// The failure that this one request is to get.
    let fail: Range<Int>?

    @inline(__always)
    init(_ request: Request) { (session, host, fail) = request.firsts(Self.session, Self.host, Self.fail) }

    private static let session = Array("mishap-session".utf8)
    private static let host = Array("host".utf8)
    private static let fail = Array("mishap-fail".utf8)
}

/// Selects the session of a request.
extension SessionStore {
    private static let hostEnd = Array(".localhost".utf8)

    func select(_ request: Request, at now: Nanoseconds) -> Selection {
        select(request, RoutingFields(request), at: now)
    }

    /// The session of a request: that of the port by which it came, if that is a session's own.
    @inline(__always)
    func select(_ exchange: Exchange, _ fields: RoutingFields) -> Selection {
        let listener = exchange.connection.listener
        guard listener == 0 else { return select(onPort: listener, at: exchange.arrived) }
        return select(exchange.request, fields, at: exchange.arrived)
    }

    /// The session whose own port a listener is. On a shard's thread.
    func select(onPort listener: UInt32, at now: Nanoseconds) -> Selection {
        ports.port(ofListener: listener).map { session(of: $0, at: now) } ?? .closed
    }

    func session(of port: SessionPort, at now: Nanoseconds) -> Selection {
        let name = port.sessionBytes
        return open(find(name, name.indices, in: view), at: now) ?? .closed
    }

    /// By field, host or path prefix: the first that is present decides. A prefix is removed from the path.
    func select(_ request: Request, _ fields: RoutingFields, at now: Nanoseconds) -> Selection {
        let view = view
        if let field = fields.session {
            return open(find(request.head, field, in: view), at: now) ?? .unknown(request.text(field))
        }
        // The authority of an absolute target overrides the Host field (RFC 9112, 3.2.2).
        if let host = request.authority ?? fields.host, let name = Self.name(fromHost: host, of: request) {
            if let failure = FailureHosts.name(inHost: request.head[name]) {
                return select(failing: failure, request.scheme, view)
            }
            let name = ScenarioAddress.name(fromHost: request.head[name])
            if let key = SessionName(name, 0..<name.count).key, !SessionKey.isForHost(name[key]) {
                return .unknown(name.text)
            }
            return open(find(name, 0..<name.count, in: view), at: now) ?? .unknown(name.text)
        }
        let path = request.path
        guard let start = Self.prefixStart(request.head, path) else { return view.main.map { .session($0) } ?? .none }
        return selectByPrefix(request, start..<path.upperBound, view, at: now)
    }

    /// The default session, to which a client comes that did not mind the failure of its connection.
    private func select(failing name: String, _ scheme: Scheme, _ view: SharedSessions.View) -> Selection {
        if case .problem(let problem) = hosts[name] { return .noFailure(problem) }
        guard scheme == .https else { return .noFailure("tls/\(name) is a failure of TLS: ask by https") }
        return view.main.map { .session($0) } ?? .none
    }

    /// Where the name begins in a path `/@NAME/…`; nil for other paths. Many builders of URLs encode the `@`.
    @inline(__always)
    private static func prefixStart(_ head: borrowing [UInt8], _ path: Range<Int>) -> Int? {
        guard path.count > 1, head[path.lowerBound] == UInt8(ascii: "/") else { return nil }
        switch head[path.lowerBound + 1] {
        case UInt8(ascii: "@"): return path.lowerBound + 2
        case UInt8(ascii: "%") where head[path].dropFirst(2).starts(with: "40".utf8): return path.lowerBound + 4
        default: return nil
        }
    }

    /// The part before `.localhost` and a port; nil for other hosts.
    private static func name(fromHost host: Range<Int>, of request: Request) -> Range<Int>? {
        guard host.count > hostEnd.count else { return nil }
        var end = host.upperBound
        while end > host.lowerBound, (0x30...0x39).contains(request.head[end - 1]) { end -= 1 }
        if end > host.lowerBound, request.head[end - 1] == UInt8(ascii: ":") { end -= 1 } else { end = host.upperBound }
        if end > host.lowerBound, request.head[end - 1] == UInt8(ascii: ".") { end -= 1 }
        let start = end - hostEnd.count
        guard start > host.lowerBound, request.head[start] == UInt8(ascii: "."),
            request.head[start..<end].lazy.map(\.asciiLowercased).elementsEqual(hostEnd)
        else { return nil }
        return host.lowerBound..<start
    }

    /// `/-/` ends the name; without it the longest known name is taken.
    private func selectByPrefix(
        _ request: Request, _ rest: Range<Int>, _ view: SharedSessions.View, at now: Nanoseconds
    ) -> Selection {
        var ends: [Int] = []
        for position in rest where request.head[position] == UInt8(ascii: "/") {
            if request.head[position...].starts(with: "/-/".utf8), position + 2 < rest.upperBound {
                let name = rest.lowerBound..<position
                return take(request, name, marker: 2, view, at: now) ?? .unknown(request.text(name))
            }
            ends.append(position)
        }
        ends.append(rest.upperBound)
        // The `~` may be encoded.
        let longest = view.longestName + 3 + SessionKey.longestEncoded
        for end in ends.reversed() where end - rest.lowerBound <= longest {
            if let selection = take(request, rest.lowerBound..<end, marker: 0, view, at: now) { return selection }
        }
        return .unknown(request.text(rest))
    }

    private func take(
        _ request: Request, _ name: Range<Int>, marker: Int, _ view: SharedSessions.View, at now: Nanoseconds
    ) -> Selection? {
        let selection = open(find(request.head, name, in: view), at: now)
        if case .session = selection {
            request.removePathPrefix(name.upperBound + marker - request.pathStart)
        }
        return selection
    }

    // MARK: Without opening any

    /// Removes the path's prefix if that selects the session, as for a request that arrives. On any thread but a shard's.
    func removePrefix(of session: Session, from request: Request) {
        let fields = RoutingFields(request)
        guard fields.session == nil, !session.needsPort else { return }
        if let host = request.authority ?? fields.host, Self.name(fromHost: host, of: request) != nil { return }
        let path = request.path
        guard let start = Self.prefixStart(request.head, path) else { return }
        var ends: [Int] = []
        for position in start..<path.upperBound where request.head[position] == UInt8(ascii: "/") {
            if request.head[position..<path.upperBound].starts(with: "/-/".utf8) {
                if isName(request.head, start..<position, of: session) {
                    request.removePathPrefix(position + 2 - request.pathStart)
                }
                return
            }
            ends.append(position)
        }
        let longest = 3 + SessionKey.longestEncoded + session.name.utf8.count
        let end = (ends + [path.upperBound]).last { end in
            end - start <= longest && isName(request.head, start..<end, of: session)
        }
        if let end { request.removePathPrefix(end - request.pathStart) }
    }
}
