internal import GatewayServer
internal import Wire

/// Connects the engine to the server: one responder per shard, all on the same sessions.
struct GatewayResponder: Responder {
    private let scenarios: ScenarioStore
    private let sessions: SessionStore
    private let configuration: GatewayConfiguration
    private let control: ControlAPI
    private let journals: JournalMemory
    private let requests: RequestLog?
    private let decoder: BodyDecoder

    init(
        _ scenarios: ScenarioStore, _ sessions: SessionStore, _ configuration: GatewayConfiguration,
        _ control: ControlAPI, _ journals: JournalMemory, logging requests: RequestLog? = nil
    ) {
        self.scenarios = scenarios
        self.sessions = sessions
        self.configuration = configuration
        self.control = control
        self.journals = journals
        self.requests = requests
        decoder = control.decoder
    }

    func responder(forShard shard: Int) -> any ShardResponder {
        let shardCount = configuration.server.shardCount
        var bounds = configuration.journal
        bounds.entries = max(1, bounds.entries / shardCount)
        bounds.bytes = max(1, bounds.bytes / shardCount)
        return GatewayShardResponder(
            shard, scenarios, sessions, ShardJournals(bounds, journals, shard: shard), control: control,
            decoder: decoder, counting: control.labels, logging: requests)
    }
}
