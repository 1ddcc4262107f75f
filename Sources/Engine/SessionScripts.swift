internal import Synchronization

/// Numbers for scripts that sessions keep by themselves: unique, and never those of a scenario's scripts.
///
/// Shards cache what they rendered of a script by its number: by the lower half, and three bits of the upper one
/// (`PreparedReplies.place`). Scripts of sessions come and go. Those bits have 256 values, so that they fill only a small
/// part of the cache.
enum SessionScripts {
    private static let places: UInt64 = 256
    private static let last = Atomic<UInt64>(0)

    /// With the highest bit set, unlike the numbers of scripts made at load (`ScriptNumbering`).
    static func nextNumber() -> UInt64 {
        let count = last.add(1, ordering: .relaxed).newValue
        return 1 << 63 | (count / places) << 35 | count % places
    }
}
