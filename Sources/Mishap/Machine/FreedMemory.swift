internal import CLinux
internal import Glibc

/// Gives memory back to the system when much of it was freed. The C library keeps what it has unless the end of a heap is
/// free, and a session that lives on at the end keeps everything before it.
///
/// A value that its owner guards. What it schedules takes no lock of the owner's while it waits or works.
struct FreedMemory {
    /// The most bytes in use since memory was given back.
    private var peak = 0
    /// Sessions freed since then.
    private var freed = 0
    /// True while giving back is scheduled.
    private var isScheduled = false

    /// Frees of fewer bytes are not worth it: the heap is searched as a whole.
    private static let least = 4 << 20
    /// Where sessions come and go and as much stays in use, memory in pieces that none of them fits adds up.
    private static let mostFreed = 20_000

    mutating func note(inUse: Int) { peak = max(peak, inUse) }

    /// Whether so much was freed since it was given back last, or so many sessions, that `giveBack` is to be called, a little
    /// later. `freed`: sessions that were freed now.
    mutating func mustGiveBack(inUse: Int, freed count: Int = 0) -> Bool {
        freed += count
        let isMuch = peak - inUse >= max(Self.least, peak / 16) || freed >= Self.mostFreed
        guard !isScheduled, isMuch else { return false }
        isScheduled = true
        return true
    }

    /// To be called right before `giveBack`.
    mutating func begin(inUse: Int) {
        peak = inUse
        freed = 0
        isScheduled = false
    }

    /// Waits a moment for more to be freed, so that this is done once for many.
    static func waitForMore() { usleep(200_000) }

    /// Takes some milliseconds, so not on a shard's thread.
    static func giveBack() { _ = malloc_trim(0) }
}
