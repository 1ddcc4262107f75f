internal import Glibc
internal import Wire

/// The clock of the shards, for code on other threads.
enum MonotonicClock {
    static var now: Nanoseconds {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Nanoseconds(now.tv_sec) * 1_000_000_000 + Nanoseconds(now.tv_nsec)
    }
}
