internal import Synchronization

/// The memory of all journals of a gateway, and its bound: each shard has a part of it, and when all parts together
/// reach the bound, those that have more than an equal part drop their oldest entries.
final class JournalMemory: Sendable {
    /// What the journals of one shard have.
    final class Part: Sendable {
        private let byteCount = Atomic<Int>(0)
        private let blockCount = Atomic<Int>(0)

        var bytes: Int { byteCount.load(ordering: .relaxed) }
        var blocks: Int { blockCount.load(ordering: .relaxed) }

        /// On any thread: a journal may be freed on another one than its shard's.
        func add(bytes: Int, blocks: Int = 0) {
            byteCount.add(bytes, ordering: .relaxed)
            if blocks != 0 { blockCount.add(blocks, ordering: .relaxed) }
        }
    }

    private struct Asking {
        /// Nil until the server is there.
        var visit: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
        var isUnderWay = false
    }

    /// Most bytes of all journals.
    let limit: Int
    private let parts: [Part]
    private let asking = Mutex(Asking())

    init(limit: Int = .max, shardCount: Int = 1) {
        self.limit = limit
        parts = (0..<shardCount).map { _ in Part() }
    }

    var bytes: Int { parts.reduce(0) { $0 + $1.bytes } }

    /// An equal part of the limit.
    var share: Int { limit / parts.count }

    func part(ofShard shard: Int) -> Part { parts[shard] }

    /// Sets the function that makes every shard call `ShardJournals.shrink`, and calls its argument when one has begun.
    func connect(_ visit: @escaping @Sendable (_ began: @escaping @Sendable () -> Void) -> Void) {
        asking.withLock { $0.visit = visit }
    }

    /// Makes the shards drop what is too much, without waiting for them.
    func askShards() {
        let visit = asking.withLock { asking -> ((@escaping @Sendable () -> Void) -> Void)? in
            guard !asking.isUnderWay, let visit = asking.visit else { return nil }
            asking.isUnderWay = true
            return visit
        }
        visit? { [self] in asking.withLock { $0.isUnderWay = false } }
    }
}

/// The journals of one shard, of all sessions: drops the oldest entries of all when memory is short.
///
/// Used on the shard's thread only, but for journals that go.
final class ShardJournals {
    /// A block of a journal, queued since it was taken or last looked at.
    private struct Place {
        let journal: UInt64
        let block: UInt64
        /// The block's highest record number at that time: another one since then shows that it was written meanwhile.
        var mark: UInt64 = 0
    }

    /// A journal that is there: each takes itself out before it goes. Unchecked, since it is only used on its shard's
    /// thread, and under the lock. Not a weak reference, which leaves a piece of memory behind that keeps its page.
    private struct Known: @unchecked Sendable {
        unowned(unsafe) let journal: JournalRing
    }

    /// This shard's share of a session's bounds.
    let bounds: JournalBounds
    /// Bytes of the largest usual block: a small part of the shard's share, since a new block makes others go that are full.
    let largestBlock: Int
    /// Most bytes of a body that a journal keeps: half of what the shard has, which without bound would take all.
    let longestBody: Int
    let part: JournalMemory.Part
    /// Entries that were dropped for room.
    var evicted: UInt64 = 0
    private let memory: JournalMemory
    /// Journals that have or had a block, by number. The lock keeps them from going meanwhile.
    private let known = Mutex<[UInt64: Known]>([:])
    /// Blocks, about in the order in which they were written last; the first `done` are gone. Some belong to journals
    /// that have gone, or have dropped them by themselves.
    private var queue: [Place] = []
    private var done = 0
    private var lastNumber: UInt64 = 0

    init(_ bounds: JournalBounds, _ memory: JournalMemory = JournalMemory(), shard: Int = 0) {
        self.bounds = bounds
        self.memory = memory
        largestBlock = min(64 << 10, max(JournalRing.firstBlock, memory.share / 8 & ~7))
        longestBody = memory.share / 2
        part = memory.part(ofShard: shard)
    }

    // MARK: Calls from journals

    /// Notes that a journal is about to take a block of its own. Returns a number for that, and one for the journal if
    /// it has none yet.
    func take(_ bytes: Int, for journal: JournalRing, _ number: UInt64?) -> (journal: UInt64, block: UInt64) {
        part.add(bytes: bytes, blocks: 1)
        if queue.count - done > 2 * part.blocks + Self.mostStale { removeStale() }
        lastNumber += 1
        let block = lastNumber
        let known = number ?? block
        if number == nil { self.known.withLock { $0[known] = Known(journal: journal) } }
        queue.append(Place(journal: known, block: block))
        return (known, block)
    }

    /// A journal goes, on any thread.
    func remove(_ number: UInt64?, bytes: Int, blocks: Int) {
        part.add(bytes: -bytes, blocks: -blocks)
        if let number { known.withLock { $0[number] = nil } }
    }

    /// Drops the oldest entries until that many bytes more are within the bound. Where other shards have more than their
    /// part, they are asked to do the same.
    func makeRoom(for bytes: Int) {
        guard memory.bytes > memory.limit - bytes else { return }
        drop(for: bytes, steps: Self.mostSteps)
        if memory.bytes > memory.limit - bytes { memory.askShards() }
    }

    // MARK: Dropping

    /// Drops the oldest entries while there is too much.
    func shrink() { drop(for: 0, steps: 16 * Self.mostSteps) }

    /// Blocks that are looked at for a request; so few that it takes no more than a moment.
    private static let mostSteps = 256
    /// Blocks in the queue that may be gone, besides as many as there are.
    private static let mostStale = 1_024

    private func drop(for bytes: Int, steps: Int) {
        for _ in 0..<steps {
            guard memory.bytes > memory.limit - bytes, part.bytes > memory.share - bytes, done < queue.count else {
                return
            }
            let place = queue[done]
            done += 1
            if done > queue.count / 2 {
                queue.removeSubrange(..<done)
                done = 0
            }
            if let mark = look(at: place) {
                queue.append(Place(journal: place.journal, block: place.block, mark: mark))
            }
        }
    }

    /// A block that was written since it was queued has another turn, as one that is as new as then. Otherwise the oldest
    /// block of its journal goes, which nearly always is this one. Returns a new mark if it is still there.
    private func look(at place: Place) -> UInt64? {
        known.withLock { known in
            guard let journal = known[place.journal]?.journal, let mark = journal.highestNumber(ofBlock: place.block)
            else { return nil }
            if mark == place.mark { journal.dropOldestBlock() }
            return journal.highestNumber(ofBlock: place.block)
        }
    }

    private func removeStale() {
        queue.removeSubrange(..<done)
        done = 0
        known.withLock { known in
            queue.removeAll { known[$0.journal]?.journal.highestNumber(ofBlock: $0.block) == nil }
        }
    }
}
