/// One shard's part of a journal.
struct JournalSnapshot: Sendable {
    var bytes: [UInt8] = []
    var evicted: UInt64 = 0
}
