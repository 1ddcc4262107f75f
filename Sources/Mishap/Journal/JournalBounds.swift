/// How much of the past a journal keeps.
public struct JournalBounds: Sendable, Hashable {
    /// Entries of one session.
    public var entries: Int
    /// Bytes of one session.
    public var bytes: Int

    public init(entries: Int = 50_000, bytes: Int = 16 << 20) {
        self.entries = entries
        self.bytes = bytes
    }
}
