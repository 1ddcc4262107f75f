/// All failures by name: what scenario files, `fail/…` routes and `explain` look names up in.
public struct FailureIndex: Sendable {
    /// In the order in which they are listed.
    public let failures: [Failure]
    private let byName: [String: Int]

    public init(_ failures: [Failure]) {
        self.failures = failures
        byName = Dictionary(
            failures.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Every failure that this version knows.
    public static let all = FailureIndex(HTTPFailures.all + TCPFailures.all + JSONRPCFailures.all)

    /// Names that are promised and not there yet, so that a scenario which uses one learns why.
    public static let notYet: [NotYet] = [
        NotYet("tcp/refuse", "it needs a port of its own"),
        NotYet("tcp/connect-timeout", "it needs a port of its own"),
        NotYet("tcp/reset-on-accept", "it strikes before there is a request, which needs a port of its own"),
        NotYet("tcp/close-on-accept", "it strikes before there is a request, which needs a port of its own"),
        NotYet("tcp/silent", "a rule cannot decide on a request that is never read; it needs a port of its own"),
    ]

    /// Systems whose failures and dialects a later version brings.
    public static let laterSystems = [
        "xmlrpc", "mtop", "salesforce", "graph", "documents", "urlerror", "tls", "http2", "proxy",
    ]

    /// A failure that a later version brings.
    public struct NotYet: Sendable, Hashable, CustomStringConvertible {
        public let name: String
        public let reason: String

        init(_ name: String, _ reason: String) {
            self.name = name
            self.reason = reason
        }

        public var description: String { "\(name) is not built yet: \(reason)" }
    }

    /// The failure of that name; `http/status/…` has one for each status, `jsonrpc/…` one for each code.
    public subscript(name: String) -> Failure? {
        if let index = byName[name] { return failures[index] }
        return HTTPFailures.status(named: name) ?? JSONRPCFailures.code(named: name)
    }

    public var names: [String] { failures.map(\.name) }
}
