internal import Bytes
internal import Foundation
public import Testing

/// How much is run of what repeats in order to be sure, and of what walks through everything: a part by `make test`, all of it
/// by `make test-slow`, which sets MISHAP_TEST_EXTENT to `whole`.
public enum Extent {
    public static let isWhole = ProcessInfo.processInfo.environment["MISHAP_TEST_EXTENT"] == "whole"

    /// The seed of samples: MISHAP_TEST_SEED, or 1.
    public static let seed = ProcessInfo.processInfo.environment["MISHAP_TEST_SEED"].flatMap { UInt64($0) } ?? 1

    public static func repetitions(_ few: Int, whole: Int) -> Int { isWhole ? whole : few }

    /// So many of all, in their order: the same for the same seed. What it is of and the seed are printed.
    public static func sample<Element>(of all: [Element], _ count: Int, _ what: String) -> [Element] {
        guard !isWhole, count < all.count else { return all }
        var draw = Draw(state: seed)
        var rest = UInt64(count)
        let chosen = all.enumerated().filter { index, _ in
            let isTaken = draw.below(UInt64(all.count - index)) < rest
            if isTaken { rest -= 1 }
            return isTaken
        }
        print("sample: \(count) of \(all.count) \(what); MISHAP_TEST_SEED=\(seed), and all of them by `make test-slow`")
        return chosen.map(\.element)
    }
}

extension Trait where Self == ConditionTrait {
    /// A test that only `make test-slow` runs.
    public static var slow: Self { .enabled(if: Extent.isWhole, "make test-slow runs it") }
}
