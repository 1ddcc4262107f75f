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
        private let block: JournalBlock
        /// Valid as long as this is.
        let bytes: UnsafeRawBufferPointer
        /// How many records these are; 0 of a copy.
        let records: Int

        /// A copy of records.
        init(copying bytes: [UInt8]) {
            let block = JournalBlock.make(bytes.count)
            bytes.withUnsafeBytes { block.memory.copyMemory(from: $0) }
            self.init(block, count: bytes.count, records: 0)
        }

        init(_ block: JournalBlock, count: Int, records: Int) {
            self.block = block
            bytes = UnsafeRawBufferPointer(rebasing: block.memory[..<count])
            self.records = records
        }
    }
}
