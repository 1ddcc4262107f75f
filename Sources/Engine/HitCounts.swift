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

        @inline(__always)
        func add(_ place: Int, last: UInt64?) -> UInt64? {
            if let last, counts[place].load(ordering: .relaxed) >= last { return nil }
            let hit = counts[place].add(1, ordering: .relaxed).newValue
            if let last, hit > last { return nil }
            return hit
        }
    }

    /// Addresses of 64 blocks; 0 for one that is not allocated. Not `AtomicLazyReference`s, whose `load` looks up type
    /// metadata each time, a hundredth of the cost of a request.
    private final class Page: Sendable {
        private let addresses = InlineArray<64, Atomic<UInt>> { _ in Atomic(0) }

        subscript(number: Int) -> Block? { Self.block(at: addresses[number].load(ordering: .acquiring)) }

        /// The block, allocated if it is not yet. Of two threads that allocate it at once, one uses that of the other.
        func madeBlock(_ number: Int) -> Block {
            if let block = self[number] { return block }
            let new = unsafe Unmanaged.passRetained(Block())
            let (isFirst, first) = addresses[number].compareExchange(
                expected: 0, desired: unsafe UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
            guard !isFirst, let known = Self.block(at: first) else { return unsafe new.takeUnretainedValue() }
            unsafe new.release()
            return known
        }

        private static func block(at address: UInt) -> Block? {
            guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return nil }
            return unsafe Unmanaged<Block>.fromOpaque(pointer).takeUnretainedValue()
        }

        deinit {
            for number in 0..<64 {
                let address = addresses[number].load(ordering: .acquiring)
                guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { continue }
                unsafe Unmanaged<Block>.fromOpaque(pointer).release()
            }
        }
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
        guard blocks.isEmpty else { return blocks[place >> 6].add(place & 63, last: last) }
        return madeBlock(place >> 6).add(place & 63, last: last)
    }

    private func madeBlock(_ number: Int) -> Block { pages[number >> 6].madeBlock(number & 63) }

    private func knownBlock(_ number: Int) -> Block? { pages[number >> 6][number & 63] }

    subscript(place: Int) -> UInt64 {
        let block = blocks.isEmpty ? knownBlock(place >> 6) : blocks[place >> 6]
        return block?.counts[place & 63].load(ordering: .relaxed) ?? 0
    }

    /// The same counts at this moment, which go on by themselves.
    func copy() -> HitCounts { HitCounts(copying: self) }

    private init(copying other: HitCounts) {
        blocks = other.blocks.map { Self.copy($0) }
        pages = other.pages.map { page in
            let copy = Page()
            for number in 0..<64 { if let block = page[number] { Self.copy(block, to: copy.madeBlock(number)) } }
            return copy
        }
    }

    private static func copy(_ block: Block) -> Block {
        let copy = Block()
        Self.copy(block, to: copy)
        return copy
    }

    private static func copy(_ block: Block, to other: Block) {
        for place in 0..<64 {
            other.counts[place].store(block.counts[place].load(ordering: .relaxed), ordering: .relaxed)
        }
    }

    /// Blocks allocated so far.
    var blockCount: Int {
        blocks.count
            + pages.reduce(0) { sum, page in sum + (0..<64).count { page[$0] != nil } }
    }

    func reset() {
        for block in blocks { Self.reset(block) }
        for page in pages {
            for number in 0..<64 { if let block = page[number] { Self.reset(block) } }
        }
    }

    private static func reset(_ block: Block) {
        for place in 0..<64 { block.counts[place].store(0, ordering: .relaxed) }
    }
}
