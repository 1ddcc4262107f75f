/// Some of one shard's records of a journal, copied block by block: faster than a window, which is in the order of numbers and
/// has no more than was asked for.
struct JournalCopy: Sendable {
    /// What is wanted of each shard.
    struct Wanted: Sendable {
        /// By shard: the number behind which its records are wanted; nil if there are no more.
        var after: [UInt64?]
        /// Most bytes of each shard, if a block does not have more.
        let size: Int

        /// From the first records on.
        init(after number: UInt64, shardCount: Int, size: Int) {
            after = Array(repeating: number, count: shardCount)
            self.size = size
        }

        var isComplete: Bool { after.allSatisfy { $0 == nil } }

        /// Goes on behind these.
        mutating func goOn(behind copies: [JournalCopy]) {
            for copy in copies { after[copy.shard] = copy.next }
        }
    }

    let shard: Int
    /// Records behind one another, some with other numbers.
    let bytes: [UInt8]
    /// Behind which number there are more; nil if there are none.
    let next: UInt64?
}
