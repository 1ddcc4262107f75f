import Rules
import TLS
import Testing
import Wire

@testable import Mishap

/// What the journal adds as in flight leads to exchanges that somebody else owns.
struct OpenExchangesTests {
    private static func responder() -> GatewayShardResponder {
        let configuration = GatewayConfiguration()
        let (scenarios, responders) = (ScenarioStore(), ShardResponders())
        let sessions = SessionStore(main: "a", configuration.sessions, shardCount: 1, responders)
        scenarios.replaceAll([.empty("a")], ScenarioStore.Files()) { sessions.apply($0) }
        let control = ControlAPI(
            ControlGuard(.any), scenarios, sessions, responders, numbering: ScriptNumbering(),
            certificates: Certificates(now: { 0 }))
        return GatewayShardResponder(0, scenarios, sessions, ShardJournals(configuration.journal), control: control)
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
            let responder = Self.responder()
            _ = responder.decide(Self.exchange())
        }
    }

    @Test func oneThatHasEndedMayGo() async {
        await #expect(processExitsWith: .success) {
            let responder = Self.responder()
            for _ in 0..<2 {
                let exchange = Self.exchange()
                _ = responder.decide(exchange)
                #expect(exchange.memo != nil)
                responder.ended(exchange)
            }
        }
    }
}
