/// A rate limit for writing: some bytes at a time, with a pause between writes.
public struct Pace: Sendable, Hashable {
    /// Bytes per write, at least 1.
    public var bytes: Int
    /// The pause from one write to the next.
    public var interval: Nanoseconds

    public init(bytes: Int, interval: Nanoseconds) {
        self.bytes = bytes
        self.interval = interval
    }
}

/// A duration, or a time of the monotonic clock.
public typealias Nanoseconds = UInt64
