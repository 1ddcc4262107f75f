internal import GatewayServer
internal import Wire

/// Joins the engine to the server: one lane a shard, over one world.
struct GatewayResponder: Responder {
    private let world: World
    private let configuration: GatewayConfiguration
    let control: ControlDesk
    private let laneCount: Int

    init(world: World, configuration: GatewayConfiguration, numbering: ScriptNumbering) {
        self.world = world
        self.configuration = configuration
        control = ControlDesk(configuration.control, numbering: numbering)
        laneCount = configuration.server.shardCount
    }

    func lane(shard: Int) -> any Lane {
        var bounds = configuration.journal
        bounds.entries = max(1, bounds.entries / laneCount)
        bounds.bytes = max(1, bounds.bytes / laneCount)
        return GatewayLane(world: world, bounds: bounds, control: control)
    }
}
