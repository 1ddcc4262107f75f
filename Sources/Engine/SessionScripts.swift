internal import Synchronization

/// Numbers of scripts that sessions keep by themselves, so that no number comes twice and none is one of a scenario's.
///
/// Sessions come and go, and shards hold on to what they rendered of a script: it gets one of so few places that all
/// of these together stay small.
enum SessionScripts {
    private static let places: UInt64 = 256
    private static let last = Atomic<UInt64>(0)

    /// Far from the numbers of what is made at load, which count up from 0.
    static func nextNumber() -> UInt64 {
        let count = last.add(1, ordering: .relaxed).newValue
        return 1 << 63 | (count / places) << 12 | count % places
    }
}
