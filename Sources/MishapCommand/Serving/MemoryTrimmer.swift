internal import CLinux
internal import GatewayServer
internal import Glibc
internal import Mishap

/// Gives memory that was freed back to the system. The C library keeps what it has unless the end of a heap is free, and a
/// session that lives on at the end keeps everything before it.
///
/// Only the command does this: the memory of a process that has a gateway in it is not the gateway's.
struct MemoryTrimmer {
    /// Bytes that were free when memory was given back last, or fewer since: pages between that are free in part stay, and are
    /// not looked for again.
    private var free: Int

    /// Fewer bytes are not worth it: the heap is searched as a whole.
    private static let least = 4 << 20

    /// How often it looks once something was freed, or is about to be.
    private static let looks = 5
    /// Seconds.
    private static let longestPause: UInt32 = 8

    init(free: Int) { self.free = free }

    /// Whether much was freed. `inUse`: bytes that are not free.
    mutating func mustTrim(free now: Int, inUse: Int) -> Bool {
        free = min(free, now)
        guard now - free >= max(Self.least, (now + inUse) / 16) else { return false }
        free = now
        return true
    }

    /// What loading has left, before anybody waits for an answer.
    static func trimAfterLoading() { malloc_trim(0) }

    /// Looks once a second, and less often where nothing comes of it, whether a gateway has freed anything: on a thread of its
    /// own, as long as the process is there. Without a thread nothing is given back.
    static func start(_ gateway: Gateway) {
        _ = SystemThread.detached(name: "mishap-memory") { [weak gateway] in
            var trimmer = MemoryTrimmer(free: Int(mallinfo2().fordblks))
            var (known, looksLeft) = (0, 0)
            // The heap is locked meanwhile: where nothing comes of it, it looks less and less often.
            var pause: UInt32 = 1
            while true {
                sleep(pause)
                guard let count = gateway?.freedCount else { return }
                // Some more times later: whoever still answers for a session keeps it until then.
                if count != known { (known, looksLeft, pause) = (count, Self.looks, min(pause, 2)) }
                guard looksLeft > 0 else { continue }
                looksLeft -= 1
                let info = mallinfo2()
                let isMuch = trimmer.mustTrim(free: Int(info.fordblks), inUse: Int(info.uordblks))
                if isMuch { malloc_trim(0) }
                pause = isMuch ? 1 : min(2 * pause, Self.longestPause)
            }
        }
    }
}
