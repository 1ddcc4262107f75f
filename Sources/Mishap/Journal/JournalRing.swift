internal import Wire

/// One shard's records of a session's exchanges, in a ring of blocks. When the bounds are reached, the oldest block is
/// reused, or replaced if a verdict has read it.
///
/// Used on the shard's thread only. Allocates nothing before the first record, and once the bounds are reached only to replace
/// such blocks.
final class JournalRing {
    /// Bytes of the first block. Each further one has twice as many, up to `ShardJournals.largestBlock`, since most sessions
    /// have few records. A larger record has a block of its own.
    static let firstBlock = 4 << 10
    /// Blocks that the bound on entries is divided by. A block is evicted as a whole, so there must be several.
    private static let leastBlocks = 8

    struct Block {
        /// Unique among the blocks of the shard.
        let id: UInt64
        let block: JournalBlock
        /// The block's memory.
        let memory: UnsafeMutableRawBufferPointer
        /// Whether it was ever handed out. Such a block is not written over.
        var isRead = false
        var used = 0
        var count = 0
        /// Lowest and highest number of its records.
        var lowest = UInt64.max
        var highest: UInt64 = 0
        /// The highest sequence number of its records.
        var highestSequence: UInt64 = 0

        init(id: UInt64, size: Int) {
            self.id = id
            block = .make(size)
            memory = block.memory
        }

        /// A record of `size` bytes was written behind the others.
        mutating func add(_ size: Int, number: UInt64, sequence: UInt64) {
            used += size
            count += 1
            lowest = min(lowest, number)
            highest = max(highest, number)
            highestSequence = max(highestSequence, sequence)
        }

        mutating func clear() {
            (used, count, lowest, highest, highestSequence) = (0, 0, .max, 0, 0)
        }
    }

    private let bounds: JournalBounds
    private(set) var blocks: [Block] = []
    /// Index of the oldest block; the newest is the one before it, cyclically.
    private var first = 0
    /// Records that are there.
    private(set) var count = 0
    private var byteCount = 0
    /// Bytes of blocks that have one large record each.
    private var largeBytes = 0
    private let journals: ShardJournals
    /// Its number among the shard's journals, once it has had a block.
    private var number: UInt64?
    /// Records evicted so far.
    private(set) var evicted: UInt64 = 0

    init(_ journals: ShardJournals) {
        bounds = journals.bounds
        self.journals = journals
    }

    deinit {
        journals.remove(number, bytes: byteCount, blocks: blocks.count)
    }

    /// Appends the record of an entry that ended with that number, of `size` bytes, which `write` fills.
    func append(_ size: Int, number: UInt64, sequence: UInt64, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
        let place = room(for: size)
        let start = blocks[place].used
        write(UnsafeMutableRawBufferPointer(rebasing: blocks[place].memory[start..<start + size]))
        blocks[place].add(size, number: number, sequence: sequence)
        count += 1
    }

    // MARK: Reading

    /// The blocks that may have entries with a completion above `number` and a sequence above `sequence`, the oldest first.
    /// They have other entries too.
    func written(endedAfter number: UInt64, begunAfter sequence: UInt64) -> [JournalBlock.Written] {
        var parts: [JournalBlock.Written] = []
        parts.reserveCapacity(blocks.count)
        for place in 0..<blocks.count {
            let index = (first + place) % blocks.count
            guard blocks[index].highest > number, blocks[index].highestSequence > sequence else { continue }
            blocks[index].isRead = true
            parts.append(
                JournalBlock.Written(
                    blocks[index].block, count: blocks[index].used, records: blocks[index].count))
        }
        return parts
    }

    /// The last blocks, from the latest on, with at least that many records, as far as there are.
    func latest(_ count: Int) -> [JournalBlock.Written] {
        var (parts, found) = ([JournalBlock.Written](), 0)
        for place in (0..<blocks.count).reversed() where found < count {
            let index = (first + place) % blocks.count
            blocks[index].isRead = true
            found += blocks[index].count
            parts.append(
                JournalBlock.Written(blocks[index].block, count: blocks[index].used, records: blocks[index].count))
        }
        return parts
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
        if size > journals.largestBlock { return largeRoom(for: size) }
        let usual =
            newest < 0 || largeBytes(of: blocks[newest]) > 0
            ? Self.firstBlock : min(2 * blocks[newest].memory.count, journals.largestBlock)
        let wanted = max(usual, size)
        while blocks.count > 1, ownBytes - ownBytes(of: blocks[first]) + wanted > bounds.bytes { dropOldestBlock() }
        if !blocks.isEmpty, count >= bounds.entries || ownBytes + wanted > bounds.bytes {
            return reuseOldest(wanted)
        }
        return newBlock(wanted)
    }

    /// A block of its own, for a record with a body that an expectation reads, or that the session was asked to keep. It
    /// counts against the bound of all journals only, so that it does not push out all other entries of the session.
    private func largeRoom(for size: Int) -> Int {
        while count >= bounds.entries { dropOldestBlock() }
        largeBytes += size
        let place = newBlock(size)
        // The block before it goes on to be filled.
        guard place > 0, largeBytes(of: blocks[place - 1]) == 0 else { return place }
        blocks.swapAt(place - 1, place)
        return place - 1
    }

    /// Bytes that count against the bound of the session.
    private var ownBytes: Int { byteCount - largeBytes }

    private func ownBytes(of block: Block) -> Int { largeBytes(of: block) == 0 ? block.memory.count : 0 }

    private func largeBytes(of block: Block) -> Int {
        block.memory.count > journals.largestBlock ? block.memory.count : 0
    }

    private func newBlock(_ wanted: Int) -> Int {
        // May drop blocks of this journal too.
        journals.makeRoom(for: wanted)
        // Rotates the blocks so that the oldest is first, and the new block follows the newest.
        if first != 0 {
            blocks = Array(blocks[first...] + blocks[..<first])
            first = 0
        }
        let taken = journals.take(wanted, for: self, number)
        number = taken.journal
        blocks.append(Block(id: taken.block, size: wanted))
        byteCount += wanted
        return blocks.count - 1
    }

    private func countEvicted(_ count: Int) {
        evicted += UInt64(count)
        journals.evicted += UInt64(count)
    }

    /// Evicts the records of the oldest block, if there is one.
    func dropOldestBlock() {
        guard !blocks.isEmpty else { return }
        countEvicted(blocks[first].count)
        count -= blocks[first].count
        byteCount -= blocks[first].memory.count
        largeBytes -= largeBytes(of: blocks[first])
        journals.part.add(bytes: -blocks[first].memory.count, blocks: -1)
        blocks.remove(at: first)
        if first == blocks.count { first = 0 }
    }

    private func reuseOldest(_ wanted: Int) -> Int {
        let oldest = first
        countEvicted(blocks[oldest].count)
        count -= blocks[oldest].count
        if blocks[oldest].memory.count == wanted, !blocks[oldest].isRead {
            blocks[oldest].clear()
        } else {
            byteCount += wanted - blocks[oldest].memory.count
            largeBytes -= largeBytes(of: blocks[oldest])
            journals.part.add(bytes: wanted - blocks[oldest].memory.count)
            blocks[oldest] = Block(id: blocks[oldest].id, size: wanted)
        }
        first = (first + 1) % blocks.count
        return oldest
    }

    /// The highest number of a block's records, 0 if it has none yet; nil if the block is gone.
    func highestNumber(ofBlock id: UInt64) -> UInt64? { blocks.first { $0.id == id }?.highest }
}
