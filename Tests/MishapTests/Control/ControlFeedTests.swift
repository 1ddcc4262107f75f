import Synchronization
import Testing
import Wire

@testable import Mishap

/// How an answer that is made later learns that nobody wants it any more.
struct ControlFeedTests {
    private final class Count: Sendable {
        let value = Atomic<Int>(0)

        var current: Int { value.load(ordering: .relaxed) }

        func add() { value.add(1, ordering: .relaxed) }
    }

    private static func exchange() -> Exchange { Exchange(ConnectionInfo(id: 1, peer: .init(isLoopback: true))) }

    @Test func whoeverWaitsIsWokenWhenTheClientGoes() {
        let (exchange, woken) = (Self.exchange(), Count())
        let feed = ControlFeed(for: exchange)
        feed.whenOver { woken.add() }
        #expect(woken.current == 0 && !feed.isOver)
        exchange.observer?.peerGone(exchange)
        #expect(woken.current == 1 && feed.isOver)
        exchange.observer = nil
        #expect(woken.current == 1)
    }

    @Test func whoeverWaitsIsWokenWhenTheExchangeEnds() {
        let (exchange, woken) = (Self.exchange(), Count())
        let feed = ControlFeed(for: exchange)
        feed.whenOver { Issue.record("it was replaced") }
        feed.whenOver { woken.add() }
        exchange.observer = nil
        #expect(woken.current == 1 && feed.isOver)
        feed.whenOver { woken.add() }
        #expect(woken.current == 2)
    }
}
