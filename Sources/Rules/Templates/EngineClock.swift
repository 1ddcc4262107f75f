public import Wire

/// The time of a request, passed in so that no decision reads a clock.
public struct EngineClock: Sendable, Hashable {
    /// Milliseconds since 1970 UTC on the session's clock, for `{{now…}}`.
    public var wallMilliseconds: Int64
    /// Nanoseconds of a monotonic clock, for windows and durations.
    public var monotonic: Nanoseconds

    public init(wallMilliseconds: Int64 = 0, monotonic: Nanoseconds = 0) {
        self.wallMilliseconds = wallMilliseconds
        self.monotonic = monotonic
    }
}
