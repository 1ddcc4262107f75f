public import Wire

/// How many private sessions (`NAME~KEY`) there may be, and for how long.
public struct PrivateSessionBounds: Sendable, Hashable {
    /// At once. The one that was not used for the longest time makes room for another; where each of them has a
    /// request that waits for its answer, the one too many is a 503.
    public var count: Int
    /// How long one stays that nobody uses, its hits and its journal with it. A request that waits for its answer is
    /// use, and so is looking at the journal.
    public var idle: Nanoseconds

    /// Bytes that their journals may have together. Beyond that those go that were not used for the longest time,
    /// but for any that has a request which waits for its answer.
    public var journalBytes: Int

    /// Bytes that their documents may have together beyond those that they began with. The same becomes of more.
    public var storeBytes: Int

    public init(
        count: Int = 10_000, idle: Nanoseconds = 600_000_000_000, journalBytes: Int = 256 << 20,
        storeBytes: Int = 1 << 30
    ) {
        self.count = count
        self.idle = idle
        self.journalBytes = journalBytes
        self.storeBytes = storeBytes
    }
}
