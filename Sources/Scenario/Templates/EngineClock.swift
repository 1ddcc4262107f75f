public import Wire

/// What time it is for a request: passed in, so that no decision looks at a clock.
public struct EngineClock: Sendable, Hashable {
    /// Milliseconds since 1970 on the session's clock, for `{{now…}}`.
    public var wallMilliseconds: Int64
    /// Nanoseconds of a clock that only goes forward, for windows and spans.
    public var monotonic: Nanoseconds

    public init(wallMilliseconds: Int64 = 0, monotonic: Nanoseconds = 0) {
        self.wallMilliseconds = wallMilliseconds
        self.monotonic = monotonic
    }
}
