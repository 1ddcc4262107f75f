/// How many entries and bytes a journal keeps.
public struct JournalBounds: Sendable, Hashable {
    /// Most entries of one session.
    public var entries: Int
    /// Most bytes of one session.
    public var bytes: Int
    /// Most bytes of all sessions of a gateway together, beyond which the oldest entries of all go.
    public var bytesInAll: Int

    public init(entries: Int = 50_000, bytes: Int = 16 << 20, bytesInAll: Int = 256 << 20) {
        self.entries = entries
        self.bytes = bytes
        self.bytesInAll = bytesInAll
    }
}
