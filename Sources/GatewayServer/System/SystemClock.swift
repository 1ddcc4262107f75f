internal import CLinux
internal import Glibc
package import Wire

/// The clocks of the machine.
package enum SystemClock {
    /// Nanoseconds of a clock that never goes back.
    package static var monotonic: Nanoseconds { clinux_monotonic_nanoseconds() }

    /// Nanoseconds since 1970.
    package static var wall: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Seconds since 1970, as certificates count them.
    package static var wallSeconds: Int64 { wall / 1_000_000_000 }

    /// Milliseconds since 1970.
    package static var wallMilliseconds: Int64 { wall / 1_000_000 }
}
