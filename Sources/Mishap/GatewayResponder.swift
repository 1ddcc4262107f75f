internal import GatewayServer
internal import Wire

/// Connects the engine to the server: one responder per shard, all on the same sessions.
struct GatewayResponder: Responder {
    private let scenarios: ScenarioStore
    private let sessions: SessionStore
    private let configuration: GatewayConfiguration
    private let control: ControlAPI
    private let requests: RequestLog?

    init(
        _ scenarios: ScenarioStore, _ sessions: SessionStore, _ configuration: GatewayConfiguration,
        _ control: ControlAPI, logging requests: RequestLog? = nil
    ) {
        self.scenarios = scenarios
        self.sessions = sessions
        self.configuration = configuration
        self.control = control
        self.requests = requests
    }

    func responder(forShard shard: Int) -> any ShardResponder {
        let shardCount = configuration.server.shardCount
        var bounds = configuration.journal
        bounds.entries = max(1, bounds.entries / shardCount)
        bounds.bytes = max(1, bounds.bytes / shardCount)
        return GatewayShardResponder(
            shard, scenarios, sessions, bounds: bounds, control: control, logging: requests)
    }
}
