import TestSupport
import Testing
import Wire

@testable import GatewayServer
@testable import Mishap

/// The gateway treats a connection as the plan of its listener says.
@Suite(.descriptors) struct ListenerPlansTests {
    @Test func anAddedListenerHasItsPlanAndTheGatewaysOwnServes() throws {
        let running = try RunningGateway(rules: #"{ "reply": { "text": "hello" } }"#)
        let gateway = running.gateway
        let ends: [(ConnectionPlan.Act, String)] = [
            (.close, " [EOF]"), (.reset, " [ECONNRESET]"), (.silence, " [still open]"),
        ]
        for (plan, end) in ends {
            let listener = try gateway.server.addListener(host: "127.0.0.1", port: 0)
            let before = try RawConnection(port: listener.port)
            before.expectAlive("\(plan)")
            gateway.listenerPlans.set(ConnectionPlan(plan), for: listener.id)
            let connection = try RawConnection(port: listener.port)
            let time = Duration.seconds(plan == .silence ? 1 : 60)
            #expect(connection.receive(within: time).description == end, "\(plan)")
            // What was accepted before goes on.
            before.expectAlive("\(plan)")
            #expect(gateway.server.removeListener(listener.id))
        }
        try RawConnection(port: running.port).expectAlive("the gateway's own")
    }

    @Test func thePlanOfTheGatewaysOwnListenerIsToServe() {
        let plans = ListenerPlans()
        plans.set(ConnectionPlan(.reset), for: 0)
        plans.set(ConnectionPlan(.silence), for: 2)
        let plan = { plans.plan(for: ConnectionInfo(id: 1, listener: $0, peer: .init(isLoopback: true))) }
        #expect([0, 1, 2].map { plan($0).act } == [.serve, .serve, .silence])
    }

    /// What a client says in TLS changes nothing: no listener has a plan for it.
    @Test func aHelloIsServed() {
        final class Plain: ShardResponder {
            func decide(_ exchange: Exchange) -> Decision { .needsBody }
            func ended(_ exchange: Exchange) {}
            func refused(connection: UInt64, status: Int, at arrivedAt: Int64) {}
        }
        let info = ConnectionInfo(id: 1, peer: .init(isLoopback: true))
        #expect(Plain().hello(serverName: "expired.tls.localhost", alpn: ["h2"], of: info) === ConnectionPlan.serve)
        #expect(Plain().hello(serverName: nil, alpn: [], of: info) === ConnectionPlan.serve)
        #expect(Plain().accepted(info) === ConnectionPlan.serve)
    }
}
