/// Memory for consecutive records of a journal. A reader's reference keeps it from being freed, and the ring never writes over
/// what it has handed out.
final class JournalBlock: ManagedBuffer<Int, UInt64> {
    /// `count`: its size in bytes. It is aligned to 8 bytes.
    static func make(_ count: Int) -> JournalBlock {
        let block = create(minimumCapacity: (count + 7) / 8) { _ in count }
        return unsafeDowncast(block, to: JournalBlock.self)
    }

    /// Valid only while the block is referenced.
    var memory: UnsafeMutableRawBufferPointer {
        withUnsafeMutablePointers { UnsafeMutableRawBufferPointer(start: $1, count: $0.pointee) }
    }

    /// The part of a block that was written when somebody asked for it.
    ///
    /// `@unchecked`: the shard goes on behind that part, and never writes there again.
    struct Written: @unchecked Sendable {
        let block: JournalBlock
        /// Bytes.
        let count: Int
        /// How many records these are.
        let records: Int

        func withRecords<Result>(_ read: (UnsafeRawBufferPointer) -> Result) -> Result {
            withExtendedLifetime(block) { read(UnsafeRawBufferPointer(rebasing: block.memory[..<count])) }
        }

        /// A copy of so many records.
        init(copying bytes: [UInt8], records: Int) {
            (block, count, self.records) = (.make(bytes.count), bytes.count, records)
            bytes.withUnsafeBytes { block.memory.copyMemory(from: $0) }
        }

        init(_ block: JournalBlock, count: Int, records: Int) {
            self.block = block
            self.count = count
            self.records = records
        }
    }
}
