import Testing

@testable import Engine

/// Counts of few rules and of very many.
@Suite struct HitCountsTests {
    @Test(arguments: [1, 512, 513, 100_001]) func eachPlaceCountsForItself(count: Int) {
        let counts = HitCounts(count)
        let last = count - 1
        #expect(counts[0] == 0 && counts[last] == 0)
        #expect(counts.add(last, last: nil) == 1)
        #expect(counts.add(last, last: 2) == 2)
        #expect(counts.add(last, last: 2) == nil)
        #expect(counts[last] == 2)
        #expect(counts[0] == (count == 1 ? 2 : 0))
        counts.reset()
        #expect(counts[last] == 0)
        #expect(counts.add(last, last: 2) == 1)
    }

    @Test func whatIsNeverHitTakesNoRoom() {
        let counts = HitCounts(100_001)
        #expect(counts.blockCount == 0)
        _ = counts[77_777]
        counts.reset()
        #expect(counts.blockCount == 0)
        for place in [5, 6, 100_000] { _ = counts.add(place, last: nil) }
        #expect(counts.blockCount == 2)
        #expect(HitCounts(512).blockCount == 8)
    }
}
