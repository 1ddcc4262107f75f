internal import GatewayServer
internal import Wire

/// Joins the engine to the server: one lane a shard, over one world.
struct GatewayResponder: Responder {
    private let world: World
    private let configuration: GatewayConfiguration
    private let control: ControlDesk

    init(_ world: World, _ configuration: GatewayConfiguration, _ control: ControlDesk) {
        self.world = world
        self.configuration = configuration
        self.control = control
    }

    func lane(shard: Int) -> any Lane {
        let laneCount = configuration.server.shardCount
        var bounds = configuration.journal
        bounds.entries = max(1, bounds.entries / laneCount)
        bounds.bytes = max(1, bounds.bytes / laneCount)
        return GatewayLane(shard, world: world, bounds: bounds, control: control)
    }
}
