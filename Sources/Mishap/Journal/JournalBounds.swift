/// How many entries and bytes a journal keeps.
public struct JournalBounds: Sendable, Hashable {
    /// Most entries of one session.
    public var entries: Int
    /// Most bytes of one session.
    public var bytes: Int

    public init(entries: Int = 50_000, bytes: Int = 16 << 20) {
        self.entries = entries
        self.bytes = bytes
    }
}
