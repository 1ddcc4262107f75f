internal import Synchronization

/// Atomic counters in blocks of 64. In a large scenario a block is allocated at the first hit in it: there are many
/// sessions, and most of them hit few of very many rules.
struct HitCounts: Sendable {
    /// All blocks of a small scenario; empty for a large one.
    private let blocks: [Block]
    private let pages: [Page]

    private static let few = 8

    private final class Block: Sendable {
        let counts = InlineArray<64, Atomic<UInt64>> { _ in Atomic(0) }
    }

    private final class Page: Sendable {
        let blocks = InlineArray<64, AtomicLazyReference<Block>> { _ in AtomicLazyReference() }
    }

    /// `count` counters, all 0.
    init(_ count: Int) {
        let blockCount = (count + 63) / 64
        let isSmall = blockCount <= Self.few
        blocks = isSmall ? (0..<blockCount).map { _ in Block() } : []
        pages = isSmall ? [] : (0..<(blockCount + 63) / 64).map { _ in Page() }
    }

    /// Adds one and returns the new count; nil if `last` has been reached already.
    func add(_ place: Int, last: UInt64?) -> UInt64? {
        let block = blocks.isEmpty ? madeBlock(place >> 6) : blocks[place >> 6]
        if let last, block.counts[place & 63].load(ordering: .relaxed) >= last { return nil }
        let hit = block.counts[place & 63].add(1, ordering: .relaxed).newValue
        if let last, hit > last { return nil }
        return hit
    }

    private func madeBlock(_ number: Int) -> Block {
        knownBlock(number) ?? pages[number >> 6].blocks[number & 63].storeIfNil(Block())
    }

    private func knownBlock(_ number: Int) -> Block? { pages[number >> 6].blocks[number & 63].load() }

    subscript(place: Int) -> UInt64 {
        let block = blocks.isEmpty ? knownBlock(place >> 6) : blocks[place >> 6]
        return block?.counts[place & 63].load(ordering: .relaxed) ?? 0
    }

    /// Blocks allocated so far.
    var blockCount: Int {
        blocks.count
            + pages.reduce(0) { sum, page in sum + (0..<64).count { page.blocks[$0].load() != nil } }
    }

    func reset() {
        for block in blocks { Self.reset(block) }
        for page in pages {
            for number in 0..<64 { if let block = page.blocks[number].load() { Self.reset(block) } }
        }
    }

    private static func reset(_ block: Block) {
        for place in 0..<64 { block.counts[place].store(0, ordering: .relaxed) }
    }
}
