internal import CLinux
internal import Glibc
internal import Wire

enum Clock {
    /// Nanoseconds of a clock that never goes back.
    static var monotonic: Nanoseconds { clinux_monotonic_nanoseconds() }

    /// Nanoseconds since 1970.
    static var wall: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
