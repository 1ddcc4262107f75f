import Testing
import Wire

@testable import GatewayServer

struct BodyRoomTests {
    private static func id(_ connection: UInt64) -> ExchangeID { ExchangeID(connection: connection, stream: 1) }

    /// The connections that got room, with how many bytes of it.
    private static func granted(_ inbox: Inbox) -> [UInt64: Int] {
        var granted: [UInt64: Int] = [:]
        for case .room(let id, let bytes) in inbox.take() { granted[id.connection] = bytes }
        return granted
    }

    @Test func noMoreThan4096Wait() {
        let (room, inbox) = (BodyRoom(size: 100), Inbox())
        #expect(room.take(100, isLarge: true))
        for number in 1...4_096 { #expect(room.wait(Self.id(UInt64(number)), for: 60, inbox)) }
        #expect(!room.wait(Self.id(4_097), for: 60, inbox))
        room.leave(Self.id(7))
        #expect(room.wait(Self.id(4_098), for: 60, inbox))
        #expect(Self.granted(inbox).isEmpty)
    }

    /// A small one does not overtake a large one, or the large one might wait for ever.
    @Test func whoCameFirstIsServedFirst() {
        let (room, inbox) = (BodyRoom(size: 100), Inbox())
        #expect(room.take(90, isLarge: true))
        #expect(room.wait(Self.id(1), for: 80, inbox) && room.wait(Self.id(2), for: 20, inbox))
        #expect(!room.take(5, isLarge: true))
        room.giveBack(60)
        #expect(Self.granted(inbox).isEmpty)
        room.giveBack(30)
        #expect(Self.granted(inbox) == [1: 80, 2: 20])
        #expect(room.count == 100)
    }
}
