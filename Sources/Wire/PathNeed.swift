/// What everything between the gateway and a client has to leave as it is, so that an answer arrives as it was sent:
/// published ports of containers, tunnels, proxies.
///
/// A router and a packet filter leave all of it. What ends the client's connection and opens another of its own, as any
/// proxy does, turns a reset into an end; a proxy that reads HTTP writes heads and framing anew.
public enum PathNeed: String, Sendable, Hashable, CaseIterable {
    /// An RST arrives as an RST (RFC 9293, 3.5.2).
    case reset
    /// A FIN arrives where it was sent, behind all bytes before it and no others.
    case end
    /// Status lines and field lines arrive to the letter, whatever they are and whatever their size.
    case head
    /// Lengths and chunks arrive as they were sent, right or wrong.
    case framing
    /// Interim (1xx) responses arrive, and no others do.
    case interim
    /// Bytes arrive when they were sent, and silence lasts.
    case time
    /// The body of the request reaches the gateway while it is sent.
    case upload
    /// The target of the request reaches the gateway to the letter.
    case target
    /// All requests of a connection of the client come by one connection of the gateway's.
    case connection
    /// A connection is accepted by the gateway, and by nobody before it.
    case acceptance

    /// A sentence without its full stop.
    public var text: String {
        switch self {
        case .reset: "an RST arrives as an RST"
        case .end: "a FIN arrives where it was sent"
        case .head: "status line and fields arrive to the letter, whatever their size"
        case .framing: "lengths and chunks arrive as they were sent"
        case .interim: "interim responses arrive, and no others"
        case .time: "bytes arrive when they were sent, and silence lasts"
        case .upload: "the request's body reaches the gateway while it is sent"
        case .target: "the request's target reaches the gateway to the letter"
        case .connection: "the next request comes by the same connection"
        case .acceptance: "nobody before the gateway accepts the connection"
        }
    }
}

extension WireScript {
    /// A head of more bytes is refused by some proxies: nginx and haproxy have buffers of 4 to 16 KiB for it.
    private static let largestCommonHead = 4 << 10

    /// What it needs of the path to the client. A regular response needs nothing: each proxy passes what it means.
    public var pathNeeds: Set<PathNeed> {
        var needs: Set<PathNeed> = []
        switch upload {
        case .read: break
        case .readWithoutContinue: needs.insert(.interim)
        case .interrupt, .interruptAtShare, .paced: needs.insert(.upload)
        case .pause, .pauseAtShare: needs.formUnion([.upload, .time])
        }
        switch (ending.act, ending.scope) {
        case (.finish, .exchange): break
        case (.finish, .connection): needs.insert(.end)
        case (.reset, _): needs.insert(.reset)
        case (.hold, _): needs.insert(.time)
        }
        var hasHead = false
        for action in actions {
            needs.formUnion(Self.pathNeeds(of: action, isFirst: !hasHead))
            if case .head = action { hasHead = true }
        }
        if leavesSurplus { needs.formUnion([.framing, .connection]) }
        return needs
    }

    private static func pathNeeds(of action: WireAction, isFirst: Bool) -> Set<PathNeed> {
        switch action {
        case .wait, .limit, .made, .contentLimit: return [.time]
        case .interim: return [.interim]
        case .content(_, let pace): return pace == nil ? [] : [.time]
        case .endOfContent: return []
        case .raw: return isFirst ? [.head, .framing] : [.framing]
        case .head(let head, let framing, let extent, let pace):
            var needs: Set<PathNeed> = pace == nil ? [] : [.time]
            // As a final response.
            if head.status < 200 { needs.insert(.interim) }
            if framing == .asGiven || head.tellsFraming { needs.insert(.framing) }
            let isRegular =
                head.statusLine == nil && !head.isHTTP10 && head.reason == nil && !head.isExact && extent == .whole
                && !head.fields.contains { $0.name.isEmpty }
            let size = head.fields.reduce(0) { $0 + $1.name.count + $1.value.count + 4 }
            if !isRegular || size > largestCommonHead { needs.insert(.head) }
            return needs
        }
    }

    /// Whether more content follows than the head's length announces, which the next request of the connection meets.
    private var leavesSurplus: Bool {
        guard ending == .complete else { return false }
        for case .head(_, .length(let count), _, _) in actions { return contentCount > count }
        return false
    }
}
