import Testing

@testable import GatewayServer

/// What is sent to a shard may lead back to its inbox: left there, both would stay for ever.
struct InboxTests {
    private final class Held: Sendable {}

    private func send(to inbox: Inbox) -> () -> Held? {
        let held = Held()
        inbox.send(.work { _ in withExtendedLifetime(held) {} })
        return { [weak held] in held }
    }

    @Test func whatNobodyReadsAnyMoreIsLetGoOf() {
        let inbox = Inbox()
        let before = send(to: inbox)
        #expect(before() != nil)
        inbox.close()
        #expect(before() == nil)
        let after = send(to: inbox)
        #expect(after() == nil)
        #expect(inbox.take().isEmpty)
    }
}
