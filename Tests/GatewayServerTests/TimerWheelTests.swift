import Bytes
import Testing
import Wire

@testable import GatewayServer

struct TimerWheelTests {
    @Test func aTimerFiresAtItsTickAndNotBefore() {
        for tick: UInt64 in [1, 2, 63, 64, 65, 4095, 4096, 4097, 262_144, 86_400_000] {
            var wheel = TimerWheel(now: 1000)
            var due: [ExchangeID] = []
            _ = wheel.set(id(7), at: 1000 + tick)
            wheel.advance(to: 1000 + tick - 1, into: &due)
            #expect(due.isEmpty, "early at \(tick)")
            wheel.advance(to: 1000 + tick, into: &due)
            #expect(due == [id(7)], "late at \(tick)")
            #expect(wheel.count == 0 && wheel.next == nil)
        }
    }

    @Test func oneInThePastFiresAtTheNextAdvance() {
        var wheel = TimerWheel(now: 500)
        var due: [ExchangeID] = []
        _ = wheel.set(id(1), at: 3)
        wheel.advance(to: 501, into: &due)
        #expect(due == [id(1)])
    }

    @Test func aCancelledTimerNeverFires() {
        var wheel = TimerWheel(now: 0)
        var due: [ExchangeID] = []
        let tokens = (0..<100).map { wheel.set(id(UInt64($0)), at: 70 + UInt64($0) % 3) }
        for (number, token) in tokens.enumerated() where number % 2 == 0 { wheel.cancel(token) }
        wheel.advance(to: 1000, into: &due)
        let odd: [UInt64] = Array(stride(from: 1, to: 100, by: 2))
        #expect(due.map(\.connection).sorted() == odd)
    }

    /// Against a list that is searched: the same timers fire in each step, whatever is set and cancelled.
    @Test(arguments: [1, 2, 3, 4, 5] as [Int64]) func itDoesWhatASimpleListDoes(seed: Int64) {
        var draw = DrawKey(seed: seed, rule: []).draw(hit: 1, purpose: .content)
        var now = draw.below(1 << 30)
        var wheel = TimerWheel(now: now)
        var list: [UInt64: (tick: UInt64, token: TimerWheel.Token)] = [:]
        var next: UInt64 = 0
        for _ in 0..<20_000 {
            switch draw.below(8) {
            case 0...3:
                let tick = now + 1 + draw.below([10, 100, 5000, 1 << 20, 1 << 27][Int(draw.below(5))])
                list[next] = (tick, wheel.set(id(next), at: tick))
                next += 1
            case 4:
                guard let (payload, timer) = list.first else { continue }
                wheel.cancel(timer.token)
                list[payload] = nil
            default:
                now += draw.below([2, 80, 6000, 1 << 18][Int(draw.below(4))])
                var due: [ExchangeID] = []
                wheel.advance(to: now, into: &due)
                let expected = list.filter { $0.value.tick <= now }.map(\.key)
                #expect(Set(due.map(\.connection)) == Set(expected) && due.count == expected.count)
                for payload in expected { list[payload] = nil }
                if let soonest = list.values.map(\.tick).min() {
                    // It may wake early to sort a coarse slot, never late.
                    let next = wheel.next ?? .max
                    #expect(next <= soonest)
                    #expect(next >= now)
                }
            }
        }
        #expect(wheel.count == list.count)
    }

    private func id(_ connection: UInt64) -> ExchangeID { ExchangeID(connection: connection, stream: connection + 1) }
}
