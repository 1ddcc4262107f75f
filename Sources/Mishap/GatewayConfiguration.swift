public import GatewayServer

/// Settings of a gateway.
public struct GatewayConfiguration: Sendable, Hashable {
    public typealias Control = ControlAccess

    public var server: ServerConfiguration
    /// The scenario of requests that select none; nil if only one is loaded, which is then used.
    public var scenario: String?
    public var control: Control
    /// The token that every guarded call of the control API has to have; nil if none is asked for.
    public var token: String?
    /// Host names, without a port, by which the control API may be reached, and whose pages may use it.
    public var allowedHosts: [String]
    /// The URL, without a final slash, by which clients reach this gateway; nil if the Host of each call tells.
    public var advertised: String?
    public var journal: JournalBounds
    public var sessions: SessionBounds
    public var tls: TLSOptions
    /// Whether verdicts on sessions that are deleted are kept for `runVerdicts`.
    public var keepsVerdicts: Bool

    public init(
        server: ServerConfiguration = ServerConfiguration(), scenario: String? = nil,
        control: Control = .loopback, token: String? = nil, allowedHosts: [String] = [], advertised: String? = nil,
        journal: JournalBounds = JournalBounds(),
        sessions: SessionBounds = SessionBounds(), tls: TLSOptions = TLSOptions(), keepsVerdicts: Bool = false
    ) {
        self.server = server
        self.scenario = scenario
        self.control = control
        self.token = token
        self.allowedHosts = allowedHosts
        self.advertised = advertised
        self.journal = journal
        self.sessions = sessions
        self.tls = tls
        self.keepsVerdicts = keepsVerdicts
    }
}
