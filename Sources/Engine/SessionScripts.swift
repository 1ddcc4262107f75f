internal import Synchronization

/// Numbers for scripts that sessions keep by themselves: unique, and never those of a scenario's scripts.
///
/// Shards cache what they rendered of a script by its number. Scripts of sessions, which come and go, share 256 places
/// of that cache, so that they fill only a small part of it.
enum SessionScripts {
    private static let places: UInt64 = 256
    private static let last = Atomic<UInt64>(0)

    /// With the highest bit set, unlike the numbers of scripts made at load (`ScriptNumbering`).
    static func nextNumber() -> UInt64 {
        let count = last.add(1, ordering: .relaxed).newValue
        return 1 << 63 | (count / places) << 12 | count % places
    }
}
