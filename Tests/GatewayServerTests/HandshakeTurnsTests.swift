import Testing

@testable import GatewayServer

struct HandshakeTurnsTests {
    @Test func aTurnHasSomeAndTheOthersWaitInOrder() {
        var turns = HandshakeTurns()
        turns.beginTurn()
        var begun: [UInt64] = []
        for id in UInt64(1)...40 { if turns.begin() { begun.append(id) } else { turns.wait(id) } }
        #expect(begun == Array(1...16))
        while turns.isAnyoneWaiting {
            turns.beginTurn()
            let next = turns.takeWaiting()
            #expect(next.count <= 12)
            // Some are left to those that come.
            var count = 0
            while turns.begin() { count += 1 }
            #expect(count == 16)
            begun += next
        }
        #expect(begun == Array(1...40))
    }
}
