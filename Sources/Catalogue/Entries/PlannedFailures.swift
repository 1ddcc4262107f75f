internal import Wire

/// The failures that are planned for later versions, by name.
public struct PlannedFailures: Sendable, RandomAccessCollection {
    private let all: [FailureIndex.PlannedFailure]

    init() {
        all = Self.groups.flatMap { group in
            group.names.split(separator: " ").map {
                FailureIndex.PlannedFailure(
                    "\(group.system)/\($0)", group.reason, pathNeeds: group.pathNeeds)
            }
        }
    }

    private struct Group {
        let system: String
        let reason: String
        let names: String
        var pathNeeds: [PathNeed] = []
    }

    private static let groups = [
        Group(
            system: "tcp", reason: "it needs a port of its own", names: "refuse connect-timeout",
            pathNeeds: [.acceptance]),
        Group(
            system: "tcp", reason: "it strikes before there is a request, which needs a port of its own",
            names: "reset-on-accept", pathNeeds: [.reset, .acceptance]),
        Group(
            system: "tcp", reason: "it strikes before there is a request, which needs a port of its own",
            names: "close-on-accept", pathNeeds: [.end, .acceptance]),
        Group(
            system: "tcp",
            reason: "a rule cannot decide on a request that is never read; it needs a port of its own",
            names: "silent", pathNeeds: [.time, .acceptance]),
        Group(
            system: "tls", reason: "it needs TLS",
            names: """
                expired not-yet-valid wrong-host self-signed untrusted-root incomplete-chain \
                client-certificate-required client-certificate-rejected alert close-in-handshake reset-in-handshake \
                stall-in-handshake garbage plain-http old-version no-close-notify
                """),
        Group(
            system: "http2", reason: "it needs HTTP/2",
            names: """
                goaway rst-stream settings-never-sent settings-not-acknowledged flow-control-violation \
                oversized-frame broken-hpack frame-on-closed-stream ping-unanswered data-before-headers missing-status
                """),
        Group(
            system: "proxy", reason: "it needs a gateway that is somebody's proxy",
            names: """
                connect-status connect-garbage connect-close socks4-reply socks4-version socks5-method socks5-version \
                socks5-credentials socks5-reply socks5-address-type socks5-close
                """),
    ]

    public var startIndex: Int { all.startIndex }
    public var endIndex: Int { all.endIndex }
    public subscript(position: Int) -> FailureIndex.PlannedFailure { all[position] }
    public subscript(name: String) -> FailureIndex.PlannedFailure? { all.first { $0.name == name } }
}
