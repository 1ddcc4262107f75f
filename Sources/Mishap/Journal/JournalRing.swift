internal import Wire

/// One shard's records of a session's exchanges, in a ring of blocks. When the bounds are reached, the oldest block is
/// reused.
///
/// Used on the shard's thread only. Allocates nothing before the first record, and nothing once the bounds are reached.
final class JournalRing {
    private static let blockSize = 64 << 10
    /// Blocks that the bound on entries is divided by. A block is evicted as a whole, so there must be several.
    private static let leastBlocks = 8

    private struct Block {
        let memory: UnsafeMutableRawBufferPointer
        var used = 0
        var count = 0
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

    /// Appends a record of `size` bytes, which `write` fills.
    func append(_ size: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) {
        let place = room(for: size)
        let start = blocks[place].used
        write(UnsafeMutableRawBufferPointer(rebasing: blocks[place].memory[start..<start + size]))
        blocks[place].used += size
        blocks[place].count += 1
        count += 1
    }

    /// A copy of all records, oldest first, in the encoding of `JournalRecord`.
    func copy() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(blocks.reduce(0) { $0 + $1.used })
        for index in blocks.indices {
            let block = blocks[(first + index) % blocks.count]
            bytes.append(contentsOf: block.memory[..<block.used])
        }
        return bytes
    }

    /// The block that takes the next record.
    private func room(for size: Int) -> Int {
        let newest = blocks.isEmpty ? -1 : (first + blocks.count - 1) % blocks.count
        if newest >= 0, blocks[newest].memory.count - blocks[newest].used >= size, count < bounds.entries,
            blocks[newest].count < max(1, bounds.entries / Self.leastBlocks)
        {
            return newest
        }
        let wanted = max(Self.blockSize, size)
        while blocks.count > 1, byteCount - blocks[first].memory.count + wanted > bounds.bytes { dropOldest() }
        if !blocks.isEmpty, count >= bounds.entries || byteCount + wanted > bounds.bytes {
            return reuseOldest(wanted)
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
            blocks[oldest].used = 0
            blocks[oldest].count = 0
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
