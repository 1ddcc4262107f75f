internal import Wire

/// One shard's records of a session's exchanges, in a ring of blocks. When the bounds are reached, the oldest block is
/// reused.
///
/// Used on the shard's thread only. Allocates nothing before the first record, and nothing once the bounds are reached.
final class JournalRing {
    /// Bytes of the first block. Each further one has twice as many, up to the largest, since most sessions have few
    /// records. A larger record has a block of its own.
    static let firstBlock = 1 << 10
    private static let largestBlock = 64 << 10
    /// Blocks that the bound on entries is divided by. A block is evicted as a whole, so there must be several.
    private static let leastBlocks = 8

    private struct Block {
        let memory: UnsafeMutableRawBufferPointer
        var used = 0
        var count = 0
        /// Lowest and highest number of its records.
        var lowest = UInt64.max
        var highest: UInt64 = 0

        mutating func clear() { self = Block(memory: memory) }
    }

    private let bounds: JournalBounds
    private var blocks: [Block] = []
    /// Index of the oldest block; the newest is the one before it, cyclically.
    private var first = 0
    private var count = 0
    private var byteCount = 0 {
        didSet { gauge?.add(byteCount - oldValue) }
    }
    private let gauge: ByteGauge?
    /// Records evicted so far.
    private(set) var evicted: UInt64 = 0

    /// `bounds` are this shard's share of the session's bounds.
    init(_ bounds: JournalBounds, _ gauge: ByteGauge? = nil) {
        self.bounds = bounds
        self.gauge = gauge
    }

    deinit {
        for block in blocks { block.memory.deallocate() }
        gauge?.add(-byteCount)
    }

    /// Appends the record of a number, of `size` bytes, which `write` fills.
    func append(_ size: Int, number: UInt64, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
        let place = room(for: size)
        let start = blocks[place].used
        write(UnsafeMutableRawBufferPointer(rebasing: blocks[place].memory[start..<start + size]))
        blocks[place].used += size
        blocks[place].count += 1
        blocks[place].lowest = min(blocks[place].lowest, number)
        blocks[place].highest = max(blocks[place].highest, number)
        count += 1
    }

    // MARK: Reading

    /// Adds the records to the selection. Blocks that can have none of it are not looked into, so that a window costs
    /// what its own blocks cost: records come nearly in the order of their numbers.
    func select(into selection: inout JournalSelection) {
        let wanted = selection.wanted
        let places = blocks.indices.filter { wanted.overlaps(blocks[$0].lowest, blocks[$0].highest) }
        for place in places.sorted(by: { blocks[$0].lowest < blocks[$1].lowest }) {
            guard selection.mayTake(blocks[place].lowest) else { return }
            forEachRecord(of: blocks[place]) { number, bytes in
                selection.add(number, size: bytes.count, .record(bytes))
            }
        }
    }

    /// How many of its records are wanted, whether they fit or not.
    func count(_ wanted: JournalWindow.Wanted) -> Int {
        blocks.reduce(0) { sum, block in
            guard wanted.overlaps(block.lowest, block.highest) else { return sum }
            if wanted.contains(block.lowest), wanted.contains(block.highest) { return sum + block.count }
            var count = 0
            forEachRecord(of: block) { number, _ in if wanted.contains(number) { count += 1 } }
            return sum + count
        }
    }

    private func forEachRecord(of block: Block, _ visit: (UInt64, UnsafeRawBufferPointer) -> Void) {
        var offset = 0
        while offset < block.used {
            let rest = UnsafeRawBufferPointer(rebasing: block.memory[offset..<block.used])
            let (number, size) = JournalRecord.numberAndSize(rest)
            visit(number, UnsafeRawBufferPointer(rebasing: rest[..<size]))
            offset += size
        }
    }

    // MARK: Room

    /// The block that takes the next record.
    private func room(for size: Int) -> Int {
        let newest = blocks.isEmpty ? -1 : (first + blocks.count - 1) % blocks.count
        if newest >= 0, blocks[newest].memory.count - blocks[newest].used >= size, count < bounds.entries,
            blocks[newest].count < max(1, bounds.entries / Self.leastBlocks)
        {
            return newest
        }
        let usual = newest < 0 ? Self.firstBlock : min(2 * blocks[newest].memory.count, Self.largestBlock)
        let wanted = max(usual, size)
        while blocks.count > 1, byteCount - blocks[first].memory.count + wanted > bounds.bytes { dropOldest() }
        if !blocks.isEmpty, count >= bounds.entries || byteCount + wanted > bounds.bytes {
            return reuseOldest(wanted)
        }
        // All journals together have as much as they may: this one goes on with what it has.
        if !blocks.isEmpty, gauge?.isFull == true {
            return reuseOldest(max(size, blocks[first].memory.count))
        }
        // Rotates the blocks so that the oldest is first, and the new block follows the newest.
        if first != 0 {
            blocks = Array(blocks[first...] + blocks[..<first])
            first = 0
        }
        blocks.append(Self.block(wanted))
        byteCount += wanted
        return blocks.count - 1
    }

    /// Evicts further blocks if one is not enough for a larger record.
    private func dropOldest() {
        evicted += UInt64(blocks[first].count)
        count -= blocks[first].count
        byteCount -= blocks[first].memory.count
        blocks[first].memory.deallocate()
        blocks.remove(at: first)
        if first == blocks.count { first = 0 }
    }

    private func reuseOldest(_ wanted: Int) -> Int {
        let oldest = first
        evicted += UInt64(blocks[oldest].count)
        count -= blocks[oldest].count
        if blocks[oldest].memory.count == wanted {
            blocks[oldest].clear()
        } else {
            byteCount += wanted - blocks[oldest].memory.count
            blocks[oldest].memory.deallocate()
            blocks[oldest] = Self.block(wanted)
        }
        first = (first + 1) % blocks.count
        return oldest
    }

    private static func block(_ size: Int) -> Block {
        Block(memory: .allocate(byteCount: size, alignment: 16))
    }
}
