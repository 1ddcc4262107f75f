/// Memory for records of a journal, one behind the other. Whoever reads them keeps it from being freed or written anew.
final class JournalBlock: ManagedBuffer<Int, UInt64> {
    /// `count`: bytes. It begins at a multiple of 8 bytes.
    static func make(_ count: Int) -> JournalBlock {
        let block = create(minimumCapacity: (count + 7) / 8) { _ in count }
        return unsafeDowncast(block, to: JournalBlock.self)
    }

    /// Only while the block is there.
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

        func withRecords<Result>(_ read: (UnsafeRawBufferPointer) -> Result) -> Result {
            withExtendedLifetime(block) { read(UnsafeRawBufferPointer(rebasing: block.memory[..<count])) }
        }

        /// A copy of records.
        init(copying bytes: [UInt8]) {
            (block, count) = (.make(bytes.count), bytes.count)
            bytes.withUnsafeBytes { block.memory.copyMemory(from: $0) }
        }

        init(_ block: JournalBlock, count: Int) {
            self.block = block
            self.count = count
        }
    }
}
