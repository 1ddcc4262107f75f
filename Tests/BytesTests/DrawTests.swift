import Bytes
import Testing

@Suite struct DrawTests {
    /// The outputs of the authors' own `splitmix64.c` from this state.
    @Test func theGeneratorIsSplitMix64() {
        var draw = Draw(state: 1_234_567)
        #expect(
            (0..<5).map { _ in draw.next() } == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }

    private let key = DrawKey(seed: 7, rule: Array(utf8: "live detail"))

    @Test func theDrawsOfARuleAreFrozen() {
        var choose = key.draw(hit: 1, purpose: .choose)
        var delay = key.draw(hit: 1, purpose: .delay, countBy: Array(utf8: "a")[...])
        var placeholder = key.draw(hit: 2, purpose: .placeholder(3))
        #expect(choose.next() == 11_074_331_031_249_450_415)
        #expect(delay.next() == 3_780_597_027_007_754_353)
        #expect(placeholder.next() == 14_437_045_785_346_946_613)
        var text = key.draw(hit: 1, purpose: .content)
        #expect(text.hex(count: 20).text == "661927d5455f006bc323")
        #expect(text.uuid().text == "e73cb11d-a8d0-4887-9ce5-6baf41568076")
        #expect(text.standardNormal() == -0.6123608454270736)
    }

    @Test func everythingThatNamesADrawChangesIt() {
        let a = Array(utf8: "a")[...]
        let keys = [
            key, DrawKey(seed: 8, rule: Array(utf8: "live detail")), DrawKey(seed: 7, rule: []),
            DrawKey(seed: 7, rule: [0]),
        ]
        var seen: Set<UInt64> = []
        var count = 0
        for key in keys {
            for hit in [0, 1, 2, UInt64.max] {
                for purpose in [
                    Draw.Purpose.choose, .delay, .content, .placeholder(0), .placeholder(1), .custom(0),
                    .custom(1),
                ] {
                    for countBy in [nil, [][...], a, [0x61, 0][...]] {
                        var draw = key.draw(hit: hit, purpose: purpose, countBy: countBy)
                        seen.insert(draw.next())
                        count += 1
                    }
                }
            }
        }
        #expect(seen.count == count)
    }

    @Test func belowIsWithinItsBoundAndEven() {
        var draw = Draw(state: 3)
        var counts = [0, 0, 0]
        for _ in 0..<30_000 { counts[Int(draw.below(3))] += 1 }
        #expect(counts.allSatisfy { abs($0 - 10_000) < 400 })
        #expect(draw.below(0) == 0 && draw.below(1) == 0)
        let large = UInt64.max / 3 * 2
        for _ in 0..<100 { #expect(draw.below(large) < large) }
    }

    @Test func uniformIncludesBothBounds() {
        var draw = Draw(state: 4)
        #expect(Set((0..<200).map { _ in draw.uniform(5, 3) }) == [3, 4, 5])
        #expect(draw.uniform(9, 9) == 9)
        _ = draw.uniform(0, .max)
    }

    @Test func unitIsFromZeroToBelowOne() {
        var draw = Draw(state: 5)
        let draws = (0..<10_000).map { _ in draw.unit() }
        #expect(draws.allSatisfy { $0 >= 0 && $0 < 1 })
        #expect(abs(draws.reduce(0, +) / 10_000 - 0.5) < 0.01)
    }

    @Test func normalDrawsHaveMeanZeroAndDeviationOne() {
        var draw = Draw(state: 6)
        let draws = (0..<20_000).map { _ in draw.standardNormal() }
        #expect(abs(draws.reduce(0, +) / 20_000) < 0.02)
        #expect(abs(draws.reduce(0) { $0 + $1 * $1 } / 20_000 - 1) < 0.03)
    }

    @Test func aUUIDIsOfVersionFour() {
        var draw = Draw(state: 7)
        for _ in 0..<100 {
            let uuid = draw.uuid()
            #expect(uuid.count == 36 && uuid[14] == 0x34 && "89ab".utf8.contains(uuid[19]))
            #expect([8, 13, 18, 23].allSatisfy { uuid[$0] == 0x2D })
        }
        #expect(draw.hex(count: 0).isEmpty && draw.hex(count: 17).count == 17)
    }
}
