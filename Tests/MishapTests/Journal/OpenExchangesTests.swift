import Scenario
import Testing
import Wire

@testable import Mishap

/// What the journal adds as in flight leads to exchanges that somebody else owns.
struct OpenExchangesTests {
    private static func lane() -> GatewayLane {
        let configuration = GatewayConfiguration()
        let world = World(
            [Session(.empty("a"), lanes: 1)], main: "a",
            privates: PrivateSessions(configuration.privateSessions, lanes: 1),
            unclaimed: Session(.empty(World.mainName), lanes: 1))
        let control = ControlDesk(.any, numbering: ScriptNumbering())
        return GatewayLane(0, world: world, bounds: configuration.journal, control: control)
    }

    private static func exchange() -> Exchange {
        let exchange = Exchange(ConnectionInfo(id: 1, peer: ConnectionInfo.Peer(isLoopback: true)))
        Array("/".utf8).withUnsafeBufferPointer { exchange.request.begin(target: $0) }
        Array("GET".utf8).withUnsafeBufferPointer { exchange.request.setMethod($0) }
        exchange.request.isBodyComplete = true
        return exchange
    }

    @Test func anExchangeThatGoesWithoutHavingEndedEndsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            let lane = Self.lane()
            _ = lane.decide(Self.exchange())
        }
    }

    @Test func oneThatHasEndedMayGo() async {
        await #expect(processExitsWith: .success) {
            let lane = Self.lane()
            for _ in 0..<2 {
                let exchange = Self.exchange()
                _ = lane.decide(exchange)
                #expect(exchange.memo != nil)
                lane.ended(exchange)
            }
        }
    }
}
