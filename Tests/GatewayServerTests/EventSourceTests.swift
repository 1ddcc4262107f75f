import Testing

@testable import GatewayServer

@Suite struct EventSourceTests {
    @Test(
        arguments: [
            .connection(1), .connection(1 << 63 - 1), .inbox, .listener(0, socket: 0), .listener(0, socket: 1),
            .listener(1, socket: 0), .listener(.max, socket: 255),
        ] as [EventSource])
    func itsNumberSaysWhoseItIs(source: EventSource) { #expect(EventSource(id: source.id) == source) }
}
