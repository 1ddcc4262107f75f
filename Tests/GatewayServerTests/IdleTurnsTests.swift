import Testing

@testable import GatewayServer

@Suite struct IdleTurnsTests {
    @Test func workEndsARow() {
        var turns = IdleTurns()
        for _ in 0..<200 { turns.ended(hadWork: false, isWanted: true) }
        #expect(turns.inARow == 200 && turns.pause == 500)
        turns.ended(hadWork: true, isWanted: true)
        #expect(turns.inARow == 0 && turns.pause == nil)
    }

    /// Bytes that come one by one wake the thread for each, and are no loop.
    @Test func turnsThatAnEventMadeAreNoRow() {
        var turns = IdleTurns()
        for _ in 0..<1000 { turns.ended(hadWork: false, isWanted: false) }
        #expect(turns.inARow == 1 && turns.pause == nil)
    }

    @Test func behindMoreThanABufferNeedsEachTurnWaitsLonger() {
        var turns = IdleTurns()
        for _ in 0..<IdleTurns.maximum - 1 { turns.ended(hadWork: false, isWanted: true) }
        #expect(turns.pause == nil)
        var pauses: [Int32?] = []
        for _ in 0..<6 {
            turns.ended(hadWork: false, isWanted: true)
            pauses.append(turns.pause)
        }
        #expect(pauses == [50, 100, 200, 400, 500, 500])
    }
}
