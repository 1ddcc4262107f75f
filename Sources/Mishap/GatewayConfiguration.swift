public import GatewayServer

/// Settings of a gateway.
public struct GatewayConfiguration: Sendable, Hashable {
    public typealias Control = ControlAccess

    public var server: ServerConfiguration
    /// The scenario of requests that select none; nil if only one is loaded, which is then used.
    public var scenario: String?
    public var control: Control
    public var journal: JournalBounds
    public var sessions: SessionBounds

    public init(
        server: ServerConfiguration = ServerConfiguration(), scenario: String? = nil,
        control: Control = .loopback, journal: JournalBounds = JournalBounds(),
        sessions: SessionBounds = SessionBounds()
    ) {
        self.server = server
        self.scenario = scenario
        self.control = control
        self.journal = journal
        self.sessions = sessions
    }
}
