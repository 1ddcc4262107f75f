import Engine
import Rules
import Testing
import Wire

struct ManualClockTests {
    private static func clock() throws -> (SessionState, ManualClock) {
        let state = Golden(#"{ "clock": "manual", "otherwise": { "reply": {} } }"#).state
        return (state, try #require(state.clock))
    }

    @Test func itBeginsWith2030AndStandsStill() throws {
        let (_, clock) = try Self.clock()
        #expect(clock.now == EngineClock(wallMilliseconds: 1_893_456_000_000, monotonic: 0))
        #expect(clock.now == clock.now)
    }

    @Test func itMovesByWhatItIsTold() throws {
        let (_, clock) = try Self.clock()
        clock.advance(by: 1_500_000_000)
        clock.advance(by: 1)
        #expect(clock.now == EngineClock(wallMilliseconds: 1_893_456_001_500, monotonic: 1_500_000_001))
    }

    @Test func itNeverGoesBack() throws {
        let (_, clock) = try Self.clock()
        clock.advance(by: 2)
        clock.advance(by: .max)
        #expect(clock.now.monotonic == .max)
    }

    @Test func aResetBeginsAnew() throws {
        let (state, clock) = try Self.clock()
        clock.advance(by: 5)
        state.reset()
        #expect(clock.now.monotonic == 0)
    }

    @Test(arguments: ["", #""clock": "real","#])
    func othersGoByTheMachines(_ clock: String) {
        #expect(Golden("{ \(clock) \"otherwise\": { \"reply\": {} } }").state.clock == nil)
    }
}
