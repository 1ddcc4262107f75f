/// A rate limit for writing: some bytes at a time, with a pause between writes.
public struct Pace: Sendable, Hashable {
    /// Bytes per write, at least 1.
    public var bytes: Int
    /// The pause from one write to the next.
    public var interval: Nanoseconds
    /// Bytes by which the first of ten writes is larger.
    public var remainder = 0

    public init(bytes: Int, interval: Nanoseconds) {
        self.bytes = bytes
        self.interval = interval
    }

    /// Ten equal writes a second, the first of them with the remainder of the division; below ten bytes a second, one
    /// byte at a time.
    public init(bytesPerSecond rate: Int) {
        let writes = min(max(1, rate), 10)
        self.init(bytes: max(1, rate / writes), interval: 1_000_000_000 / Nanoseconds(writes))
        remainder = max(0, rate - bytes * writes)
    }

    /// The most bytes of a write by its number, counted from 0.
    public func size(ofWrite number: Int) -> Int { number % 10 == 0 ? bytes + remainder : bytes }
}

/// A duration, or a time of the monotonic clock.
public typealias Nanoseconds = UInt64
