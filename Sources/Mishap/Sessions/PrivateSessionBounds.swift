public import Wire

/// Limits on private sessions (`NAME~KEY`).
public struct PrivateSessionBounds: Sendable, Hashable {
    /// Most sessions at once. Beyond that the least recently used one is dropped; if all have a request in flight, the
    /// new one is refused with 503.
    public var count: Int
    /// Nanoseconds after which an unused session is dropped. A request in flight and reading the journal count as use.
    public var idle: Nanoseconds

    /// Most bytes of all journals together. Beyond that the least recently used sessions without a request in flight
    /// are dropped.
    public var journalBytes: Int

    /// Most bytes of all documents together beyond the initial ones. Beyond that, sessions are dropped in the
    /// same way.
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
