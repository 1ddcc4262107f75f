import Scenario
import Testing
import Wire

@testable import Mishap

/// What the journal adds as in flight leads to exchanges that somebody else owns.
struct OpenExchangesTests {
    private static func lane() -> GatewayLane {
        let configuration = GatewayConfiguration()
        let (scenarios, lanes) = (ScenarioStore(), Lanes())
        let sessions = SessionStore(main: "a", privates: configuration.privateSessions, laneCount: 1, lanes)
        scenarios.replaceAll([.empty("a")], fingerprints: [:]) { sessions.apply($0) }
        let control = ControlDesk(.any, scenarios, sessions, lanes, numbering: ScriptNumbering())
        return GatewayLane(0, scenarios, sessions, bounds: configuration.journal, control: control)
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
