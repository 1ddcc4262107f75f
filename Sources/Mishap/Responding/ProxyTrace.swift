internal import Bytes
internal import Wire

/// Whether the first request of a connection says that it came by a proxy, and which sessions were told so.
///
/// A proxy of TCP leaves no trace. What leaves one is often read as the gateway's own fault: its 502 in the place of a
/// reset, its own end.
struct ProxyTrace {
    private enum State {
        case unknown, direct
        /// The serial numbers of sessions that have the note.
        case proxy(noted: Set<UInt64>)
    }

    private var state = State.unknown

    /// A proxy's connection may carry the requests of many sessions.
    private static let mostSessions = 256

    /// Whether the connection is a proxy's, and the session has not been noted for it yet. Called for each request.
    @inline(__always)
    mutating func isFirst(ofSession serial: UInt64, _ request: Request) -> Bool {
        if case .direct = state { return false }
        return add(serial, request)
    }

    private mutating func add(_ serial: UInt64, _ request: Request) -> Bool {
        if case .unknown = state { state = Self.cameByProxy(request) ? .proxy(noted: []) : .direct }
        guard case .proxy(var noted) = state else { return false }
        // Whoever has more gets some notes twice.
        if noted.count >= Self.mostSessions { noted = [] }
        let isNew = noted.insert(serial).inserted
        state = .proxy(noted: noted)
        return isNew
    }

    private static let via = Array("via".utf8)
    private static let forwarded = Array("forwarded".utf8)
    private static let forwardedFor = Array("x-forwarded-for".utf8)
    private static let envoy = Array("x-envoy-".utf8)

    /// By `Via` (RFC 9110, 7.6.3), `Forwarded` (RFC 7239), its earlier form, or one of Envoy's fields.
    private static func cameByProxy(_ request: Request) -> Bool {
        (0..<request.fieldCount).contains { index in
            request.isField(index, named: via) || request.isField(index, named: forwarded)
                || request.isField(index, named: forwardedFor)
                || request.head[request.fieldName(index)].prefix(envoy.count).lazy.map(\.asciiLowercased)
                    .elementsEqual(envoy)
        }
    }
}
