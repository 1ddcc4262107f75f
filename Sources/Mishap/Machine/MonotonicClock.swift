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

/// The time of day, for code on other threads than the shards'.
enum WallClock {
    /// Milliseconds since 1970.
    static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }
}
