import Bytes
import Testing

@Suite("Sorting what is nearly in order")
struct SortedRunsTests {
    private struct Element: Hashable {
        var key: UInt64
        var number: Int
    }

    private static func isBefore(_ one: Element, _ other: Element) -> Bool { one.key < other.key }

    /// Numbered elements whose keys grow with their numbers, but for so much.
    private static func elements(_ count: Int, disorder: UInt64, seed: UInt64) -> [Element] {
        var draws = Draw(state: seed)
        return (0..<count).map { Element(key: UInt64($0) + draws.below(disorder + 1), number: $0) }
    }

    @Test(
        "A range is sorted, whether it is nearly in order or not, and what is outside of it stays",
        arguments: [
            (0, 0), (1, 0), (2, 5), (1_000, 0), (1_000, 4), (1_000, 100_000),
        ] as [(Int, UInt64)])
    func aRangeIsSorted(count: Int, disorder: UInt64) {
        let outside = Element(key: 0, number: -1)
        let own = Self.elements(count, disorder: disorder, seed: 7)
        var elements = [outside] + own + [outside]
        elements.sortNearlySorted(1..<1 + count, by: Self.isBefore)
        // The library's sort is stable.
        #expect(elements == [outside] + own.sorted(by: Self.isBefore) + [outside])
    }

    @Test("What is in reverse costs no more than sorting it")
    func whatIsInReverse() {
        var comparisons = 0
        var keys = Array((0..<20_000).reversed())
        keys.sortNearlySorted(0..<keys.count) {
            comparisons += 1; return $0 < $1
        }
        #expect(keys == Array(0..<20_000))
        #expect(comparisons < 1_000_000)
    }

    @Test(
        "Runs are merged, empty ones and single ones too",
        arguments: [
            [], [0], [5], [0, 0, 0], [3, 4], [4, 0, 3], [1, 1, 1, 1, 1], [100, 1, 0, 50, 7], [1_000, 1_000],
        ] as [[Int]])
    func runsAreMerged(counts: [Int]) {
        let runs = counts.enumerated().map { run, count in
            Self.elements(count, disorder: 20, seed: UInt64(run)).sorted(by: Self.isBefore).map {
                Element(key: $0.key, number: $0.number + 10_000 * run)
            }
        }
        let merged = [Element](merging: runs) { ($0.key, $0.number) < ($1.key, $1.number) }
        let all = runs.flatMap(\.self)
        #expect(merged.count == all.count)
        #expect(Set(merged) == Set(all))
        #expect(merged.map(\.key) == all.map(\.key).sorted())
    }
}
