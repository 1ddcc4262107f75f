import Bytes
import Testing
import Wire

struct PaceTests {
    private let key = DrawKey(seed: 7, rule: Array("drip".utf8))

    @Test func seededSizesAreWithinTheirBoundsAndAllOccur() {
        let pace = Pace(bytes: 8...10, interval: 1).seeded(by: key.draw(hit: 1, purpose: .pace))
        let sizes = (0..<1_000).map { pace.size(ofWrite: $0) }
        #expect(Set(sizes) == [8, 9, 10])
        #expect((250..<420).contains(sizes.count { $0 == 9 }))
    }

    /// Pinned: a scenario sends the same pieces with every version.
    @Test func theSameDrawGivesTheSameSizes() {
        let pace = Pace(bytes: 8...64, interval: 1)
        let first = pace.seeded(by: key.draw(hit: 1, purpose: .pace))
        #expect((0..<8).map { first.size(ofWrite: $0) } == [39, 11, 39, 42, 47, 17, 42, 35])
        let second = pace.seeded(by: key.draw(hit: 2, purpose: .pace))
        #expect(first != second)
        #expect(first == pace.seeded(by: key.draw(hit: 1, purpose: .pace)))
    }

    @Test func aFixedSizeDrawsNothing() {
        let pace = Pace(bytes: 8, interval: 1)
        #expect(!pace.isSeeded && pace == Pace(bytes: 8...8, interval: 1))
        #expect(pace.seeded(by: { () -> Draw in preconditionFailure("not drawn") }()) == pace)
    }

    @Test(arguments: [(1, 0), (8, 0), (9, 1), (16, 1), (17, 2)])
    func theLongestTimeHasTheSmallestPieces(count: Int, pauses: Int) {
        #expect(Pace(bytes: 8...64, interval: 5).longestTime(for: count) == Nanoseconds(5 * pauses))
        #expect(Pace(bytes: 8, interval: .max / 2).longestTime(for: 1_000) == .max)
    }

    @Test func theRemainderOfARateIsInTheFirstOfTenPieces() {
        let pace = Pace(bytesPerSecond: 57)
        #expect((0..<11).map { pace.size(ofWrite: $0) } == [12, 5, 5, 5, 5, 5, 5, 5, 5, 5, 12])
        #expect(MemoryLayout<Pace?>.stride <= 32)
    }
}
