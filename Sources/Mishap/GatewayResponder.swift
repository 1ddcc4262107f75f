internal import GatewayServer
internal import Wire

/// Joins the engine to the server: one lane a shard, over the same sessions.
struct GatewayResponder: Responder {
    private let scenarios: ScenarioStore
    private let sessions: SessionStore
    private let configuration: GatewayConfiguration
    private let control: ControlDesk

    init(
        _ scenarios: ScenarioStore, _ sessions: SessionStore, _ configuration: GatewayConfiguration,
        _ control: ControlDesk
    ) {
        self.scenarios = scenarios
        self.sessions = sessions
        self.configuration = configuration
        self.control = control
    }

    func lane(shard: Int) -> any Lane {
        let laneCount = configuration.server.shardCount
        var bounds = configuration.journal
        bounds.entries = max(1, bounds.entries / laneCount)
        bounds.bytes = max(1, bounds.bytes / laneCount)
        return GatewayLane(shard, scenarios, sessions, bounds: bounds, control: control)
    }
}
